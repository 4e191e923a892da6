//! A cell's arithmetic with its actual numbers, each in the hue of the matrix it comes from.

use leptos::prelude::*;
use lesson::core::expr::Piece;
use lesson::lessons::stepper::arithmetic;

use crate::reactive::{derived, memo};
use crate::state::lab;
use crate::text::tr;
use crate::widgets::markup;
use crate::widgets::matrix::hue;

/// The arithmetic of the explained cell.
#[component]
pub fn Arithmetic() -> impl IntoView {
    let lab = lab();
    let line = memo(move || {
        if lab.covers(lab.explained.get()) {
            // Its sources stand in the figure: their products would be the answer.
            return markup::element("span", "", &tr!(quiz.covered));
        }
        let (cell, digits) = (lab.explained.get(), lab.look.get().0);
        let pieces = lab
            .document
            .with(|d| lab.trace.with(|t| arithmetic::written(d, t, cell, digits)));
        pieces.into_iter().map(marked).collect::<String>()
    });
    view! {
        <output class="arithmetic" id="arithmetic" data-arithmetic="" aria-live="off" inner_html=derived(move || line.get())></output>
    }
}

/// A stretch of it as markup.
pub fn marked(Piece { text, of }: Piece) -> String {
    let class = of
        .map(|name| format!("class=\"of hue-{}\"", hue(name)))
        .unwrap_or_default();
    markup::element("span", &class, &text)
}
