//! A cell's arithmetic with its actual numbers, each in the hue of the matrix it comes from.

use leptos::prelude::*;
use lesson::arithmetic::{self, Piece};

use crate::reactive::{memo, part};
use crate::state::lab;
use crate::widgets::matrix::hue;

/// The arithmetic of the explained cell.
#[component]
pub fn Arithmetic() -> impl IntoView {
    let lab = lab();
    let pieces = memo(move || {
        let (cell, digits) = (lab.explained.get(), lab.look.get().0);
        lab.document
            .with(|d| lab.trace.with(|t| arithmetic::written(d, t, cell, digits)))
    });
    let piece = |Piece { text, of }: Piece| match of {
        Some(name) => {
            view! { <span class=format!("of hue-{}", hue(name))>{text}</span> }.into_any()
        }
        None => text.into_any(),
    };
    view! {
        <output class="arithmetic" data-arithmetic="" aria-live="off">
            {part(move || pieces.get().into_iter().map(piece).collect_view().into_any())}
        </output>
    }
}
