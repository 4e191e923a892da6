//! Where one stands in a lesson whose steps have names, and how one looks: all the view that many
//! lessons need.

use super::fragment::{Entries, Fragment};
use super::lesson::{Look, Meta};
use super::number::{self, shortest};
use super::problem::Problem;
use super::steps;
use super::table::Cell;

/// The step one stands at, the pinned cell, digits and speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// Which of the lesson's steps, from 0.
    pub step: usize,
    /// The cell whose explanation stays.
    pub pinned: Option<Cell>,
    /// How numbers are written, and how fast the walk plays.
    pub look: Look,
}

/// What a view has of a [`Standing`]; what is said there need not be said by the lesson.
pub trait Viewed {
    /// Where one stands.
    fn standing(&self) -> Option<&Standing> {
        None
    }

    /// The same, to change.
    fn standing_mut(&mut self) -> Option<&mut Standing> {
        None
    }
}

impl Viewed for Standing {
    fn standing(&self) -> Option<&Standing> {
        Some(self)
    }

    fn standing_mut(&mut self) -> Option<&mut Standing> {
        Some(self)
    }
}

impl Standing {
    /// Reads the entries `stage`, `pin`, `digits` and `speed` of a lesson's link.
    ///
    /// # Errors
    /// [`Problem::LinkRange`] for a step that is none, [`Problem::LinkEntry`] for what else cannot be taken.
    pub fn read(link: Fragment<'_>, meta: &Meta, base: Standing) -> Result<Standing, Problem> {
        let step = link.one_of("stage", meta.steps, |key| steps::named(meta.steps, key))?;
        let pinned = link.read("pin", |text| meta.cell(text))?;
        let speed = link.read("speed", |text| number::parse(text).ok())?;
        let look = Look {
            digits: link.count("digits")?.unwrap_or(base.look.digits),
            speed: speed.unwrap_or(base.look.speed),
        };
        Ok(Standing {
            step: step.unwrap_or(base.step),
            pinned: pinned.or(base.pinned),
            look,
        })
    }

    /// Writes what [`read`](Standing::read) reads.
    pub fn write(&self, meta: &Meta, to: &mut Entries) {
        to.push(
            "stage",
            meta.steps.get(self.step).copied().unwrap_or_default(),
        );
        if let Some(cell) = self.pinned {
            to.push("pin", meta.address(cell));
        }
        let (usual, own) = (Look::default(), self.look);
        to.when(own.digits != usual.digits, "digits", || {
            own.digits.to_string()
        });
        to.when(own.speed != usual.speed, "speed", || shortest(own.speed));
    }
}

impl Meta {
    /// The cell of an address such as `scores.1.0`: table, row and column from 0.
    #[must_use]
    pub fn cell(&self, address: &str) -> Option<Cell> {
        let mut parts = address.split('.');
        let (table, row, col) = (parts.next()?, parts.next()?, parts.next()?);
        let table = self.table(table)?;
        Some(Cell::new(table, row.parse().ok()?, col.parse().ok()?))
    }

    /// The address that [`cell`](Meta::cell) reads.
    #[must_use]
    pub fn address(&self, cell: Cell) -> String {
        let table = self.of(cell.name).map_or("", |table| table.key);
        format!("{table}.{}.{}", cell.row, cell.col)
    }
}
