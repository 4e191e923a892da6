//! What the colours mean: the map with the numbers at its ends.

use leptos::prelude::*;

use crate::plot::Range;
use crate::plot::colours::css;
use crate::state::lab;
use crate::text::tr;
use lesson::number::shown;

/// The legend of a colour map.
#[component]
pub fn Legend(
    /// The map and its ends.
    #[prop(into)]
    range: Signal<Range>,
    /// Masked cells are on show and need a word.
    #[prop(into)]
    hatched: Signal<bool>,
) -> impl IntoView {
    let lab = lab();
    let gradient = move || {
        let (range, dark) = (range.get(), lab.dark.get());
        let middle = (range.start() + range.end()) / 2.0;
        let colour = |value| css(range.colour(value, dark));
        let (a, b, c) = (colour(range.start()), colour(middle), colour(range.end()));
        format!("background:linear-gradient(to right,{a},{b},{c})")
    };
    view! {
        <div class="legend">
            <span>{move || shown(range.get().start(), 1)}</span>
            <span class="ramp" style=gradient></span>
            <span>{move || shown(range.get().end(), 1)}</span>
            <Show when=move || hatched.get()>
                <span class="swatch hidden-key"></span>
                <span>{move || tr!(map.hatched)}</span>
            </Show>
        </div>
    }
}
