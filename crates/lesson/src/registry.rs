//! Every lesson of the site, as `each.rs` lists them; the tests iterate over this table, so a new lesson is tested
//! on the day it is added.

use crate::core::fragment::{Fragment, MOST_BYTES};
use crate::core::lesson::{Lesson, Meta};
use crate::core::opened::Opened;
use crate::core::player::{self, Player};
use crate::core::problem::{Problem, quoted};
use crate::lessons;

/// How a lesson's link is opened, or only looked at. Two tables, not one: the page looks at links of
/// lessons whose code it does not have.
type By<T> = (&'static str, fn(&str) -> Result<T, Problem>);

macro_rules! entries {
    ($first:ident: $its:ident, $($slug:ident: $lesson:ident,)*) => {
        const FIRST: By<()> = check_of::<lessons::$first::$its>();

        entries!(all $first: $its, $($slug: $lesson,)*);
    };
    (all $($slug:ident: $lesson:ident,)*) => {
        const OPEN: &[By<Box<dyn Opened>>] = &[$(open_of::<lessons::$slug::$lesson>(),)*];

        const CHECK: &[By<()>] = &[$(check_of::<lessons::$slug::$lesson>(),)*];

        /// What is known of every lesson, in the order of the menu.
        pub const LESSONS: &[&Meta] = &[$(<lessons::$slug::$lesson as Lesson>::META,)*];
    };
}

crate::each_lesson!(entries);

const fn open_of<L: Lesson>() -> By<Box<dyn Opened>> {
    (L::META.slug, |link| Ok(Box::new(Player::<L>::open(link)?)))
}

/// A lesson whose numbers do not follow from its link explains what is wrong with one itself, and all are
/// let pass here: the page does without the code of trained models.
const fn check_of<L: Lesson>() -> By<()> {
    let check: fn(&str) -> Result<(), Problem> = match L::META.computes {
        true => |link| player::read::<L>(link).map(drop),
        false => |_| Ok(()),
    };
    (L::META.slug, check)
}

/// Opens the lesson that a link names with what it holds. Any bytes are safe to pass.
///
/// # Errors
/// [`Problem`] for the first entry that cannot be taken.
pub fn open(fragment: &str) -> Result<Box<dyn Opened>, Problem> {
    by(OPEN, fragment)
}

/// Whether a link can be opened, without opening it. Any bytes are safe to pass.
///
/// # Errors
/// As [`open`], for lessons whose numbers follow from their links.
pub fn check(fragment: &str) -> Result<(), Problem> {
    by(CHECK, fragment)
}

/// The same of a link to the first lesson; any other can be opened as far as this goes. The page opens with the
/// code of the first alone, and another says itself what is wrong when it is there.
///
/// # Errors
/// As [`check`], for the first lesson.
pub fn check_first(fragment: &str) -> Result<(), Problem> {
    let meta = named(fragment)?;
    if meta.slug == FIRST.0 {
        return (FIRST.1)(fragment);
    }
    Ok(())
}

fn by<T>(table: &[By<T>], fragment: &str) -> Result<T, Problem> {
    if fragment.len() > MOST_BYTES {
        return Err(Problem::LinkTooLong(fragment.len(), MOST_BYTES));
    }
    let slug = named(fragment)?.slug;
    let found = table.iter().find(|(own, _)| *own == slug);
    found.map_or_else(|| (table[0].1)(fragment), |(_, run)| run(fragment))
}

/// The lesson that a fragment names, or the first where it names none.
///
/// # Errors
/// [`Problem::LinkUnknown`] where it names one that is not here.
pub fn named(fragment: &str) -> Result<&'static Meta, Problem> {
    match Fragment(fragment).get("lesson") {
        Some(slug) => find(slug).ok_or_else(|| {
            let known = LESSONS.iter().map(|lesson| lesson.slug).collect();
            Problem::LinkUnknown("lesson".into(), quoted(slug), known)
        }),
        None => Ok(LESSONS[0]),
    }
}

/// The lesson that a fragment names, or the first where it names none that is here.
#[must_use]
pub fn meta_of(fragment: &str) -> &'static Meta {
    named(fragment).unwrap_or(LESSONS[0])
}

/// The slug of the lesson that a fragment names, or of the first.
#[must_use]
pub fn lesson_of(fragment: &str) -> &'static str {
    meta_of(fragment).slug
}

/// The lesson of that slug, or the first.
#[must_use]
pub fn lesson(slug: &str) -> &'static Meta {
    find(slug).unwrap_or(LESSONS[0])
}

/// The lesson of that slug.
#[must_use]
pub fn find(slug: &str) -> Option<&'static Meta> {
    LESSONS.iter().copied().find(|lesson| lesson.slug == slug)
}

/// Whether there is a lesson of that slug.
#[must_use]
pub fn has(slug: &str) -> bool {
    find(slug).is_some()
}
