//! What is heard of a run while it plays: how it stands, every now and then, and what a head has come to do.

use leptos::prelude::*;
use lesson::lessons::training::heads::HeadKind;
use lesson::protocol::Side;

use super::super::Training;
use super::super::controls::{side_name, two};
use super::super::gallery::grid::label_of;
use super::super::gallery::head_name;
use super::super::state::RunState;
use super::{is_here, open, standings};
use crate::reactive::effect;
use crate::widgets::told::Told;

/// Steps from one sentence on how the runs stand to the next: fewer would be talk without end.
const STEPS: u32 = 150;

/// What a head of a run, by its place among all of them, was measured to do.
type Formed = (Side, usize, HeadKind);

/// What was said since the run began to play.
struct Played {
    /// The moment that was on show when it was said last how the runs stand.
    said: u32,
    /// What is known of heads.
    formed: Vec<Formed>,
}

/// Says what is new of the moments that the run comes to.
pub fn tell(training: Training, told: Told) {
    let played = StoredValue::new(None::<Played>);
    effect(move || {
        if !training.playing.get() {
            played.set_value(None);
        } else if open(training).all(|(_, run)| is_here(training, run)) {
            let new = untrack(|| played.try_update_value(|played| new(training, played)));
            if let Some(new) = new.filter(|new| !new.is_empty()) {
                told.say(new);
            }
        }
    });
}

/// Of the first moment nothing is new: one began with it.
fn new(training: Training, played: &mut Option<Played>) -> String {
    let (here, formed) = (training.here(), formed(training));
    let Some(before) = played else {
        let said = here;
        *played = Some(Played { said, formed });
        return String::new();
    };
    let mut all = Vec::new();
    if here >= before.said + STEPS {
        before.said = here;
        all.push(standings(training));
    }
    for own in formed {
        if !before.formed.contains(&own) {
            before.formed.push(own);
            all.push(does(training, own.0, own.1));
        }
    }
    all.join(" ")
}

/// The heads of the open runs of which it is known what they do.
fn formed(training: Training) -> Vec<Formed> {
    let kinds = |run: RunState| {
        run.seen.with(|seen| {
            let scores = seen.iter().flat_map(|seen| &seen.scores);
            scores.map(|own| own.label().0).collect::<Vec<_>>()
        })
    };
    let of = |(side, run): (Side, RunState)| {
        let all = kinds(run).into_iter().enumerate();
        let named = all.filter(|(_, kind)| !matches!(kind, HeadKind::Spread | HeadKind::Mixed));
        named.map(move |(index, kind)| (side, index, kind))
    };
    open(training).flat_map(of).collect()
}

/// The head that stands at `index` in its run, and what it does.
fn does(training: Training, side: Side, index: usize) -> String {
    let settings = training.runs[side.index()].settings;
    let heads = settings.with(|own| own.as_ref().map_or(1, |own| own.n_heads));
    let head = head_name((index / heads.max(1), index % heads.max(1)));
    let does = format!("{head}: {}.", label_of(training, side, index));
    match two(training) {
        true => format!("{}: {does}", side_name(side)),
        false => does,
    }
}
