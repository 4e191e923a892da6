//! Sharing, as far as the page itself has it: the link at once, and the dialog that makes links and snippets. What
//! stands in the dialog is a part (`views::share`), fetched when it is opened first.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::Problem;

use crate::app::PageProblem;
use crate::browser::{clipboard, lessons, page};
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{derived, effect, on};
use crate::text::{say, tr};
use crate::views;

/// How often the dialog was opened; the address then holds what is to be shared.
#[derive(Clone, Copy)]
pub struct DialogOpened(pub RwSignal<usize>);

page_part!(INSIDE in share: fn() -> AnyView = || view! { <views::share::Root/> }.into_any());

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
    let DialogOpened(opened) = expect_context();
    let open = move |_| {
        lessons::settle();
        opened.update(|count| *count += 1);
    };
    view! {
        <button type="button" data-action="share" on:click=on(copy)>{words}</button>
        <button type="button" data-action="share-dialog" aria-haspopup="dialog" on:click=on(open)>{say!(share.open)}</button>
    }
}

/// The dialog with its title, and what stands in it.
#[component]
pub fn ShareDialog() -> impl IntoView {
    let DialogOpened(opened) = expect_context();
    let dialog = NodeRef::<html::Dialog>::new();
    let inside = Fetched::of(INSIDE);
    effect(move || {
        if opened.get() == 0 {
            return;
        }
        if let Some(dialog) = dialog.get_untracked() {
            let _ = dialog.show_modal();
        }
        inside.want();
    });
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    // The lesson behind it has keys of its own.
    let keep = move |event: ev::KeyboardEvent| event.stop_propagation();
    view! {
        <dialog node_ref=dialog class="share" aria-labelledby="share-title" on:keydown=on(keep)>
            <header>
                <h2 id="share-title">{say!(share.title)}</h2>
                <button type="button" data-action="share-close" on:click=on(close)>{say!(share.close)}</button>
            </header>
            {inside.view_or(|| say!(share.missing), |view| view())}
        </dialog>
    }
}
