//! A cell's arithmetic with its actual numbers, each in the hue of the table it comes from.

use leptos::prelude::*;
use lesson::core::expr::Piece;

use crate::reactive::{derived, memo};
use crate::shell::{Shell, shell};
use crate::text::tr;
use crate::widgets::markup;

/// The arithmetic of the explained cell.
#[component]
pub fn Arithmetic() -> impl IntoView {
    let shell = shell();
    let line = memo(move || line(shell));
    view! {
        <output class="arithmetic" id="arithmetic" data-arithmetic="" aria-live="off" inner_html=derived(move || line.get())></output>
    }
}

fn line(shell: Shell) -> String {
    let Some(cell) = shell.explained.get() else {
        return String::new();
    };
    if shell.covers(cell) {
        // Its sources stand in the figure: their products would be the answer.
        return markup::element("span", "", &tr!(quiz.covered));
    }
    let digits = shell.look.get().0;
    let pieces = shell.numbers.with(|numbers| {
        let written = |numbers| shell.meta.written(numbers, cell, digits);
        numbers.0.as_deref().map(written).unwrap_or_default()
    });
    let marked = |piece| marked(shell, piece);
    pieces.into_iter().map(marked).collect()
}

/// A stretch of it as markup.
pub fn marked(shell: Shell, Piece { text, of }: Piece) -> String {
    let class = of
        .map(|table| format!("class=\"of hue-{}\"", shell.table(table).hue))
        .unwrap_or_default();
    markup::element("span", &class, &text)
}
