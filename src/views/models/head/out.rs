//! Taking a head out: nothing in its place, or the mean of what it puts out.

use leptos::prelude::*;
use lesson::lessons::models::changed::Instead;
use lesson::lessons::models::lesson::Change;

use super::super::words::probability;
use super::super::{Inspector, inspector};
use crate::reactive::{derived, memo, on};
use crate::text::{following, say, tr};

/// Three buttons, of which one is pressed.
#[component]
pub fn Out() -> impl IntoView {
    let inspector = inspector();
    let at = inspector.at;
    let now = memo(move || inspector.document.with(|own| own.changed.instead(at.get())));
    let choice = move |name: &'static str, own: Option<Instead>, words: Signal<String>| {
        let choose = move |_| {
            inspector.own(Change::Head(at.get_untracked(), own));
        };
        view! {
            <button type="button" data-ablate=name aria-pressed=derived(move || (now.get() == own).to_string()) on:click=on(choose)>
                {words}
            </button>
        }
    };
    let effect = following(move || effect(inspector));
    view! {
        <div class="row">
        <div class="tabs" role="group" aria-label=say!(models.this_head)>
            {choice("none", None, say!(models.head_in))}
            {choice("zero", Some(Instead::Zero), say!(models.head_out))}
            {choice("mean", Some(Instead::Mean), say!(models.head_mean))}
        </div>
        <span class="re-effect" role="status">{effect}</span>
        </div>
    }
}

/// What became of the token that is followed, while something is changed.
fn effect(inspector: Inspector) -> String {
    if inspector.document.with(|own| own.changed.is_none()) {
        return String::new();
    }
    inspector.place.with(|place| {
        let of = place.as_ref().and_then(|own| own.of.as_ref());
        of.map_or_else(String::new, |own| {
            tr!(
                models.effect,
                token = own.token.text.as_str(),
                now = probability(own.now),
                whole = probability(own.whole)
            )
        })
    })
}
