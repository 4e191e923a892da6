//! Flash attention by hand: the student's own matrix, tile by tile.

use leptos::prelude::*;

use crate::i18n::Locale;
use crate::screen::Screen;
use crate::text::say;

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    provide_context(RwSignal::new(Locale::en));
    provide_context(Screen::follow());
    view! { <h2 class="only-read">{say!(lesson.flash)}</h2> }
}
