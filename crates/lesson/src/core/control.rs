//! What a link can lock or hide.

use super::steps::Steps;

/// A control of a lesson, or several of them under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Its name in links; one that stands in the page is called so there.
    pub name: &'static str,
    /// How the page shows it.
    pub kind: Kind,
    /// The controls that are locked and hidden with it.
    pub parts: &'static [&'static str],
    /// The entries of the link that it changes, or what the lesson calls a part of one
    /// ([`owned`](super::lesson::Lesson::owned)): locked, these stay as they were, whichever way a change
    /// would come.
    pub owns: &'static [&'static str],
}

/// How the page shows a control, and how it is found there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A button, chooser, slider or field: the value of its `data-control` or `data-action`.
    Single,
    /// Several buttons or switches of a kind: each has the attribute `data-NAME`.
    Several,
    /// The cells of the typed matrix of that name.
    Matrix,
    /// Nothing of its own: only a name for its parts.
    Group,
}

impl Control {
    /// One control.
    #[must_use]
    pub const fn single(name: &'static str) -> Self {
        Self::with(name, Kind::Single, &[])
    }

    /// Several of a kind.
    #[must_use]
    pub const fn several(name: &'static str) -> Self {
        Self::with(name, Kind::Several, &[])
    }

    /// The cells of a typed matrix.
    #[must_use]
    pub const fn matrix(owns: &'static [&'static str; 1]) -> Self {
        Self::with(owns[0], Kind::Matrix, &[]).owning(owns)
    }

    /// A name for several controls.
    #[must_use]
    pub const fn group(name: &'static str, parts: &'static [&'static str]) -> Self {
        Self::with(name, Kind::Group, parts)
    }

    /// One control with what is of no use without it.
    #[must_use]
    pub const fn whole(name: &'static str, parts: &'static [&'static str]) -> Self {
        Self::with(name, Kind::Single, parts)
    }

    /// The same control, which owns these entries of the link.
    #[must_use]
    pub const fn owning(self, owns: &'static [&'static str]) -> Self {
        Self { owns, ..self }
    }

    /// Whether another lesson's control is the same to a reader: of the same name, with the same parts.
    #[must_use]
    pub fn is_called_as(self, other: Self) -> bool {
        (self.name, self.kind, self.parts) == (other.name, other.kind, other.parts)
    }

    /// Whether what is done to it is done to the control of that name: it is that one, or has it as a part.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.name == name || self.parts.contains(&name)
    }

    /// What it and its parts own, in a lesson with these controls.
    pub fn all_owned(self, controls: &'static [Control]) -> impl Iterator<Item = &'static str> {
        let is_part = move |own: &&Control| self.parts.contains(&own.name);
        let parts = controls.iter().filter(is_part).flat_map(|part| part.owns);
        self.owns.iter().chain(parts).copied()
    }

    const fn with(name: &'static str, kind: Kind, parts: &'static [&'static str]) -> Self {
        Self {
            name,
            kind,
            parts,
            owns: &[],
        }
    }
}

/// What a link has locked, and the steps that it leaves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The controls that are named as locked, in the order of the lesson's table.
    pub lock: Vec<Control>,
    /// The steps one may walk to; `None` for all.
    pub steps: Option<Steps>,
}

impl Limits {
    /// The control that keeps the one of that name from being used: itself, or what it is part of.
    #[must_use]
    pub fn locked(&self, name: &str) -> Option<Control> {
        let holds = |own: &&Control| own.name == name || own.parts.contains(&name);
        self.lock.iter().find(holds).copied()
    }
}

/// The controls of questions and of predict-first.
pub const QUESTIONS: [Control; 11] = [
    Control::single("predict"),
    Control::group(
        "question",
        &[
            "answer",
            "bar",
            "divide",
            "option",
            "check",
            "reveal",
            "next-question",
            "new-numbers",
            "forget",
        ],
    ),
    Control::single("answer"),
    Control::several("bar"),
    Control::single("divide"),
    Control::several("option"),
    Control::single("check"),
    Control::single("reveal"),
    Control::single("next-question"),
    Control::single("new-numbers"),
    Control::single("forget"),
];

/// The controls of a walk, each by itself; a lesson groups them with what else its walk has.
pub const WALK: [Control; 6] = [
    Control::single("reset"),
    Control::single("back"),
    Control::single("play"),
    Control::single("next"),
    Control::single("scrub"),
    Control::single("speed").owning(&["speed"]),
];

/// What goes with the examples: who hides these gives no word about them either.
pub const EXAMPLES: &[&str] = &["preset", "restore", "preset-note"];

/// The controls of examples, digits and undo.
const BASIC: [Control; 8] = [
    Control::group("examples", EXAMPLES),
    Control::single("preset"),
    Control::single("restore"),
    Control::single("preset-note"),
    Control::single("digits").owning(&["digits"]),
    Control::single("full"),
    Control::whole("undo", &["redo"]),
    Control::single("redo"),
];

/// What else a plain lesson has: its walk by name, its menus.
const PLAIN: [Control; 5] = [
    Control::group(
        "walk",
        &[
            "reset", "back", "play", "next", "scrub", "speed", "goto", "progress",
        ],
    ),
    Control::several("goto"),
    Control::single("progress"),
    Control::single("save-figure"),
    Control::several("menu"),
];

/// The controls that every lesson with a walk and tables has.
pub const COMMON: [Control; 30] = {
    let asked: [Control; 19] = join(BASIC, QUESTIONS);
    let walked: [Control; 11] = join(PLAIN, WALK);
    join(asked, walked)
};

/// One table after the other, as constants.
///
/// # Panics
/// While compiling, unless there is room for just so many.
#[must_use]
pub const fn join<T: Copy, const A: usize, const B: usize, const C: usize>(
    first: [T; A],
    more: [T; B],
) -> [T; C] {
    assert!(A + B == C, "room for all and no more");
    let mut all = [first[0]; C];
    let mut index = 0;
    while index < C {
        all[index] = if index < A {
            first[index]
        } else {
            more[index - A]
        };
        index += 1;
    }
    all
}
