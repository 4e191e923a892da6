//! A module that notes which of its functions have run: each has a global for it, which is exported.

use std::collections::BTreeMap;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, Instruction,
    Module, RawSection, ValType,
};
use wasmparser::{Parser, Payload};

use crate::late::HERE;
use crate::module::{Known, Outcome, section};

/// What the name of such a global begins with; the function's number follows.
const RAN: &str = "ran_";

/// The module with its notes, and the names of its functions by their numbers.
pub fn counted(module: &[u8]) -> Outcome<(Vec<u8>, BTreeMap<u32, String>)> {
    let known = Known::of(module)?;
    let (mut counted, mut code) = (Module::new(), CodeSection::new());
    let mut defined = known.defined();
    let note = |own: u32| known.globals() + own - known.imports;
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::GlobalSection(own) => {
                let mut globals = GlobalSection::new();
                RoundtripReencoder.parse_global_section(&mut globals, own)?;
                for _ in known.defined() {
                    globals.global(NOTE, &ConstExpr::i32_const(0));
                }
                // The script says here that the late file is there, as it does in a release.
                globals.global(NOTE, &ConstExpr::i32_const(0));
                counted.section(&globals);
            }
            Payload::ExportSection(own) => {
                let mut exports = ExportSection::new();
                RoundtripReencoder.parse_export_section(&mut exports, own)?;
                for own in known.defined() {
                    exports.export(&format!("{RAN}{own}"), ExportKind::Global, note(own));
                }
                let here = known.globals() + known.count();
                counted.section(exports.export(HERE, ExportKind::Global, here));
            }
            Payload::CodeSectionEntry(body) => {
                let own = defined.next().ok_or("there is a body too many")?;
                let mut noting = RoundtripReencoder.new_function_with_parsed_locals(&body)?;
                noting.instruction(&Instruction::I32Const(1));
                noting.instruction(&Instruction::GlobalSet(note(own)));
                for operator in body.get_operators_reader()? {
                    noting.instruction(&RoundtripReencoder.instruction(operator?)?);
                }
                code.function(&noting);
                if own + 1 == known.imports + known.count() {
                    counted.section(&code);
                }
            }
            Payload::CustomSection(_) | Payload::CodeSectionStart { .. } => {}
            payload => {
                if let Some((id, range)) = payload.as_section() {
                    let data = section(module, range);
                    counted.section(&RawSection { id, data });
                }
            }
        }
    }
    Ok((counted.finish(), known.names))
}

const NOTE: GlobalType = GlobalType {
    val_type: ValType::I32,
    mutable: true,
    shared: false,
};
