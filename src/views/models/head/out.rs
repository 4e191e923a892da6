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
    // Of the head that was chosen, though its numbers may still be on their way.
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
    let effect = following(
        move || match inspector.document.with(|own| own.changed.is_none()) {
            true => says(inspector),
            false => effect(inspector),
        },
    );
    view! {
        <div class="row re-out">
        <div class="tabs" role="group" aria-label=say!(models.this_head)>
            {choice("none", None, say!(models.head_in))}
            {choice("zero", Some(Instead::Zero), say!(models.head_out))}
            {choice("mean", Some(Instead::Mean), say!(models.head_mean))}
        </div>
        <span class="re-effect">{effect}</span>
        </div>
    }
}

/// What the model says while nothing is changed: what a switch is compared with.
fn says(inspector: Inspector) -> String {
    let first = inspector.place.with(|place| {
        let next = place.iter().flat_map(|own| &own.next);
        next.max_by(|a, b| a.now.total_cmp(&b.now)).cloned()
    });
    first.map_or_else(String::new, |first| {
        let (token, share) = (first.token.text, probability(first.now));
        tr!(models.swap.now, token = token, share = share)
    })
}

/// What the model says now, and what became of the token that is followed, while something is changed: where the switch
/// stands, since the table of answers may be out of view. Nothing while that is still of before the change.
pub fn effect(inspector: Inspector) -> String {
    if inspector.behind.get() || inspector.document.with(|own| own.changed.is_none()) {
        return String::new();
    }
    inspector.place.with(|place| {
        let of = place.as_ref().and_then(|own| own.of.as_ref());
        of.map_or_else(String::new, |own| {
            let followed = tr!(
                models.effect,
                token = own.token.text.as_str(),
                now = probability(own.now),
                whole = probability(own.whole)
            );
            let next = place.iter().flat_map(|own| &own.next);
            let first = next.max_by(|a, b| a.now.total_cmp(&b.now));
            match first.filter(|first| first.token.id != own.token.id) {
                Some(first) => tr!(
                    models.says_now,
                    token = first.token.text.as_str(),
                    now = probability(first.now),
                    followed = followed
                ),
                None => followed,
            }
        })
    })
}
