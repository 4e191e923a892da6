//! The tokens so far, and the buttons that add to them.

use leptos::prelude::*;
use lesson::lessons::training::writing::spending::Spending;

use super::super::state::{Training, training};
use super::super::token;
use super::writing;
use crate::reactive::{derived, memo, on, shown_while};
use crate::screen::screen;
use crate::text::{say, tr};
use crate::widgets::markup;

/// Tokens and buttons.
#[component]
pub fn Sentence() -> impl IntoView {
    let (training, dark) = (training(), screen().dark);
    let begun = memo(move || training.written_ids.with(Option::is_some));
    let tokens = derived(move || tokens(training, dark.get()));
    let status = derived(move || status(training));
    view! {
        <section class="sentence">
            <ol class="written-row" data-written="" aria-label=say!(write.so_far) inner_html=tokens></ol>
            <p class="key">
                <span class="given">{say!(write.given)}</span>
                <span class="written">{say!(write.written)}</span>
            </p>
            <div class="row">
                <button type="button" data-action="write-start" class:primary=derived(move || !begun.get())
                    on:click=on(move |_| writing::start(training))>
                    {derived(move || if begun.get() { tr!(write.again) } else { tr!(write.start) })}
                </button>
                {shown_while(move || begun.get(), || view! { <Buttons/> }.into_any())}
            </div>
            <p class="status" role="status">{status}</p>
        </section>
    }
}

/// Those that count once there is a beginning. None is ever disabled: it would lose the focus.
#[component]
fn Buttons() -> impl IntoView {
    let training = training();
    let over = memo(move || writing::is_over(training));
    let at_prompt = memo(move || {
        let given = training.writing.spending.with(Spending::given);
        training
            .written_ids
            .with(|ids| ids.as_ref().is_none_or(|ids| ids.len() <= given))
    });
    let going = training.writing.going;
    let go = move |_| going.update(|going| *going = !*going && !over.get_untracked());
    let button = move |action: &'static str,
                       idle: Memo<bool>,
                       press: fn(Training),
                       words: Signal<String>| {
        view! {
            <button type="button" data-action=action aria-disabled=derived(move || idle.get().then_some("true"))
                on:click=on(move |_| press(training))>
                {words}
            </button>
        }
    };
    view! {
        {button("write-draw", over, writing::draw, say!(write.draw))}
        {button("write-likely", over, writing::most_likely, say!(write.likely))}
        <button type="button" data-action="write-all" aria-disabled=derived(move || over.get().then_some("true"))
            on:click=on(go)>
            {derived(move || if going.get() { tr!(write.stop) } else { tr!(write.all) })}
        </button>
        {button("write-back", at_prompt, writing::take_back, say!(write.back))}
    }
}

/// The tokens as list items: the prompt before it is taken over, then what was given and written.
fn tokens(training: Training, dark: bool) -> String {
    let task = training.task();
    let begun = training.written_ids.get();
    let given = training.writing.spending.with(Spending::given);
    let ids = begun
        .clone()
        .or_else(|| writing::prompt(training))
        .unwrap_or_default();
    let item = |(place, id): (usize, &u32)| {
        let origin = if begun.is_some() && place >= given {
            "written"
        } else {
            "given"
        };
        let style = token::style(place, dark);
        let attributes = format!("class=\"{origin}\" data-origin=\"{origin}\" style=\"{style}\"");
        markup::element("li", &attributes, token::word(task, *id))
    };
    let mut items: String = ids.iter().enumerate().map(item).collect();
    if begun.is_some() && !writing::is_over(training) {
        items.push_str("<li class=\"next\" aria-hidden=\"true\">?</li>");
    }
    items
}

/// What was written last, or why nothing more is written.
fn status(training: Training) -> String {
    let task = training.task();
    let given = training.writing.spending.with(Spending::given);
    if writing::is_full(training) {
        return tr!(write.full, tokens = tr!(counted.tokens, count = task.n()));
    }
    let ended = writing::has_ended(training);
    let last = training.written_ids.with(|ids| {
        let ids = ids.as_ref()?;
        let tells = ended || ids.len() > given;
        ids.last().filter(|_| tells).copied()
    });
    match last {
        Some(id) if ended => tr!(write.ended, token = token::word(task, id)),
        Some(id) => tr!(write.last, token = token::word(task, id)),
        None => String::new(),
    }
}
