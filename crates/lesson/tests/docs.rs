//! `docs/EMBED.md` says what the registry says: lessons, their steps and their tables. So does `docs/LINKS.md`: the keys of
//! their links, and their examples.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::PathBuf;

use lesson::core::lesson::Meta;
use lesson::registry::{self, LESSONS};

fn doc(name: &str) -> String {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join(name)).unwrap()
}

fn embed() -> String {
    doc("EMBED.md")
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

/// The text below the heading that begins so, to the next one; empty where there is none.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let (_, rest) = text
        .split_once(&format!("\n## {heading}"))
        .unwrap_or_default();
    rest.split_once("\n## ").map_or(rest, |(own, _)| own)
}

#[test]
fn every_key_of_a_link_and_every_example_is_said() {
    let links = doc("LINKS.md");
    for lesson in LESSONS {
        let own = section(&links, &format!("`{}`", lesson.slug));
        assert!(!own.is_empty(), "docs/LINKS.md has no part {}", lesson.slug);
        // What is the same in lessons that compute stands there once; in the others such a key is another.
        let shared = match lesson.computes {
            true => section(&links, "Where one stands"),
            false => "",
        };
        let keys = lesson.keys.iter().map(|key| key.name);
        for name in keys.chain(lesson.presets.iter().map(|preset| preset.slug)) {
            let said = format!("`{name}`");
            assert!(
                own.contains(&said) || shared.contains(&said),
                "docs/LINKS.md lacks {said} of {}",
                lesson.slug
            );
        }
    }
}
