//! What is said once to who hears the page, and is gone when it has been heard: who reads line by line would find
//! every text twice.

use std::time::Duration;

use leptos::prelude::*;

use crate::reactive::derived;

/// As long as the longest text is read.
const HEARD: Duration = Duration::from_secs(30);

/// A sentence for the place that is live ([`Told::place`]).
#[derive(Clone, Copy)]
pub struct Told {
    words: RwSignal<String>,
    gone: StoredValue<Option<TimeoutHandle>>,
}

impl Told {
    /// Nothing is said yet: not of what has just been opened.
    pub fn nothing() -> Self {
        Self {
            words: RwSignal::new(String::new()),
            gone: StoredValue::new(None),
        }
    }

    /// Says it, in the place of what was said before.
    pub fn say(self, words: String) {
        self.words.set(words);
        if let Some(before) = self.gone.get_value() {
            before.clear();
        }
        let gone = move || {
            let _ = self.words.try_set(String::new());
        };
        self.gone
            .set_value(set_timeout_with_handle(gone, HEARD).ok());
    }

    /// What is said now.
    pub fn words(self) -> Signal<String> {
        derived(move || self.words.get())
    }

    /// The place in which it is heard.
    pub fn place(self) -> impl IntoView {
        view! { <p class="only-read" role="status" data-told="">{self.words()}</p> }
    }
}
