//! A card for each lesson: its picture, what one does there, and how far one has come.

use leptos::prelude::*;
use lesson::core::lesson::Meta;
use lesson::registry::LESSONS;
use lesson::share::path::Taken;

use super::{pictures, walked};
use crate::reactive::derived;
use crate::text::{self, tr};

/// All lessons, in order.
#[component]
pub fn Cards() -> impl IntoView {
    view! { <ol class="cards">{LESSONS.iter().copied().enumerate().map(card).collect_view()}</ol> }
}

fn card((index, lesson): (usize, &'static Meta)) -> impl IntoView {
    let (walked, slug) = (walked(), lesson.slug);
    let standing = derived(move || match walked.taken(slug) {
        Taken::New => tr!(path.minutes, count = lesson.minutes),
        Taken::Begun => tr!(path.begun),
        Taken::Finished => format!("✓ {}", tr!(path.finished)),
    });
    let open = crate::app::open_lesson();
    let here = derived(move || (open.get() == slug).then_some("page"));
    let taken = derived(move || format!("{:?}", walked.taken(slug)).to_lowercase());
    view! {
        <li>
            <a class="card-link" href=format!("#lesson={slug}&open") data-card=slug data-taken=taken aria-current=here>
                <svg viewBox="0 0 96 60" aria-hidden="true" inner_html=pictures::of(slug)></svg>
                <b><i>{index + 1}</i>" "{text::following(move || text::lesson(slug))}</b>
                <span>{text::following(move || text::card(slug))}</span>
                <small>{standing}</small>
            </a>
        </li>
    }
}
