//! One of a few texts.

use leptos::prelude::*;
use lesson::share::quiz::{Answer, Ask};

use super::state::desk;
use super::words;
use crate::reactive::{derived, on};
use crate::shell::shell;
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
            desk.id("quiz-answer")
        } else {
            desk.id(&format!("quiz-answer-{index}"))
        };
        let chosen = derived(move || desk.option.get() == Some(index));
        view! {
            <label class="option">
                <input
                    id=id type="radio" name=desk.id("quiz-option") data-option=index prop:checked=chosen
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

/// The options once it was answered: which one was chosen and which is right. `None` of another kind of question.
pub fn settled() -> Option<AnyView> {
    let outcome = shell().session.with_untracked(|own| own.outcome.clone())?;
    let Ask::Choice { options, right } = outcome.ask else {
        return None;
    };
    let chosen = match outcome.answered {
        Some((Answer::Option(index), _)) => Some(index),
        _ => None,
    };
    let option = move |(index, text): (usize, String)| {
        let (is_right, is_chosen) = (index == right, chosen == Some(index));
        view! { <Marked text=text is_right=is_right is_chosen=is_chosen/> }
    };
    let options = options.into_iter().enumerate().map(option).collect_view();
    let fieldset = view! {
        <fieldset class="options" disabled=true data-quiz-options="">
            <legend class="only-read">{say!(quiz.options)}</legend>
            {options}
        </fieldset>
    };
    Some(fieldset.into_any())
}

/// An option with what it turned out to be, in a sign and in words.
#[component]
fn Marked(text: String, is_right: bool, is_chosen: bool) -> impl IntoView {
    let sign = if is_right { "✓" } else { "✗" };
    let class = if is_right { "mark right" } else { "mark" };
    let is_plain = !is_right && !is_chosen;
    let words = derived(move || words::mark(is_right, is_chosen));
    view! {
        <label class="option">
            <input type="radio" name=desk().id("quiz-option") prop:checked=is_chosen/>
            <bdi>{text}</bdi>
            <span class=class hidden=is_plain><i aria-hidden="true">{sign}</i>" "{words}</span>
        </label>
    }
}
