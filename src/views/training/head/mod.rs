//! One head, large: whom each token looks at and who looks at it, as a map or as lines, in numbers
//! and in words; and from here into the stepper.

mod export;
mod map;
mod measured;
mod opening;
mod picked;
mod shown;
mod strongest;
mod tokens;

use leptos::ev;
use leptos::prelude::*;
use lesson::core::number;
use lesson::lessons::training::META;
use lesson::lessons::training::lesson::Change;

use super::gallery::head_name;
use super::gallery::numbers::{Numbers, weight_rows};
use super::training;
use crate::app::open_lesson;
use crate::building::piece;
use crate::language::shown;
use crate::reactive::{derived, memo, on};
use crate::text::{following, say};
use map::HeadPicture;
use measured::Measured;
use opening::{Open, Wanted};
use picked::Picked;
use shown::Shown;
use strongest::Strongest;
use tokens::Tokens;

/// The panel of the chosen head.
#[component]
pub fn HeadPanel() -> impl IntoView {
    let shown = Shown::of(training());
    let wanted = Wanted::of(shown);
    let open = open_lesson();
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && open.get_untracked() == META.slug {
            shown.let_go();
        }
    });
    on_cleanup(move || escape.remove());
    let rows = derived(move || {
        shown
            .tokens
            .with(|tokens| shown.weights.with(|weights| weight_rows(tokens, weights)))
    });
    let name = following(move || head_name(shown.at.get()));
    view! {
        <div class="head-panel">
            <div class="row">
                <h3>{name}</h3>
                <span class="spring"></span>
                <div class="of-export" role="group" aria-label=name><export::Export wanted=wanted/></div>
                <View/>
            </div>
            {piece(move || view! { <Measured shown=shown/><Tokens shown=shown/> }.into_any())}
            <div class="head-figure">
                {piece(move || view! { <HeadPicture shown=shown/><Threshold/> }.into_any())}
            </div>
            {piece(move || view! { <Picked shown=shown/><Strongest shown=shown/><Open wanted=wanted/> }.into_any())}
            <Numbers summary=say!(head.numbers) name="head-weights" caption=say!(gallery.weights_caption) rows=rows/>
        </div>
    }
}

/// A map, or lines.
#[component]
fn View() -> impl IntoView {
    let training = training();
    let lines = memo(move || training.view.with(|view| view.lines));
    let choice = move |name: &'static str, own: bool, words: Signal<String>| {
        let choose = move |_| {
            training.own(Change::Lines(own));
        };
        view! {
            <button type="button" data-view=name aria-pressed=derived(move || (lines.get() == own).to_string())
                on:click=on(choose)>
                {words}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label=say!(head.view)>
            {choice("map", false, say!(head.map))}
            {choice("lines", true, say!(head.lines))}
        </div>
    }
}

/// How heavy a weight must be to be drawn.
#[component]
fn Threshold() -> impl IntoView {
    let training = training();
    let least = derived(move || training.view.with(|view| view.threshold));
    let set = move |text: String| {
        let least = number::parse(&text).unwrap_or(0.0).clamp(0.0, 0.5);
        training.own(Change::Least(least));
    };
    view! {
        <label class="threshold">
            <span>{say!(head.threshold)}</span>
            <input type="range" min="0" max="0.5" step="0.01" data-control="threshold"
                prop:value=derived(move || least.get().to_string()) on:input=on(move |event| set(event_target_value(&event)))/>
            <output>{derived(move || shown(least.get(), 2))}</output>
        </label>
    }
}
