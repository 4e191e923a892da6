//! How the next token is drawn: temperature, top-k, top-p, and where the draws come from.

use leptos::prelude::*;
use lesson::core::number::{parse, shortest};
use lesson::lessons::training::writing::Drawing;
use lesson::lessons::training::writing::typed::{self, Refused};

use super::super::state::training;
use crate::language;
use crate::reactive::{derived, memo, on};
use crate::text::{say, tr};

/// Takes a typed text into a [`Drawing`], or refuses it.
type Take = fn(&mut Drawing, &str) -> Result<(), Refused>;

/// All four.
#[component]
pub fn Controls() -> impl IntoView {
    let drawing = training().drawing;
    let temperature = derived(move || language::typed(drawing.get().temperature));
    let optional = |value: Option<String>| value.unwrap_or_default();
    let top_k = derived(move || optional(drawing.get().top_k.map(|most| most.to_string())));
    let top_p = derived(move || optional(drawing.get().top_p.map(language::typed)));
    let seed = derived(move || drawing.get().seed.to_string());
    let anew = move |_| drawing.update(|drawing| drawing.seed = drawing.seed.wrapping_add(1));
    view! {
        <fieldset class="drawing">
            <legend>{say!(write.how)}</legend>
            <div class="with-slider">
                <Field control="temperature" label=say!(write.temperature) value=temperature take=set_temperature/>
                <Slider/>
            </div>
            <Field control="top-k" label=say!(write.top_k) value=top_k take=set_top_k/>
            <Field control="top-p" label=say!(write.top_p) value=top_p take=set_top_p/>
            <div class="with-button">
                <Field control="draws" label=say!(write.seed) value=seed take=set_seed/>
                <button type="button" data-action="new-draws" on:click=on(anew)>{say!(write.anew)}</button>
            </div>
        </fieldset>
    }
}

fn set_temperature(drawing: &mut Drawing, text: &str) -> Result<(), Refused> {
    drawing.temperature = typed::temperature(text)?;
    Ok(())
}

fn set_top_k(drawing: &mut Drawing, text: &str) -> Result<(), Refused> {
    drawing.top_k = typed::top_k(text)?;
    Ok(())
}

fn set_top_p(drawing: &mut Drawing, text: &str) -> Result<(), Refused> {
    drawing.top_p = typed::top_p(text)?;
    Ok(())
}

fn set_seed(drawing: &mut Drawing, text: &str) -> Result<(), Refused> {
    drawing.seed = typed::seed(text)?;
    Ok(())
}

/// The temperatures that make a difference, without typing.
#[component]
fn Slider() -> impl IntoView {
    let drawing = training().drawing;
    let slide = move |event| {
        if let Ok(value) = parse(&event_target_value(&event)) {
            drawing.update(|drawing| drawing.temperature = value);
        }
    };
    view! {
        <input type="range" min="0.1" max="3" step="0.1" data-control="temperature-slider" aria-label=say!(write.temperature)
            prop:value=derived(move || shortest(drawing.get().temperature)) on:input=on(slide)/>
    }
}

/// A text that is taken as soon as it can be. One that cannot is refused when it is left, in words
/// beside the field; what was there before goes on to count.
#[component]
fn Field(
    /// `data-control`.
    control: &'static str,
    /// What it is.
    label: Signal<String>,
    /// What counts, as text.
    value: Signal<String>,
    /// Takes the text.
    take: Take,
) -> impl IntoView {
    let drawing = training().drawing;
    let refused = RwSignal::new(None::<Refused>);
    let value = memo(move || value.get());
    let typed = move |event| {
        let mut next = drawing.get_untracked();
        let taken = take(&mut next, &event_target_value(&event));
        if taken.is_ok() && next != drawing.get_untracked() {
            drawing.set(next);
        }
        taken.err()
    };
    let early = move |event| {
        if typed(event).is_none() {
            refused.set(None);
        }
    };
    let id = format!("{control}-refused");
    view! {
        <label class="field-of">
            <span>{label}</span>
            <input class="small" type="text" inputmode="decimal" autocomplete="off" data-control=control
                prop:value=move || { refused.set(None); value.get() }
                aria-invalid=derived(move || refused.with(Option::is_some).then_some("true")) aria-describedby=id.clone()
                on:input=on(early) on:change=on(move |event| refused.set(typed(event)))/>
            <span class="problem" role="alert" id=id>{derived(move || {
                refused.get().map(|why| words(&why, &value.get())).unwrap_or_default()
            })}</span>
        </label>
    }
}

/// Why a text was refused, and what counts.
fn words(why: &Refused, still: &str) -> String {
    match why {
        Refused::Temperature(text) => tr!(
            write.refused_temperature,
            text = text.as_str(),
            least = language::typed(*typed::TEMPERATURE.start()),
            most = language::typed(*typed::TEMPERATURE.end()),
            still = still
        ),
        Refused::TopK(text) => tr!(
            write.refused_top_k,
            text = text.as_str(),
            still = or_all(still)
        ),
        Refused::TopP(text) => tr!(
            write.refused_top_p,
            text = text.as_str(),
            still = or_all(still)
        ),
        Refused::Seed(text) => tr!(write.refused_seed, text = text.as_str(), still = still),
    }
}

fn or_all(still: &str) -> String {
    if still.is_empty() {
        tr!(write.off)
    } else {
        still.to_owned()
    }
}
