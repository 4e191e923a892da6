//! What a module imports and exports, as wasm-bindgen left it.
//!
//! - It gives every function of the browser a name of some forty letters, and there are hundreds; the page's script
//!   knows them by the same names.
//! - It exports what the methods of classes call that libraries have for JavaScript. The page has no script of its own
//!   that would use one (they come with leptos's server functions), but what is exported is kept.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::ops::Range;

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{ExportSection, ImportSection, Module, RawSection};
use wasmparser::{ExternalKind, Parser, Payload};

/// Short names by long ones.
type Short = BTreeMap<String, String>;

/// The module with short names, and the short name of every function it imports by the long one. Names that the
/// module exports as well are left as they are.
pub fn shortened(module: &[u8]) -> Result<(Vec<u8>, Short), Box<dyn Error>> {
    let exported = exports(module)?;
    let mut names = BTreeMap::new();
    let mut short = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if let Payload::ImportSection(section) = payload {
            let mut imports = ImportSection::new();
            for import in section.into_imports() {
                let import = import?;
                let is_function = matches!(import.ty, wasmparser::TypeRef::Func(_));
                let name = match is_function && !exported.contains(import.name) {
                    true => {
                        let next = format!("i{}", names.len());
                        names.entry(import.name.to_owned()).or_insert(next).clone()
                    }
                    false => import.name.to_owned(),
                };
                let ty = RoundtripReencoder.entity_type(import.ty)?;
                imports.import(import.module, &name, ty);
            }
            short.section(&imports);
        } else if let Some((id, range)) = payload.as_section() {
            short.section(&raw(module, id, range));
        }
    }
    Ok((short.finish(), names))
}

/// The module without the functions that it exports for methods of classes: wasm-bindgen gives every class a function
/// `__wbg_CLASS_free`, and begins the names of its methods with that of the class.
pub fn without_classes(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let exported = exports(module)?;
    let class = |name: &String| {
        let class = name.strip_prefix("__wbg_")?.strip_suffix("_free")?;
        Some(class.to_owned())
    };
    let classes: Vec<_> = exported.iter().filter_map(class).collect();
    let is_of_a_class = |name: &str| {
        let name = name.strip_prefix("__wbg_").unwrap_or(name);
        let begins = |class: &String| name.starts_with(&format!("{class}_"));
        classes.iter().any(begins)
    };
    let mut rest = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if let Payload::ExportSection(section) = payload {
            let mut exports = ExportSection::new();
            for export in section {
                let export = export?;
                if export.kind != ExternalKind::Func || !is_of_a_class(export.name) {
                    let kind = RoundtripReencoder.export_kind(export.kind)?;
                    exports.export(export.name, kind, export.index);
                }
            }
            rest.section(&exports);
        } else if let Some((id, range)) = payload.as_section() {
            rest.section(&raw(module, id, range));
        }
    }
    Ok(rest.finish())
}

fn raw(module: &[u8], id: u8, range: Range<u64>) -> RawSection<'_> {
    let at = |place| usize::try_from(place).unwrap_or(usize::MAX);
    let data = module.get(at(range.start)..at(range.end));
    let data = data.unwrap_or_default();
    RawSection { id, data }
}

fn exports(module: &[u8]) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let mut names = BTreeSet::new();
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::ExportSection(section) = payload? {
            for export in section {
                names.insert(export?.name.to_owned());
            }
        }
    }
    Ok(names)
}
