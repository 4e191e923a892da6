//! The notice that a newer version of the page is ready (`browser::offline` finds it). It waits until the reader wants
//! it: weights that are being trained would be lost.

use leptos::ev;
use leptos::prelude::*;

use crate::browser::offline;
use crate::reactive::{on, shown_while};
use crate::text::say;

/// The notice, while there is something to notice.
#[component]
pub fn Update() -> impl IntoView {
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
    view! { <div class="update" role="status">{shown_while(move || waiting.get(), words)}</div> }
}
