//! The text, and its tokens as the tokenizer made them.

use std::time::Duration;

use leptos::ev::Event;
use leptos::html;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::inspector;
use crate::browser::{elements, focus, page};
use crate::plot::colours;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::screen::screen;
use crate::text::{following, say, tr};
use crate::views::models::words::placed;

/// How long one who types must rest before the model reads.
const REST: Duration = Duration::from_millis(250);

/// The field and the row of tokens.
#[component]
pub fn Text() -> impl IntoView {
    let inspector = inspector();
    let value = memo(move || inspector.document.with(|own| own.text().to_owned()));
    let typed = move |text| {
        inspector.own(Change::Text(text));
    };
    let reads = move || !inspector.notebook.get();
    view! {
        {shown_while(reads, move || view! { <Field control="text" label=say!(models.text) value=value typed=typed/> }.into_any())}
        <Tokens/>
    }
}

/// A field for a text that is read once one who types rests.
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
            if value.try_get_untracked().is_some_and(|own| own != text) {
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

/// The box of the tokens, which scrolls.
const TOKENS: &str = "model-tokens";

/// The tokens as buttons: pointing at one shows where it looks and who looks at it, a click keeps it. All of them are
/// one stop for Tab, with arrows from one to the next.
#[component]
fn Tokens() -> impl IntoView {
    let inspector = inspector();
    let tokens = inspector.tokens;
    let token = inspector.token;
    let row = NodeRef::<html::Div>::new();
    focus::rove(row);
    // One that is pointed at is in sight; the one that a text begins with, or a link names, may stand further down.
    let kept = memo(move || inspector.view.with(|view| view.token));
    effect(move || {
        tokens.track();
        kept.track();
        page::after_frame(|| elements::show_in(TOKENS, ".lit"));
    });
    let count = following(move || {
        let count = tr!(counted.tokens, count = tokens.with(|all| all.len()));
        match inspector.reads.get() {
            true => tr!(models.reading),
            false => tr!(models.tokens, tokens = count),
        }
    });
    // All anew: of each that a `<For>` takes away, `reactive_graph` 0.2 keeps a place in its owner.
    let all = move || {
        let all = tokens.get();
        let one = |(place, text): (usize, &String)| {
            view! { <Token place=place text=text.clone() chosen=token/> }
        };
        all.iter().enumerate().map(one).collect_view().into_any()
    };
    view! {
        <div class="re-tokens" id=TOKENS node_ref=row role="group" aria-label=say!(head.tokens)>{part(all)}</div>
        <p class="caption-line">{count}</p>
    }
}

#[component]
fn Token(place: usize, text: String, chosen: Memo<usize>) -> impl IntoView {
    let inspector = inspector();
    let dark = screen().dark;
    let colour = move |place: usize| colours::css(colours::token(place, dark.get()));
    let style = derived(move || {
        let looking = chosen.get();
        let weight = |query: usize, key: usize| {
            inspector.head.with(|head| {
                let head = head.as_ref()?;
                head.weights.get(query * head.n + key).copied()
            })
        };
        let (looks, seen) = (weight(looking, place), weight(place, looking));
        format!(
            "--token:{};--focus:{};--looks:{};--seen:{}",
            colour(place),
            colour(looking),
            looks.unwrap_or(0.0),
            seen.unwrap_or(0.0)
        )
    });
    let pinned = memo(move || inspector.view.with(|view| view.token) == Some(place));
    let pin = move |_| {
        let token = (!pinned.get_untracked()).then_some(place);
        inspector.own(Change::Token(token));
    };
    let point = move |token: Option<usize>| {
        if inspector.hovered.get_untracked() != token {
            inspector.hovered.set(token);
        }
    };
    view! {
        <button type="button" class="re-token" data-token=place tabindex=focus::stop(place == 0) style=style aria-pressed=derived(move || pinned.get().to_string())
            class:lit=derived(move || chosen.get() == place)
            on:pointerenter=on(move |_| point(Some(place))) on:pointerleave=on(move |_| point(None))
            on:focus=on(move |_| point(Some(place))) on:blur=on(move |_| point(None)) on:click=on(pin)>
            {placed(&text, place)}
        </button>
    }
}
