//! The sequence the model reads: a held-out one, or the learner's own; and at each place what is
//! predicted and what should be.

use leptos::prelude::*;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::look::Seen;
use lesson::lessons::training::task::{Objective, Task};

use super::controls::percent;
use super::{Training, training};
use crate::reactive::{derived, memo, on, part};
use crate::text::{following, say, tr};

/// The choice of a sequence, and the predictions.
#[component]
pub fn Sequence() -> impl IntoView {
    let training = training();
    let next = move |_| {
        training.own(Change::Another);
    };
    let own = move |text: String| {
        let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        training.own(Change::Text(text));
    };
    let shown = derived(
        move || match training.document.with(|own| own.text.clone()) {
            Some(text) => text,
            None => training
                .ids
                .get()
                .map(|ids| words_of(training.task(), &ids).join(" "))
                .unwrap_or_default(),
        },
    );
    view! {
        <section class="card sequence" data-control="beside">
            <h3>{say!(sequence.title)}</h3>
            <div class="row">
                <input class="own-text" type="text" data-control="text" aria-label=say!(sequence.own)
                    autocomplete="off" spellcheck="false"
                    prop:value=shown on:change=on(move |event| own(event_target_value(&event)))/>
                <button type="button" data-action="another" on:click=on(next)>{say!(sequence.another)}</button>
            </div>
            <div class="notice" role="alert">{part(move || refused(training))}</div>
            <p class="note">{following(move || vocabulary(training.task()))}</p>
            <Predictions/>
        </section>
    }
}

fn refused(training: Training) -> AnyView {
    match training.ids.get() {
        Ok(_) => ().into_any(),
        Err(problem) => {
            let words = following(move || super::words::problem(&problem));
            view! { <span class="problem" data-problem="">{words}</span> }.into_any()
        }
    }
}

fn vocabulary(task: Task) -> String {
    tr!(
        sequence.vocabulary,
        words = task.words().join(" "),
        tokens = tr!(counted.tokens, count = task.n())
    )
}

/// The words of tokens.
pub fn words_of(task: Task, ids: &[u32]) -> Vec<String> {
    let words = task.words();
    let word = |id: &u32| {
        words
            .get(*id as usize)
            .map_or_else(String::new, |word| (*word).to_owned())
    };
    ids.iter().map(word).collect()
}

/// One place of the sequence with what the model makes of it.
#[derive(Clone, PartialEq)]
struct Prediction {
    token: String,
    /// What should be predicted here, where the task says so.
    target: Option<String>,
    /// The most probable token and its probability, with the heads as they are …
    best: (String, f32),
    /// … and with all of them, when some are taken out and it is another.
    whole: Option<String>,
    right: Option<bool>,
    /// Was anything learned for this place? What is predicted elsewhere means nothing.
    asked: bool,
}

/// A table: token, what is predicted, with which probability, what should be.
#[component]
fn Predictions() -> impl IntoView {
    let training = training();
    let rows = memo(move || {
        let seen = training.shown().seen.get();
        seen.map(|seen| {
            // While the answer about another sequence is on its way, its targets are not this one's.
            let same = training.ids.with(|ids| ids.as_ref() == Ok(&seen.ids));
            let targets = if same { training.targets() } else { Vec::new() };
            predictions(training.task(), &seen, &targets)
        })
        .unwrap_or_default()
    });
    let row = |cells: fn(&Prediction) -> (String, &'static str)| {
        part(move || {
            let cell = |one: &Prediction| {
                let (text, class) = cells(one);
                view! { <td class=class>{text}</td> }
            };
            rows.with(|rows| rows.iter().map(cell).collect_view().into_any())
        })
    };
    // Of a text of one's own nobody has said what it should be.
    let unsaid = move || rows.with(|rows| rows.iter().all(|one| one.target.is_none()));
    let fills = move || training.task().objective() == Objective::Fill;
    let heading = following(move || {
        if fills() {
            tr!(sequence.fills)
        } else {
            tr!(sequence.predicts)
        }
    });
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=say!(sequence.title)>
            <table class="predictions" data-table="predictions" aria-label=say!(sequence.title)>
                <tbody>
                    <tr><th scope="row">{say!(sequence.token)}</th>{row(|one| (one.token.clone(), "token"))}</tr>
                    <tr><th scope="row">{heading}</th>{row(|one| (one.best.0.clone(), verdict(one)))}</tr>
                    <tr><th scope="row">{say!(sequence.probability)}</th>{row(|one| (percent(one.best.1), if one.asked { "" } else { "unasked" }))}</tr>
                    <tr class:hidden-row=derived(unsaid)><th scope="row">{say!(sequence.target)}</th>{row(|one| (one.target.clone().unwrap_or_default(), ""))}</tr>
                    <tr class:hidden-row=derived(move || training.without.with(Vec::is_empty))>
                        <th scope="row">{say!(sequence.whole)}</th>{row(|one| (one.whole.clone().unwrap_or_default(), ""))}
                    </tr>
                </tbody>
            </table>
        </div>
    }
}

fn verdict(one: &Prediction) -> &'static str {
    match one.right {
        Some(true) => "right",
        Some(false) => "wrong",
        None if one.asked => "",
        None => "unasked",
    }
}

fn predictions(task: Task, seen: &Seen, targets: &[Option<u32>]) -> Vec<Prediction> {
    let (vocab, links) = (task.words().len(), task.links(&seen.ids));
    let word = |id: usize| words_of(task, &[id as u32]).concat();
    let rows = seen.ids.iter().zip(seen.next.chunks(vocab)).enumerate();
    rows.map(|(place, (id, next))| {
        let (best, probability) = most_probable(next);
        let target = targets.get(place).copied().flatten();
        let whole = seen
            .next_whole
            .as_ref()
            .and_then(|whole| whole.chunks(vocab).nth(place));
        let whole = whole
            .map(|whole| most_probable(whole).0)
            .filter(|whole| *whole != best);
        Prediction {
            token: word(*id as usize),
            target: target.map(|id| word(id as usize)),
            best: (word(best), probability),
            whole: whole.map(word),
            right: target.map(|target| target as usize == best),
            asked: target.is_some() || links.iter().any(|link| link.from == place),
        }
    })
    .collect()
}

fn most_probable(next: &[f32]) -> (usize, f32) {
    let larger =
        |best: (usize, f32), (token, &p): (usize, &f32)| if p > best.1 { (token, p) } else { best };
    next.iter().enumerate().fold((0, 0.0), larger)
}
