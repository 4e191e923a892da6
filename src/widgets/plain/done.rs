//! What there was to do at a step has been done: said behind its sentence, and aloud. A lesson notices it.

use leptos::prelude::*;

use crate::reactive::{effect, follow, memo};
use crate::shell::Shell;

/// What is said of it; nothing while it is not done.
#[derive(Clone, Copy)]
pub struct Done(pub RwSignal<Option<String>>);

/// What is noticed in the open lab.
pub fn done() -> Done {
    expect_context::<Done>()
}

impl Done {
    /// Nothing is done yet at a step that one has gone to.
    pub(super) fn of(shell: Shell) -> Self {
        let own = Self(RwSignal::new(None));
        let step = memo(move || shell.lesson.with(|own| own.place().step));
        effect(move || {
            follow(step);
            own.0.set(None);
        });
        own
    }

    /// It is done, which is said once.
    pub fn notice(self, words: impl FnOnce() -> String) {
        if self.0.with_untracked(Option::is_none) {
            self.0.set(Some(words()));
        }
    }
}
