//! Which lesson is open, and what lessons know of each other: the link of one that was left, and which one's
//! numbers are covered. The style sheet reads `data-lesson` and `data-covered` on the root element.

use std::cell::RefCell;
use std::collections::BTreeMap;

use lesson::share::embed::without_frame;

use super::page::root;
use crate::wire::{Said, Wire};

thread_local! {
    /// Asked of the lesson that is open: that the address hold its link now.
    static SETTLE: Wire<()> = const { Wire::new() };
    /// The links of the lessons that were left, by slug.
    static LEFT: RefCell<BTreeMap<&'static str, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Shows that the lesson of this slug is open now. True where another was left for it: then it begins at its top,
/// wherever one was in the other.
pub fn opened(slug: &str) -> bool {
    let Some(root) = root() else {
        return false;
    };
    let left = root.get_attribute("data-lesson");
    let comes = left.is_some_and(|left| left != slug);
    if comes {
        root.set_scroll_top(0);
    }
    let _ = root.set_attribute("data-lesson", slug);
    comes
}

/// Has the lesson that is open put its link into the address at once.
pub fn settle() {
    SETTLE.say(&());
}

/// Calls `settle` whenever the address is to hold the link of the lesson that is open, until the answer is called.
pub fn follow_settling(settle: impl Fn() + 'static) -> impl FnOnce() + Send + Sync {
    SETTLE.follow(move |()| {
        settle();
        None
    })
}

/// Whether a fragment is what the menu of lessons puts into the address: the lesson as it stood, not as
/// an empty link would open it.
pub fn is_from_the_menu(fragment: &str, slug: &str) -> bool {
    without_frame(fragment) == menu_link(slug)
}

/// What the menu of lessons puts into the address.
pub fn menu_link(slug: &str) -> String {
    format!("lesson={slug}&open")
}

/// Says whether numbers of the lesson of that slug are covered: other lessons would show them.
pub fn set_covered(slug: &str, covered: bool) {
    let Some(root) = root() else {
        return;
    };
    let is_own = root.get_attribute(COVERED).as_deref() == Some(slug);
    if covered {
        let _ = root.set_attribute(COVERED, slug);
    } else if is_own {
        let _ = root.remove_attribute(COVERED);
    }
}

/// Holds the slug of the lesson whose numbers are covered; the style sheet takes the menu away.
const COVERED: &str = "data-covered";

/// Remembers the link of a lesson that is being left, for lessons that go on with its numbers.
pub fn keep_link(slug: &'static str, link: String) {
    LEFT.with_borrow_mut(|left| left.insert(slug, link));
}

/// The link of the lesson of that slug when it was left last; empty where it was not.
pub fn link_of(slug: &str) -> String {
    LEFT.with_borrow(|left| left.get(slug).cloned())
        .unwrap_or_default()
}
