//! The formula of what is exported, in LaTeX; the app's build script makes MathML of those of charts.

use super::chart::ChartKind;
use super::figure::{Figure, Which, stage};
use crate::lessons::flash::{self, Kind};
use crate::lessons::stepper::formula::{FORMULAS, WHOLE, filled, key};

/// What each chart shows, in the order of [`ChartKind::ALL`]: the slope by least squares
/// ([`crate::lessons::cost::fit::slope`]), the mean surprise at N targets, and the share of them that are the likeliest
/// token (`attention::train::evaluate`).
pub const CHARTS: [&str; ChartKind::ALL.len()] = [
    r"t\propto n^p\qquad p=\frac{\sum_i(x_i-\bar x)(y_i-\bar y)}{\sum_i(x_i-\bar x)^2}\qquad x_i=\log_2 n_i,\;y_i=\log_2 t_i",
    r"b\propto n^p\qquad p=\frac{\sum_i(x_i-\bar x)(y_i-\bar y)}{\sum_i(x_i-\bar x)^2}\qquad x_i=\log_2 n_i,\;y_i=\log_2 b_i",
    r"L=-\frac{1}{N}\sum_{i=1}^{N}\ln p(t_i\mid x_{\le i})",
    r"\text{accuracy}=\frac{1}{N}\left|\{\,i:\;t_i=\arg\max_t\,p(t\mid x_{\le i})\,\}\right|",
];

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
    /// A stage, by the key of its formula in [`FORMULAS`].
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
pub fn latex(figure: &Figure) -> String {
    let whole: String = WHOLE.iter().map(|(part, _)| *part).collect();
    let here = match figure.computed() {
        Computed::Stage(key) => {
            let formula = FORMULAS.iter().find(|formula| formula.key == key);
            filled(
                formula.map_or("", |formula| formula.latex),
                &figure.document,
            )
        }
        Computed::Step(kind) => step(kind).to_owned(),
    };
    format!("\\[{whole}\\]\n\\[{}\\]\n", plain(&here))
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
