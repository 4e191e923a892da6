//! Every control of the lesson: free, locked or hidden.

use leptos::prelude::*;
use lesson::core::control::Control;
use lesson::share::snippet::{Entry, Freedom, held_by, outline};

use super::names::called;
use super::state::sharing;
use crate::reactive::{derived, memo, on, part};
use crate::text::{say, tr};
use crate::widgets::markup;

/// The group of controls that opens examples.
const EXAMPLES: &str = "examples";

/// The list of controls.
#[component]
pub fn Controls() -> impl IntoView {
    let state = sharing();
    let count = derived(move || {
        let (locked, hidden) = state
            .share
            .with(|s| (s.options.lock.len(), s.options.hide.len()));
        tr!(share.controls_count, locked = locked, hidden = hidden)
    });
    let clear = move |_| {
        state.frame(|options| {
            options.lock.clear();
            options.hide.clear();
        });
    };
    let entries = part(move || {
        let entry = |entry: Entry| view! { <Listed entry=entry/> };
        outline(state.lesson().controls)
            .into_iter()
            .map(entry)
            .collect_view()
            .into_any()
    });
    view! {
        <fieldset class="card share-controls">
            <legend>{say!(share.controls)}</legend>
            <p class="note">{say!(share.controls_note)}</p>
            <p class="row">
                <output data-share="count">{count}</output>
                <button type="button" data-action="share-clear" on:click=on(clear)>{say!(share.controls_clear)}</button>
            </p>
            <div class="share-list">{entries}</div>
        </fieldset>
    }
}

/// A control, with its parts folded away.
#[component]
fn Listed(entry: Entry) -> impl IntoView {
    let Entry { control, parts } = entry;
    let own = view! { <One control=control/> };
    if parts.is_empty() {
        return own.into_any();
    }
    let name = control.name;
    let parts = parts
        .into_iter()
        .map(|part| view! { <One control=part/> })
        .collect_view();
    let refused =
        (name == EXAMPLES).then(|| view! { <p class="note">{say!(share.examples_refused)}</p> });
    view! {
        <div class="share-group">
            {own}
            {refused}
            <details data-parts=name>
                <summary>
                    <span aria-hidden="true">{say!(share.parts)}</span>
                    <span class="only-read">{say!(share.parts_of, name = called(name))}</span>
                </summary>
                {parts}
            </details>
        </div>
    }
    .into_any()
}

#[component]
fn One(control: Control) -> impl IntoView {
    let state = sharing();
    let chosen = memo(move || state.freedom(&control));
    let options = derived(move || {
        let option =
            |own: Freedom| markup::option(own.slug(), &words(own), own == chosen.get(), "");
        Freedom::ALL.into_iter().map(option).collect::<String>()
    });
    let choose = move |event| {
        if let Some(freedom) = Freedom::from_slug(&event_target_value(&event)) {
            state.set_freedom(&control, freedom);
        }
    };
    let held = derived(move || {
        let held = state.share.with(|share| held_by(&share.options, &control));
        match held {
            Some((group, Freedom::Hidden)) => tr!(share.held_hidden, name = called(group.name)),
            Some((group, _)) => tr!(share.held_locked, name = called(group.name)),
            None => String::new(),
        }
    });
    view! {
        <label class="share-control" data-state=derived(move || chosen.get().slug())>
            <span>{derived(move || called(control.name))}" "<small data-held=control.name>{held}</small></span>
            <select data-freedom=control.name inner_html=options on:change=on(choose)></select>
        </label>
    }
}

fn words(freedom: Freedom) -> String {
    match freedom {
        Freedom::Free => tr!(share.free),
        Freedom::Locked => tr!(share.locked),
        Freedom::Hidden => tr!(share.hidden),
    }
}
