//! What is said of the walk to those who hear the page: the beat that one has gone to, and what a change did, with its
//! numbers, a moment after it.

use leptos::prelude::*;
use lesson::Name;
use lesson::head::view::Level;
use lesson::lessons::stepper::guided::Beat;

use super::words::{self, Role};
use super::{Guide, lines, mix, scale, share};
use crate::browser::{page, reveal};
use crate::reactive::effect;
use crate::text::tr;
use crate::widgets::told;
use crate::widgets::walk::tell_when_it_pauses;

/// Says nothing of a page that has just been opened, nor of a walk that is left.
#[component]
pub fn Told() -> impl IntoView {
    let (guide, told) = (expect_context::<Guide>(), told::Told::nothing());
    lines::follow(guide);
    let track = move || {
        guide.beat.track();
        guide.asked.track();
        guide.done.track();
        guide.row.track();
        guide.draw.track();
        guide.only.track();
        guide.without_exp.track();
        guide.lab.document.track();
        guide.lab.trace.track();
    };
    // On a phone the answer to a press may stand below the bar.
    effect(move || {
        if guide.done.get() {
            page::after_frame(|| reveal::said(".g-said .done"));
        }
    });
    tell_when_it_pauses(
        track,
        move || now(guide),
        move |before, now| {
            let walks = guide.lab.view.with(|view| view.level == Level::Walk);
            if walks {
                told.say(said(guide, before, now));
            }
        },
    );
    told.place()
}

/// Where one stands, and whether what there was to do is done, with the numbers in words.
type Heard = ((Beat, bool), (bool, String));

fn now(guide: Guide) -> Heard {
    let place = (guide.beat.get(), guide.asked.get());
    // The question at the end is about other numbers than those of a row that was pressed.
    let numbers = match place.1 {
        true => String::new(),
        false => numbers(guide),
    };
    (place, (guide.done.get(), numbers))
}

fn said(guide: Guide, before: &Heard, now: &Heard) -> String {
    if before.0 != now.0 {
        let told = words::told(guide);
        return match guide.asked.get() {
            true => format!("{} {}", told.trim_end(), tr!(guided.recall.why)),
            false => told,
        };
    }
    let done = match now.1.0 && !before.1.0 {
        true => words::to_do(guide),
        false => String::new(),
    };
    format!("{done} {}", now.1.1).trim().to_owned()
}

/// What the numbers of the beat are now.
fn numbers(guide: Guide) -> String {
    let all = match guide.beat.get() {
        Beat::Ask => {
            let one = |own: &Role| {
                let numbers = list(guide, &row(guide, own.matrix()));
                format!("{} {numbers}", words::role(*own).0)
            };
            Role::of(guide).iter().map(one).collect()
        }
        Beat::Match => by_key(guide, &row(guide, Name::Scores)),
        Beat::Scale => scale::said(guide),
        Beat::Share => by_key(guide, &share::given(guide)),
        Beat::Mix => {
            let numbers = list(guide, &mix::output(guide));
            let output = tr!(guided.told.output, numbers = numbers);
            let only = guide.only.get().and_then(|key| {
                let keys = guide.lab.document.with(|d| d.key_tokens().to_vec());
                Some(tr!(guided.mix.only, word = keys.get(key)?.clone()))
            });
            only.into_iter().chain([output]).collect()
        }
    };
    let word = guide.word();
    format!("{word}: {}", all.join("; "))
}

fn row(guide: Guide, name: Name) -> Vec<f32> {
    let row = guide.row.get();
    guide.lab.trace.with(|trace| {
        let mut rows = trace.get(name).iter_rows();
        rows.nth(row).map(<[f32]>::to_vec).unwrap_or_default()
    })
}

fn by_key(guide: Guide, numbers: &[f32]) -> Vec<String> {
    let keys = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let one = |(key, value): (&String, &f32)| format!("{key} {}", guide.number(*value));
    keys.iter().zip(numbers).map(one).collect()
}

fn list(guide: Guide, numbers: &[f32]) -> String {
    let shown: Vec<_> = numbers.iter().map(|value| guide.number(*value)).collect();
    shown.join(", ")
}
