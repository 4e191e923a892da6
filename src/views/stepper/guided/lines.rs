//! Why, and what there is to do, at the beats after the first, and what is done: fetched with their pictures, so that
//! the first beat does not wait for these texts.

use leptos::prelude::*;
use lesson::Name;
use lesson::head::trace::Trace;
use lesson::lessons::stepper::guided::{Beat, Plain, leaders, shares};

use super::restore::first_numbers;
use super::{Guide, matching, share};
use crate::reactive::{effect, memo};
use crate::text::{quoted, tr};

/// Keeps the lines of the guide those of its beat.
pub fn follow(guide: Guide) {
    effect(move || guide.why.set(why(guide)));
    effect(move || guide.to_do.set(to_do(guide)));
    notice_when_done(guide);
}

fn why(guide: Guide) -> String {
    match guide.beat.get() {
        Beat::Ask if has_two_sentences(guide) => tr!(guided.why.ask_cross),
        Beat::Ask => tr!(guided.why.ask),
        Beat::Match => tr!(guided.why.matching, best = best_now(guide)),
        Beat::Scale => tr!(guided.why.scale),
        Beat::Share => tr!(guided.why.share),
        // Asked where the answers stand.
        Beat::Mix if guide.asked.get() => String::new(),
        Beat::Mix => tr!(guided.why.mix, word = guide.word()),
    }
}

fn to_do(guide: Guide) -> String {
    let done = guide.done.get();
    let (n, m) = guide.lab.document.with(|d| (d.n(), d.m()));
    match guide.beat.get() {
        Beat::Ask if done && has_two_sentences(guide) => tr!(guided.done.ask_cross),
        Beat::Ask if done => tr!(guided.done.ask),
        // There is no other word to pick.
        Beat::Ask if n == 1 => String::new(),
        Beat::Ask => tr!(guided.todo.ask_cross),
        Beat::Match if done => tr!(guided.done.matching, best = best(guide).concat()),
        // Nothing else could answer, or there is nothing to ask it with.
        Beat::Match if m == 1 || n == 1 && !guide.is_typed(Name::Q) => String::new(),
        Beat::Match if !guide.is_typed(Name::Q) => tr!(guided.todo.matching_word),
        Beat::Match if !matching::is_flat(guide) => {
            tr!(guided.todo.matching_typed, word = guide.word())
        }
        Beat::Match => tr!(guided.todo.matching, word = guide.word()),
        Beat::Scale if done => tr!(guided.done.scale),
        Beat::Scale => tr!(guided.todo.scale),
        Beat::Share if done => without_exp(guide),
        Beat::Share => tr!(guided.todo.share),
        Beat::Mix if guide.asked.get() => String::new(),
        Beat::Mix if done => tr!(guided.done.mix),
        Beat::Mix => tr!(guided.todo.mix),
    }
}

/// At the second beat one key alone is another best match: the query was turned far enough. What the others ask for is
/// noticed where it is done. A number that is taken back, as one that cannot be read any more, undoes it. Another word
/// has a query of its own, which nobody has turned; where it cannot be turned, another word is what is asked for.
fn notice_when_done(guide: Guide) {
    // Only there it is asked: the page opens without having to know.
    let best = memo(move || {
        let beat = guide.beat.get();
        let keys = match beat {
            Beat::Match => best_keys(guide),
            _ => vec![],
        };
        (beat, guide.row.get(), keys)
    });
    let began = StoredValue::new(best.get_untracked());
    effect(move || {
        let (now, first) = (best.get(), began.get_value());
        let ahead = now.2.len() == 1;
        if (now.0, now.1) != (first.0, first.1) {
            if now.0 == Beat::Match && first.0 == Beat::Match {
                guide
                    .done
                    .set(ahead && untrack(|| !guide.is_typed(Name::Q)));
            }
            began.set_value(now);
        } else if now.0 == Beat::Match && untrack(|| guide.is_typed(Name::Q)) {
            guide.done.set(ahead && now.2 != first.2);
        }
    });
}

/// What came of leaving exp out. Numbers that can be put back are spoken of where exp is needed with them.
fn without_exp(guide: Guide) -> String {
    let row = guide.row.get();
    let plain = |trace: &Trace| shares(trace, row).plain();
    if share::is_blind(guide) {
        return tr!(cell.nothing);
    }
    let at_first = || Some(plain(&Trace::of(&first_numbers(guide)?).ok()?));
    match guide.lab.trace.with(|trace| plain(trace)) {
        Plain::Undivided => tr!(guided.done.share_zero),
        Plain::Below(_) => tr!(guided.done.share),
        Plain::Turned => tr!(guided.done.share_turned),
        Plain::Luck if at_first().is_some_and(|own| own != Plain::Luck) => {
            tr!(guided.done.share_luck)
        }
        Plain::Luck => tr!(guided.done.share_once),
    }
}

/// Whether the words that answer are another sentence's.
fn has_two_sentences(guide: Guide) -> bool {
    guide.lab.document.with(|d| d.keys.is_some())
}

/// What matches best, or what equally well; nothing of scores that are covered.
fn best_now(guide: Guide) -> String {
    let best = best(guide);
    match best.len() {
        0 => String::new(),
        1 => tr!(guided.best_now, key = quoted(&best)),
        _ => tr!(guided.equal_now, keys = quoted(&best)),
    }
}

fn best_keys(guide: Guide) -> Vec<usize> {
    let row = guide.row.get();
    guide
        .lab
        .trace
        .with(|trace| leaders(trace, Name::Scores, row))
}

/// What the best keys are called.
fn best(guide: Guide) -> Vec<String> {
    let keys = best_keys(guide);
    guide.lab.document.with(|d| {
        let names = d.key_tokens();
        let name = |key: usize| names.get(key).cloned();
        keys.into_iter().filter_map(name).collect()
    })
}
