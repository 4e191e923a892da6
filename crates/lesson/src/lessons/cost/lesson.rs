//! The lesson: what is to be measured and how it is shown. Its numbers are measured, so they do not
//! follow from the link.

use super::controls::CONTROLS;
use super::link::{self, View};
use super::problem::CostProblem;
use super::settings::Settings;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, State};
use crate::core::player::Player;
use crate::core::problem::Problem;
use crate::core::table::{Table, TableId};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost;

/// The lesson while it is open.
pub type Meter = Player<Cost>;

/// Milliseconds of a call, a row a chosen method, a column a size.
pub const TIME: TableId = TableId(0);

/// Bytes that were held for it, in the same places.
pub const MEMORY: TableId = TableId(1);

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "cost",
    presets: &[],
    newcomers: "",
    words: &[
        "quadratic",
        "simd",
        "flash_attention",
        "window",
        "linear_attention",
    ],
    minutes: 5,
    keys: &[
        Key::numbers("d"),
        Key::numbers("causal"),
        Key::numbers("window"),
        Key::numbers("seed"),
        Key::numbers("methods"),
        Key::numbers("to"),
        Key::numbers("budget"),
        Key::look("show"),
        Key::look("at"),
    ],
    controls: CONTROLS,
    steps: &[],
    tables: &[Table::measured("time", "t"), Table::measured("memory", "m")],
    computes: false,
};

/// What only this lesson can do. What of it is locked is known by what it changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another thing to measure.
    Settings(Settings),
    /// Another way to look.
    View(View),
}

impl Lesson for Cost {
    const META: &'static Meta = &META;
    type Document = Settings;
    type View = View;
    type Change = Change;

    fn read(link: Fragment<'_>, _: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (settings, view) = link::read(link)?;
        match settings.check() {
            // Somebody was about to choose others.
            Ok(()) | Err(CostProblem::NoMethod) => Ok((settings, view)),
            Err(problem) => Err(problem.in_link()),
        }
    }

    fn write(settings: &Settings, view: &View, to: &mut Entries) {
        link::write(settings, view, to);
    }

    fn change(settings: &mut Settings, view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Settings(other) => {
                // No method at all can stand: so one can begin a choice of one's own.
                match other.check() {
                    Ok(()) | Err(CostProblem::NoMethod) => *settings = other,
                    Err(problem) => return Err(problem.in_link()),
                }
            }
            Change::View(other) => *view = other,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::core::command::Command;
    use crate::core::control::Limits;

    #[test]
    fn what_is_locked_stays_and_the_rest_can_be_taken_back() {
        let mut player = Meter::open("").unwrap();
        let lock = CONTROLS.iter().copied().filter(|own| own.name == "to");
        player.limit(Limits {
            lock: lock.collect(),
            steps: None,
        });
        let usual = Settings::default();
        let mut apply = |settings: &Settings| {
            let change = Change::Settings(settings.clone());
            player.apply(Command::Own(change))
        };
        let shorter = Settings {
            largest: 1024,
            ..usual.clone()
        };
        assert_eq!(apply(&shorter), Err(Problem::Locked("to")));
        let cheaper = Settings {
            budget: 64,
            ..usual.clone()
        };
        assert_eq!(apply(&cheaper), Ok(()));
        let impossible = Settings { budget: 0, ..usual };
        assert!(matches!(apply(&impossible), Err(Problem::LinkRange(..))));
        assert_eq!(player.document().budget, 64);
        player.apply(Command::Undo).unwrap();
        assert_eq!(player.document().budget, 512);
    }
}
