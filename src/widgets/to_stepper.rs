//! The way from a lesson over a head to the attention lesson, with the same numbers.

use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::lessons::stepper;

use crate::reactive::derived;
use crate::state::lab;
use crate::text::say;
use crate::widgets::came_from::entry;

/// A link to the same head in the attention lesson, which leads back here.
#[component]
pub fn ToStepper() -> impl IntoView {
    let lab = lab();
    let link = derived(move || {
        let own = lab
            .document
            .with(|d| lab.view.with(|v| stepper::encode(d, v)));
        format!("#{own}{}", entry(&lab.link_with_question()))
    });
    // There the numbers would stand that are still to be predicted here.
    let covered = derived(move || lab.cover.get() != Cover::Nothing);
    view! { <a href=link data-action="to-stepper" hidden=covered>{say!(flash.back)}</a> }
}
