//! The options of a choice, one of them right.

use leptos::prelude::*;
use lesson::share::snippet::MOST_OPTIONS;

use super::question::wrong;
use super::state::{option_of, sharing};
use crate::browser::page;
use crate::reactive::{derived, memo, on, part};
use crate::text::say;

/// Where the focus goes when an option was taken away.
const ADD: &str = "share-option-add";

/// All options.
#[component]
pub fn Options() -> impl IntoView {
    let state = sharing();
    let count = memo(move || state.draft.with(|draft| draft.options.len()));
    let options = part(move || {
        let option = |index| view! { <One index=index/> };
        (0..count.get()).map(option).collect_view().into_any()
    });
    view! {
        <fieldset class="share-options">
            <legend>{say!(share.options)}</legend>
            {options}
            <button type="button" id=ADD data-action="share-add" disabled=derived(move || count.get() == MOST_OPTIONS)
                on:click=on(move |_| state.draft.update(|draft| draft.add_option()))>
                {say!(share.option_add)}
            </button>
        </fieldset>
    }
}

#[component]
fn One(index: usize) -> impl IntoView {
    let state = sharing();
    let number = index + 1;
    let text = derived(move || {
        state
            .draft
            .with(|draft| draft.options.get(index).cloned())
            .unwrap_or_default()
    });
    let own = move |problem: &_| option_of(problem) == Some(index) && state.is_due(problem);
    let problem = derived(move || wrong(state, own));
    let leave = move |_| state.left.update(|left| left.extend([index]));
    let write = move |event| {
        let text = event_target_value(&event);
        state.draft.update(|draft| {
            if let Some(option) = draft.options.get_mut(index) {
                *option = text;
            }
        });
    };
    let remove = move |_| {
        page::focus(ADD);
        state.forget_left();
        state.draft.update(|draft| draft.remove_option(index));
    };
    let few = derived(move || state.draft.with(|draft| draft.options.len() <= 2));
    view! {
        <div class="share-option">
            <input type="radio" name="share-right" data-right=index aria-label=say!(share.option_right, number = number)
                prop:checked=derived(move || state.draft.with(|draft| draft.right == index))
                on:change=on(move |_| state.draft.update(|draft| draft.right = index))/>
            <input type="text" data-choice=index aria-label=say!(share.option, number = number)
                aria-describedby=format!("share-option-{index}") aria-invalid=derived(move || (!problem.get().is_empty()).to_string())
                prop:value=text on:input=on(write) on:blur=on(leave)/>
            <button type="button" class="quiet" data-remove=index aria-label=say!(share.option_remove, number = number)
                disabled=few on:click=on(remove)>"×"</button>
            <p id=format!("share-option-{index}") class="problem">{problem}</p>
        </div>
    }
}
