//! The text, and below it its tokens as the tokenizer made them.

use std::time::Duration;

use leptos::ev::Event;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::inspector;
use super::tokens::Tokens;
use crate::reactive::{effect, memo, on, shown_while};
use crate::text::say;

/// How long one who types must rest before the model reads.
const REST: Duration = Duration::from_millis(250);

/// The field and the row of tokens.
#[component]
pub fn Text() -> impl IntoView {
    let inspector = inspector();
    let value = memo(move || inspector.document.with(|own| own.text().to_owned()));
    // Another text in the document is one in the field, too.
    effect(move || {
        value.with(|_| ());
        inspector.refused.set(false);
    });
    let typed = move |text: String| {
        let same = value.with_untracked(|own| *own == text);
        let taken = same || inspector.own(Change::Text(text));
        inspector.refused.set(!taken);
    };
    let reads = move || !inspector.notebook.get();
    view! {
        {shown_while(reads, move || view! { <Field control="text" label=say!(models.text) value=value typed=typed/> }.into_any())}
        <Tokens/>
    }
}

/// A field for a text that is told once one who types rests.
#[component]
pub fn Field(
    control: &'static str,
    label: Signal<String>,
    value: Memo<String>,
    typed: impl Fn(String) + Copy + 'static,
) -> impl IntoView {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let hear = move |event: Event| {
        let text = event_target_value(&event);
        if let Some(before) = timer.try_update_value(Option::take).flatten() {
            before.clear();
        }
        let read = move || {
            // The field may be gone with its model.
            if value.try_get_untracked().is_some() {
                typed(text.clone());
            }
        };
        timer.set_value(set_timeout_with_handle(read, REST).ok());
    };
    on_cleanup(move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    });
    view! {
        <label class="re-text">
            <span>{label}</span>
            <textarea rows="1" data-control=control spellcheck="false" dir="auto"
                prop:value=value on:input=on(hear)></textarea>
        </label>
    }
}
