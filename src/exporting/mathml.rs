//! The formula of what is exported, as the page shows it, for other pages.

use lesson::lessons::stepper::formula::filled;
use lesson::share::export::chart::ChartKind;
use lesson::share::export::{Computed, Figure};

use crate::widgets::formula;

/// The formula of a matrix.
pub fn of(figure: &Figure) -> String {
    alone(&match figure.computed() {
        Computed::Stage(key) => filled(formula::of_key(key), &figure.document),
        Computed::Step(kind) => formula::of_step(kind).to_owned(),
    })
}

/// The formula of a chart.
pub fn of_chart(kind: ChartKind) -> String {
    alone(formula::of_chart(kind))
}

/// A `math` element of its own: displayed, without the page's classes.
fn alone(math: &str) -> String {
    let open = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\"";
    without_classes(math).replacen("<math", open, 1) + "\n"
}

/// `build.rs` gives symbols classes, which have no names with quotes in them.
fn without_classes(math: &str) -> String {
    let mut parts = math.split(" class=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('"').map_or("", |(_, rest)| rest)
    })
}
