//! Sharing, as far as the page itself has it: the link at once, and the place of the dialog that makes
//! links and snippets. What stands in the dialog is a bundle of its own (`src/bin/share.rs`), fetched when
//! it is opened first.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::Problem;

use crate::app::PageProblem;
use crate::browser::{clipboard, lessons, page, sharing};
use crate::reactive::{derived, on, shown_while};
use crate::text::{say, tr};

/// The bundle that fills the dialog, and the id of its place.
const BUNDLE: &str = "share";

/// “Copy link”, and the way to the dialog.
#[component]
pub fn Share() -> impl IntoView {
    let PageProblem(page_problem) = expect_context::<PageProblem>();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        lessons::settle();
        clipboard::copy(page::address(&page::fragment()), move |done| {
            copied.set(done);
            if !done {
                page_problem.set(Some(Problem::CopyRefused));
            }
        });
    };
    let words = derived(move || {
        if copied.get() {
            tr!(site.shared)
        } else {
            tr!(site.share)
        }
    });
    let open = move |_| {
        lessons::settle();
        sharing::opened();
    };
    view! {
        <button type="button" data-action="share" on:click=on(copy)>{words}</button>
        <button type="button" data-action="share-dialog" aria-haspopup="dialog" on:click=on(open)>{say!(share.open)}</button>
    }
}

/// The dialog with its title, and the place for what stands in it.
#[component]
pub fn ShareDialog() -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let (fetched, failed) = (StoredValue::new(false), RwSignal::new(false));
    sharing::follow(move || {
        if let Some(dialog) = dialog.get_untracked() {
            let _ = dialog.show_modal();
        }
        if !fetched.get_value() {
            fetched.set_value(true);
            lessons::fetch(BUNDLE, move || failed.set(true));
        }
    });
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    // The lesson behind it has keys of its own.
    let keep = move |event: ev::KeyboardEvent| event.stop_propagation();
    let missing =
        move || view! { <p class="problem" role="alert">{say!(share.missing)}</p> }.into_any();
    view! {
        <dialog node_ref=dialog class="share" aria-labelledby="share-title" on:keydown=on(keep)>
            <header>
                <h2 id="share-title">{say!(share.title)}</h2>
                <button type="button" data-action="share-close" on:click=on(close)>{say!(share.close)}</button>
            </header>
            {shown_while(move || failed.get(), missing)}
            <div id=BUNDLE><p class="note" hidden=derived(move || failed.get())>{say!(share.loading)}</p></div>
        </dialog>
    }
}
