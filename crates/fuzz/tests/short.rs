//! What was kept, and changes of it: the short run that is part of the tests. `cargo xtask fuzz` is the long one.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use std::fs;
use std::path::PathBuf;

use common::{check, try_all};
use fuzz::{TARGETS, Target, changed};

/// So many changes of what is kept are tried, of a target whose cases are the shortest.
const CHANGES: u64 = 2000;

/// Inputs of a target that lie in `folder`, each with the name of its file.
fn kept(folder: &str, target: &Target) -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let Ok(files) = fs::read_dir(root.join(folder).join(target.name)) else {
        return Vec::new();
    };
    let paths = files.map(|file| file.unwrap().path());
    let mut all: Vec<_> = paths
        .map(|path| (path.display().to_string(), fs::read(path).unwrap()))
        .collect();
    all.sort();
    all
}

fn all_of(target: &Target) -> Result<(), String> {
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty(), "{}", target.name);
    let mut inputs: Vec<_> = seeds
        .into_iter()
        .map(|seed| ("a seed".to_owned(), seed))
        .collect();
    inputs.extend(kept("corpus", target));
    inputs.extend(kept("regressions", target));
    let mut inputs_now = inputs.iter();
    inputs_now.try_for_each(|(what, input)| check(target, what, input))?;
    (0..CHANGES * 50 / target.most_ms).try_for_each(|seed| {
        let (what, input) = &inputs[seed as usize % inputs.len()];
        let input = changed(target, input, seed);
        check(target, &format!("{what}, change {seed}"), &input)
    })
}

#[test]
fn what_comes_from_outside_is_read_or_refused() {
    try_all(|_| true, all_of);
}

#[test]
fn names_are_there_once() {
    for target in TARGETS {
        assert!(
            std::ptr::eq(Target::named(target.name).unwrap(), target),
            "{}",
            target.name
        );
    }
}
