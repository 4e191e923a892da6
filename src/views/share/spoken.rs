//! What the text to be pasted says to readers, in the language that is chosen for them: its file is fetched where the
//! page is read in another.

use std::fmt::Display;

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::state::Sharing;
use crate::language;
use crate::reactive::{effect, memo};
use crate::text::{self, tr};
use crate::translations::share;
use crate::views;

/// What a text says to readers.
#[derive(Clone, PartialEq)]
pub struct Said {
    /// What a screen reader calls the figure.
    pub title: String,
    /// The link that stands where no script runs.
    pub open: String,
}

impl Said {
    /// In the language of the page.
    pub fn here(slug: &str) -> Self {
        Self {
            title: tr!(share.figure, lesson = text::lesson(slug)),
            open: tr!(share.fallback),
        }
    }

    /// In the language of that file, or in English where there is none.
    fn of(file: Option<&JsValue>, slug: &str) -> Self {
        let name = views::words_of_name(slug);
        let lesson = name.map(|words| language::words_of(file, &words, &[]));
        let lesson = lesson.unwrap_or_default();
        let values: [(&str, &dyn Display); 1] = [("lesson", &lesson)];
        Self {
            title: language::words_of(file, &share::figure.words, &values),
            open: language::words_of(file, &share::fallback.words, &[]),
        }
    }
}

/// Keeps what is said in the language that is chosen. Until its file is here, and where it cannot be had, it is said in
/// that of the page.
pub fn follow(state: Sharing) {
    let wanted = memo(move || {
        let lang = state.share.with(|share| share.options.lang.clone());
        lang.map(|code| (code, state.slug.get()))
    });
    effect(move || {
        state.said.set(None);
        let Some((code, slug)) = wanted.get() else {
            return;
        };
        let asked = Some((code.clone(), slug));
        language::ask_for(&code, move |file| {
            // Another may have been chosen meanwhile.
            if wanted.try_get_untracked() == Some(asked) {
                state.said.set(Some(Said::of(file.as_ref(), slug)));
            }
        });
    });
}
