//! The section for BENCHMARKS.md.

mod checks;
mod first;
mod tables;

use e2e::{Error, Page, load, processor};

use crate::contenders::{Contender, Contenders};
use crate::first::First;
use crate::measure::Measured;

/// What the numbers are.
const LEGEND: &str = "\
Written by the command. API to API on one thread: operands are copied in, and the result into an array \
that is used again (ONNX Runtime hands out a fresh one, it has no other way). Nothing is timed before its \
result has agreed with loops in f64. All take turns in one page; every round gives a ratio, and what stands \
here is their median, where there is room with the range that holds eight of ten. Above 1 we are the faster. \
The peak is the best loop of independent multiply-adds in registers in the same rounds: \
`f32x4.relaxed_madd` for the relaxed module, `f32x4.mul` and `f32x4.add` for simd128; of causal attention \
only the half that is needed counts as work. Behind the median share stands the share of the quickest \
rounds: work of a neighbour on the same core slows what reads memory more than what stays in registers. A wide range says that the machine had other work too.";

/// Where and when.
pub struct Facts {
    date: String,
    browser: String,
}

impl Facts {
    /// As the browser knows them.
    pub async fn of(page: &Page) -> Result<Self, Error> {
        let script = "return new Date().toISOString().slice(0, 10)";
        let (date, browser) = (page.text_of(script).await?, page.browser().await?);
        Ok(Self { date, browser })
    }
}

/// Prints Markdown, without a heading.
pub fn print(facts: &Facts, contenders: &Contenders, measured: &[Measured], firsts: &[First]) {
    println!(
        "`cargo xtask bench kernels` on {}, {}, headless {}, against {}.\n\n{LEGEND}",
        facts.date,
        processor(),
        facts.browser,
        versions(contenders),
    );
    if let Some(load) = load() {
        println!(
            "\nThe machine's load was {load:.1} at the end; alone, the bench makes one of about 1."
        );
    }
    tables::print(contenders, measured);
    first::print(contenders, firsts);
    checks::print(contenders, measured);
}

/// Everybody else with its version, or why it is not there.
fn versions(contenders: &Contenders) -> String {
    let one = |contender: &Contender| match &contender.failure {
        Some(failure) => format!("{} (could not be loaded: {failure})", contender.name),
        None => format!(
            "{} {}",
            contender.name,
            contender.version.as_deref().unwrap_or("?")
        ),
    };
    contenders.others().map(one).collect::<Vec<_>>().join(", ")
}

/// Whether a number reaches what it is to reach, both as they are shown.
fn mark(found: f64, wanted: f64) -> &'static str {
    let shown = (found * 100.0).round() / 100.0;
    if shown >= wanted { "✓" } else { "✗" }
}

/// A line of a table.
fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}
