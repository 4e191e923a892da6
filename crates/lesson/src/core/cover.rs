//! What stays covered until it has been predicted.
//!
//! A covered number is taken out of the [`Numbers`] that the views are given: whatever they draw, write,
//! read out or copy, it is not there. [`COVERED`] stands in its place, which no computation of finite
//! numbers gives (see `attention`'s conventions).

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Matrix};

use super::expr::Expr;
use super::numbers::Numbers;
use super::opened::Opened;
use super::table::{Axis, Cell, TableId};

/// Stands where a number is covered: NaN.
pub const COVERED: f32 = f32::NAN;

/// Which computed numbers are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cover {
    /// None.
    #[default]
    Nothing,
    /// One query's row of this table and of all that is computed after it; other queries do not
    /// enter into it, so their rows give nothing away. Not for keys and values, which enter into all.
    Row(TableId, usize),
    /// This table and all that is computed after it.
    From(TableId),
}

impl Cover {
    /// Whether the number of `cell` is covered. Typed and chosen numbers never are.
    #[must_use]
    pub fn hides(self, lesson: &dyn Opened, cell: Cell) -> bool {
        let by_query = |table| {
            let rows = lesson.meta().of(table).map(|table| table.rows);
            rows != Some(Axis::Keys)
        };
        let own = match self {
            Cover::Nothing => false,
            Cover::Row(first, row) => {
                lesson.follows(cell.name, first) && cell.row == row && by_query(cell.name)
            }
            Cover::From(first) => lesson.follows(cell.name, first),
        };
        own && lesson.asks(cell.name)
    }

    /// `matrix`, the numbers of a table, without those that are covered.
    #[must_use]
    pub fn over(self, lesson: &dyn Opened, table: TableId, mut matrix: Matrix) -> Matrix {
        for row in 0..matrix.rows() {
            if self.hides(lesson, Cell::new(table, row, 0)) {
                matrix.row_mut(row).fill(COVERED);
            }
        }
        matrix
    }
}

/// Numbers without those that are covered.
#[derive(Debug)]
pub struct Covered {
    lesson: Box<dyn Opened>,
    cover: Cover,
    numbers: Arc<dyn Numbers>,
}

impl Covered {
    /// `numbers` of `lesson` as they are shown.
    #[must_use]
    pub fn of(lesson: &dyn Opened, cover: Cover, numbers: Arc<dyn Numbers>) -> Arc<dyn Numbers> {
        match cover {
            Cover::Nothing => numbers,
            cover => Arc::new(Covered {
                lesson: lesson.boxed(),
                cover,
                numbers,
            }),
        }
    }
}

impl Numbers for Covered {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let matrix = self.numbers.matrix(table)?.into_owned();
        Some(Cow::Owned(self.cover.over(&*self.lesson, table, matrix)))
    }

    /// What a covered number is computed from would be the answer.
    fn rule(&self, cell: Cell) -> Option<Expr> {
        let open = !self.cover.hides(&*self.lesson, cell);
        open.then(|| self.numbers.rule(cell))?
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        self.numbers.keep(table)
    }

    fn overridden(&self, cell: Cell) -> bool {
        self.numbers.overridden(cell)
    }
}
