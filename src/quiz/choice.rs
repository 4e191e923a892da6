//! One of a few texts.

use leptos::prelude::*;

use super::state::desk;
use crate::reactive::{derived, on};
use crate::text::say;

/// The options of a choice. What they say is the teacher's, and text only.
#[component]
pub fn Choice(options: Vec<String>) -> impl IntoView {
    let desk = desk();
    let choose = move |index| {
        desk.unready.set(None);
        desk.option.set(Some(index));
    };
    let option = |(index, text): (usize, String)| {
        let id = if index == 0 {
            "quiz-answer".to_owned()
        } else {
            format!("quiz-answer-{index}")
        };
        let chosen = derived(move || desk.option.get() == Some(index));
        view! {
            <label class="option">
                <input
                    id=id type="radio" name="quiz-option" data-option=index prop:checked=chosen
                    on:change=on(move |_| choose(index))
                />
                {text}
            </label>
        }
    };
    view! {
        <fieldset class="options">
            <legend class="only-read">{say!(quiz.options)}</legend>
            {options.into_iter().enumerate().map(option).collect_view()}
        </fieldset>
    }
}
