//! Where a reader starts, and the stages there are to walk to.

use leptos::prelude::*;
use lesson::Stage;
use lesson::share::embed::Steps;

use super::state::{Sharing, sharing};
use crate::reactive::derived;
use crate::text::{self, say};
use crate::widgets::chooser::Chooser;

/// The choosers of stages.
#[component]
pub fn Start() -> impl IntoView {
    let state = sharing();
    let current = derived(move || {
        state
            .stages
            .with(|all| all.as_ref().map_or("", |own| own.0.key()))
            .to_owned()
    });
    let inside = derived(move || {
        let steps = state.share.with(|share| share.framing.steps);
        options(&steps.map_or_else(|| walk(state), |steps| steps.of(&walk(state))))
    });
    let start = move |key: String| {
        if let Some(stage) = Stage::from_key(&key) {
            state.start_at(stage);
        }
    };
    view! {
        <fieldset class="card">
            <legend>{say!(share.start)}</legend>
            <div class="choosers">
                <Chooser control="share-stage" label=say!(share.stage) options=inside value=current choose=start/>
                <Chooser control="share-first" label=say!(share.first) options=derived(move || options(&ends_and_walk(state)))
                    value=derived(move || key(ends(state).0)) choose=move |key: String| allow(state, &key, true)/>
                <Chooser control="share-last" label=say!(share.last) options=derived(move || options(&ends_and_walk(state)))
                    value=derived(move || key(ends(state).1)) choose=move |key: String| allow(state, &key, false)/>
            </div>
        </fieldset>
    }
}

fn key(stage: Option<Stage>) -> String {
    stage.map_or("", Stage::key).to_owned()
}

fn options(stages: &[Stage]) -> Vec<(String, String)> {
    let option = |stage: &Stage| (stage.key().to_owned(), text::stage(*stage).0);
    stages.iter().map(option).collect()
}

fn walk(state: Sharing) -> Vec<Stage> {
    state.stages.get().map(|own| own.1).unwrap_or_default()
}

/// The first and the last stage allowed.
fn ends(state: Sharing) -> (Option<Stage>, Option<Stage>) {
    match state.share.with(|share| share.framing.steps) {
        Some(steps) => (Some(steps.ends().0), Some(steps.ends().1)),
        None => {
            let walk = walk(state);
            (walk.first().copied(), walk.last().copied())
        }
    }
}

/// A link may allow stages that the walk does not have now, inside a softmax that is folded say.
fn ends_and_walk(state: Sharing) -> Vec<Stage> {
    let (first, last) = ends(state);
    let mut all = walk(state);
    all.extend(first.into_iter().chain(last));
    all.sort();
    all.dedup();
    all
}

/// Moves one end; the other goes along where it would come before it.
fn allow(state: Sharing, key: &str, is_first: bool) {
    let ends = untrack(|| ends(state));
    let (Some(chosen), (Some(first), Some(last))) = (Stage::from_key(key), ends) else {
        return;
    };
    let (first, last) = match is_first {
        true => (chosen, last.max(chosen)),
        false => (first.min(chosen), chosen),
    };
    let walk = untrack(|| walk(state));
    let is_all =
        walk.first().is_none_or(|own| first <= *own) && walk.last().is_none_or(|own| *own <= last);
    state.allow(Steps::new(first, last).filter(|_| !is_all));
}
