//! The main module in two files: what runs until the first figure stands, and what is late, which the page fetches at
//! once after it. `late.txt` names the late functions (`cargo xtask late` writes it anew).
//!
//! A late function may be called at any time. Whoever is not late and calls it meets its stand-in: that asks the page's
//! script for the late file if it is not there yet (`now`, which waits for it), and goes on to the function by the
//! table. Late functions call the others by the table as well, so the late file imports only what is there once:
//! memory, tables, globals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use wasm_encoder::reencode::{Error as EncodeError, Reencode};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, Instruction, Module, RawSection,
    SectionId, StartSection, TableSection, ValType,
};
use wasmparser::{FunctionBody, Operator, Parser, Payload};

use crate::module::{Known, Outcome, functions, section};

/// What the late file imports the main module's exports as.
const MAIN: &str = "main";
/// Where the page's script gives the function that fetches the late file and waits for it, and its name there.
const NOW: (&str, &str) = ("late", "now");
/// The global that says whether the late file is there; the script sets it.
pub const HERE: &str = "late";
/// A function of fewer bytes than about its stand-in's stays.
const LEAST: usize = 40;

/// The two files.
pub struct Divided {
    /// What the page opens with.
    pub main: Vec<u8>,
    /// What comes after it.
    pub late: Vec<u8>,
}

/// Divides a module, which has names. `is_late` says of a name whether it is of a late function.
pub fn divided(module: &[u8], is_late: impl Fn(&str) -> bool) -> Outcome<Divided> {
    let known = Known::of(module)?;
    let plan = Plan::of(&known, is_late)?;
    let divided = Divided {
        main: plan.main(module)?,
        late: plan.late(module)?,
    };
    wasmparser::validate(&divided.main)?;
    wasmparser::validate(&divided.late)?;
    Ok(divided)
}

/// Which functions go where. Functions are numbers of the whole module.
struct Plan<'a> {
    known: &'a Known<'a>,
    /// Late functions, and their numbers in the late file.
    late: BTreeMap<u32, u32>,
    /// Those of them that have a stand-in.
    fronts: BTreeSet<u32>,
    /// Functions by their places in the table, so far as one is called there.
    slots: BTreeMap<u32, u32>,
    /// How long the table was, and how long it is now.
    table: (u32, u32),
    /// The numbers of functions in the main module as it will be.
    kept: BTreeMap<u32, u32>,
    /// The type of a function that takes and gives nothing.
    plain: u32,
}

impl<'a> Plan<'a> {
    fn of(known: &'a Known<'a>, is_late: impl Fn(&str) -> bool) -> Outcome<Self> {
        let named = |function: &u32| known.names.get(function).is_some_and(|name| is_late(name));
        let all: BTreeSet<u32> = known
            .defined()
            .filter(named)
            .filter(|function| !known.body(*function).is_bound)
            .collect();
        let small = |function: &u32| known.body(*function).bytes < LEAST;
        let met = fronts(known, &all);
        let late: BTreeSet<u32> = all
            .into_iter()
            .filter(|own| !(met.contains(own) && small(own)))
            .collect();
        let fronts = fronts(known, &late);
        let mut slots = known.slots.clone();
        let mut end = known.table;
        let called = late.iter().flat_map(|own| &known.body(*own).calls);
        let outside = called.copied().filter(|own| !late.contains(own));
        for function in outside.chain(fronts.iter().copied()) {
            slots.entry(function).or_insert_with(|| {
                end += 1;
                end - 1
            });
        }
        let kept = (0..known.imports).chain(
            known
                .defined()
                .filter(|own| !late.contains(own) || fronts.contains(own)),
        );
        // The import that is added stands behind the others.
        let place = |(number, own): (u32, u32)| (own, number + u32::from(own >= known.imports));
        Ok(Self {
            known,
            kept: (0..).zip(kept).map(place).collect(),
            late: late.into_iter().zip(0..).collect(),
            fronts,
            slots,
            table: (known.table, end),
            plain: known.plain()?,
        })
    }

    /// The number of what asks for the late file where it is not there, in the main module as it will be.
    fn ready(&self) -> Outcome<u32> {
        Ok(u32::try_from(self.kept.len())? + 1)
    }

