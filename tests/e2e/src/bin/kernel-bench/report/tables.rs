//! How fast we are.

use e2e::Sample;

use super::{line, mark};
use crate::contenders::{Contender, Contenders, OURS, PEAKS};
use crate::measure::Measured;
use crate::rows::Goal;

/// The first line of the table for one of our modules, and how its columns are aligned.
const HEAD: &str = "\
| | share of its peak, at best | to reach | × the best other | to reach | the best other |
|---|---:|---:|---:|---:|---|";

/// What each module is called.
const TITLES: [&str; 2] = ["Relaxed SIMD", "simd128"];

/// A table for each of our modules, and one with everybody.
pub fn print(contenders: &Contenders, measured: &[Measured]) {
    for (module, title) in TITLES.iter().enumerate() {
        println!("\n### {title}: share of its own peak, and × the best other\n\n{HEAD}");
        for measured in measured {
            println!("{}", of_module(contenders, measured, module));
        }
    }
    let rounds = measured
        .iter()
        .map(|row| row.ratios(PEAKS[0], PEAKS[1]).median());
    println!(
        "\nThe relaxed peak is {:.2} times the other here.",
        Sample::new(rounds.collect()).median()
    );
    against_each(contenders, measured);
}

/// One row of the table for one of our modules.
fn of_module(contenders: &Contenders, measured: &Measured, module: usize) -> String {
    let Goal { share, ahead } = measured.row.goals()[module];
    let found = measured.share(module, contenders.peak_multiply_adds);
    let part = found.map(|found| found.median());
    let at_best = measured.share_at_best(module, contenders.peak_multiply_adds);
    let (name, ratio, reached) = match measured.best_other(OURS[module]) {
        Some(best) => {
            let ratios = measured.ratios(OURS[module], best);
            let reached = mark(ratios.median(), ahead);
            (name_of(contenders, best), ratios.with_range(), reached)
        }
        None => ("nobody", String::new(), ""),
    };
    let goal = |share: f64| format!("{share:.2} {}", part.map_or("", |part| mark(part, share)));
    line(&[
        measured.row.label(),
        part.map_or("–".into(), |part| format!("{part:.2}, {at_best:.2}")),
        share.map_or(String::new(), goal),
        ratio,
        format!("{ahead:.2} {reached}"),
        name.into(),
    ])
}

fn name_of<'a>(contenders: &'a Contenders, id: &str) -> &'a str {
    let found = contenders.all.iter().find(|contender| contender.id == id);
    found.map_or("?", |contender| &contender.name)
}

/// How many times as fast as each other we are, with both modules.
fn against_each(contenders: &Contenders, measured: &[Measured]) {
    let others: Vec<_> = contenders.others().collect();
    let names = others.iter().map(|other| format!("× {}", other.name));
    println!("\n### × each other: relaxed / simd128\n");
    println!("| | {} |", names.collect::<Vec<_>>().join(" | "));
    println!("|---|{}", "---:|".repeat(others.len()));
    for measured in measured {
        let cells = others.iter().map(|other| both(measured, other));
        let cells: Vec<_> = [measured.row.label()].into_iter().chain(cells).collect();
        println!("{}", line(&cells));
    }
}

/// The ratios of both modules to one other; nothing where it takes no part.
fn both(measured: &Measured, other: &Contender) -> String {
    let ratios = OURS.map(|ours| measured.ratios(ours, &other.id).median());
    if ratios.iter().any(|ratio| ratio.is_nan()) {
        return String::new();
    }
    format!("{:.2} / {:.2}", ratios[0], ratios[1])
}
