//! What the walk says at each beat: its question, why, what there is to do, and what comes next.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::guided::Beat;

use super::{After, Guide};
use crate::text::tr;

/// What one word is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Query,
    Key,
    Value,
}

impl Role {
    /// In the order of Q, K and V.
    pub const ALL: [Role; 3] = [Role::Query, Role::Key, Role::Value];

    /// Those that one word has: with a sentence of its own for keys it has a query only.
    pub fn of(guide: Guide) -> &'static [Role] {
        match guide.lab.document.with(|d| d.keys.is_none()) {
            true => &Self::ALL,
            false => &Self::ALL[..1],
        }
    }

    /// Its matrix.
    pub const fn matrix(self) -> Name {
        match self {
            Role::Query => Name::Q,
            Role::Key => Name::K,
            Role::Value => Name::V,
        }
    }

    /// Its letter in W_Q, W_K, W_V.
    pub const fn letter(self) -> &'static str {
        match self {
            Role::Query => "Q",
            Role::Key => "K",
            Role::Value => "V",
        }
    }

    /// Its hue.
    pub const fn hue(self) -> &'static str {
        match self {
            Role::Query => "q",
            Role::Key => "k",
            Role::Value => "v",
        }
    }
}

/// A role's name, and the question that it answers.
pub fn role(role: Role) -> (String, String) {
    match role {
        Role::Query => (tr!(guided.role.query), tr!(guided.role.asks)),
        Role::Key => (tr!(guided.role.key), tr!(guided.role.offers)),
        Role::Value => (tr!(guided.role.value), tr!(guided.role.gives)),
    }
}

/// What the numbers of the opening example stand for, by hand; of others nobody knows.
pub fn says(role: Role, row: usize, word: &str) -> Option<String> {
    Some(match (role, row, word) {
        (Role::Query, 0, "the") => tr!(guided.says.the_query),
        (Role::Key, 0, "the") => tr!(guided.says.the_key),
        (Role::Value, 0, "the") => tr!(guided.says.the_value),
        (Role::Query, 1, "cat") => tr!(guided.says.cat_query),
        (Role::Key, 1, "cat") => tr!(guided.says.cat_key),
        (Role::Value, 1, "cat") => tr!(guided.says.cat_value),
        (Role::Query, 2, "sat") => tr!(guided.says.sat_query),
        (Role::Key, 2, "sat") => tr!(guided.says.sat_key),
        (Role::Value, 2, "sat") => tr!(guided.says.sat_value),
        _ => return None,
    })
}

/// What a beat is called.
pub fn name(beat: Beat) -> String {
    match beat {
        Beat::Ask => tr!(guided.name.ask),
        Beat::Match => tr!(guided.name.matching),
        Beat::Scale => tr!(guided.name.scale),
        Beat::Share => tr!(guided.name.share),
        Beat::Mix => tr!(guided.name.mix),
    }
}

/// Where one stands: “2 of 5”, and the name of the beat, for which a hand has no room.
pub fn place(guide: Guide) -> (String, String) {
    let beat = guide.beat.get();
    let (here, count) = (beat as usize + 1, Beat::ALL.len());
    match guide.asked.get() {
        true => (tr!(guided.recall.name), String::new()),
        false => (
            tr!(walk.here, here = here, count = count),
            format!(" · {}", name(beat)),
        ),
    }
}

/// The question of the beat.
pub fn question(guide: Guide) -> String {
    let word = guide.word();
    match guide.beat.get() {
        Beat::Ask => tr!(guided.question.ask, word = word),
        Beat::Match => tr!(guided.question.matching, word = word),
        Beat::Scale => tr!(guided.question.scale),
        Beat::Share => tr!(guided.question.share, word = word),
        Beat::Mix if guide.asked.get() => {
            tr!(
                guided.recall.question,
                word = guide.word_of(guide.next_row())
            )
        }
        Beat::Mix => tr!(guided.question.mix, word = word),
    }
}

/// Whether the first beat is told as usual: every word has a query, a key and a value, and there is another word to pick.
fn is_usual(guide: Guide) -> bool {
    guide.lab.document.with(|d| d.keys.is_none() && d.n() > 1)
}

/// Why, in a sentence or two. What is said of later beats comes with them (`lines.rs`).
pub fn why(guide: Guide) -> String {
    match guide.beat.get() {
        Beat::Ask if is_usual(guide) => tr!(guided.why.ask),
        _ => guide.why.get(),
    }
}

/// What there is to do; said to be done when it is.
pub fn to_do(guide: Guide) -> String {
    match (guide.beat.get(), guide.done.get()) {
        (Beat::Ask, false) if is_usual(guide) => tr!(guided.todo.ask),
        _ => guide.to_do.get(),
    }
}

/// What is heard of a beat that one has gone to.
pub fn told(guide: Guide) -> String {
    let (place, name) = place(guide);
    [place + &name, question(guide), why(guide), to_do(guide)].join(" ")
}

/// What Next leads to.
pub fn next(guide: Guide) -> String {
    if is_end(guide) {
        return tr!(walk.next);
    }
    match guide.beat.get() {
        Beat::Ask => tr!(guided.next.ask),
        Beat::Match => tr!(guided.next.matching),
        Beat::Scale => tr!(guided.next.scale),
        Beat::Share => tr!(guided.next.share),
        Beat::Mix if guide.asked.get() || !guide.after.question => tr!(guided.next.mix),
        Beat::Mix => tr!(guided.next.recall),
    }
}

/// Whether nothing follows: whoever made the link hid what does, or has the walk end earlier.
pub fn is_end(guide: Guide) -> bool {
    let After { question, queries } = guide.after;
    let asked = guide.asked.get();
    let (here, count) = guide
        .lab
        .shell
        .lesson
        .with(|own| (own.place_index(), own.places().len()));
    match guide.beat.get() {
        Beat::Mix => !(queries || question && !asked),
        _ => here + 1 >= count,
    }
}
