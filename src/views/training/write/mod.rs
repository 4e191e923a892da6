//! Writing on, token by token: the tokens so far, what could come next, how it is drawn, what it
//! costs.

mod controls;
mod costs;
mod distribution;
mod sentence;
mod strip;
mod writing;

use leptos::prelude::*;

use super::gallery::ablate::AllInUse;
use super::state::{Training, training};
use crate::reactive::{memo, part, shown_while};
use crate::text::say;
pub use writing::Writing;

/// The panel.
#[component]
pub fn WritePanel() -> impl IntoView {
    let training = training();
    writing::follow(training);
    let writes = memo(move || writing::writes(training));
    view! {
        <div class="write" data-view="write">
            <h3>{say!(write.title)}</h3>
            {part(move || if writes.get() {
                view! { <Writer/> }.into_any()
            } else {
                view! { <p class="aside" data-note="fills">{say!(write.fills)}</p> }.into_any()
            })}
        </div>
    }
}

#[component]
fn Writer() -> impl IntoView {
    let training = training();
    let begun = move || {
        training.written.with(Option::is_some) && training.written_ids.with(Option::is_some)
    };
    view! {
        <p class="lead">{say!(write.note)}</p>
        <AllInUse/>
        {shown_while(move || looks_ahead(training), || view! {
            <p class="aside" data-note="unmasked">{say!(write.unmasked)}</p>
        }.into_any())}
        <sentence::Sentence/>
        <controls::Controls/>
        {shown_while(begun, || view! {
            <distribution::Distribution/>
            <costs::Costs/>
        }.into_any())}
    }
}

/// Has the shown model no causal mask?
fn looks_ahead(training: Training) -> bool {
    let settings = training.shown().settings;
    settings.with(|settings| settings.as_ref().is_some_and(|settings| !settings.causal))
}
