//! Several pieces as one. They were cut from one module, so their types are the same list, and all they import is
//! of the main module: its memory, its table of functions, its globals. They export nothing: one piece calls
//! another through the table.

use std::convert::Infallible;
use std::error::Error;
use std::ops::Range;

use wasm_encoder::reencode::{Error as EncodeError, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, FunctionSection, Module,
    RawSection, SectionId,
};
use wasmparser::{Import, Parser, Payload, TypeRef};

/// What is wrong, in words; this is a tool's complaint to whoever builds the page.
type Outcome<T> = Result<T, Box<dyn Error>>;

/// Where the functions and data of the piece at hand begin in the whole.
#[derive(Default)]
struct Offsets {
    functions: u32,
    data: u32,
}

impl Reencode for Offsets {
    type Error = Infallible;

    fn function_index(&mut self, own: u32) -> Result<u32, EncodeError<Infallible>> {
        Ok(own + self.functions)
    }

    fn data_index(&mut self, own: u32) -> Result<u32, EncodeError<Infallible>> {
        Ok(own + self.data)
    }
}

/// The sections of the whole.
#[derive(Default)]
struct Whole {
    types: Option<Vec<u8>>,
    imports: Vec<u8>,
    /// The kinds and names of those.
    imported: Vec<(&'static str, String)>,
    functions: FunctionSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
    offsets: Offsets,
}

/// The bytes of a section.
fn bytes(piece: &[u8], range: Range<u64>) -> &[u8] {
    let at = |place| usize::try_from(place).unwrap_or(usize::MAX);
    piece
        .get(at(range.start)..at(range.end))
        .unwrap_or_default()
}

const fn kind(ty: TypeRef) -> &'static str {
    match ty {
        TypeRef::Table(_) => "table",
        TypeRef::Memory(_) => "memory",
        TypeRef::Global(_) => "global",
        _ => "other",
    }
}

fn raw(id: SectionId, data: &[u8]) -> RawSection<'_> {
    RawSection { id: id as u8, data }
}

/// The pieces as one module. Names and other custom sections are left out.
pub fn merged(pieces: &[&[u8]]) -> Outcome<Vec<u8>> {
    let mut whole = Whole::default();
    for piece in pieces {
        whole.add(piece)?;
    }
    Ok(whole.module())
}

/// How many bytes a piece adds to a whole: its functions, their places in the table, their code and its data. Types and
/// imports are as long as all of that in most pieces, but a whole has them once.
pub fn adds(piece: &[u8]) -> Outcome<u64> {
    let mut bytes = 0;
    for payload in Parser::new(0).parse_all(piece) {
        bytes += match payload? {
            Payload::FunctionSection(section) => length(section.range()),
            Payload::ElementSection(section) => length(section.range()),
            Payload::CodeSectionStart { size, .. } => u64::from(size),
            Payload::DataSection(section) => length(section.range()),
            _ => 0,
        };
    }
    Ok(bytes)
}

const fn length(range: Range<u64>) -> u64 {
    range.end - range.start
}

impl Whole {
    fn add(&mut self, piece: &[u8]) -> Outcome<()> {
        let (mut functions, mut data) = (0, 0);
        for payload in Parser::new(0).parse_all(piece) {
            match payload? {
                Payload::TypeSection(section) => self.same_types(bytes(piece, section.range()))?,
                Payload::ImportSection(section) => {
                    let bytes = bytes(piece, section.range());
                    let own = section.into_imports().collect::<Result<Vec<_>, _>>()?;
                    self.same_imports(&own, bytes)?;
                }
                Payload::FunctionSection(section) => {
                    functions = section.count();
                    self.offsets
                        .parse_function_section(&mut self.functions, section)?;
                }
                Payload::ElementSection(section) => {
                    self.offsets
                        .parse_element_section(&mut self.elements, section)?;
                }
                Payload::CodeSectionEntry(body) => {
                    self.offsets.parse_function_body(&mut self.code, body)?;
                }
                Payload::DataSection(section) => {
                    data = section.count();
                    self.offsets.parse_data_section(&mut self.data, section)?;
                }
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::ExportSection(_)
                | Payload::GlobalSection(_)
                | Payload::StartSection { .. } => {
                    return Err(
                        "a piece exports something, or has globals or a start of its own".into(),
                    );
                }
                _ => {}
            }
        }
        self.offsets.functions += functions;
        self.offsets.data += data;
        Ok(())
    }