    fn main(&self, module: &[u8]) -> Outcome<Vec<u8>> {
        let (mut main, mut code, known) = (Module::new(), CodeSection::new(), self.known);
        let mut renumbered = Renumbered(&self.kept);
        let mut defined = known.defined();
        for payload in Parser::new(0).parse_all(module) {
            let payload = payload?;
            match payload {
                Payload::ImportSection(own) => {
                    let mut imports = ImportSection::new();
                    renumbered.parse_import_section(&mut imports, own)?;
                    imports.import(NOW.0, NOW.1, EntityType::Function(self.plain));
                    main.section(&imports);
                }
                Payload::FunctionSection(_) => {
                    let mut functions = FunctionSection::new();
                    for function in self.kept.keys().filter(|own| **own >= known.imports) {
                        functions.function(known.type_of(*function));
                    }
                    main.section(functions.function(self.plain));
                }
                Payload::TableSection(own) => {
                    let mut tables = TableSection::new();
                    for (number, table) in own.into_iter().enumerate() {
                        let mut ty = renumbered.table_type(table?.ty)?;
                        if number == 0 {
                            ty.minimum += u64::from(self.table.1 - self.table.0);
                            ty.maximum = None;
                        }
                        tables.table(ty);
                    }
                    main.section(&tables);
                }
                Payload::GlobalSection(own) => {
                    let mut globals = GlobalSection::new();
                    renumbered.parse_global_section(&mut globals, own)?;
                    let mutable = GlobalType {
                        val_type: ValType::I32,
                        mutable: true,
                        shared: false,
                    };
                    main.section(globals.global(mutable, &ConstExpr::i32_const(0)));
                }
                Payload::ExportSection(own) => {
                    let mut exports = ExportSection::new();
                    renumbered.parse_export_section(&mut exports, own)?;
                    for (kind, index, name) in known.unexported() {
                        exports.export(&name, kind.of_export(), index);
                    }
                    main.section(exports.export(
                        HERE,
                        wasm_encoder::ExportKind::Global,
                        known.globals(),
                    ));
                }
                Payload::StartSection { func, .. } => {
                    let function_index = renumbered.function_index(func)?;
                    main.section(&StartSection { function_index });
                }
                Payload::ElementSection(own) => {
                    let mut elements = ElementSection::new();
                    for element in own {
                        let element = element?;
                        // Places that a part will fill are empty anyway.
                        if functions(element.items.clone())?
                            .iter()
                            .any(Option::is_some)
                        {
                            renumbered.parse_element(&mut elements, element)?;
                        }
                    }
                    let new = self.slots.iter().filter(|(_, slot)| **slot >= self.table.0);
                    // A stand-in's own place waits for the function that it stands for.
                    let new = new.filter(|(own, _)| !self.late.contains_key(own));
                    let new = new.map(|(own, slot)| Ok((*slot, renumbered.function_index(*own)?)));
                    let new = new.collect::<Outcome<BTreeMap<_, _>>>()?;
                    put(&mut elements, &new);
                    main.section(&elements);
                }
                Payload::CodeSectionEntry(body) => {
                    let own = defined.next().ok_or("there is a body too many")?;
                    if self.fronts.contains(&own) {
                        code.function(&self.front(own)?);
                    } else if !self.late.contains_key(&own) {
                        renumbered.parse_function_body(&mut code, body)?;
                    }
                    if own + 1 == known.imports + known.count() {
                        main.section(code.function(&self.asking()));
                    }
                }
                Payload::CustomSection(_) | Payload::CodeSectionStart { .. } => {}
                payload => {
                    if let Some((id, range)) = payload.as_section() {
                        let data = section(module, range);
                        main.section(&RawSection { id, data });
                    }
                }
            }
        }
        Ok(main.finish())
    }

    /// `ready`, the parameters, the function by the table.
    fn front(&self, own: u32) -> Outcome<Function> {
        let ty = self.known.type_of(own);
        let mut front = Function::new([]);
        front.instruction(&Instruction::Call(self.ready()?));
        for parameter in 0..self.known.parameters(own) {
            front.instruction(&Instruction::LocalGet(parameter));
        }
        self.by_table(&mut front, own, ty)?;
        front.instruction(&Instruction::End);
        Ok(front)
    }

    fn by_table(&self, code: &mut Function, own: u32, type_index: u32) -> Outcome<()> {
        let slot = self
            .slots
            .get(&own)
            .ok_or("a function is not in the table")?;
        code.instruction(&Instruction::I32Const(i32::try_from(*slot)?));
        let table_index = 0;
        code.instruction(&Instruction::CallIndirect {
            type_index,
            table_index,
        });
        Ok(())
    }

