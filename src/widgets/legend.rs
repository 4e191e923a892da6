//! What the colours mean: the map with the numbers at its ends.

use leptos::prelude::*;

use crate::language::shown;
use crate::plot::Range;
use crate::plot::colours::css;
use crate::reactive::{derived, shown_while};
use crate::screen::screen;
use crate::text::say;

/// The legend of a colour map.
#[component]
pub fn Legend(
    /// The symbol of the matrix whose numbers these are, as markup, where several stand in sight.
    #[prop(optional, into)]
    of: Signal<String>,
    /// The map and its ends.
    #[prop(into)]
    range: Signal<Range>,
    /// Masked cells are on show and need a word.
    #[prop(into)]
    hatched: Signal<bool>,
    /// Only what is masked is told apart: a mask holds no numbers between its two.
    #[prop(optional, into)]
    two_kinds: Signal<bool>,
) -> impl IntoView {
    let dark = screen().dark;
    let gradient = derived(move || {
        let (range, dark) = (range.get(), dark.get());
        let at = |step: u8| range.start() + (range.end() - range.start()) * f32::from(step) / 8.0;
        let stops: Vec<String> = (0..=8)
            .map(|step| css(range.colour(at(step), dark)))
            .collect();
        format!("background:linear-gradient(to right,{})", stops.join(","))
    });
    // So many that the end of a narrow ramp is no 0.
    let places = move || if range.get().end() < 0.05 { 2 } else { 1 };
    view! {
        <div class="legend">
            {shown_while(move || !two_kinds.get(), move || view! {
                <span class="symbol" inner_html=of></span>
                <span>{derived(move || shown(range.get().start(), places()))}</span>
                <span class="ramp" style=gradient></span>
                <span>{derived(move || shown(range.get().end(), places()))}</span>
            }.into_any())}
            {shown_while(move || hatched.get(), move || view! { <span class="swatch hidden-key"></span>
                <span>{say!(map.hatched)}</span> }.into_any())}
        </div>
    }
}
