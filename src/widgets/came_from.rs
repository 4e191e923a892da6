//! Where a lesson that was opened from another one came from, and the way back.

use leptos::ev;
use leptos::prelude::*;
use lesson::core::fragment::{FROM, Fragment, MOST_BYTES, decoded, encoded};
use lesson::registry;

use crate::browser::page;
use crate::page_part;
use crate::reactive::{derived, memo, on};
use crate::text::{self, tr};
use crate::widgets::notice::explained;

/// The entry for a link that leads to another lesson from this one, which stands at `link`.
pub fn entry(link: &str) -> String {
    format!("&{}={}", FROM, encoded(link))
}

page_part!(BACK in messages: fn(String) -> AnyView = |link| view! { <Back link=link/> }.into_any());

/// A link back, while the address says where one came from.
#[component]
pub fn CameFrom() -> impl IntoView {
    let from = RwSignal::new(origin());
    let followed = window_event_listener(ev::hashchange, move |_| from.set(origin()));
    on_cleanup(move || followed.remove());
    explained(BACK, memo(move || from.get()))
}

#[component]
fn Back(link: String) -> impl IntoView {
    let slug = registry::lesson_of(&link);
    let go = move |event: ev::MouseEvent| {
        event.prevent_default();
        page::go_to(&link);
    };
    view! {
        <p class="note came-from">
            <a href="#" data-action="came-from" on:click=on(go)>
                {derived(move || tr!(site.came_from, lesson = text::lesson(slug)))}
            </a>
        </p>
    }
}

/// The link that the address says one came from: of another lesson that is here, whatever else it is.
fn origin() -> Option<String> {
    let now = page::fragment();
    let link = decoded(Fragment(&now).get(FROM)?)?;
    let there = registry::named(&link).ok()?.slug;
    (link.len() <= MOST_BYTES && there != registry::lesson_of(&now)).then_some(link)
}