    /// Asks the script, unless the late file is there.
    fn asking(&self) -> Function {
        let mut asking = Function::new([]);
        for instruction in [
            Instruction::GlobalGet(self.known.globals()),
            Instruction::I32Eqz,
            Instruction::If(wasm_encoder::BlockType::Empty),
            Instruction::Call(self.known.imports),
            Instruction::End,
            Instruction::End,
        ] {
            asking.instruction(&instruction);
        }
        asking
    }

    fn late(&self, module: &[u8]) -> Outcome<Vec<u8>> {
        let (mut late, known) = (Module::new(), self.known);
        late.section(&RawSection {
            id: SectionId::Type as u8,
            data: section(module, known.types_at.clone()),
        });
        let mut imports = ImportSection::new();
        for (kind, index) in known.shared() {
            let name = known.export_name(kind, index);
            imports.import(MAIN, &name, known.entity(kind, index, self.table.1)?);
        }
        late.section(&imports);
        let mut functions = FunctionSection::new();
        for own in self.late.keys() {
            functions.function(known.type_of(*own));
        }
        late.section(&functions);
        let placed = |own: &u32| self.slots.get(own).copied();
        let placed = self
            .late
            .iter()
            .filter_map(|(own, number)| Some((placed(own)?, *number)));
        let placed: BTreeMap<u32, u32> = placed.collect();
        let mut elements = ElementSection::new();
        put(&mut elements, &placed);
        late.section(&elements);
        let mut code = CodeSection::new();
        for own in self.late.keys() {
            code.function(&self.moved(&known.body(*own).body)?);
        }
        late.section(&code);
        Ok(late.finish())
    }

    /// A late function, which calls late ones by their numbers and the others by the table.
    fn moved(&self, body: &FunctionBody<'_>) -> Outcome<Function> {
        let mut renumbered = Renumbered(&self.late);
        let mut moved = renumbered.new_function_with_parsed_locals(body)?;
        for operator in body.get_operators_reader()? {
            match operator? {
                Operator::Call {
                    function_index: own,
                } if !self.late.contains_key(&own) => {
                    self.by_table(&mut moved, own, self.known.type_of(own))?;
                }
                operator => {
                    moved.instruction(&renumbered.instruction(operator)?);
                }
            }
        }
        Ok(moved)
    }
}

/// Late functions that something else meets: code that is not late, an export, the table.
fn fronts(known: &Known<'_>, late: &BTreeSet<u32>) -> BTreeSet<u32> {
    let called = known.defined().filter(|own| !late.contains(own));
    let called = called.flat_map(|own| known.body(own).calls.iter().copied());
    let met = called
        .chain(known.met.iter().copied())
        .chain(known.slots.keys().copied());
    met.filter(|own| late.contains(own)).collect()
}

/// Puts functions into their places in the table: places that follow each other are one run.
fn put(elements: &mut ElementSection, placed: &BTreeMap<u32, u32>) {
    let mut rest: Vec<(u32, u32)> = placed.iter().map(|(slot, own)| (*slot, *own)).collect();
    while let Some((start, _)) = rest.first().copied() {
        let follow = rest.iter().zip(start..);
        let length = follow.take_while(|((slot, _), next)| slot == next).count();
        let run: Vec<u32> = rest.drain(..length).map(|(_, own)| own).collect();
        let start = ConstExpr::i32_const(start.cast_signed());
        elements.active(None, &start, Elements::Functions(run.into()));
    }
}

/// Functions by new numbers.
struct Renumbered<'a>(&'a BTreeMap<u32, u32>);

/// A function that is called where it is not.
#[derive(Debug)]
struct Elsewhere(u32);

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "function {} is called from a file that it is not in",
            self.0
        )
    }
}

impl std::error::Error for Elsewhere {}

