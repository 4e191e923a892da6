//! What there is to know of a module whose functions are to be moved: its functions with their names, what they call,
//! their places in the table, and what else it has.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::Range;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{EntityType, ExportKind};
use wasmparser::{
    CompositeInnerType, ElementItems, ElementKind, ExternalKind, FunctionBody, GlobalType,
    KnownCustom, MemoryType, Name, Operator, Parser, Payload, TableType, TypeRef,
};

/// What is wrong, in words; this is a tool's complaint to whoever builds the page.
pub type Outcome<T> = Result<T, Box<dyn Error>>;

/// The table through which functions are called.
const FUNCTIONS: &str = "__indirect_function_table";

/// The bytes of a section.
pub fn section(module: &[u8], range: Range<u64>) -> &[u8] {
    let at = |place| usize::try_from(place).unwrap_or(usize::MAX);
    module
        .get(at(range.start)..at(range.end))
        .unwrap_or_default()
}

/// What another module may import of this one, but for functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A table.
    Table,
    /// A memory.
    Memory,
    /// A global.
    Global,
}

impl Kind {
    /// As exports say it.
    pub const fn of_export(self) -> ExportKind {
        match self {
            Kind::Table => ExportKind::Table,
            Kind::Memory => ExportKind::Memory,
            Kind::Global => ExportKind::Global,
        }
    }
}

/// A function's code.
pub struct Body<'a> {
    /// As it stands.
    pub body: FunctionBody<'a>,
    /// How many bytes it has.
    pub bytes: usize,
    /// The functions that it calls by their numbers.
    pub calls: BTreeSet<u32>,
    /// It names a function, or data or elements of its module, as only code of that module can.
    pub is_bound: bool,
}

/// A module. Functions are counted with the imported ones first.
#[derive(Default)]
pub struct Known<'a> {
    /// Names of functions.
    pub names: BTreeMap<u32, String>,
    /// How many functions are imported.
    pub imports: u32,
    /// Functions by their first places in the table.
    pub slots: BTreeMap<u32, u32>,
    /// How long the table is.
    pub table: u32,
    /// What is exported, and what runs when the module begins.
    pub met: BTreeSet<u32>,
    /// Where its types stand.
    pub types_at: Range<u64>,
    /// The types of all functions.
    types: Vec<u32>,
    /// Of each type how many parameters and results a function has.
    shapes: Vec<(u32, usize)>,
    bodies: Vec<Body<'a>>,
    tables: Vec<TableType>,
    memories: Vec<MemoryType>,
    globals: Vec<GlobalType>,
    exports: BTreeMap<(Kind, u32), String>,
}

impl<'a> Known<'a> {
    /// Reads a module.
    pub fn of(module: &'a [u8]) -> Outcome<Self> {
        let mut known = Self::default();
        for payload in Parser::new(0).parse_all(module) {
            known.add(payload?)?;
        }
        let table = known.exports.get(&(Kind::Table, 0));
        if table.is_none_or(|name| name != FUNCTIONS) {
            return Err(format!("the first table is not {FUNCTIONS}").into());
        }
        known.table = u32::try_from(known.tables.first().map_or(0, |table| table.initial))?;
        Ok(known)
    }

