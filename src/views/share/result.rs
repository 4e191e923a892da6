//! The text to be pasted, and what can be done with it.

use leptos::ev;
use leptos::prelude::*;
use lesson::share::snippet::{Form, LONG_LINK};

use super::measure::Measure;
use super::question::characters;
use super::state::sharing;
use crate::browser::{clipboard, page};
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::text::{say, tr};

/// The id of the field that holds the text.
const TEXT: &str = "share-text";

/// What became of copying.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
    Waits,
    Done,
    Refused,
}

/// The text, its length, and the ways out.
#[component]
pub fn Outcome() -> impl IntoView {
    let state = sharing();
    let text = memo(move || state.text());
    let copied = RwSignal::new(Copied::NotYet);
    effect(move || {
        // What was copied was the text as it was; what is to be copied is the text as it will be.
        text.track();
        if copied.get_untracked() != Copied::Waits {
            copied.set(Copied::NotYet);
        }
    });
    let copy = move || {
        clipboard::copy(text.get_untracked(), move |done| {
            if done {
                copied.set(Copied::Done);
            } else {
                copied.set(Copied::Refused);
                clipboard::mark_all(TEXT);
            }
        });
    };
    // Copied before the height is known, the text would have a wrong one.
    let begin = move |_| {
        state.wanted.set(true);
        match state.waits() {
            true => copied.set(Copied::Waits),
            false => copy(),
        }
    };
    effect(move || {
        if !state.waits() && copied.get_untracked() == Copied::Waits {
            copy();
        }
    });
    let words = derived(move || match copied.get() {
        Copied::NotYet if state.waits() => tr!(share.measuring_note),
        Copied::NotYet => String::new(),
        Copied::Waits => tr!(share.copy_waits),
        Copied::Done => tr!(share.copied),
        Copied::Refused => tr!(share.copy_refused),
    });
    let address = derived(move || page::address(&state.whole().fragment(false)));
    view! {
        <section class="card share-result" aria-labelledby="share-result">
            <h3 id="share-result">{say!(share.result)}</h3>
            <textarea id=TEXT readonly rows="6" spellcheck="false" aria-label=say!(share.result) aria-describedby="share-about"
                prop:value=derived(move || text.get())></textarea>
            <p class="row">
                <button type="button" class="primary" data-action="share-copy" aria-label=say!(share.copy_label) on:click=on(begin)>{say!(share.copy)}</button>
                <a href=address target="_blank" rel="noopener" data-action="share-try" title=say!(share.try_label)>{say!(share.try_it)}</a>
                <span class="note" data-share="length">{derived(move || characters(text.with(|t| t.chars().count())))}</span>
            </p>
            <p class="note" role="status" data-share="copied">{words}</p>
            <div id="share-about"><Warnings text=text/></div>
            <Preview/>
            <Measure/>
        </section>
    }
}

/// The figure as its readers will see it, in a frame of its own while the fold is open, as high as the snippet says.
#[component]
fn Preview() -> impl IntoView {
    let state = sharing();
    let open = RwSignal::new(false);
    let address = derived(move || page::address(&state.whole().fragment(true)));
    view! {
        <details class="share-preview" on:toggle=on(move |_: ev::Event| open.update(|open| *open = !*open))>
            <summary>{say!(share.preview)}</summary>
            {shown_while(move || open.get(), move || view! {
                <iframe src=address title=say!(share.preview)
                    style=derived(move || format!("height:{}px", state.pixels().unwrap_or_else(|usual| usual)))></iframe>
            }.into_any())}
        </details>
    }
}

/// What should be known before the text is used.
#[component]
fn Warnings(text: Memo<String>) -> impl IntoView {
    let state = sharing();
    let long = derived(move || {
        let is_long =
            state.form.get() == Form::Link && text.with(|text| text.chars().count() > LONG_LINK);
        if is_long {
            tr!(share.long, most = characters(LONG_LINK))
        } else {
            String::new()
        }
    });
    let left_out = derived(move || {
        if state.is_left_out() {
            tr!(share.left_out)
        } else {
            String::new()
        }
    });
    let at_end = derived(move || match state.is_at_its_end() {
        true => tr!(share.at_end),
        false => String::new(),
    });
    let beyond = derived(move || match state.is_beyond_the_guide() {
        true => tr!(share.beyond_guide),
        false => String::new(),
    });
    view! {
        <p class="note" data-share="at-end">{at_end}</p>
        <p class="note" data-share="beyond-guide">{beyond}</p>
        <p class="problem" data-share="left-out">{left_out}</p>
        <p class="problem" data-share="long">{long}</p>
    }
}
