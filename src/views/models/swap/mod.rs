//! Two texts, and where the difference between them is carried: a map of what the other text's stream does at each
//! place and layer (`map`), and the streams that are taken from there.

mod map;

use leptos::prelude::*;
use lesson::lessons::models::changed::Swap as Own;
use lesson::lessons::models::lesson::Change;

use super::chips::{Chip, Chips};
use super::state::{Inspector, inspector};
use super::text::Field;
use super::words;
use crate::reactive::{effect, memo, shown_while};
use crate::text::{following, say, tr};
use map::Found;

/// The card. It stands first where a link or an example brings another text, and where it was when one is typed.
#[component]
pub fn Swap() -> impl IntoView {
    let inspector = inspector();
    let value = memo(move || {
        let other = inspector.document.with(|own| own.changed.other.clone());
        other.unwrap_or_default()
    });
    let (typed, first) = (StoredValue::new(String::new()), RwSignal::new(false));
    effect(move || {
        let value = value.get();
        if value.is_empty() {
            first.set(false);
        } else if typed.with_value(|typed| *typed != value) {
            first.set(true);
        }
    });
    let type_it = move |text: String| {
        if value.with_untracked(|own| *own == text) {
            return;
        }
        typed.set_value(text.clone());
        let other = (!text.is_empty()).then_some(text);
        inspector.own(Change::Other(other));
    };
    let said = following(move || {
        let problem = inspector.sweeping.problem.get();
        problem.map_or_else(|| answers(inspector), |own| words::trouble(&own))
    });
    let there = move || inspector.sweeping.map.with(Option::is_some);
    view! {
        <section class="card re-swap" data-control="beside" class:first=first>
            <h3>{say!(models.swap.title)}</h3>
            <p class="caption-line">{say!(models.swap.caption)}</p>
            <Field control="other-text" label=say!(models.swap.other) value=value typed=type_it/>
            <p class="re-cell" role="status" data-swap-answers="">{said}</p>
            {shown_while(there, || view! { <Found/> }.into_any())}
            <Chips all=memo(move || taken(inspector))/>
        </section>
    }
}

/// What the model says after both texts, and with what is taken from the second.
fn answers(inspector: Inspector) -> String {
    let both = inspector.sweeping.map.with(|own| {
        let contrast = &own.as_ref()?.contrast;
        let (here, there) = (contrast.here.text.as_str(), contrast.there.text.as_str());
        Some(tr!(models.swap.answers, here = here, there = there))
    });
    let swapped = inspector
        .document
        .with(|own| !own.changed.swapped.is_empty());
    let now = inspector.place.with(|own| {
        let own = own.as_ref()?.next.first()?;
        let (token, share) = (own.token.text.as_str(), words::probability(own.now));
        Some(tr!(models.swap.now, token = token, share = share))
    });
    let now = now.filter(|_| swapped && both.is_some());
    let all: Vec<String> = [both, now].into_iter().flatten().collect();
    all.join(" ")
}

/// The streams that are taken from the other text.
fn taken(inspector: Inspector) -> Vec<Chip> {
    let all = inspector.document.with(|own| own.changed.swapped.clone());
    let chip = |own: Own| Chip {
        words: tr!(
            models.swap.taken,
            token = inspector.named(own.place),
            layer = layer_name(own.layer)
        ),
        back: (Change::Swap(own, false), tr!(models.swap.back)),
        control: "swap",
    };
    all.into_iter().map(chip).collect()
}

/// The stream as it enters a layer is what the one before has left.
fn layer_name(layer: usize) -> String {
    match layer {
        0 => tr!(models.swap.before),
        layer => tr!(models.swap.after, layer = layer),
    }
}
