//! What is loaded, and how long the first call takes.

use super::{line, mark};
use crate::contenders::Contenders;
use crate::first::First;

/// What our module may have, in KB (of 1000 bytes), and how many times as quick it is to be.
const BYTES: f64 = 8.0;
const AHEAD: f64 = 15.0;
/// Of whom the latter is asked: the two that are whole engines.
const LARGE: [&str; 2] = ["ort", "tfjs"];

/// One row for everybody, ours first.
pub fn print(contenders: &Contenders, firsts: &[First]) {
    println!(
        "\n### Attention alone: bytes, and load + instantiate + first call\n\n\
         | | its module, gzip -9 | to reach | all it loads, gzip -9 | not compressed | × as long as ours | to reach |\n\
         |---|---:|---|---:|---:|---:|---|"
    );
    let Some((ours, others)) = firsts.split_first() else {
        return;
    };
    let reached = mark(BYTES, ours.module as f64 / 1000.0);
    row(
        "ours",
        ours,
        &format!("≤ {BYTES} KB {reached}"),
        ["1".into(), String::new()],
    );
    for other in others {
        let name = contenders.all.iter().find(|one| one.id == other.id);
        let ratios = ours.ahead_of(other);
        let goal = format!("≥ {AHEAD} {}", mark(ratios.median(), AHEAD));
        let reached = if LARGE.contains(&other.id) {
            goal
        } else {
            String::new()
        };
        let name = name.map_or(other.id, |one| &one.name);
        row(name, other, "", [ratios.with_range(), reached]);
    }
}

fn row(name: &str, first: &First, goal: &str, [ahead, reached]: [String; 2]) {
    let kilobytes = |bytes: usize| format!("{:.1} KB", bytes as f64 / 1000.0);
    println!(
        "{}",
        line(&[
            name.into(),
            kilobytes(first.module),
            goal.into(),
            kilobytes(first.gzip),
            kilobytes(first.bytes),
            ahead,
            reached,
        ])
    );
}
