//! What there was to do at a step has been done: said behind its sentence, and aloud. A lesson says what it is noticed
//! from, and what is to be concluded.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::cover::Cover;

use crate::reactive::effect;
use crate::shell::{Shell, Shown};

/// What is said of it; nothing while it is not done.
#[derive(Clone, Copy)]
pub struct Done(pub RwSignal<Option<String>>);

impl Done {
    /// Nothing is done yet.
    pub(super) fn nothing() -> Self {
        Self(RwSignal::new(None))
    }
}

/// A document, and the numbers that were computed of it.
pub struct At<D> {
    pub document: Arc<D>,
    pub numbers: Shown,
}

impl<D: Send + Sync + 'static> At<D> {
    /// As they are now; what asks follows both.
    pub fn now(shell: Shell, document: Memo<Arc<D>>) -> Self {
        Self {
            document: document.get(),
            numbers: shell.numbers.get(),
        }
    }
}

/// A document need not be copied for it: `derive` would ask that it can be.
impl<D> Clone for At<D> {
    fn clone(&self) -> Self {
        Self {
            document: Arc::clone(&self.document),
            numbers: self.numbers.clone(),
        }
    }
}

/// Whether something can be noticed: while a number is covered a conclusion would give the answer away.
pub(super) fn can_be_noticed(shell: Shell) -> bool {
    shell.cover.get() == Cover::Nothing
}

/// Follows `now` from how it was when the step began: `achieved` says of a step, of how it began and of how it is, what
/// is to be concluded, for as long as that is true. What an example brings is nobody's deed; `reached` are the examples
/// that a task comes to, digit by digit. While `now` gives nothing, what is said stays.
pub fn watch<T: Clone + Send + Sync + 'static>(
    shell: Shell,
    reached: &'static [&'static str],
    now: impl Fn() -> Option<T> + 'static,
    achieved: impl Fn(&str, &T, &T) -> Option<String> + 'static,
) {
    let Done(words) = expect_context::<Done>();
    let began = StoredValue::new(None::<(usize, T)>);
    effect(move || {
        let step = shell.lesson.with(|own| own.place().step);
        let brought = shell
            .preset
            .get()
            .is_some_and(|own| !reached.contains(&own));
        let quiet = brought || !can_be_noticed(shell);
        let Some(now) = now() else {
            return;
        };
        let before = began.get_value();
        let said = match before.filter(|(at, _)| *at == step && !quiet) {
            Some((_, before)) => {
                let name = shell.meta.steps.get(step).copied().unwrap_or_default();
                achieved(name, &before, &now)
            }
            None => {
                began.set_value(Some((step, now)));
                None
            }
        };
        if words.with_untracked(|own| *own != said) {
            words.set(said);
        }
    });
}
