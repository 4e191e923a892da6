//! What a sheet of paper says of where its figure came from: the address of the lesson. The rest of the page on paper
//! is `assets/style/print.css`.

use leptos::prelude::*;

use crate::browser::{lessons, page};
use crate::reactive::derived;
use crate::text::tr;

/// The address of the lesson as it stands, read at the moment of printing because every lesson keeps its
/// own link in it. Shown on paper only (`print.css`).
#[component]
pub fn PrintAddress() -> impl IntoView {
    let address = RwSignal::new(String::new());
    let renew = window_event_listener_untyped("beforeprint", move |_| {
        lessons::settle();
        address.set(page::address(&page::fragment()));
    });
    on_cleanup(move || renew.remove());
    let words = derived(move || tr!(print.address, address = address.get()));
    view! { <p class="print-address">{words}</p> }
}
