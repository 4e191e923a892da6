//! What is set: what the other input is, which word changes; other matrices; the other input kept.

use leptos::prelude::*;
use lesson::lessons::mlp::{Change, META, Other};

use super::bench;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// What the other input is, and which word becomes another, at the steps that show it.
#[component]
pub fn Choosers() -> impl IntoView {
    let bench = bench();
    let step = memo(move || {
        let step = bench.shell.lesson.with(|own| own.place().step);
        META.steps.get(step).copied().unwrap_or_default()
    });
    view! {
        {shown_while(move || step.get() == "change", || view! { <What/> }.into_any())}
        {shown_while(move || matches!(step.get(), "change" | "linear"), || view! { <At/> }.into_any())}
    }
}

#[component]
fn What() -> impl IntoView {
    let bench = bench();
    let word = memo(move || bench.document.with(|d| d.word.clone()));
    let options = derived(move || {
        let called = |other: Other| match other {
            Other::Word => tr!(mlp.other_word, word = word.get()),
            Other::Order => tr!(mlp.other_order),
            Other::Longer => tr!(mlp.other_longer, word = word.get()),
        };
        let option = |other: Other| (other.key().to_owned(), called(other));
        Other::ALL.map(option).to_vec()
    });
    let other = memo(move || bench.document.with(|d| d.other));
    let choose = move |key: String| {
        if let Some(other) = Other::from_key(&key) {
            bench.change(Change::Other(other));
        }
    };
    view! { <Chooser control="other" label=say!(mlp.other_label) options=options value=derived(move || other.get().key().to_owned()) choose=choose/> }
}

#[component]
fn At() -> impl IntoView {
    let bench = bench();
    let options = derived(move || {
        let option = |(index, token): (usize, &String)| (index.to_string(), token.clone());
        bench
            .document
            .with(|d| d.tokens.iter().enumerate().map(option).collect::<Vec<_>>())
    });
    let at = memo(move || bench.document.with(|d| d.at));
    let choose = move |text: String| {
        if let Ok(at) = text.parse() {
            bench.change(Change::At(at));
        }
    };
    view! { <Chooser control="at" label=say!(mlp.at_label) options=options value=derived(move || at.get().to_string()) choose=choose/> }
}

/// Other matrices; the other input as the input.
#[component]
pub fn More() -> impl IntoView {
    let bench = bench();
    let draw = move |_| {
        bench.drawn.update(|seed| *seed += 1);
        bench.change(Change::Draw(bench.drawn.get_untracked()));
    };
    view! {
        <button type="button" data-action="keep-new" on:click=on(move |_| bench.change(Change::Keep))>{say!(mlp.keep)}</button>
        <button type="button" data-action="draw-weights" on:click=on(draw)>{say!(heads.draw)}</button>
    }
}
