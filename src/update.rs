//! The notice that a newer version of the page is ready (`browser::offline` finds it). It waits until the reader wants
//! it: weights that are being trained would be lost. A part, fetched when the page has been in use for a moment.

use leptos::ev;
use leptos::prelude::*;

use crate::browser::offline;
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{on, part, shown_while};
use crate::text::say;

page_part!(NOTICE in keeping: fn() -> AnyView = || view! { <Notice/> }.into_any());

/// The notice, while there is something to notice.
#[component]
pub fn Update() -> impl IntoView {
    let notice = Fetched::of(NOTICE);
    offline::when_the_page_rests(move || notice.want());
    let inside = part(move || notice.entry().map(|view| view()).into_any());
    view! { <div class="update" role="status">{inside}</div> }
}

#[component]
fn Notice() -> impl IntoView {
    let waiting = RwSignal::new(false);
    offline::follow(waiting);
    let use_now = |_: ev::MouseEvent| offline::use_now();
    let words = move || {
        view! {
            <p>{say!(site.update)}</p>
            <button type="button" data-action="update" on:click=on(use_now)>{say!(site.update_now)}</button>
        }
        .into_any()
    };
    shown_while(move || waiting.get(), words)
}
