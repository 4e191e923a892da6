//! What is changed, one thing a chip, each with the way to take it back.

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::inspector;
use crate::reactive::{on, part};

/// One thing that is changed.
#[derive(Clone, PartialEq)]
pub struct Chip {
    /// In words.
    pub words: String,
    /// What takes it back, and in words.
    pub back: (Change, String),
    /// The control that it belongs to.
    pub control: &'static str,
}

/// All of them; nothing where there is none.
#[component]
pub fn Chips(all: Memo<Vec<Chip>>) -> impl IntoView {
    let inspector = inspector();
    let one = move |chip: Chip| {
        let (change, label) = chip.back;
        let back = move |_| {
            inspector.own(change.clone());
        };
        view! { <li>{chip.words}" "<button type="button" class="quiet" data-control=chip.control aria-label=label on:click=on(back)>"×"</button></li> }
    };
    part(move || match all.get() {
        all if all.is_empty() => ().into_any(),
        all => {
            view! { <ul class="re-blind">{all.into_iter().map(one).collect_view()}</ul> }.into_any()
        }
    })
}
