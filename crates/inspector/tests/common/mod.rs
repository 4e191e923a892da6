//! The models that tests open, and how they ask the engine.
#![allow(dead_code, reason = "every test binary uses a part of this")]

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use inspector::Engine;
use lesson::lessons::models::messages::{Ask, Reply};
use lesson::lessons::models::shipped;

/// Files in memory, by their names.
pub type Memory = BTreeMap<String, Vec<u8>>;

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder.
pub fn folder(at: &Path) -> Memory {
    let all = std::fs::read_dir(at).unwrap().map(|own| own.unwrap());
    let named = |own: std::fs::DirEntry| {
        let name = own.file_name().into_string().unwrap();
        (name, std::fs::read(own.path()).unwrap())
    };
    all.map(named).collect()
}

/// A model that transformers wrote.
pub fn fixture(name: &str) -> Memory {
    folder(&root().join("tests/fixtures").join(name))
}

/// A model that comes with the page, as it was after so many steps of its training.
pub fn of_page(slug: &str, step: Option<u32>) -> Memory {
    let files = shipped::files(slug, step).into_iter();
    let read = |(name, path): (&str, String)| (name.to_owned(), asset(&path));
    files.map(read).collect()
}

/// A file of the page, unpacked.
pub fn asset(path: &str) -> Vec<u8> {
    let path = root().join("assets").join(path);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut plain = Vec::new();
    let mut packed = flate2::read::GzDecoder::new(&bytes[..]);
    packed.read_to_end(&mut plain).unwrap();
    plain
}

/// The last answer to a question, with the files that it may read.
pub fn ask(engine: &mut Engine, ask: Ask, files: &Memory) -> Reply {
    let mut all = Vec::new();
    engine.handle(ask, files, &mut |reply| all.push(reply));
    all.pop().unwrap()
}
