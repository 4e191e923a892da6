//! What stands behind the name: every lesson as a card, and the glossary.

use leptos::prelude::*;

use super::cards::Cards;
use super::terms;
use super::walked;
use crate::browser::storage;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{say, tr};
use crate::widgets::told::Told;
use crate::widgets::walk::tell_when_it_pauses;

/// Lessons, progress, words.
#[component]
pub fn Contents() -> impl IntoView {
    let (walked, told, keeps) = (walked(), Told::nothing(), storage::keeps());
    let kept = derived(move || match keeps {
        true => tr!(path.kept),
        false => tr!(path.not_kept),
    });
    let forget = move |_| {
        walked.forget();
        told.say(tr!(path.forgotten));
    };
    view! {
        <div class="contents-body">
            <Cards/>
            <p class="row note">
                {kept}" "
                <button type="button" data-action="forget-path" on:click=on(forget)>{say!(path.forget)}</button>
            </p>
            <Glossary told=told/>
            {told.place()}
        </div>
    }
}

/// All words, and a field to find one.
#[component]
fn Glossary(told: Told) -> impl IntoView {
    let wanted = RwSignal::new(String::new());
    let found = memo(move || terms::entries(terms::ALL, &wanted.get()));
    let none = move || found.with(String::is_empty);
    // That there are none is said where it is seen.
    let count = move || found.with(|all| all.matches("<dt>").count());
    tell_when_it_pauses(
        move || wanted.track(),
        move || (wanted.get(), count()),
        move |_, (_, count)| match count {
            0 => told.say(String::new()),
            count => told.say(tr!(path.found, count = *count)),
        },
    );
    view! {
        <section class="words-list">
            <div class="row">
                <h3>{say!(path.words)}</h3>
                <input type="search" data-control="find-word" aria-label=say!(path.find) placeholder=say!(path.find)
                    on:input=on(move |event| wanted.set(event_target_value(&event)))/>
            </div>
            <p class="note" role="status">
                {shown_while(none, move || view! { {derived(move || tr!(path.none, text = wanted.get()))} }.into_any())}
            </p>
            <dl class="glossary" inner_html=found></dl>
        </section>
    }
}
