//! The formula of what is exported, in LaTeX; the app's build script makes MathML of those of charts.

use super::chart::ChartKind;
use super::figure::{Figure, Which, stage};
use crate::core::number::shortest;
use crate::head::document::Document;
use crate::latex;
use crate::lessons::flash::{self, Kind};
use crate::lessons::stepper::formula::{WHOLE, filled_with, key, part};

/// What each chart shows, in the order of [`ChartKind::ALL`]: the slope by least squares
/// ([`crate::lessons::cost::fit::slope`]), the mean surprise at N targets, and the share of them that are the likeliest
/// token (`attention::train::evaluate`).
pub const CHARTS: [&str; ChartKind::ALL.len()] = latex::CHARTS;

/// The formula of a chart, as a displayed equation.
pub(super) fn chart_latex(kind: ChartKind) -> String {
    format!("\\[{}\\]\n", of_chart(kind, &CHARTS))
}

/// The entry of a table that has one a chart, in the order of [`ChartKind::ALL`].
#[must_use]
pub fn of_chart<'a>(kind: ChartKind, table: &[&'a str]) -> &'a str {
    let place = ChartKind::ALL.iter().position(|own| *own == kind);
    let entry = place.and_then(|place| table.get(place));
    entry.copied().unwrap_or_default()
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A stage, by the key of its formula in [`latex::STAGES`].
    Stage(&'static str),
    /// A step of flash attention.
    Step(Kind),
}

impl Figure {
    /// Whose formula is exported: that of the matrix's stage, or of the step one stands at.
    #[must_use]
    pub fn computed(&self) -> Computed {
        let by_name = |name| Computed::Stage(key(stage(&self.document, name), &self.document));
        match &self.matrix {
            Which::Named(name) => by_name(*name),
            Which::Part(walk, step, _) => walk
                .steps
                .get(*step)
                .map_or(by_name(crate::Name::Output), |step| {
                    Computed::Step(step.kind)
                }),
        }
    }
}

/// The whole of attention, then what is computed here, each as a displayed equation.
pub fn written(figure: &Figure) -> String {
    let whole = whole(&figure.document);
    let here = match figure.computed() {
        Computed::Stage(key) => {
            let formula = latex::STAGES.iter().find(|(own, _)| *own == key);
            let formula = formula.map_or("", |(_, latex)| latex);
            filled_with(formula, &figure.document, in_latex)
        }
        Computed::Step(kind) => step(kind).to_owned(),
    };
    format!("\\[{whole}\\]\n\\[{}\\]\n", plain(&here))
}

/// With this document's own factor, and without a mask where none hides a key.
fn whole(document: &Document) -> String {
    let own = |(latex, stages): &(&'static str, &[_])| part(stages, document, latex, r" \cdot @c");
    let parts: String = WHOLE.iter().map(own).collect();
    filled_with(&parts, document, in_latex).replace('−', "-")
}

/// A factor to the last digit, with a point in every language: TeX sets a comma as the end of something.
fn in_latex(factor: f32) -> String {
    let written = shortest(factor);
    match written.split_once('e') {
        Some((digits, exponent)) => format!(r"{digits} \cdot 10^{{{exponent}}}"),
        None => written,
    }
}

fn step(kind: Kind) -> &'static str {
    let place = Kind::ALL.iter().position(|own| *own == kind);
    let formula = place.and_then(|place| flash::formula::FORMULAS.get(place));
    formula.copied().unwrap_or_default()
}

/// Signs that LaTeX does not take as they are; all of ours stand inside `\text`.
fn plain(latex: &str) -> String {
    latex.replace('×', "$\\times$").replace('−', "$-$")
}
