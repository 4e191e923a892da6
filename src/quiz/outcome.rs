//! What an answer amounts to: a word, the score, the likely mistake, the true numbers beside the
//! answer, and how the distance is computed.

use leptos::prelude::*;
use lesson::share::quiz::session;
use lesson::share::quiz::{Answer, Ask, Verdict};

use super::state::{Revealed, desk};
use super::words;
use crate::reactive::{derived, memo, on, shown_while};
use crate::shell::{Shell, shell};
use crate::text::{say, tr};
use crate::widgets::markup;

/// The outcome on show.
#[component]
pub fn Outcome() -> impl IntoView {
    let (shell, desk) = (shell(), desk());
    let outcome = memo(move || shell.session.with(|session| session.outcome.clone()));
    let class = derived(move || {
        format!(
            "outcome {}",
            outcome.with(|o| o.as_ref().map_or("", verdict_class))
        )
    });
    let mistake =
        derived(move || outcome.with(|o| o.as_ref().map(words::mistake).unwrap_or_default()));
    let numbers = derived(move || {
        let revealed = desk.revealed.get();
        outcome.with(|o| {
            o.as_ref()
                .zip(revealed)
                .map(|(o, revealed)| table(shell, o, &revealed))
                .unwrap_or_default()
        })
    });
    let line = derived(move || {
        let revealed = desk.revealed.get();
        let digits = shell.look.get().0;
        outcome.with(|o| {
            o.as_ref()
                .zip(revealed)
                .map(|(o, revealed)| words::distance(o, &revealed, digits))
                .unwrap_or_default()
        })
    });
    let verdict = derived(move || {
        let (revealed, digits) = (desk.revealed.get(), shell.look.get().0);
        let own = |o: &session::Outcome| words::verdict(o, revealed.as_ref(), digits);
        outcome.with(|o| o.as_ref().map(own).unwrap_or_default())
    });
    let numeric = move || outcome.with(|o| o.as_ref().and_then(|o| o.ask.table()).is_some());
    // The focus comes here after an answer: what came of it is heard as the name, once.
    let said = derived(move || words::said(shell, desk));
    view! {
        <div class=class id=desk.id("quiz-outcome") role="group" aria-label=said tabindex="-1" data-quiz-outcome="">
            <p class="verdict" data-quiz-verdict="">{verdict}</p>
            {shown_while(move || mistake.with(|m| !m.is_empty()), move || view! { <p data-quiz-mistake="">{mistake}</p> }.into_any())}
            {shown_while(numeric, move || view! {
                <div class="scroll"><table data-quiz-numbers=""><caption class="only-read">{say!(quiz.numbers)}</caption><tbody inner_html=numbers></tbody></table></div>
                <p class="arithmetic" data-quiz-distance="">{line}</p>
            }.into_any())}
            <div class="row">
                <NextQuestion/>
                {shown_while(numeric, move || view! { <button type="button" data-action="new-numbers" on:click=on(move |_| desk.again())>{say!(quiz.another)}</button> }.into_any())}
            </div>
        </div>
    }
}

fn verdict_class(outcome: &session::Outcome) -> &'static str {
    match &outcome.answered {
        None => "revealed",
        Some((_, grade)) => match grade.verdict {
            Verdict::Right => "right",
            Verdict::Near => "near",
            Verdict::Wrong => "wrong",
        },
    }
}

/// A weight with its bar below, so that rows can be compared at a glance.
fn bar(weight: f32, text: &str) -> String {
    let bar = format!("<meter aria-hidden=\"true\" value=\"{weight}\"></meter>");
    format!("<td>{text}{bar}</td>")
}

/// A line each for the keys (of a row), the answer, the truth, and what the mistake gives.
fn table(shell: Shell, outcome: &session::Outcome, revealed: &Revealed) -> String {
    let digits = shell.look.get().0.max(2);
    let line = |label: String, answer: &Answer| {
        let numbers = words::numbers(answer, digits);
        let cells = numbers.iter().enumerate();
        let cells = cells.map(|(key, text)| match answer {
            Answer::Row(row) => bar(row[key], text),
            _ => markup::td(text),
        });
        markup::row("", markup::th(&label), cells)
    };
    let keys = match outcome.ask {
        Ask::Row(table, _) => {
            let keys = words::columns(shell, table);
            let keys: Vec<String> = keys.iter().map(|key| markup::th(key)).collect();
            markup::row("", markup::td(""), keys.into_iter())
        }
        _ => String::new(),
    };
    let given = outcome
        .answered
        .as_ref()
        .map(|(answer, _)| line(tr!(quiz.yours), answer));
    let mistaken = revealed
        .mistaken
        .as_ref()
        .map(|answer| line(tr!(quiz.mistaken), answer));
    [
        Some(keys),
        given,
        Some(line(tr!(quiz.truth), &revealed.truth)),
        mistaken,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The way to the next question, while there is one.
#[component]
pub fn NextQuestion() -> impl IntoView {
    let (shell, desk) = (shell(), desk());
    shown_while(
        move || words::goes_on(shell),
        move || {
            view! { <button type="button" class="primary" data-action="next-question" on:click=on(move |_| desk.next())>{say!(quiz.next)}</button> }.into_any()
        },
    )
}