impl Reencode for Renumbered<'_> {
    type Error = Elsewhere;

    fn function_index(&mut self, own: u32) -> Result<u32, EncodeError<Elsewhere>> {
        let number = self.0.get(&own).copied();
        number.ok_or(EncodeError::UserError(Elsewhere(own)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use std::collections::BTreeMap;

    use wasm_encoder::{
        MemorySection, MemoryType, NameMap, NameSection, RefType, TableType, TypeSection,
    };

    use super::*;

    /// Three functions: `open` is exported and calls `later`, which calls `near` and an imported function; `later`
    /// stands in the table. `later` is long enough to be moved.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([ValType::I32], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("page", "say", EntityType::Function(1));
        let mut functions = FunctionSection::new();
        functions.function(1).function(1).function(1).function(0);
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 3,
            maximum: Some(3),
            shared: false,
        });
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        let mut globals = GlobalSection::new();
        let counter = GlobalType {
            val_type: ValType::I32,
            mutable: true,
            shared: false,
        };
        globals.global(counter, &ConstExpr::i32_const(7));
        let mut exports = ExportSection::new();
        exports.export("open", wasm_encoder::ExportKind::Func, 1);
        exports.export(
            "__indirect_function_table",
            wasm_encoder::ExportKind::Table,
            0,
        );
        exports.export("memory", wasm_encoder::ExportKind::Memory, 0);
        let mut elements = ElementSection::new();
        elements.active(
            None,
            &ConstExpr::i32_const(1),
            Elements::Functions([2, 3].as_slice().into()),
        );
        let mut code = CodeSection::new();
        let (mut open, mut later, mut near) =
            (Function::new([]), Function::new([]), Function::new([]));
        open.instructions().local_get(0).call(2).end();
        let mut long = later.instructions();
        long.local_get(0).call(3).call(0);
        for _ in 0..LEAST {
            long.i32_const(1).i32_add();
        }
        long.global_get(0).i32_add().end();
        near.instructions()
            .local_get(0)
            .i32_const(100)
            .i32_mul()
            .end();
        code.function(&open).function(&later).function(&near);
        code.function(Function::new([]).instruction(&Instruction::End));
        let (mut names, mut map) = (NameSection::new(), NameMap::new());
        map.append(1, "page::open");
        map.append(2, "_ZN4page5later17h0123456789abcdefE");
        map.append(3, "page::near");
        names.functions(&map);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&tables).section(&memories).section(&globals);
        module.section(&exports).section(&elements).section(&code);
        module.section(&names);
        module.finish()
    }

    #[test]
    fn a_late_function_leaves_a_stand_in_and_reaches_the_others_by_the_table() {
        let whole = module();
        wasmparser::validate(&whole).unwrap();
        let divided = divided(&whole, |name| name == "page::later").unwrap();
        let main = Known::of(&divided.main).unwrap();
        // The stand-in asks first, then goes by the place that the function had in the table.
        let front = main.body(main.imports + 1);
        assert_eq!(front.calls, [main.imports + main.count() - 1].into());
        assert!(front.bytes < LEAST);
        let slots: BTreeMap<_, _> = main.slots.iter().map(|(own, slot)| (*slot, *own)).collect();
        let (say, later, near) = (0, main.imports + 1, main.imports + 2);
        assert_eq!(slots, [(1, later), (2, near), (3, say)].into());
        assert_eq!(main.table, 4);
        // It calls nothing by number, since nothing else is in its file.
        let late = Late::of(&divided.late);
        assert_eq!((late.functions, late.calls), (1, 0));
        assert_eq!(late.placed, [1]);
    }

    #[test]
    fn where_nothing_is_late_the_module_does_what_it_did() {
        let divided = divided(&module(), |_| false).unwrap();
        let (main, late) = (Known::of(&divided.main).unwrap(), Late::of(&divided.late));
        assert_eq!(main.body(main.imports).calls, [main.imports + 1].into());
        assert_eq!(late.functions, 0);
    }

    /// What the late file says of itself.
    struct Late {
        functions: u32,
        calls: usize,
        placed: Vec<u32>,
    }

    impl Late {
        fn of(module: &[u8]) -> Self {
            let (mut functions, mut calls, mut placed) = (0, 0, Vec::new());
            for payload in Parser::new(0).parse_all(module) {
                match payload.unwrap() {
                    Payload::FunctionSection(section) => functions = section.count(),
                    Payload::CodeSectionEntry(body) => {
                        let operators = body.get_operators_reader().unwrap();
                        let call = |own: &Operator<'_>| matches!(own, Operator::Call { .. });
                        calls += operators
                            .into_iter()
                            .filter(|own| call(own.as_ref().unwrap()))
                            .count();
                    }
                    Payload::ElementSection(section) => {
                        for element in section {
                            if let wasmparser::ElementKind::Active { offset_expr, .. } =
                                element.unwrap().kind
                                && let Operator::I32Const { value } =
                                    offset_expr.get_operators_reader().read().unwrap()
                            {
                                placed.push(value.cast_unsigned());
                            }
                        }
                    }
                    _ => {}
                }
            }
            Self {
                functions,
                calls,
                placed,
            }
        }
    }
}
