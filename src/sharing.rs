//! Sharing, as far as the page itself has it: the link at once, and the dialog that makes links and snippets. What
//! stands in the dialog is a part (`views::share`), fetched when it is opened first.

use leptos::prelude::*;
use lesson::Problem;

use crate::app::PageProblem;
use crate::browser::{clipboard, lessons, page};
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{derived, on};
use crate::text::{say, tr};
use crate::views;
use crate::widgets::modal::{Named, modal};

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

/// The dialog.
#[component]
pub fn ShareDialog() -> impl IntoView {
    let DialogOpened(opened) = expect_context();
    let named = Named {
        name: "share",
        close: "share-close",
        title: say!(share.title),
        missing: || say!(share.missing),
    };
    modal(named, opened, Fetched::of(INSIDE))
}
