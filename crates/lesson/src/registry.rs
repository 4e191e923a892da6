//! Every lesson of the site. A lesson is one file here, one view in the app, and one line below;
//! the tests iterate over this table, so a new lesson is tested on the day it is added.

use crate::core::problem::{Problem, quoted};
use crate::head::codec;
use crate::head::presets::{self, Preset};
use crate::lessons::flash;
use crate::share::embed::{self, Control};
use crate::share::quiz::Setup;

/// A lesson as the registry knows it.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name in links.
    pub slug: &'static str,
    /// The examples it opens with.
    pub presets: &'static [Preset],
    /// Everything in it that a link can lock or hide.
    pub controls: &'static [Control],
    /// Whether it is walked by [`Stage`](crate::Stage)s, which a link can limit.
    pub has_stages: bool,
    /// Whether a link can ask about its numbers ([`quiz`](crate::share::quiz)).
    pub asks: bool,
    /// Whether its link can be read; a lesson that explains its own links better passes all of them.
    pub check: fn(&str) -> Result<(), Problem>,
}

/// All lessons, in the order of the menu.
pub const LESSONS: &[Lesson] = &[
    Lesson {
        slug: "stepper",
        presets: presets::PRESETS,
        controls: embed::STEPPER,
        has_stages: true,
        asks: true,
        check: |fragment| codec::decode(fragment).and(Setup::of(fragment)).map(drop),
    },
    Lesson {
        slug: "training",
        presets: &[],
        controls: embed::TRAINING,
        has_stages: false,
        asks: false,
        check: |_| Ok(()),
    },
    Lesson {
        slug: "cost",
        presets: &[],
        controls: embed::COST,
        has_stages: false,
        asks: false,
        check: |_| Ok(()),
    },
    Lesson {
        slug: "flash",
        presets: &[],
        controls: embed::FLASH,
        has_stages: false,
        asks: false,
        check: |fragment| flash::link::decode(fragment).map(drop),
    },
];

/// The slug of the lesson that a fragment names, or of the first.
#[must_use]
pub fn lesson_of(fragment: &str) -> &'static str {
    named(fragment).map_or(LESSONS[0].slug, |lesson| lesson.slug)
}

/// The lesson that a fragment names, or the first where it names none.
///
/// # Errors
/// [`Problem::LinkUnknown`] where it names one that is not here.
pub fn named(fragment: &str) -> Result<&'static Lesson, Problem> {
    let mut entries = fragment.split('&').rev();
    match entries.find_map(|entry| entry.strip_prefix("lesson=")) {
        Some(slug) => find(slug).ok_or_else(|| Problem::LinkUnknown("lesson".into(), quoted(slug))),
        None => Ok(&LESSONS[0]),
    }
}

/// The lesson of that slug, or the first.
#[must_use]
pub fn lesson(slug: &str) -> &'static Lesson {
    find(slug).unwrap_or(&LESSONS[0])
}

/// The lesson of that slug.
#[must_use]
pub fn find(slug: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.slug == slug)
}

/// Whether there is a lesson of that slug.
pub fn has(slug: &str) -> bool {
    find(slug).is_some()
}
