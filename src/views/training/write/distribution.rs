//! What could come next, before it is drawn: every candidate with its logit, its probability and
//! its chance.

use crate::language::shown;
use leptos::ev::{FocusEvent, PointerEvent};
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::training::writing::Candidate;
use lesson::lessons::training::writing::choices::{self, Cut};

use super::super::state::{Training, training};
use super::super::token::word;
use super::strip::Strip;
use super::writing;
use crate::browser::targets;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::text::{say, tr};

/// Places after the point.
const DIGITS: u8 = 2;
/// So many candidates are shown unasked.
const FIRST: usize = 8;

/// The strip with the draw, the candidates as a table, and one candidate's arithmetic.
#[component]
pub fn Distribution() -> impl IntoView {
    let training = training();
    let all = RwSignal::new(false);
    let count = memo(move || {
        training.written.with(|written| {
            written
                .as_ref()
                .map_or(0, |written| written.candidates.len())
        })
    });
    let rows = memo(move || {
        if all.get() {
            count.get()
        } else {
            count.get().min(FIRST)
        }
    });
    let pointed = training.writing.pointed;
    let point = move |rank: Option<usize>| {
        if let Some(rank) = rank {
            pointed.set(rank);
        }
    };
    let waiting = derived(move || writing::current(training).is_none());
    view! {
        <section class="next-token" class:waiting=waiting>
            <h4>{say!(write.before)}</h4>
            <Strip/>
            <output class="arithmetic" data-arithmetic="candidate" aria-live="off">{derived(move || arithmetic(training))}</output>
            <table class="candidates" data-candidates="">
                <caption class="only-read">{say!(write.candidates)}</caption>
                <thead><tr>
                    <th>{say!(write.token)}</th><td></td><th>{say!(write.logit)}</th>
                    <th>{say!(write.probability)}</th><th>{say!(write.chance)}</th>
                </tr></thead>
                <tbody on:pointerover=on(move |event: PointerEvent| point(targets::number(&event, "data-rank")))
                    on:focusin=on(move |event: FocusEvent| point(targets::number(&event, "data-rank")))>
                    {part(move || (0..rows.get()).map(|rank| view! { <Line rank=rank/> }).collect_view().into_any())}
                </tbody>
            </table>
            {shown_while(move || count.get() > FIRST, move || view! {
                <button type="button" data-action="all-candidates" on:click=on(move |_| all.update(|all| *all = !*all))>
                    {derived(move || if all.get() { tr!(write.fewer) } else { tr!(write.every, count = count.get()) })}
                </button>
            }.into_any())}
        </section>
    }
}

/// The arithmetic of the candidate that is pointed at.
fn arithmetic(training: Training) -> String {
    let (rank, drawing) = (training.writing.pointed.get(), training.drawing.get());
    training.written.with(|written| {
        let Some(written) = written else {
            return String::new();
        };
        let rank = rank.min(written.candidates.len().saturating_sub(1));
        let token = written
            .candidates
            .get(rank)
            .map_or("", |one| word(training.task(), one.token));
        let line = choices::arithmetic(&written.candidates, rank, &drawing, DIGITS);
        format!("p({token}) = {line}")
    })
}

/// What the row of one rank says.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    own: Candidate,
    cut: Option<Cut>,
    drawn: bool,
}

fn entry(training: Training, rank: usize) -> Option<Entry> {
    let drawing = training.drawing.get();
    training.written.with(|written| {
        let written = written.as_ref()?;
        let own = *written.candidates.get(rank)?;
        Some(Entry {
            own,
            cut: choices::cut(&written.candidates, rank, &drawing),
            drawn: written.drawn == Some(own.token),
        })
    })
}

/// One candidate. The row belongs to the rank, so that the focus stays where it is when other
/// tokens come to stand there.
#[component]
fn Line(rank: usize) -> impl IntoView {
    let training = training();
    let entry = memo(move || entry(training, rank));
    let own = move || entry.get().map(|entry| entry.own);
    let number = move |pick: fn(Candidate) -> f32, digits| {
        derived(move || {
            own()
                .map(|own| shown(pick(own), digits))
                .unwrap_or_default()
        })
    };
    let name = move || own().map_or("", |own| word(training.task(), own.token));
    let take = move |_| {
        if let (Some(entry), true) = (
            entry.get_untracked(),
            untrack(|| writing::current(training)).is_some(),
        ) {
            writing::take(training, entry.own.token);
        }
    };
    let bar =
        derived(move || own().map(|own| format!("--p:{};--c:{}", own.probability, own.chance)));
    let is_cut = derived(move || entry.get().is_some_and(|entry| entry.cut.is_some()));
    let is_drawn = derived(move || entry.get().is_some_and(|entry| entry.drawn));
    let exact =
        move |pick: fn(Candidate) -> f32| derived(move || own().map(|own| shortest(pick(own))));
    view! {
        <tr data-rank=rank class:cut=is_cut class:drawn=is_drawn data-token=derived(move || own().map(|own| own.token.to_string()))
            data-probability=exact(|own| own.probability) data-chance=exact(|own| own.chance)>
            <th scope="row">
                <button type="button" data-action="take" aria-label=derived(move || tr!(write.take, token = name()))
                    on:click=on(take)>{derived(name)}</button>
            </th>
            <td class="bar"><span style=bar></span></td>
            <td>{number(|own| own.logit, DIGITS)}</td>
            <td>{number(|own| own.probability, DIGITS + 1)}</td>
            <td>{derived(move || entry.get().map(chance).unwrap_or_default())}</td>
        </tr>
    }
}

/// The chance, or what it was cut by.
fn chance(entry: Entry) -> String {
    match entry.cut {
        Some(Cut::TopK) => tr!(write.cut_k),
        Some(Cut::TopP) => tr!(write.cut_p),
        None => shown(entry.own.chance, DIGITS + 1),
    }
}
