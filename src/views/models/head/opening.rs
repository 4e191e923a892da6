//! From the head into the attention lesson.

use leptos::prelude::*;
use lesson::core::player;
use lesson::lessons::models::window::{self, Window};
use lesson::lessons::stepper::ByHand;

use super::super::inspector;
use crate::browser::{lessons, page};
use crate::reactive::on;
use crate::text::{following, say, tr};
use crate::widgets::came_from::entry;

/// The button, and what of the head is opened where that is not all of it, or not as it stands here.
#[component]
pub fn Open() -> impl IntoView {
    let inspector = inspector();
    let token = inspector.token;
    let open = move |_| {
        let link = untrack(|| {
            let tokens = inspector.tokens.get();
            let place = inspector.looked_at();
            inspector.head.with(|head| {
                let (document, view) = window::document(head.as_ref()?, &tokens, place)?;
                Some(player::write::<ByHand>(&document, &view))
            })
        });
        if let Some(link) = link {
            // What is left stands in the history, as it is at this moment.
            lessons::settle();
            let from = untrack(|| entry(&inspector.shell.link()));
            page::go_to(&format!("{link}{from}"));
        }
    };
    let note = following(move || {
        let part = inspector.head.with(|head| {
            let head = head.as_ref()?;
            let window = Window::of(head.n, head.d_head, token.get().min(head.n.checked_sub(1)?));
            (!window.is_whole(head.n, head.d_head)).then_some((window, head.d_head))
        });
        let part = part.map(|(own, d_head)| {
            tr!(
                models.window,
                first = own.first + 1,
                last = own.first + own.tokens,
                components = own.components,
                all = d_head
            )
        });
        let changed = inspector
            .document
            .with(|own| own.changed.is_of_weights(inspector.large.get()));
        let plain = changed.then(|| tr!(models.window_plain));
        let all = [part, plain];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    });
    view! {
        <button type="button" data-action="open-head" on:click=on(open)>{say!(head.open)}</button>
        <span class="caption-line">{note}</span>
    }
}
