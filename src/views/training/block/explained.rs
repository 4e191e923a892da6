//! One number of the way: where it stands and how it comes about.

use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::training::block::{Explanation, TERMS, rule, written};

use super::super::state::{Training, training};
use super::station::DIGITS;
use super::way::way;
use super::words;
use crate::language::localised;
use crate::reactive::{derived, memo, shown_while};
use crate::text::{say, tr};

/// The line that stays in sight. Its height is fixed, so that nothing moves while one points about.
#[component]
pub fn Explained() -> impl IntoView {
    let (training, way) = (training(), way());
    let with = move |make: fn(Training, &Explanation) -> String| {
        derived(move || {
            training.explanation.with(|one| {
                one.as_ref()
                    .map(|one| make(training, one))
                    .unwrap_or_default()
            })
        })
    };
    let long = memo(move || {
        training
            .explanation
            .with(|one| one.as_ref().is_some_and(|one| one.formula.length() > TERMS))
    });
    let state = derived(move || {
        if way.pinned.with(Option::is_some) {
            tr!(block.pinned)
        } else {
            tr!(block.hint)
        }
    });
    let place = with(|training, one| words::place(training, one.cell));
    // Nothing is explained before the numbers have come: a heading says what will stand here.
    let title = derived(move || match place.get() {
        none if none.is_empty() => tr!(block.explained),
        place => place,
    });
    let pinned = derived(move || way.pinned.with(Option::is_some));
    view! {
        <section class="explained-number" class:is-pinned=pinned data-explained="" aria-label=say!(block.explained)>
            <h4>{title}</h4>
            <span class="rule">{with(rule_of)}</span>
            <output class="arithmetic" id="way-arithmetic" data-arithmetic="block" aria-live="off">
                {with(|_, one| written(one, DIGITS, TERMS))}
            </output>
            {shown_while(move || long.get(), move || view! {
                <details><summary>{say!(block.every_term)}</summary>
                    <p class="every-term" tabindex="0">{with(|_, one| written(one, DIGITS, usize::MAX))}</p>
                </details>
            }.into_any())}
            <p class="state">{state}" "{with(|_, one| tr!(block.full, value = localised(shortest(one.value))))}</p>
        </section>
    }
}

/// The rule of its station.
fn rule_of(training: Training, explanation: &Explanation) -> String {
    let settings = training.shown().settings;
    settings.with(|settings| {
        settings
            .as_ref()
            .map(|settings| rule(explanation.cell.part, settings))
            .unwrap_or_default()
    })
}
