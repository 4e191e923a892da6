//! What a reader may do with each control of a lesson.

use crate::core::control::Control;
use crate::share::embed::EmbedOptions;

/// What may be done with a control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Freedom {
    /// Everything.
    #[default]
    Free,
    /// It is there and answers to nobody.
    Locked,
    /// It is not there.
    Hidden,
}

impl Freedom {
    /// All, from the most free.
    pub const ALL: [Self; 3] = [Self::Free, Self::Locked, Self::Hidden];

    /// The name in controls.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Locked => "locked",
            Self::Hidden => "hidden",
        }
    }

    /// The one of that [`slug`](Freedom::slug).
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}

/// A control of the dialog's list, with the controls that go with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The control, or the name for several.
    pub control: Control,
    /// Its parts, in the order of the lesson's table; none for a control by itself.
    pub parts: Vec<Control>,
}

/// A lesson's controls as a list: those with parts first, then those by themselves. Every control is in
/// it once at least.
#[must_use]
pub fn outline(controls: &[Control]) -> Vec<Entry> {
    let is_part = |control: &Control| controls.iter().any(|own| own.parts.contains(&control.name));
    let entry = |control: &Control| {
        let parts = controls
            .iter()
            .filter(|own| control.parts.contains(&own.name));
        Entry {
            control: *control,
            parts: parts.copied().collect(),
        }
    };
    let tops = controls.iter().filter(|control| !is_part(control));
    let (groups, singles): (Vec<_>, Vec<_>) =
        tops.map(entry).partition(|own| !own.parts.is_empty());
    groups.into_iter().chain(singles).collect()
}

/// What the options say of `control` by its own name.
#[must_use]
pub fn freedom(options: &EmbedOptions, control: &Control) -> Freedom {
    match () {
        () if options.hide.contains(control) => Freedom::Hidden,
        () if options.lock.contains(control) => Freedom::Locked,
        () => Freedom::Free,
    }
}

/// The control that `control` is a part of and that binds it, with how: hidden before locked.
#[must_use]
pub fn held_by(options: &EmbedOptions, control: &Control) -> Option<(Control, Freedom)> {
    let holds = |own: &&Control| own.parts.contains(&control.name);
    let hidden = options.hide.iter().find(holds);
    let locked = options.lock.iter().find(holds);
    let hidden = hidden.map(|own| (*own, Freedom::Hidden));
    hidden.or(locked.map(|own| (*own, Freedom::Locked)))
}

/// By what a reader leaves what is asked: other numbers, another level, another lesson.
const AWAY: [&str; 5] = ["level", "examples", "mask", "elsewhere", "to-stepper"];

/// Hides what leads away from a question once one is `asked`, and frees it when none is any more. What is locked stays so.
pub fn keep_at(options: &mut EmbedOptions, controls: &[Control], asked: bool) {
    let (before, after) = match asked {
        true => (Freedom::Free, Freedom::Hidden),
        false => (Freedom::Hidden, Freedom::Free),
    };
    for control in controls.iter().filter(|own| AWAY.contains(&own.name)) {
        if freedom(options, control) == before {
            set(options, controls, control, after);
        }
    }
}

/// Says `freedom` of `control` in the options; both lists stay in the order of the lesson's `controls`.
pub fn set(options: &mut EmbedOptions, controls: &[Control], control: &Control, freedom: Freedom) {
    for list in [&mut options.lock, &mut options.hide] {
        list.retain(|own| own != control);
    }
    let list = match freedom {
        Freedom::Free => return,
        Freedom::Locked => &mut options.lock,
        Freedom::Hidden => &mut options.hide,
    };
    list.push(*control);
    list.sort_by_key(|own| controls.iter().position(|known| known == own));
}
