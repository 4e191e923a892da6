//! What is said of the walk to those who hear the page: the beat that one has gone to, and what a change did, with its
//! numbers, a moment after it.

use std::time::Duration;

use leptos::prelude::*;
use lesson::Name;
use lesson::head::view::Level;
use lesson::lessons::stepper::guided::Beat;

use super::words::{self, Role};
use super::{Guide, mix, scale, share};
use crate::reactive::{derived, effect, memo};
use crate::text::tr;

/// So long nothing has changed: who types a number types all of it.
const REST: Duration = Duration::from_millis(600);

/// Says nothing of a page that has just been opened, nor of a walk that is left.
#[component]
pub fn Told() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let place = memo(move || (guide.beat.get(), guide.asked.get()));
    let change = memo(move || (guide.done.get(), numbers(guide)));
    let told = RwSignal::new(String::new());
    let before = StoredValue::new((place.get_untracked(), change.get_untracked()));
    let timer = StoredValue::new(None::<TimeoutHandle>);
    effect(move || {
        place.track();
        change.track();
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let say = move || {
            let walks = guide
                .lab
                .view
                .try_with_untracked(|view| view.level == Level::Walk);
            let (Some(true), Some(before_then)) = (walks, before.try_get_value()) else {
                return;
            };
            let now = (place.get_untracked(), change.get_untracked());
            if let Some(words) = untrack(|| said(guide, &before_then, &now)) {
                before.set_value(now);
                told.set(words);
            }
        };
        timer.set_value(set_timeout_with_handle(say, REST).ok());
    });
    on_cleanup(move || {
        if let Some(timer) = timer.try_get_value().flatten() {
            timer.clear();
        }
    });
    view! { <p class="only-read" role="status" data-told="">{derived(move || told.get())}</p> }
}

/// Where one stands, and whether what there was to do is done, with the numbers in words.
type Heard = ((Beat, bool), (bool, String));

fn said(guide: Guide, before: &Heard, now: &Heard) -> Option<String> {
    if before == now {
        return None;
    }
    if before.0 != now.0 {
        let todo = match now.0.1 {
            true => tr!(guided.recall.why),
            false => words::to_do(guide),
        };
        let all = [
            words::place(guide),
            words::question(guide),
            words::why(guide),
            todo,
        ];
        return Some(all.join(" "));
    }
    let done = match now.1.0 && !before.1.0 {
        true => words::to_do(guide),
        false => String::new(),
    };
    Some(format!("{done} {}", now.1.1).trim().to_owned())
}

/// What the numbers of the beat are now.
fn numbers(guide: Guide) -> String {
    let all = match guide.beat.get() {
        Beat::Ask => Role::ALL
            .map(|own| {
                let numbers = list(guide, &row(guide, own.matrix()));
                format!("{} {numbers}", words::role(own).0)
            })
            .to_vec(),
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
