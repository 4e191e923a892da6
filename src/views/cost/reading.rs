//! What to look for in the numbers.

use leptos::prelude::*;

use crate::text::say;

/// Three paragraphs.
#[component]
pub fn Reading() -> impl IntoView {
    view! {
        <section class="card reading" data-control="beside">
            <h3>{say!(cost.teach)}</h3>
            <p>{say!(cost.teach_memory)}</p>
            <p>{say!(cost.teach_fused)}</p>
            <p>{say!(cost.teach_less)}</p>
        </section>
    }
}
