//! A row of weights as bars to drag, one a key.
//!
//! Each bar is the browser's own slider: pointer, touch, arrow keys and screen readers all move it. The
//! bars do not rescale one another: a row that does not sum to 1 is the sign of some of the mistakes,
//! and must be possible. The sum is shown, and a button divides by it.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::table::TableId;

use super::state::{Desk, desk, is_off};
use super::words;
use crate::reactive::{derived, memo, on, part};
use crate::shell::shell;
use crate::text::say;

/// The bars of the row of that query.
#[component]
pub fn Bars(table: TableId, row: usize) -> impl IntoView {
    let (shell, desk) = (shell(), desk());
    let keys = memo(move || words::columns(shell, table));
    let token =
        move || words::label(shell, table, true, row).unwrap_or_else(|| (row + 1).to_string());
    let sum = move || desk.row.with(|row| row.iter().sum::<f32>());
    let divide = move |_| {
        let sum = sum();
        if sum > 0.0 {
            desk.unready.set(None);
            desk.row
                .update(|row| row.iter_mut().for_each(|weight| *weight /= sum));
        }
    };
    let bar = move |(index, key): (usize, String)| view! { <Bar index=index name=key/> };
    view! {
        <fieldset class="bars">
            <legend>{say!(quiz.bars, token = token())}</legend>
            {part(move || keys.get().into_iter().enumerate().map(bar).collect_view().into_any())}
            <p class="row">
                // Each bar says the sum when it is moved: heard once is enough.
                <output data-quiz-sum="" aria-live="off" class:off=derived(move || desk.row.with(|row| is_off(row)))>
                    {say!(quiz.sum, sum = shown(sum(), 2))}
                </output>
                <button type="button" data-action="divide" on:click=on(divide)>{say!(quiz.divide)}</button>
            </p>
        </fieldset>
    }
}

#[component]
fn Bar(index: usize, name: String) -> impl IntoView {
    let desk = desk();
    let weight = memo(move || weight(desk, index));
    let id = if index == 0 {
        desk.id("quiz-answer")
    } else {
        desk.id(&format!("quiz-answer-{index}"))
    };
    let said = say!(
        quiz.bar_said,
        weight = shown(weight.get(), 2),
        sum = shown(desk.row.with(|row| row.iter().sum()), 2)
    );
    let style = derived(move || format!("--share:{:.1}%", weight.get() * 100.0));
    view! {
        <label class="slide">
            <span class="key">{name}</span>
            <input
                id=id type="range" min="0" max="1" step="0.01" data-bar=index style=style aria-valuetext=said
                prop:value=derived(move || format!("{:.4}", weight.get()))
                on:input=on(move |event| set(desk, index, &event_target_value(&event)))
            />
            // The slider is called by its key alone; its value it says itself.
            <span class="weight" aria-hidden="true">{derived(move || shown(weight.get(), 2))}</span>
        </label>
    }
}

fn weight(desk: Desk, index: usize) -> f32 {
    desk.row
        .with(|row| row.get(index).copied().unwrap_or(0.0))
        .min(1.0)
}

/// The browser's slider gives a number between 0 and 1.
fn set(desk: Desk, index: usize, text: &str) {
    if let Ok(value) = lesson::core::number::parse(text) {
        desk.unready.set(None);
        desk.moved.set(true);
        desk.row.update(|row| {
            if let Some(weight) = row.get_mut(index) {
                *weight = value.clamp(0.0, 1.0);
            }
        });
    }
}