    fn add(&mut self, payload: Payload<'a>) -> Outcome<()> {
        match payload {
            Payload::TypeSection(section) => {
                self.types_at = section.range();
                for group in section {
                    for ty in group?.into_types() {
                        let CompositeInnerType::Func(ty) = ty.composite_type.inner else {
                            return Err("a type is none of a function".into());
                        };
                        let parameters = u32::try_from(ty.params().len())?;
                        self.shapes.push((parameters, ty.results().len()));
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import?.ty {
                        TypeRef::Func(ty) => self.types.push(ty),
                        TypeRef::Table(ty) => self.tables.push(ty),
                        TypeRef::Memory(ty) => self.memories.push(ty),
                        TypeRef::Global(ty) => self.globals.push(ty),
                        _ => {
                            return Err(
                                "it imports what is no function, table, memory or global".into()
                            );
                        }
                    }
                }
                self.imports = u32::try_from(self.types.len())?;
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.types.push(ty?);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    self.tables.push(table?.ty);
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memories.push(memory?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    self.globals.push(global?.ty);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    self.exported(export.kind, export.index, export.name);
                }
            }
            Payload::StartSection { func, .. } => {
                self.met.insert(func);
            }
            Payload::ElementSection(section) => {
                for element in section {
                    self.elements(&element?)?;
                }
            }
            Payload::CodeSectionEntry(body) => self.bodies.push(Body::of(body)?),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    for part in names {
                        self.named(part?)?;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn exported(&mut self, kind: ExternalKind, index: u32, name: &str) {
        let kind = match kind {
            ExternalKind::Table => Kind::Table,
            ExternalKind::Memory => Kind::Memory,
            ExternalKind::Global => Kind::Global,
            _ => {
                self.met.insert(index);
                return;
            }
        };
        let own = self.exports.entry((kind, index));
        own.or_insert_with(|| name.to_owned());
    }

    /// Functions that stand in another table than the first, or in none yet, may be met all the same.
    fn elements(&mut self, element: &wasmparser::Element<'_>) -> Outcome<()> {
        let functions = functions(element.items.clone())?;
        let start = match &element.kind {
            ElementKind::Active {
                table_index: None | Some(0),
                offset_expr,
            } => match offset_expr.get_operators_reader().read()? {
                Operator::I32Const { value } => value.cast_unsigned(),
                _ => return Err("elements begin at no plain number".into()),
            },
            _ => {
                self.met.extend(functions.into_iter().flatten());
                return Ok(());
            }
        };
        for (slot, function) in (start..).zip(functions) {
            if let Some(function) = function {
                self.slots.entry(function).or_insert(slot);
            }
        }
        Ok(())
    }

    fn named(&mut self, part: Name<'_>) -> Outcome<()> {
        if let Name::Function(names) = part {
            for name in names {
                let name = name?;
                self.names.insert(name.index, plain(name.name));
            }
        }
        Ok(())
    }

    /// The functions that are not imported.
    pub fn defined(&self) -> impl Iterator<Item = u32> + use<> {
        self.imports..self.imports + self.count()
    }

    /// How many those are.
    pub fn count(&self) -> u32 {
        u32::try_from(self.bodies.len()).unwrap_or(u32::MAX)
    }

    /// The code of one that is not imported.
    pub fn body(&self, function: u32) -> &Body<'a> {
        &self.bodies[(function - self.imports) as usize]
    }

    /// The type of any function.
    pub fn type_of(&self, function: u32) -> u32 {
        self.types[function as usize]
    }

    /// How many parameters it has.
    pub fn parameters(&self, function: u32) -> u32 {
        self.shapes[self.type_of(function) as usize].0
    }

    /// The type of a function that takes and gives nothing.
    pub fn plain(&self) -> Outcome<u32> {
        let found = self.shapes.iter().position(|shape| *shape == (0, 0));
        let found = found.ok_or("no function takes and gives nothing")?;
        Ok(u32::try_from(found)?)
    }

    /// How many globals there are.
    pub fn globals(&self) -> u32 {
        u32::try_from(self.globals.len()).unwrap_or(u32::MAX)
    }

    /// All that is there once, in the order of its numbers.
    pub fn shared(&self) -> impl Iterator<Item = (Kind, u32)> + '_ {
        let all = |kind, count: usize| (0..count).map(move |index| (kind, index as u32));
        all(Kind::Table, self.tables.len())
            .chain(all(Kind::Memory, self.memories.len()))
            .chain(all(Kind::Global, self.globals.len()))
    }

    /// Under which name it is exported, or is to be.
    pub fn export_name(&self, kind: Kind, index: u32) -> String {
        let own = self.exports.get(&(kind, index)).cloned();
        own.unwrap_or_else(|| format!("{kind:?}{index}").to_lowercase())
    }

    /// What is not exported yet, with the name that it gets.
    pub fn unexported(&self) -> impl Iterator<Item = (Kind, u32, String)> + '_ {
        let new = self.shared().filter(|own| !self.exports.contains_key(own));
        new.map(|(kind, index)| (kind, index, self.export_name(kind, index)))
    }

    /// What an importer says of it; the first table is `table` long.
    pub fn entity(&self, kind: Kind, index: u32, table: u32) -> Outcome<EntityType> {
        let place = index as usize;
        Ok(match kind {
            Kind::Table => {
                let mut ty = RoundtripReencoder.table_type(self.tables[place])?;
                if index == 0 {
                    ty.minimum = u64::from(table);
                }
                ty.maximum = None;
                EntityType::Table(ty)
            }
            Kind::Memory => {
                EntityType::Memory(RoundtripReencoder.memory_type(self.memories[place])?)
            }
            Kind::Global => {
                EntityType::Global(RoundtripReencoder.global_type(self.globals[place])?)
            }
        })
    }
}

impl<'a> Body<'a> {
    fn of(body: FunctionBody<'a>) -> Outcome<Self> {
        let (mut calls, mut is_bound) = (BTreeSet::new(), false);
        for operator in body.get_operators_reader()? {
            match operator? {
                Operator::Call { function_index } => {
                    calls.insert(function_index);
                }
                Operator::RefFunc { .. }
                | Operator::ReturnCall { .. }
                | Operator::MemoryInit { .. }
                | Operator::DataDrop { .. }
                | Operator::TableInit { .. }
                | Operator::ElemDrop { .. } => is_bound = true,
                _ => {}
            }
        }
        let range = body.range();
        let bytes = usize::try_from(range.end - range.start)?;
        Ok(Self {
            body,
            bytes,
            calls,
            is_bound,
        })
    }
}

/// The functions that elements are; nothing for one that is none.
pub fn functions(items: ElementItems<'_>) -> Outcome<Vec<Option<u32>>> {
    let own = |operator| match operator {
        Operator::RefFunc { function_index } => Some(function_index),
        _ => None,
    };
    let functions: Result<Vec<_>, _> = match items {
        ElementItems::Functions(all) => all.into_iter().map(|one| one.map(Some)).collect(),
        ElementItems::Expressions(_, all) => {
            let read = all.into_iter();
            read.map(|one| one?.get_operators_reader().read().map(own))
                .collect()
        }
    };
    Ok(functions?)
}

/// A function's name as one reads it, without what tells it from its like by number: closures are counted from the
/// start of the function that they stand in, and a line more there would give all of them new names.
fn plain(name: &str) -> String {
    // What the linker makes of a name that is there twice.
    let numbered = name.rsplit_once('.');
    let own = numbered.filter(|(_, number)| number.parse::<u32>().is_ok());
    let own = own.map_or(name, |(own, _)| own);
    let name = format!("{:#}", rustc_demangle::demangle(own));
    let mut parts = name.split("{closure#");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |whole, part| {
        let rest = part.trim_start_matches(|sign: char| sign.is_ascii_digit());
        whole + "{closure" + rest
    })
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn closures_have_no_numbers() {
        let name = "_RNCNvCs1234_4page4open0B3_";
        let other = "_RNCNvCs1234_4page4opens0_0B3_";
        assert_eq!(plain(name), "page::open::{closure}");
        assert_eq!(plain(other), plain(name));
        assert_eq!(plain("_ZN4page4open17h0123456789abcdefE.12"), "page::open");
    }
}
