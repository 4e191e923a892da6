//! Who was right, and by which of its ways each took part.

use std::collections::BTreeMap;

use super::line;
use crate::contenders::{Contender, Contenders};
use crate::measure::Measured;
use crate::rows::Kind;

/// The kinds of work with what an absolute error may be; for ours, where that was asked for.
const KINDS: [(&str, &[Kind], &str); 4] = [
    (
        "attention",
        &[Kind::Attention, Kind::Causal],
        "5e-6, ours 7e-7",
    ),
    ("matmul", &[Kind::Matmul], "4e-7 · n"),
    ("softmax", &[Kind::Softmax], "1e-6, ours 4e-7"),
    ("GPT-2 block", &[Kind::Block], "1e-4"),
];

/// The errors, and the ways.
pub fn print(contenders: &Contenders, measured: &[Measured]) {
    errors(contenders, measured);
    println!("\nWhere a contender has several ways to do the same, its fastest took part:\n");
    for contender in &contenders.all {
        let chosen = chosen(contender, measured);
        if !chosen.is_empty() {
            println!("- {}: {}.", contender.name, ways(&chosen));
        }
    }
    let failures = failures(contenders, measured);
    if !failures.is_empty() {
        println!("\nWhat did not work or was wrong, and so took no part:\n\n{failures}");
    }
}

/// The largest absolute error of those who took part.
fn errors(contenders: &Contenders, measured: &[Measured]) {
    println!("\n### Largest absolute error against f64, operands N(0, 1)\n");
    let names = contenders.all.iter().map(|one| one.name.clone());
    println!("| | let pass | {} |", names.collect::<Vec<_>>().join(" | "));
    println!("|---|---|{}", "---:|".repeat(contenders.all.len()));
    for (name, kinds, tolerance) in KINDS {
        let cells = contenders.all.iter().map(|one| {
            let rows = measured.iter().filter(|row| kinds.contains(&row.row.kind));
            let errors = rows.filter_map(|row| error(one, row));
            let worst = errors.max_by(f64::total_cmp);
            worst.map_or(String::new(), |worst| format!("{worst:.1e}"))
        });
        let cells = [name.to_owned(), tolerance.to_owned()]
            .into_iter()
            .chain(cells);
        println!("{}", line(&cells.collect::<Vec<_>>()));
    }
}

/// The error of the way by which a contender took part in a row.
fn error(contender: &Contender, measured: &Measured) -> Option<f64> {
    let checked = measured.checked.iter().find(|one| one.id == contender.id)?;
    let way = checked
        .tried
        .iter()
        .find(|way| Some(&way.how) == checked.how.as_ref())?;
    way.error
}

/// Rows by the way that was chosen where there was a choice.
type Chosen = BTreeMap<String, Vec<String>>;

fn chosen(contender: &Contender, measured: &[Measured]) -> Chosen {
    let mut chosen = Chosen::new();
    for measured in measured {
        let checked = measured.checked.iter().find(|one| one.id == contender.id);
        let Some((checked, how)) = checked.and_then(|one| Some((one, one.how.clone()?))) else {
            continue;
        };
        if checked.tried.len() > 1 {
            chosen.entry(how).or_default().push(measured.row.label());
        }
    }
    chosen
}

fn ways(chosen: &Chosen) -> String {
    let one = |(how, rows): (&String, &Vec<String>)| format!("{how} ({})", rows.join("; "));
    chosen.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// One line for each complaint, with the rows it was heard at.
fn failures(contenders: &Contenders, measured: &[Measured]) -> String {
    let mut heard: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for measured in measured {
        for checked in &measured.checked {
            let name = contenders.all.iter().find(|one| one.id == checked.id);
            let name = name.map_or(checked.id.as_str(), |one| &one.name);
            for way in &checked.tried {
                if let Some(failure) = &way.failure {
                    let complaint = format!("- {name}, {}: {failure}", way.how);
                    heard
                        .entry(complaint)
                        .or_default()
                        .push(measured.row.label());
                }
            }
        }
    }
    let line =
        |(complaint, rows): (String, Vec<String>)| format!("{complaint} ({})", rows.join("; "));
    heard.into_iter().map(line).collect::<Vec<_>>().join("\n")
}
