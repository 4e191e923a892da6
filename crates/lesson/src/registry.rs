//! Every lesson of the site. A lesson is one file here, one view in the app, and one line below;
//! the tests iterate over this table, so a new lesson is tested on the day it is added.

use crate::presets::{self, Preset};

/// A lesson as the registry knows it.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in links.
    pub slug: &'static str,
    /// The examples it opens with.
    pub presets: &'static [Preset],
}

/// All lessons, in the order of the menu.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        slug: "stepper",
        presets: presets::PRESETS,
    },
    Lesson {
        slug: "training",
        presets: &[],
    },
    Lesson {
        slug: "cost",
        presets: &[],
    },
    Lesson {
        slug: "flash",
        presets: &[],
    },
];

/// The slug of the lesson that a fragment names, or of the first.
#[must_use]
pub fn lesson_of(fragment: &str) -> &'static str {
    let entries = fragment
        .split('&')
        .filter_map(|entry| entry.split_once('='));
    let named = entries.rev().find(|(key, _)| *key == "lesson");
    let known = |slug: &str| LESSONS.iter().find(|lesson| lesson.slug == slug);
    let lesson = named.and_then(|(_, slug)| known(slug)).or(LESSONS.first());
    lesson.map_or("", |lesson| lesson.slug)
}

/// Whether there is a lesson of that slug.
pub fn has(slug: &str) -> bool {
    LESSONS.iter().any(|lesson| lesson.slug == slug)
}
