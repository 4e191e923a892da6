//! The formula of what is exported, in LaTeX.

use super::figure::{Figure, Which, stage};
use crate::flash::{self, Kind};
use crate::formula::{FORMULAS, WHOLE, filled, key};

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
