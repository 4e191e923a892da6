//! The text to be pasted, and what can be done with it.

use std::time::Duration;

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::share::snippet::{Form, LONG_LINK};

use super::question::characters;
use super::state::sharing;
use crate::browser::{clipboard, frames, page};
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::text::{say, tr};

/// The id of the field that holds the text.
const TEXT: &str = "share-text";

/// When a previewed figure has come to rest, after it was loaded.
const AT_REST: Duration = Duration::from_millis(1500);

/// What became of copying.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
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
        // What was copied was the text as it was.
        text.track();
        copied.set(Copied::NotYet);
    });
    let copy = move |_| {
        clipboard::copy(text.get_untracked(), move |done| {
            if done {
                copied.set(Copied::Done);
            } else {
                copied.set(Copied::Refused);
                clipboard::mark_all(TEXT);
            }
        });
    };
    let words = derived(move || match copied.get() {
        Copied::NotYet => String::new(),
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
                <button type="button" class="primary" data-action="share-copy" on:click=on(copy)>{say!(share.copy)}</button>
                <a href=address target="_blank" rel="noopener" data-action="share-try" title=say!(share.try_label)>{say!(share.try_it)}</a>
                <span class="note" data-share="length">{derived(move || characters(text.with(|t| t.chars().count())))}</span>
            </p>
            <p class="note" role="status" data-share="copied">{words}</p>
            <div id="share-about"><Warnings text=text/></div>
            <Preview/>
        </section>
    }
}

/// The figure as its readers will see it, in a frame of its own while the fold is open. Its height is the one that is
/// offered for the snippet.
#[component]
fn Preview() -> impl IntoView {
    let state = sharing();
    let (open, frame) = (RwSignal::new(false), NodeRef::<html::Iframe>::new());
    let address = derived(move || page::address(&state.whole().fragment(true)));
    let measured = move |_| {
        set_timeout(
            move || {
                if let Some(height) = frame.get_untracked().as_ref().and_then(frames::height) {
                    state.offer_height(height);
                }
            },
            AT_REST,
        );
    };
    view! {
        <details class="share-preview" on:toggle=on(move |_: ev::Event| open.update(|open| *open = !*open))>
            <summary>{say!(share.preview)}</summary>
            {shown_while(move || open.get(), move || view! {
                <iframe node_ref=frame src=address title=say!(share.preview) on:load=on(measured)
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
    view! {
        <p class="problem" data-share="left-out">{left_out}</p>
        <p class="problem" data-share="long">{long}</p>
    }
}
