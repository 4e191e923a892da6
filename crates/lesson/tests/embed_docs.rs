//! `docs/EMBED.md` says what the registry says: lessons, their steps and their tables.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::PathBuf;

use lesson::core::lesson::Meta;
use lesson::registry::{self, LESSONS};

fn embed() -> String {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join("EMBED.md")).unwrap()
}

/// Names as the page says them: `a`, `b`, `c`.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// What `step` takes: names, places counted from 0, or nothing.
fn steps(lesson: &Meta) -> String {
    let opened = registry::open(&format!("lesson={}", lesson.slug)).unwrap();
    match (lesson.steps.is_empty(), opened.places().is_empty()) {
        (false, _) => listed(lesson.steps.iter().copied()),
        (true, false) => "places, counted from 0".to_owned(),
        (true, true) => "none".to_owned(),
    }
}

#[test]
fn every_lesson_is_in_the_list_of_lessons() {
    let rest = LESSONS[1..].iter().map(|lesson| lesson.slug);
    let said = format!(
        "`{}` (if nothing is said), {}",
        LESSONS[0].slug,
        listed(rest)
    );
    assert!(embed().contains(&said), "{said}");
}

#[test]
fn every_lesson_has_its_steps_and_its_tables() {
    let embed = embed();
    for lesson in LESSONS {
        let tables = lesson.tables.iter().map(|table| table.key);
        let row = format!(
            "| `{}` | {} | {} |",
            lesson.slug,
            steps(lesson),
            listed(tables)
        );
        assert!(embed.contains(&row), "docs/EMBED.md lacks the line\n{row}");
    }
}

#[test]
fn the_lessons_that_ask_nothing_are_named() {
    let silent = LESSONS.iter().filter(|lesson| !lesson.computes);
    let said = format!("all but {}", listed(silent.map(|lesson| lesson.slug)));
    assert!(embed().contains(&said), "{said}");
}
