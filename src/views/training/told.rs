//! What is heard of the runs and of a choice: where the runs stand, which head was chosen, where a token looks; in a
//! sentence each, once things stand still. While the runs train or play, how far they are from time to time.

mod playing;

use std::time::Duration;

use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use lesson::lessons::training::look::{Quality, Seen, Without};
use lesson::protocol::Side;

use super::controls::{percent, side_name, two};
use super::gallery::grid::{head_weights, label_of};
use super::gallery::head_name;
use super::gallery::layer::tokens;
use super::gallery::numbers::placed;
use super::gallery::quality::signed;
use super::state::RunState;
use super::{Training, training};
use crate::language::shown;
use crate::reactive::effect;
use crate::text::{list, tr};
use crate::widgets::told;
use crate::widgets::walk::tell_when_it_pauses;

/// So often it is said how far runs are that train: seldom enough to be heard to its end.
const EVERY: Duration = Duration::from_secs(10);

/// What there is to hear of.
#[derive(Clone, PartialEq)]
struct Heard {
    side: Side,
    head: (usize, usize),
    token: Option<usize>,
    standings: String,
    /// How often the run was played. Played to its end it stands where it stood, and says so.
    played: u32,
}

/// The place in which it is heard. Nothing is said of what has just been opened.
#[component]
pub fn Told() -> impl IntoView {
    let (training, told) = (training(), told::Told::nothing());
    let (last, played) = (StoredValue::new(None::<Heard>), StoredValue::new(0));
    effect(move || {
        if training.playing.get() {
            played.update_value(|count| *count += 1);
        }
    });
    tell_when_it_pauses(
        move || track(training),
        move || now(training, played.get_value()),
        move |_, now| {
            // What was heard last stays the last while something moves.
            let Some(now) = now.clone() else { return };
            let before = last.try_update_value(|last| last.replace(now.clone()));
            let said = before.flatten().map(|before| said(training, &before, &now));
            if let Some(said) = said.filter(|said| !said.is_empty()) {
                told.say(said);
            }
        },
    );
    tell_while_it_trains(training, told);
    playing::tell(training, told);
    told.place()
}

/// Says that the runs train, and every now and then how far they are.
fn tell_while_it_trains(training: Training, told: told::Told) {
    let ticking = StoredValue::new(None::<IntervalHandle>);
    let stop = move || {
        if let Some(ticking) = ticking.try_update_value(Option::take).flatten() {
            ticking.clear();
        }
    };
    let tell = move || told.say(untrack(|| progressed(training)));
    effect(move || {
        stop();
        if training.training.get() {
            told.say(untrack(|| tr!(said.begun)));
            ticking.set_value(set_interval_with_handle(tell, EVERY).ok());
        }
    });
    on_cleanup(stop);
}

fn track(training: Training) {
    training.training.track();
    training.playing.track();
    training.at.track();
    training.side.track();
    training.view.track();
    training.without.track();
    for run in training.runs {
        run.progress.track();
        run.seen.track();
    }
}

/// Nothing while something moves, or while what is shown is still of the moment before.
fn now(training: Training, played: u32) -> Option<Heard> {
    let moves = training.training.get() || training.playing.get();
    if moves || !open(training).all(|(_, run)| is_here(training, run)) {
        return None;
    }
    let view = training.view.get();
    Some(Heard {
        side: training.side.get(),
        head: view.head,
        token: view.pinned,
        standings: standings(training),
        played,
    })
}

/// How the runs stand at the moment on show.
fn standings(training: Training) -> String {
    of_each(training, |run| {
        run.seen
            .with(|seen| Some(quality(training, seen.as_deref()?)))
    })
}

/// The runs that are open.
fn open(training: Training) -> impl Iterator<Item = (Side, RunState)> {
    let both = Side::BOTH.into_iter();
    both.map(move |side| (side, training.runs[side.index()]))
        .filter(|(_, run)| run.settings.with(Option::is_some))
}

