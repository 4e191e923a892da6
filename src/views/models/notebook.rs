//! How the attention of any other model comes here: what to run in a notebook.

use leptos::prelude::*;
use lesson::lessons::models::notebook::SNIPPET;

use crate::browser::clipboard;
use crate::reactive::on;
use crate::text::{following, say, tr};

/// The words and the program, behind a lid.
#[component]
pub fn Notebook() -> impl IntoView {
    let copied = RwSignal::new(None);
    let copy = move |_| clipboard::copy(SNIPPET.to_owned(), move |done| copied.set(Some(done)));
    let said = following(move || match copied.get() {
        Some(true) => tr!(export.copied),
        Some(false) => tr!(problem.copy),
        None => String::new(),
    });
    view! {
        <details class="re-hub" data-control="notebook">
            <summary>{say!(models.notebook.title)}</summary>
            <p>{say!(models.notebook.note)}</p>
            <pre class="scroll" tabindex="0" dir="ltr">{SNIPPET}</pre>
            <p class="row"><button type="button" data-control="copy-snippet" on:click=on(copy)>{say!(models.notebook.copy)}</button><span role="status">{said}</span></p>
        </details>
    }
}
