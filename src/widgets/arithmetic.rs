//! A cell's arithmetic with its actual numbers, each in the hue of the table it comes from.

use leptos::prelude::*;
use lesson::core::expr::Piece;
use lesson::core::numbers::Numbers;

use crate::reactive::{derived, memo, shown_while};
use crate::shell::{Shell, shell};
use crate::text::{say, tr};
use crate::widgets::markup;

/// A sum of more terms is cut short: eleven are what the longest example of the first lesson adds up.
const MOST: usize = 11;
/// So many of its terms are written then.
const TERMS: usize = 6;

/// The arithmetic of the explained cell; all terms of a longer sum for whoever wants them.
#[component]
pub fn Arithmetic() -> impl IntoView {
    let shell = shell();
    let is_long = memo(move || terms(shell) > MOST);
    let short = derived(move || line(shell, if is_long.get() { TERMS } else { MOST }));
    let whole = derived(move || line(shell, usize::MAX));
    let all = move || {
        view! {
            <details class="all-terms"><summary>{say!(block.every_term)}</summary>
                <p class="every-term" tabindex="0" inner_html=whole></p>
            </details>
        }
        .into_any()
    };
    view! {
        <output class="arithmetic" id="arithmetic" data-arithmetic="" aria-live="off" inner_html=short></output>
        {shown_while(move || is_long.get(), all)}
    }
}

/// How many terms the explained cell's sum has; none while its sources are covered.
fn terms(shell: Shell) -> usize {
    let Some(cell) = shell.explained.get() else {
        return 0;
    };
    if shell.covers(cell) {
        return 0;
    }
    let of = |numbers: &dyn Numbers| numbers.rule(cell).map_or(0, |rule| rule.length());
    shell
        .numbers
        .with(|numbers| numbers.0.as_deref().map_or(0, of))
}

fn line(shell: Shell, most: usize) -> String {
    let Some(cell) = shell.explained.get() else {
        return String::new();
    };
    if shell.covers(cell) {
        // Its sources stand in the figure: their products would be the answer.
        return markup::element("span", "", &tr!(quiz.covered));
    }
    let digits = shell.look.get().0;
    let pieces = shell.numbers.with(|numbers| {
        let written = |numbers| shell.meta.written(numbers, cell, digits, most);
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
    format!("<span {class}>{}</span>", markup::typeset(&text))
}
