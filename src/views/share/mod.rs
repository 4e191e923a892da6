//! The “Share” dialog: what a reader of the link gets, and the text to be pasted. It reads the address
//! and tells the page nothing.

mod choice;
mod controls;
mod forms;
mod measure;
mod names;
mod place;
mod predict;
mod question;
mod result;
mod seen;
mod spoken;
mod start;
mod state;
mod words;

use leptos::prelude::*;

use crate::browser::page;
use crate::reactive::{effect, shown_while};
use crate::sharing::DialogOpened;
use state::Sharing;

/// What the dialog needs of a page, and what stands in it.
#[component]
pub fn Root() -> impl IntoView {
    let state = Sharing::open(&page::fragment());
    provide_context(state);
    let DialogOpened(opened) = expect_context();
    effect(move || {
        opened.track();
        untrack(|| state.reopen(&page::fragment()));
    });
    state.follow_the_scene();
    spoken::follow(state);
    page::follow_fragment(move |link| state.written(&link));
    view! {
        <div class="share-body">
            <div class="share-settings">
                <forms::Kinds/>
                <forms::Forms/>
            </div>
            // What one came for follows what it is, before all that can be set.
            <result::Outcome/>
            <div class="share-settings">
                {shown_while(move || state.steps.with(Option::is_some), || view! { <start::Start/> }.into_any())}
                {shown_while(move || state.scene.with(Option::is_some), || view! { <question::Asking/> }.into_any())}
                <controls::Controls/>
            </div>
        </div>
    }
}