    fn same_types(&mut self, own: &[u8]) -> Outcome<()> {
        let known = self.types.get_or_insert_with(|| own.to_vec());
        match known == own {
            true => Ok(()),
            false => Err("two pieces have other lists of types".into()),
        }
    }

    /// Code calls a memory, a table or a global by its number among those of its kind: what one piece imports of a
    /// kind must be the beginning of what another does.
    fn same_imports(&mut self, own: &[Import<'_>], bytes: &[u8]) -> Outcome<()> {
        let named = |import: &Import<'_>| (kind(import.ty), import.name.to_owned());
        let names: Vec<_> = own.iter().map(named).collect();
        let known = &self.imported;
        let alike = ["table", "memory", "global"].iter().all(|&kind| {
            let of_kind = |all: &Vec<(&str, String)>| -> Vec<String> {
                let all = all.iter().filter(|(own, _)| *own == kind);
                all.map(|(_, name)| name.clone()).collect()
            };
            let (known, names) = (of_kind(known), of_kind(&names));
            known.iter().zip(&names).all(|(known, own)| known == own)
        });
        if !alike || names.iter().any(|(kind, _)| *kind == "other") {
            return Err(format!("a piece imports {names:?}, another {known:?}").into());
        }
        if names.len() > known.len() {
            (self.imported, self.imports) = (names, bytes.to_vec());
        }
        Ok(())
    }

    fn module(self) -> Vec<u8> {
        let types = self.types.unwrap_or_default();
        let mut module = Module::new();
        module.section(&raw(SectionId::Type, &types));
        module.section(&raw(SectionId::Import, &self.imports));
        module.section(&self.functions);
        module.section(&self.elements);
        module.section(&DataCountSection {
            count: self.offsets.data,
        });
        module.section(&self.code);
        module.section(&self.data);
        module.finish()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use wasm_encoder::{
        ConstExpr, Elements, EntityType, Function, ImportSection, MemoryType, RefType, TableType,
        TypeSection, ValType,
    };

    use super::*;

    /// A piece whose two functions give `numbers`, the second by calling the first; it puts the second into the
    /// table at `place`.
    fn piece(number: i32, place: i32, results: &[ValType]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], results.iter().copied());
        let mut imports = ImportSection::new();
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 8,
            maximum: None,
            shared: false,
        };
        imports.import("main", "table", EntityType::Table(table));
        let memory = MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        imports.import("main", "memory", EntityType::Memory(memory));
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut elements = ElementSection::new();
        elements.active(
            Some(0),
            &ConstExpr::i32_const(place),
            Elements::Functions(vec![1].into()),
        );
        let (mut first, mut second) = (Function::new([]), Function::new([]));
        first.instructions().i32_const(number).end();
        second.instructions().call(0).end();
        let mut code = CodeSection::new();
        code.function(&first).function(&second);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(place), [number as u8]);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&elements).section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn a_whole_has_every_function_and_each_calls_its_own() {
        let pieces = [piece(7, 1, &[ValType::I32]), piece(9, 2, &[ValType::I32])];
        let whole = merged(&pieces.each_ref().map(Vec::as_slice)).unwrap();
        wasmparser::validate(&whole).unwrap();
        let mut calls = Vec::new();
        for payload in Parser::new(0).parse_all(&whole) {
            if let Payload::CodeSectionEntry(body) = payload.unwrap() {
                for operator in body.get_operators_reader().unwrap() {
                    if let wasmparser::Operator::Call { function_index } = operator.unwrap() {
                        calls.push(function_index);
                    }
                }
            }
        }
        assert_eq!(calls, [0, 2]);
    }

    /// But for the counts of its four sections, which each file writes once.
    #[test]
    fn a_piece_adds_what_the_whole_does_not_have_already() {
        let piece = piece(7, 1, &[ValType::I32]);
        let alone = merged(&[&piece]).unwrap().len();
        let twice = merged(&[&piece, &piece]).unwrap().len();
        let adds = usize::try_from(adds(&piece).unwrap()).unwrap();
        assert!(adds < alone / 2, "{adds} of {alone}");
        assert!(
            (adds - 4..=adds).contains(&(twice - alone)),
            "{adds}, {alone}, {twice}"
        );
    }

    #[test]
    fn pieces_of_two_modules_are_refused() {
        let pieces = [piece(7, 1, &[ValType::I32]), piece(9, 2, &[ValType::I64])];
        let refused =
            merged(&pieces.each_ref().map(Vec::as_slice)).map_err(|error| error.to_string());
        assert_eq!(
            refused,
            Err("two pieces have other lists of types".to_owned())
        );
    }
}
