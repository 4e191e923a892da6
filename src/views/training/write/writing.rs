//! What the panel does: takes a prompt over, appends tokens, takes them back, and keeps account.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use lesson::lessons::training::task::Objective;
use lesson::lessons::training::writing::Written;
use lesson::lessons::training::writing::spending::Spending;

use super::super::state::{Training, prompt_of};
use crate::reactive::{effect, memo};

/// Milliseconds between two tokens that are drawn one after the other: each can be seen.
const PACE: Duration = Duration::from_millis(220);

/// What the panel remembers beside the tokens.
#[derive(Clone, Copy)]
pub struct Writing {
    /// What it has cost, and how many tokens were given.
    pub spending: RwSignal<Spending>,
    /// Are the costs with the cache the ones to look at?
    pub cache: RwSignal<bool>,
    /// Is it drawing one token after the other?
    pub going: RwSignal<bool>,
    /// The rank of the candidate whose arithmetic is shown.
    pub pointed: RwSignal<usize>,
}

impl Writing {
    /// Nothing written.
    pub fn new() -> Self {
        Self {
            spending: RwSignal::new(Spending::default()),
            cache: RwSignal::new(true),
            going: RwSignal::new(false),
            pointed: RwSignal::new(0),
        }
    }
}

/// What writing begins with: the learner's own text, or what the shown example gives.
pub fn prompt(training: Training) -> Option<Vec<u32>> {
    if training.document.with(|own| own.text.is_some()) {
        return training.ids.get().ok().filter(|ids| !ids.is_empty());
    }
    Some(prompt_of(training.task(), training.example.get()))
}

/// Does the task of the shown run write on, rather than fill in?
pub fn writes(training: Training) -> bool {
    training.task().objective() == Objective::Next
}

/// Begins, or begins again.
pub fn start(training: Training) {
    let Some(ids) = untrack(|| prompt(training)) else {
        return;
    };
    training.writing.going.set(false);
    training.writing.pointed.set(0);
    training.writing.spending.set(Spending::begin(ids.len()));
    training.written_ids.set(Some(ids));
}

/// What could come after the tokens as they stand; `None` while that is being asked.
pub fn current(training: Training) -> Option<Arc<Written>> {
    let written = training.written.get()?;
    let is_so = training
        .written_ids
        .with(|ids| ids.as_ref() == Some(&written.ids));
    is_so.then_some(written)
}

/// As many tokens as the model has positions for.
pub fn is_full(training: Training) -> bool {
    let most = training.task().n();
    training
        .written_ids
        .with(|ids| ids.as_ref().is_some_and(|ids| ids.len() >= most))
}

/// Whether the task ends with what is written.
pub fn has_ended(training: Training) -> bool {
    let task = training.task();
    training
        .written_ids
        .with(|ids| ids.as_ref().is_some_and(|ids| task.is_ended_by(ids)))
}

/// Whether nothing can be appended any more.
pub fn is_over(training: Training) -> bool {
    is_full(training) || has_ended(training)
}

/// Appends a token.
pub fn take(training: Training, token: u32) {
    if !untrack(|| is_over(training)) {
        training
            .written_ids
            .update(|ids| ids.get_or_insert_default().push(token));
    }
}

/// Appends the token that the random number falls on.
pub fn draw(training: Training) {
    if let Some(token) = untrack(|| current(training)).and_then(|written| written.drawn) {
        take(training, token);
    }
}

/// Appends the most probable one.
pub fn most_likely(training: Training) {
    let first =
        untrack(|| current(training)).and_then(|written| written.candidates.first().copied());
    if let Some(first) = first {
        take(training, first.token);
    }
}

/// Takes the last written token back; what was given stays.
pub fn take_back(training: Training) {
    training.writing.going.set(false);
    let given = training.writing.spending.with_untracked(Spending::given);
    training.written_ids.update(|ids| {
        if let Some(ids) = ids.as_mut().filter(|ids| ids.len() > given.max(1)) {
            ids.pop();
        }
    });
}

/// Keeps account of what is measured, and goes on drawing while that is wanted.
pub fn follow(training: Training) {
    let now = memo(move || current(training));
    effect(move || {
        if let Some(written) = now.get() {
            training
                .writing
                .spending
                .update(|spending| spending.record(&written));
        }
    });
    effect(move || {
        if training.problem.with(Option::is_some) || is_over(training) {
            training.writing.going.set(false);
        }
    });
    effect(move || {
        let (true, Some(written)) = (training.writing.going.get(), now.get()) else {
            return;
        };
        set_timeout(move || go_on(training, written.ids.len()), PACE);
    });
    on_cleanup(move || training.writing.going.set(false));
}

/// Draws once more, unless something has happened since there were `tokens` tokens.
fn go_on(training: Training, tokens: usize) {
    let same = training
        .written_ids
        .with_untracked(|ids| ids.as_ref().map(Vec::len))
        == Some(tokens);
    if same && training.writing.going.get_untracked() {
        draw(training);
    }
}
