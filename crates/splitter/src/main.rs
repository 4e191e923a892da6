//! `splitter LINKED FOLDER`: cuts a linked module, with its relocations, at the functions marked
//! `#[wasm_split]`. Leaves in FOLDER
//!
//! - `main.wasm`, which wasm-bindgen is still to see,
//! - `part_NAME.wasm` for every part, and `shared_N.wasm` for what several parts need,
//! - `parts.json`: `{"parts": {NAME: [files]}}`.
//!
//! `splitter --classless MODULE`: the module without what it exports for classes of JavaScript.
//!
//! `splitter --finish MODULE LATE`: gives short names to what the main module imports, in its place, joins its data,
//! moves what `late.txt` names into the file LATE, and writes as JSON which names are short now.
//!
//! `splitter --count MODULE NAMES`: the same, but moves nothing; the module notes which functions have run, and NAMES
//! says what they are called. `splitter --list NAMES RAN` writes the list of those that have not.
//!
//! What comes before, between and after: `cargo xtask seal`, `cargo xtask late`.

mod counted;
mod data;
mod gather;
mod late;
mod list;
mod merge;
mod module;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use list::Late;
use serde_json::json;
use wasm_split_cli_support::{Options, transform};

const USAGE: &str = "splitter LINKED FOLDER | --classless MODULE | --finish MODULE LATE | --count MODULE NAMES \
                     | --list NAMES RAN";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["--classless", module] => without_classes(Path::new(module)),
        ["--finish", module, late] => finish(Path::new(module), Path::new(late)),
        ["--count", module, names] => count(Path::new(module), Path::new(names)),
        ["--list", names, ran] => list(Path::new(names), Path::new(ran)),
        [linked, folder] => split(Path::new(linked), Path::new(folder)),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{}: {problem}", arguments.join(" "));
            ExitCode::FAILURE
        }
    }
}

fn without_classes(file: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(file, names::without_classes(&fs::read(file)?)?)?;
    Ok(())
}

/// Which functions are late.
const LATE: &str = include_str!("../late.txt");

fn finish(file: &Path, late: &Path) -> Result<(), Box<dyn Error>> {
    let (module, names) = names::shortened(&fs::read(file)?)?;
    let known = Late::read(LATE);
    let divided = late::divided(&data::joined(&module)?, |name| known.has(name))?;
    fs::write(file, divided.main)?;
    fs::write(late, divided.late)?;
    println!("{}", json!(names));
    Ok(())
}

fn count(file: &Path, called: &Path) -> Result<(), Box<dyn Error>> {
    let (module, names) = names::shortened(&fs::read(file)?)?;
    let (counted, functions) = counted::counted(&data::joined(&module)?)?;
    fs::write(file, counted)?;
    fs::write(called, json!(functions).to_string())?;
    println!("{}", json!(names));
    Ok(())
}

fn list(called: &Path, ran: &Path) -> Result<(), Box<dyn Error>> {
    let names: BTreeMap<u32, String> = serde_json::from_slice(&fs::read(called)?)?;
    let ran: BTreeSet<u32> = serde_json::from_slice(&fs::read(ran)?)?;
    print!("{}", Late::of(&names, &ran).text());
    Ok(())
}

fn split(linked: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let module = fs::read(linked)?;
    let pieces = folder.join("pieces");
    let main = folder.join("main.wasm");
    let mut options = Options::new(&module);
    options.output_dir = &pieces;
    options.main_out_path = &main;
    let cut = transform(options).map_err(|error| format!("{error:#}"))?;
    let parts: BTreeMap<_, _> = cut.prefetch_map.into_iter().collect();
    let files = Files::of(&parts, &pieces)?;
    for (name, bytes) in &files.modules {
        fs::write(folder.join(name), bytes)?;
    }
    let list = json!({ "parts": files.parts });
    fs::write(folder.join("parts.json"), list.to_string())?;
    fs::remove_dir_all(&pieces)?;
    Ok(())
}

/// The parts that a page fetches in any case, or the first one does: the way through the lesson, and the words of the
/// guided walk. What they need everybody has, so it is one file, and costs whoever opens another part nothing.
const ALWAYS: [&str; 2] = ["path", "beats"];

/// The pieces, put together.
#[derive(Default)]
struct Files {
    /// Files by name.
    modules: BTreeMap<String, Vec<u8>>,
    /// The names of a part's files.
    parts: BTreeMap<String, BTreeSet<String>>,
}

impl Files {
    /// `parts` has the pieces of every part, of which the folder has the files.
    fn of(parts: &BTreeMap<String, Vec<String>>, folder: &Path) -> Result<Files, Box<dyn Error>> {
        let mut files = Files::default();
        let mut names = BTreeMap::new();
        let (mut shared, mut needed) = (Vec::new(), Vec::new());
        // In order, so that the same module is always cut alike.
        let pieces: BTreeSet<_> = parts.values().flatten().collect();
        for piece in pieces {
            let bytes = fs::read(folder.join(format!("{piece}.wasm")))?;
            match piece.strip_prefix("split_") {
                Some(part) => {
                    let name = format!("part_{part}.wasm");
                    files.modules.insert(name.clone(), bytes);
                    names.insert(piece, name);
                }
                None => {
                    needed.push((merge::adds(&bytes)?, users(parts, piece)?));
                    shared.push((piece, bytes));
                }
            }
        }
        for (number, file) in gather::gathered(&needed).into_iter().enumerate() {
            let name = format!("shared_{number}.wasm");
            let own: Vec<_> = file.pieces.iter().map(|place| &shared[*place]).collect();
            let bytes: Vec<_> = own.iter().map(|(_, bytes)| bytes.as_slice()).collect();
            files.modules.insert(name.clone(), merge::merged(&bytes)?);
            names.extend(own.iter().map(|(piece, _)| (*piece, name.clone())));
        }
        for (part, pieces) in parts {
            let own = pieces.iter().map(|piece| names[piece].clone()).collect();
            files.parts.insert(part.clone(), own);
        }
        Ok(files)
    }
}

/// The parts that fetch a piece, a bit each.
fn users(parts: &BTreeMap<String, Vec<String>>, piece: &String) -> Result<u128, Box<dyn Error>> {
    if parts.len() > 128 {
        return Err("there are more than 128 parts".into());
    }
    let needs = |part: &str| {
        let own = parts.get(part);
        own.is_some_and(|pieces| pieces.contains(piece))
    };
    let by_all = ALWAYS.into_iter().any(needs);
    let needed = parts.keys().map(|part| by_all || needs(part));
    Ok(needed.fold(0, |users, own| users << 1 | u128::from(own)))
}