/// Whether what was seen of a run is of the moment on show, with the heads that are in use now.
fn is_here(training: Training, run: RunState) -> bool {
    let step = run.step_at(training.at.get());
    let shape = run
        .settings
        .with(|own| own.as_ref().map(|own| (own.n_layers, own.n_heads)));
    let has =
        |one: &Without| shape.is_some_and(|(layers, heads)| one.layer < layers && one.head < heads);
    let out = training.without.with(|without| without.iter().any(has));
    run.seen.with(|seen| {
        let here = |seen: &Seen| Some(seen.step) == step && seen.quality_whole.is_some() == out;
        seen.as_deref().is_some_and(here)
    })
}

/// A sentence of each run that is open; of two with its name.
fn of_each(training: Training, sentence: impl Fn(RunState) -> Option<String>) -> String {
    let both = two(training);
    let named = |(side, run)| {
        let sentence = sentence(run)?;
        Some(match both {
            true => format!("{}: {sentence}", side_name(side)),
            false => sentence,
        })
    };
    open(training)
        .filter_map(named)
        .collect::<Vec<_>>()
        .join(" ")
}

/// How far the runs are that train.
fn progressed(training: Training) -> String {
    of_each(training, |run| {
        run.progress.with(|progress| {
            let progress = progress.as_ref()?;
            let last = progress.points.last()?;
            Some(trained(progress.step, last.held_out, last.accuracy))
        })
    })
}

/// Loss and accuracy of a moment; where heads are out, which, and what that costs.
fn quality(training: Training, seen: &Seen) -> String {
    let Quality { loss, accuracy } = seen.quality;
    let Some(whole) = &seen.quality_whole else {
        return trained(seen.step, loss, accuracy);
    };
    let points = signed((accuracy - whole.accuracy) * 100.0, 1);
    let heads = training.without.with(|without| {
        let name = |one: &Without| head_name((one.layer, one.head));
        without.iter().map(name).collect::<Vec<_>>()
    });
    tr!(
        said.off,
        step = seen.step,
        heads = list(&heads),
        accuracy = percent(accuracy),
        points = tr!(gallery.points, points = points)
    )
}

fn trained(step: u32, loss: f32, accuracy: f32) -> String {
    tr!(
        said.trained,
        step = step,
        loss = shown(loss, 3),
        accuracy = percent(accuracy)
    )
}

/// What is new, in the order in which it is looked at.
fn said(training: Training, before: &Heard, now: &Heard) -> String {
    let moved = before.standings != now.standings || before.played != now.played;
    let standings = moved.then(|| now.standings.clone());
    let other_head = (before.side, before.head) != (now.side, now.head);
    let head = other_head.then(|| chosen(training, now));
    let other_token = before.token != now.token;
    let token = other_token.then(|| now.token.and_then(|token| looks(training, now, token)));
    let all = [standings, head, token.flatten()];
    all.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The place of the chosen head among all of its run.
fn index(training: Training, now: &Heard) -> usize {
    let run = training.runs[now.side.index()];
    let heads = run
        .settings
        .with(|own| own.as_ref().map_or(0, |own| own.n_heads));
    now.head.0 * heads + now.head.1
}

/// The head that was chosen, and what it was measured to do.
fn chosen(training: Training, now: &Heard) -> String {
    let does = label_of(training, now.side, index(training, now));
    format!("{}: {does}.", head_name(now.head))
}

/// Where a token that was chosen looks most.
fn looks(training: Training, now: &Heard, token: usize) -> Option<String> {
    let weights = head_weights(training, now.side, index(training, now));
    let row = weights.iter_rows().nth(token)?.iter().copied().enumerate();
    let (key, weight) = row.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let all = tokens(training, now.side);
    let name = |place: usize| all.get(place).map(|token| placed(token, place));
    let (query, key) = (name(token)?, name(key)?);
    Some(tr!(
        head.most,
        query = query,
        key = key,
        weight = shown(weight, 2)
    ))
}
