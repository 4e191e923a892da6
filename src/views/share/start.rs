//! Where a reader starts, and the steps there are to walk to.

use leptos::prelude::*;
use lesson::core::steps::{Place, Steps, named};
use lesson::share::snippet::Kind;

use super::state::{Sharing, sharing};
use super::words::words_of;
use crate::reactive::{derived, memo, shown_while};
use crate::text::say;
use crate::widgets::chooser::Chooser;

/// The choosers of steps.
#[component]
pub fn Start() -> impl IntoView {
    let state = sharing();
    let current = derived(move || {
        let here = state.steps.with(|own| own.as_ref().map(|own| own.0.step));
        here.map(|step| name(state, step)).unwrap_or_default()
    });
    let inside = derived(move || {
        let (limit, walk) = (state.share.with(|share| share.options.steps), walk(state));
        let inside = limit.map_or_else(|| walk.clone(), |limit| limit.of(walk.clone()));
        options(state, inside.iter().map(|place| place.step))
    });
    let allowed = derived(move || options(state, ends_and_walk(state).into_iter()));
    let end = move |of: fn((usize, usize)) -> usize| {
        derived(move || {
            ends(state)
                .map(|ends| name(state, of(ends)))
                .unwrap_or_default()
        })
    };
    let asks = memo(move || {
        let kind = state.draft.with(|draft| draft.kind);
        [Kind::Cell, Kind::Weights].contains(&kind)
    });
    view! {
        <fieldset class="card">
            <legend>{say!(share.start)}</legend>
            <div class="choosers">
                <Chooser control="share-stage" label=say!(share.stage) options=inside value=current
                    choose=move |key: String| state.start_at(&key)/>
                <Chooser control="share-first" label=say!(share.first) options=allowed value=end(|ends| ends.0)
                    choose=move |key: String| allow(state, &key, true)/>
                <Chooser control="share-last" label=say!(share.last) options=allowed value=end(|ends| ends.1)
                    choose=move |key: String| allow(state, &key, false)/>
            </div>
            {shown_while(move || asks.get(), || view! { <p class="note">{say!(share.start_asked)}</p> }.into_any())}
        </fieldset>
    }
}

/// The name of a step in links.
fn name(state: Sharing, step: usize) -> String {
    let names = state.lesson().steps;
    names.get(step).copied().unwrap_or_default().to_owned()
}

fn options(state: Sharing, steps: impl Iterator<Item = usize>) -> Vec<(String, String)> {
    let words = words_of(state.slug.get());
    let option = |step| {
        let name = name(state, step);
        let title = (words.step)(&name).0;
        (name, title)
    };
    steps.map(option).collect()
}

fn walk(state: Sharing) -> Vec<Place> {
    state.steps.get().map(|own| own.1).unwrap_or_default()
}

/// The first and the last step allowed.
fn ends(state: Sharing) -> Option<(usize, usize)> {
    let limit = state.share.with(|share| share.options.steps);
    limit.map(Steps::ends).or_else(|| {
        let walk = walk(state);
        Some((walk.first()?.step, walk.last()?.step))
    })
}

/// A link may allow steps that the walk does not have now, inside a softmax that is folded say.
fn ends_and_walk(state: Sharing) -> Vec<usize> {
    let ends = ends(state)
        .into_iter()
        .flat_map(|(first, last)| [first, last]);
    let mut all: Vec<usize> = walk(state).iter().map(|place| place.step).collect();
    all.extend(ends);
    all.sort_unstable();
    all.dedup();
    all
}

/// Moves one end; the other goes along where it would come before it.
fn allow(state: Sharing, key: &str, is_first: bool) {
    let (names, ends, walk) = untrack(|| (state.lesson().steps, ends(state), walk(state)));
    let (Some(chosen), Some((first, last))) = (named(names, key), ends) else {
        return;
    };
    let (first, last) = match is_first {
        true => (chosen, last.max(chosen)),
        false => (first.min(chosen), chosen),
    };
    let is_all = walk.first().is_none_or(|own| first <= own.step)
        && walk.last().is_none_or(|own| own.step <= last);
    state.allow(Steps::new(names, first, last).filter(|_| !is_all));
}
