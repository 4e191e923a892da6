//! No rule of a style sheet has a browser look at the whole page anew because one element comes or changes. Two kinds do,
//! in Chromium: one that goes by what is inside an element and is about something else in it (`.a:has(.b) .c`), since the
//! element then restyles whatever any such rule is about, and one about whatever stands behind an element (`.a ~ *`).
//! A class or an attribute that the page sets does the same without: at eleven tokens a typed digit took 57 ms with them
//! and 47 without.

use std::{fs, io};

use crate::workspace;

/// A selector without what it is a list of: its parts, each with what stands before it.
fn parts(selector: &str) -> Vec<(char, String)> {
    let (mut depth, mut before) = (0_usize, ' ');
    let mut parts: Vec<(char, String)> = Vec::new();
    let mut ended = true;
    for sign in selector.trim().chars() {
        match sign {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '>' | '+' | '~' if depth == 0 => {
                (before, ended) = (sign, true);
                continue;
            }
            ' ' | '\n' if depth == 0 => {
                ended = true;
                continue;
            }
            _ => {}
        }
        if ended {
            parts.push((before, String::new()));
            (before, ended) = (' ', false);
        }
        if let Some((_, part)) = parts.last_mut() {
            part.push(sign);
        }
    }
    parts
}

/// What is wrong with a selector. In somebody's page, where a link may have hidden anything, it may go by what is left.
fn wrong(selector: &str) -> Option<&'static str> {
    let parts = parts(selector);
    let (_, first) = parts.split_last()?;
    let inside = first.iter().any(|(_, part)| part.contains(":has("));
    let behind = |(before, part): &(char, String)| {
        matches!(before, '+' | '~') && part.starts_with(['*', ':'])
    };
    if inside && !selector.contains("[data-embed]") {
        return Some("goes by what is inside an element");
    }
    parts
        .iter()
        .any(behind)
        .then_some("is about whatever stands behind an element")
}

/// The selectors of a sheet, one by one.
fn selectors(sheet: &str) -> Vec<String> {
    let plain: String = sheet
        .split("/*")
        .map(|part| part.split_once("*/").map_or(part, |(_, rest)| rest))
        .collect();
    let lists = plain.split_inclusive(['{', '}', ';']);
    let lists = lists.filter_map(|own| own.strip_suffix('{'));
    let lists = lists.filter(|own| !own.trim_start().starts_with('@'));
    lists.flat_map(one_by_one).collect()
}

fn one_by_one(list: &str) -> Vec<String> {
    let (mut depth, mut all) = (0_usize, vec![String::new()]);
    for sign in list.chars() {
        match sign {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(own) = all.last_mut() {
            own.push(sign);
        }
    }
    all
}

#[test]
fn no_rule_restyles_the_page() -> io::Result<()> {
    let mut read = 0;
    for file in fs::read_dir(workspace::root().join("assets/style"))? {
        let path = file?.path();
        for selector in selectors(&fs::read_to_string(&path)?) {
            read += 1;
            let wrong = wrong(&selector);
            assert!(wrong.is_none(), "{}:{selector}: {wrong:?}", path.display());
        }
    }
    assert!(read > 1000, "{read} selectors were read");
    Ok(())
}

#[test]
fn what_restyles_is_told_from_what_does_not() {
    for selector in [
        ".a:has(.b) .c",
        "body:has(> .b) > footer",
        ".a:not(:hover, :has(.b)) td",
        ".a ~ *",
        ".a > * + *",
        "#a ~ :not(.b, #c)",
    ] {
        assert!(wrong(selector).is_some(), "{selector}");
    }
    for selector in [
        ".a:has(.b, .c > .d)",
        ".a .b:has(> .c)::before",
        "[data-embed] .a:has(.b) .c",
        ".a ~ .b *",
        ".a + .b",
        ".a:is(.b ~ .c) > *",
    ] {
        assert!(wrong(selector).is_none(), "{selector}");
    }
    let sheet = "/* a { */ .a, .b:is(.c, .d) { color: red; } @media (x) { .e ~ .f { margin: 0 } }";
    assert_eq!(selectors(sheet).len(), 3, "{:?}", selectors(sheet));
}
