//! `docs/CLASS.md` and the worksheet: every link opens what it says, and the plan fills its time.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::PathBuf;

use lesson::core::fragment::Fragment;
use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::{link, shipped};
use lesson::registry;
use lesson::share::embed;
use lesson::share::quiz::Setup;

/// Where the page lies in the documentation.
const ADDRESS: &str = "https://lab.example/#";

fn docs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn class() -> String {
    fs::read_to_string(docs().join("CLASS.md")).unwrap()
}

/// What stands behind `#` in each link of a text.
fn fragments(text: &str) -> Vec<String> {
    let ends = |c: char| c.is_whitespace() || "\")>`<".contains(c);
    let links = text.split(ADDRESS).skip(1);
    links
        .map(|rest| rest.split(ends).next().unwrap_or_default().to_owned())
        .collect()
}

fn all() -> Vec<String> {
    let sheet = fs::read_to_string(docs().join("worksheet.html")).unwrap();
    let sheet = sheet.replace("&amp;", "&");
    [fragments(&class()), fragments(&sheet)].concat()
}

/// The entries that are no lesson's own.
const OTHERS: [&str; 14] = [
    "ver", "lesson", "preset", "from", "embed", "theme", "lang", "lock", "hide", "steps", "ask",
    "q.text", "choices", "right",
];

#[test]
fn every_link_opens() {
    let all = all();
    assert!(all.len() > 30, "{}", all.len());
    for fragment in all {
        let opened = registry::open(&fragment);
        let opened = opened.unwrap_or_else(|problem| unreachable!("{fragment}: {problem:?}"));
        assert!(embed::check(&fragment).is_ok(), "{fragment}");
        let framed = format!("{fragment}&embed&lang=de");
        assert!(embed::check(&framed).is_ok(), "{framed}");
        let setup = Setup::of(&fragment).unwrap();
        let question = setup.question.as_ref();
        assert!(
            question.is_none_or(|question| question.ask.fits(&*opened)),
            "{fragment}: nothing is there to be asked"
        );
        assert!(setup.suffix(opened.meta()).is_empty() || opened.meta().computes);
    }
}

/// What is unknown is ignored by the page, so a slip would never be seen.
#[test]
fn every_entry_of_a_link_means_something() {
    for fragment in all() {
        let meta = registry::named(&fragment).unwrap();
        for (key, value) in Fragment(&fragment).entries() {
            let known = OTHERS.contains(&key) || key == "predict" || meta.about(key).is_some();
            assert!(known, "{fragment}: {key}");
            let model = key != "model" || shipped::of(value).is_some();
            assert!(model, "{fragment}: there is no model {value}");
        }
    }
}

#[test]
fn two_runs_differ_in_what_the_text_says() {
    let class = class();
    for experiment in [
        Experiment::Unscaled,
        Experiment::Unmasked,
        Experiment::Unordered,
    ] {
        let [a, b] = experiment.settings().map(|own| link::settings(&own));
        let runs = format!("{ADDRESS}lesson=training&a={a}&b={b})");
        assert!(class.contains(&runs), "{}: {runs}", experiment.slug());
    }
}

/// The parts follow each other without a gap, in the table as in the headings, and end after 45 minutes.
#[test]
fn the_plan_fills_45_minutes() {
    let class = class();
    let minutes = |start: &str| {
        let lines = class.lines().filter_map(|line| line.strip_prefix(start));
        let parts = lines.filter_map(|line| line.split(' ').next()?.split_once('–'));
        let parts = parts.filter_map(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        parts.collect::<Vec<(u32, u32)>>()
    };
    let (table, headings) = (minutes("| "), minutes("### "));
    assert_eq!(table, headings);
    let end = table.iter().fold(0, |now, (from, to)| {
        assert!(*from == now && to > from, "{from}–{to}");
        *to
    });
    assert_eq!(end, 45);
}

#[test]
fn the_files_it_names_are_there() {
    let class = class();
    let links = class.split("](").skip(1);
    let links = links.map(|rest| rest.split(')').next().unwrap());
    for link in links.filter(|link| !link.starts_with("https://")) {
        assert!(docs().join(link).is_file(), "{link}");
    }
}
