//! What attention costs, measured on the reader's own device as n doubles.

use leptos::prelude::*;

use crate::i18n::Locale;
use crate::screen::Screen;
use crate::text::say;

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    provide_context(RwSignal::new(Locale::en));
    provide_context(Screen::follow());
    view! { <h2 class="only-read">{say!(lesson.cost)}</h2> }
}
