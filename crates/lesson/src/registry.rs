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
pub const LESSONS: &[Lesson] = &[Lesson {
    slug: "stepper",
    presets: presets::PRESETS,
}];

/// Whether there is a lesson of that slug.
pub fn has(slug: &str) -> bool {
    LESSONS.iter().any(|lesson| lesson.slug == slug)
}
