//! The worksheet for a class: `docs/worksheet.html` is what its code writes today, and its answers are right.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../examples/worksheet/sheet/mod.rs"]
mod sheet;

use std::fs;
use std::path::Path;

use lesson::core::number::{exact, shown};
use lesson::head::mistake::Mistake;
use lesson::lessons::stepper;
use lesson::{Document, Name, Trace};
use sheet::exercises::mistakes::{CASES, wrong};

fn committed() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/worksheet.html");
    fs::read_to_string(file).unwrap_or_default()
}

/// The markup of one answer.
fn answer(page: &str, number: usize) -> &str {
    let begin = page.find(&format!("id=\"answer-{number}\"")).unwrap();
    let rest = &page[begin..];
    &rest[..rest.find("</section>").unwrap()]
}

/// The cells of the first row of that label.
fn cells(markup: &str, label: &str) -> Vec<String> {
    let row = &markup[markup.find(&format!("row\">{label}</th>")).unwrap()..];
    let row = &row[..row.find("</tr>").unwrap()];
    let cells = row.split("<td>").skip(1);
    cells
        .map(|cell| cell.split("</td>").next().unwrap().to_owned())
        .collect()
}

fn written(row: &[f32]) -> Vec<String> {
    row.iter().map(|value| shown(*value, 2)).collect()
}

fn cat() -> (Document, Trace) {
    let (document, _) = stepper::preset("cat").unwrap();
    let trace = Trace::of(&document).unwrap();
    (document, trace)
}

#[test]
fn the_committed_sheet_is_what_the_code_writes() {
    let now = sheet::page(sheet::ADDRESS).unwrap();
    assert!(
        committed() == now,
        "docs/worksheet.html is stale: run `cargo xtask worksheet`, look at it, and commit it"
    );
}

#[test]
fn it_is_one_file_without_scripts() {
    let page = committed();
    let kept = ["<script", "src=", "<link", "@import", "url("].map(|part| page.contains(part));
    assert_eq!(kept, [false; 5]);
}

#[test]
fn the_row_computed_by_hand_is_the_traces() {
    let (page, (_, trace)) = (committed(), cat());
    let markup = answer(&page, 2);
    for (label, name) in [
        ("score, q·k", Name::Scores),
        ("scaled, ÷ √2", Name::Scaled),
        ("weight", Name::Weights),
    ] {
        let row = written(trace.get(name).row(1));
        assert_eq!(cells(markup, label)[..3], row, "{label}");
    }
    for value in written(trace.get(Name::Output).row(1)) {
        assert!(markup.contains(&format!("= {value}")), "output {value}");
    }
}

#[test]
fn the_masked_row_is_the_traces() {
    let (document, _) = stepper::preset("causal").unwrap();
    let trace = Trace::of(&document).unwrap();
    let page = committed();
    let row = cells(answer(&page, 4), "weight");
    assert_eq!(row[..6], written(trace.get(Name::Weights).row(2)));
}

/// Exercise 3: with the query that the answer names, “the” wins.
#[test]
fn the_turned_query_lets_the_other_key_win() {
    let page = committed();
    let markup = answer(&page, 3);
    let q = &markup[markup.find("q = (").unwrap() + "q = (".len()..];
    let q: Vec<f32> = q[..q.find(')').unwrap()]
        .split(',')
        .map(|number| lesson::core::number::parse(number).unwrap())
        .collect();
    let (mut document, before) = cat();
    document.q.row_mut(1).copy_from_slice(&q);
    assert_ne!(before.rows[1].argmax, 0);
    assert_eq!(Trace::of(&document).unwrap().rows[1].argmax, 0, "{q:?}");
}

/// What is shown can come of no other mistake, and differs from what is right by more than rounding.
#[test]
fn each_wrong_table_has_one_explanation() {
    for case in CASES {
        let (head, shown) = wrong(&case).unwrap();
        let table = |trace: &Trace| written(trace.get(case.shown).data());
        assert_ne!(table(&head.trace), table(&shown), "{}", case.link);
        for other in Mistake::ALL.into_iter().filter(|own| *own != case.mistake) {
            let other = other.trace(&head.document, &head.trace);
            let same = other.is_some_and(|other| table(&other) == table(&shown));
            assert!(!same, "{}", case.link);
        }
    }
}

/// The texts of the claims are written for these verdicts, which are computed.
#[test]
fn the_claims_are_true_and_false_as_their_reasons_say() {
    let page = committed();
    let said = answer(&page, 6).split("<li><b>").skip(1);
    let said: Vec<_> = said.map(|item| item.starts_with("True")).collect();
    assert_eq!(said, [true, false, false, false, false, true, false]);
}

#[test]
fn what_is_typed_is_given_to_its_last_digit() {
    let (page, (document, _)) = (committed(), cat());
    let begin = page.find("class=\"numbers\"").unwrap();
    let given = &page[begin..page.find("exercise-1").unwrap()];
    for name in [Name::Q, Name::K, Name::V] {
        for value in document.input(name).unwrap().data() {
            assert!(given.contains(&format!("<td>{}</td>", exact(*value))));
        }
    }
}

#[test]
fn its_links_lead_to_the_address_that_is_given() {
    let page = sheet::page("https://school.example/lab").unwrap();
    assert!(page.contains("href=\"https://school.example/lab/#preset=cat&amp;level=queries"));
    assert!(!page.contains(sheet::ADDRESS));
    for none in [
        "",
        "lab",
        "javascript:alert(1)",
        "https://a\"><b>",
        "https://a/#b",
    ] {
        assert!(sheet::page(none).is_err(), "{none}");
    }
}
