//! Formulas as MathML, made by the build script from the lesson's LaTeX.

use leptos::prelude::*;
use lesson::lessons::flash::Kind;
use lesson::lessons::stepper::formula::{self, WHOLE};
use lesson::share::export::chart::ChartKind;
use lesson::{Document, Stage};

use crate::reactive::{derived, memo};
use crate::state::lab;
use crate::text::say;

mod built {
    include!(concat!(env!("OUT_DIR"), "/formulas.rs"));
}

/// The formula of `stage` with the shapes of the document in it.
#[component]
pub fn StageFormula(stage: Stage) -> impl IntoView {
    let lab = lab();
    let math = memo(move || lab.document.with(|document| filled(stage, document)));
    view! { <div class="formula" tabindex="0" role="group" aria-label=say!(site.formula) inner_html=derived(move || math.get())></div> }
}

/// The whole formula, with the part at work lit.
#[component]
pub fn WholeFormula(
    /// It has its room, so nobody need scroll it, and the keyboard passes it.
    #[prop(optional)]
    fits: bool,
) -> impl IntoView {
    let lab = lab();
    let math = memo(move || {
        lab.document
            .with(|document| whole(lab.stage.get(), document))
    });
    view! { <div class="whole" tabindex=(!fits).then_some("0") role="group" aria-label=say!(site.formula) inner_html=derived(move || math.get())></div> }
}

/// The formula of a kind of step of flash attention.
pub fn of_step(kind: Kind) -> &'static str {
    let place = Kind::ALL.iter().position(|own| *own == kind);
    place
        .and_then(|place| built::FLASH.get(place))
        .copied()
        .unwrap_or_default()
}

/// The formula of a chart.
pub fn of_chart(kind: ChartKind) -> &'static str {
    lesson::share::export::of_chart(kind, built::CHARTS)
}

/// The formula of a stage by its key ([`formula::key`]), placeholders inside.
pub fn of_key(key: &str) -> &'static str {
    let found = built::STAGES.iter().find(|(own, _)| *own == key);
    found.map_or("", |(_, math)| math)
}

/// Only numbers of ours go into the markup: shapes and a factor.
fn filled(stage: Stage, document: &Document) -> String {
    formula::filled(of_key(formula::key(stage, document)), document)
}

/// The whole formula as this document computes it: with its own factor, and without a mask where none hides a key.
fn whole(stage: Stage, document: &Document) -> String {
    let part = |((_, stages), math): (&(&str, &[Stage]), &&str)| {
        let is = |own| stages.contains(&own);
        // Where the mask is at work it stands there, whatever it hides.
        let math = match stage == Stage::Mask && is(stage) {
            true => *math,
            false => formula::part(stages, document, math, "<mo>·</mo><mi>c</mi>"),
        };
        let class = if is(stage) { "lit-part" } else { "part" };
        format!("<mrow class=\"{class}\">{math}</mrow>")
    };
    let parts: String = WHOLE.iter().zip(built::WHOLE).map(part).collect();
    format!("<math displaystyle=\"true\">{parts}</math>")
}
