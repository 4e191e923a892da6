//! Why, and what there is to do, at the beats after the first, and what is done: fetched with their pictures, so that
//! the first beat does not wait for these texts.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::guided::{Beat, shares, strongest};

use super::Guide;
use crate::reactive::{effect, memo};
use crate::text::tr;

/// Keeps the lines of the guide those of its beat.
pub fn follow(guide: Guide) {
    effect(move || guide.why.set(why(guide)));
    effect(move || guide.to_do.set(to_do(guide)));
    notice_when_done(guide);
}

fn why(guide: Guide) -> String {
    match guide.beat.get() {
        Beat::Ask => String::new(),
        Beat::Match => tr!(guided.why.matching, best = key_name(guide, best(guide))),
        Beat::Scale => tr!(guided.why.scale),
        Beat::Share => tr!(guided.why.share),
        // Asked where the answers stand.
        Beat::Mix if guide.asked.get() => String::new(),
        Beat::Mix => tr!(guided.why.mix, word = guide.word()),
    }
}

fn to_do(guide: Guide) -> String {
    let done = guide.done.get();
    match guide.beat.get() {
        Beat::Ask if done => tr!(guided.done.ask),
        Beat::Ask => String::new(),
        Beat::Match if done => tr!(guided.done.matching, best = key_name(guide, best(guide))),
        Beat::Match => tr!(guided.todo.matching, word = guide.word()),
        Beat::Scale if done => tr!(guided.done.scale),
        Beat::Scale => tr!(guided.todo.scale),
        Beat::Share if done && all_positive(guide) => tr!(guided.done.share_luck),
        Beat::Share if done => tr!(guided.done.share),
        Beat::Share => tr!(guided.todo.share),
        Beat::Mix if guide.asked.get() => String::new(),
        Beat::Mix if done => tr!(guided.done.mix),
        Beat::Mix => tr!(guided.todo.mix),
    }
}

/// At the second beat there is another best match: the query was turned far enough. What the others ask for is
/// noticed where it is done. A number that is taken back, as one that cannot be read any more, undoes it.
fn notice_when_done(guide: Guide) {
    let best = memo(move || (guide.beat.get(), guide.row.get(), best(guide)));
    let began = StoredValue::new(best.get_untracked());
    effect(move || {
        let (now, first) = (best.get(), began.get_value());
        if (now.0, now.1) != (first.0, first.1) {
            began.set_value(now);
        } else if now.0 == Beat::Match {
            guide.done.set(now.2 != first.2);
        }
    });
}

/// Whether plain scores would do as well, for once.
fn all_positive(guide: Guide) -> bool {
    let row = guide.row.get();
    let shares = guide.lab.trace.with(|trace| shares(trace, row));
    let mut seen = shares.scores.iter().filter(|score| score.is_finite());
    seen.all(|score| *score > 0.0)
}

fn best(guide: Guide) -> usize {
    let row = guide.row.get();
    guide
        .lab
        .trace
        .with(|trace| strongest(trace, Name::Scores, row))
}

fn key_name(guide: Guide, key: usize) -> String {
    guide
        .lab
        .document
        .with(|d| d.key_tokens().get(key).cloned().unwrap_or_default())
}
