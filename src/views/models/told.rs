//! What is heard of a model that has been opened, and of a choice: the head that was chosen, where the token looks, what became of the answer; in a sentence
//! each, once the model has answered.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::models::link::Document;

use super::head::{does, effect};
use super::state::Inspector;
use super::{inspector, words};
use crate::language::shown;
use crate::text::tr;
use crate::widgets::told;
use crate::widgets::walk::tell_when_it_pauses;

/// What there is to hear of.
#[derive(Clone, PartialEq)]
struct Heard {
    document: Arc<Document>,
    tokens: Arc<Vec<String>>,
    head: (usize, usize),
    token: Option<usize>,
}

/// The place in which it is heard.
#[component]
pub fn Told() -> impl IntoView {
    let (inspector, told) = (inspector(), told::Told::nothing());
    let last = StoredValue::new(None::<Heard>);
    tell_when_it_pauses(
        move || track(inspector),
        move || now(inspector),
        move |_, now| {
            // What was heard last stays the last while the model reads.
            let Some(now) = now.clone() else { return };
            let before = last.try_update_value(|last| last.replace(now.clone()));
            let said = match before.flatten() {
                Some(before) if before.document.source == now.document.source => {
                    said(inspector, &before, &now)
                }
                _ => opened(&now),
            };
            if !said.is_empty() {
                told.say(said);
            }
        },
    );
    told.place()
}

fn track(inspector: Inspector) {
    inspector.document.track();
    inspector.view.track();
    inspector.tokens.track();
    inspector.reads.track();
    inspector.behind.track();
    inspector.head.track();
    inspector.coming.track();
}

/// Nothing while an answer is on its way.
fn now(inspector: Inspector) -> Option<Heard> {
    let at = inspector.at.get();
    let comes = inspector.coming.with(Option::is_some) || inspector.reads.get();
    let place = !inspector.behind.get() || inspector.notebook.get();
    let head = inspector
        .head
        .with(|own| own.as_ref().is_some_and(|own| own.at == at));
    let head = head || inspector.guessing.covers(at);
    (!comes && place && head).then(|| Heard {
        document: inspector.document.get(),
        tokens: inspector.tokens.get(),
        head: at,
        token: inspector.view.with(|view| view.token),
    })
}

/// Another model is here, and has read the text.
fn opened(now: &Heard) -> String {
    tr!(
        models.opened,
        name = words::source(&now.document.source),
        tokens = tr!(counted.tokens, count = now.tokens.len())
    )
}

fn said(inspector: Inspector, before: &Heard, now: &Heard) -> String {
    let count = tr!(counted.tokens, count = now.tokens.len());
    let other_text = before.tokens != now.tokens;
    let text = other_text.then(|| match written(inspector, now) {
        Some(text) => tr!(models.wrote, text = text, tokens = count),
        None => format!("{count}."),
    });
    let head = (before.head != now.head).then(|| {
        let all = [words::head(now.head), does(inspector, now.head)];
        all.join(": ").trim_end_matches(": ").to_owned() + "."
    });
    let other_token = before.token != now.token && !other_text;
    let token = other_token.then(|| now.token.and_then(|token| looks(inspector, token)));
    let changed = before.document.changed != now.document.changed;
    let answer = changed.then(|| answer(inspector, now));
    let all = [text, head, token.flatten(), answer];
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The words that the model has written, where that is how the text came about. They are said once.
fn written(inspector: Inspector, now: &Heard) -> Option<String> {
    let text = inspector.wrote.try_update(Option::take).flatten()?;
    let ends = now.document.text().ends_with(&text);
    ends.then(|| text.trim().to_owned())
}

/// Where a token looks most.
fn looks(inspector: Inspector, token: usize) -> Option<String> {
    let (key, weight) = inspector.head.with(|own| {
        let own = own.as_ref()?;
        let row = own.weights.get(token * own.n..(token + 1) * own.n)?;
        let all = row.iter().copied().enumerate();
        all.max_by(|a, b| a.1.total_cmp(&b.1))
    })?;
    let looks = tr!(
        models.cell,
        query = inspector.named(token),
        key = inspector.named(key),
        weight = shown(weight, 2)
    );
    Some(format!("{looks}."))
}

/// What the model says now that something was taken out, or put back.
fn answer(inspector: Inspector, now: &Heard) -> String {
    match now.document.changed.is_none() {
        true => tr!(models.nothing_out),
        false => effect(inspector),
    }
}
