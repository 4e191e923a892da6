//! Predict first: the question, the tokens to choose from, and what came of it.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::super::state::{Inspector, State, inspector};
use crate::browser::{page, targets};
use crate::language::shown;
use crate::reactive::{memo, on, part};
use crate::text::{following, say, tr};
use crate::widgets::markup;

/// The button, or the question.
#[component]
pub fn Predict() -> impl IntoView {
    let inspector = inspector();
    let now = inspector.guessing.now;
    let state = memo(move || now.with(|own| own.as_ref().map(|own| own.state == State::Asked)));
    part(move || {
        match state.get() {
        None => {
            view! { <div class="row"><button type="button" data-control="guess" on:click=on(move |_| inspector.ask_to_guess())>{say!(models.guess.start)}</button></div> }.into_any()
        }
        Some(true) => view! { <Question/> }.into_any(),
        Some(false) => view! { <Outcome/> }.into_any(),
    }
    })
}

/// Where the question stands, and then what came of it.
const HERE: &str = "model-guess";

/// The button that was pressed is gone, and what stands below has another height: one goes on from here.
fn go_here() {
    page::after_frame(|| page::focus(HERE));
}

#[component]
fn Question() -> impl IntoView {
    let inspector = inspector();
    go_here();
    let query = move || {
        inspector
            .guessing
            .now
            .with(|own| own.as_ref().map_or(0, |own| own.query))
    };
    let words = following(move || tr!(models.guess.ask, query = inspector.named(query())));
    // A query that may not look ahead can be asked only of what stands before it.
    let tokens = memo(move || {
        let causal = inspector
            .card
            .with(|own| own.as_ref().is_some_and(|own| own.causal));
        let count = inspector.tokens.with(|all| all.len());
        let count = if causal {
            count.min(query() + 1)
        } else {
            count
        };
        let token = |place: usize| {
            let attributes =
                format!("type=\"button\" data-control=\"guess\" data-guess=\"{place}\"");
            markup::element("button", &attributes, &inspector.named(place))
        };
        (0..count).map(token).collect::<String>()
    });
    let choose = move |event: MouseEvent| {
        if let Some(key) = targets::number(&event, "data-guess") {
            inspector.guess(key);
        }
    };
    view! {
        <div class="re-guess">
            <p role="status" id=HERE tabindex="-1">{words}</p>
            <div class="re-tokens" role="group" aria-label=words inner_html=tokens on:click=on(choose)></div>
            <p><button type="button" data-control="guess" on:click=on(move |_| inspector.give_up())>{say!(models.guess.show)}</button></p>
        </div>
    }
}

#[component]
fn Outcome() -> impl IntoView {
    let inspector = inspector();
    go_here();
    let words = following(move || said(inspector));
    let done = move |_| inspector.guessing.now.set(None);
    view! {
        <div class="re-guess">
            <p role="status" id=HERE tabindex="-1" data-guessed="">{words}</p>
            <p class="row">
                <button type="button" class="primary" data-control="guess" on:click=on(move |_| inspector.guess_another())>{say!(models.guess.another)}</button>
                <button type="button" data-control="guess" on:click=on(done)>{say!(models.guess.done)}</button>
            </p>
        </div>
    }
}

/// What came of it, and how many were right so far.
fn said(inspector: Inspector) -> String {
    // The numbers are shown again.
    inspector.head.track();
    let Some(own) = inspector.guessing.now.get() else {
        return String::new();
    };
    let Some((most, weight)) = inspector.looks_most(&own) else {
        return String::new();
    };
    let (key, most_weight) = (inspector.named(most), shown(weight, 2));
    let State::Said(guessed) = own.state else {
        return tr!(models.guess.most, key = key, weight = most_weight);
    };
    let outcome = match guessed == most {
        true => tr!(models.guess.right, key = key, weight = most_weight),
        false => {
            let row = inspector.row(&own).unwrap_or_default();
            let found = row.get(guessed).copied().unwrap_or(0.0);
            let said = tr!(
                models.guess.wrong,
                key = inspector.named(guessed),
                weight = shown(found, 2)
            );
            format!(
                "{said} {}",
                tr!(models.guess.most, key = key, weight = most_weight)
            )
        }
    };
    let (right, all) = inspector.guessing.score.get();
    format!(
        "{outcome} {}",
        tr!(models.guess.score, right = right, all = all)
    )
}
