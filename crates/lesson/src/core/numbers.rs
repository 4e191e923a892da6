//! The numbers of a lesson, whichever it is: tables of them, and how each is computed.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use attention::{Keep, Matrix};

use super::expr::{self, Expr, Piece, Term};
use super::lesson::Meta;
use super::number::indexed;
use super::table::{Axis, Cell, Table, TableId};

/// Every number that a lesson shows at one moment.
pub trait Numbers: Send + Sync {
    /// The numbers of a table; `None` where the lesson has none of it now. NaN is a number that is not
    /// there.
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>>;

    /// How the number in `cell` is computed; `None` where that is not known here.
    fn rule(&self, _cell: Cell) -> Option<Expr> {
        None
    }

    /// Which cells of a table may be looked at, where some may not.
    fn keep(&self, _table: TableId) -> Option<Keep> {
        None
    }

    /// What the rows and the columns of a table are called, where the lesson cannot know: tokens of a model that was
    /// opened. None where it does.
    fn names(&self, _table: TableId) -> (Vec<String>, Vec<String>) {
        Default::default()
    }

    /// Whether a reader put the number of `cell` over the computed one.
    fn overridden(&self, _cell: Cell) -> bool {
        false
    }

    /// The number in `cell`, if there is such a cell.
    fn value(&self, cell: Cell) -> Option<f32> {
        self.matrix(cell.name)?.get(cell.row, cell.col)
    }
}

impl fmt::Debug for dyn Numbers + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers")
    }
}

/// Tables of numbers by value, and how each is computed: all that many lessons need.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The numbers of each table, in the order of the lesson's.
    matrices: Vec<Matrix>,
    rule: fn(&Tables, Cell) -> Option<Expr>,
}

impl Tables {
    /// The tables of a lesson in their order; `rule` says how the number in a cell is computed.
    pub fn of(matrices: Vec<Matrix>, rule: fn(&Tables, Cell) -> Option<Expr>) -> Arc<dyn Numbers> {
        Arc::new(Tables { matrices, rule })
    }

    /// The number in a cell, as it goes into another; `None` where there is none.
    #[must_use]
    pub fn term(&self, table: TableId, row: usize, col: usize) -> Option<Term> {
        let cell = Cell::new(table, row, col);
        self.value(cell).map(|value| Term::at(cell, value))
    }

    /// A whole row of a table, as it goes into another number.
    #[must_use]
    pub fn row(&self, table: TableId, row: usize) -> Vec<Term> {
        let cols = self.matrix(table).map_or(0, |matrix| matrix.cols());
        let terms = (0..cols).filter_map(|col| self.term(table, row, col));
        terms.collect()
    }
}

impl Numbers for Tables {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let matrix = self.matrices.get(usize::from(table.0));
        matrix.map(Cow::Borrowed)
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        (self.rule)(self, cell)
    }
}

/// Numbers that follow from a link, and beside them tables that were measured or trained here.
#[derive(Debug)]
pub struct Beside {
    own: Arc<dyn Numbers>,
    first: TableId,
    measured: Vec<Matrix>,
}

impl Beside {
    /// `own`, and the measured tables from `first` on; none of these before anything was measured.
    #[must_use]
    pub fn of(own: Arc<dyn Numbers>, first: TableId, measured: Vec<Matrix>) -> Beside {
        Beside {
            own,
            first,
            measured,
        }
    }
}

impl Numbers for Beside {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        match table.0.checked_sub(self.first.0) {
            Some(index) => self.measured.get(usize::from(index)).map(Cow::Borrowed),
            None => self.own.matrix(table),
        }
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        self.own.rule(cell)
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        self.own.keep(table)
    }

    fn overridden(&self, cell: Cell) -> bool {
        self.own.overridden(cell)
    }
}

impl Meta {
    /// A cell's symbol with its subscripts, counted from 1: `s₂₁`, `max₂`, `W_Q₁₂`; past 9 with a comma.
    #[must_use]
    pub fn symbol(&self, cell: Cell) -> String {
        let of = |table: &Table| {
            let col = (table.cols != Axis::One).then_some(cell.col);
            indexed(table.symbol, cell.row, col)
        };
        self.of(cell.name).map(of).unwrap_or_default()
    }

    /// Writes the arithmetic of `cell` with `digits` places, no more than `most` terms of a sum. It ends with the number
    /// that is shown, also where that was put over what the rule gives. Nothing where there is no such number, or no rule.
    #[must_use]
    pub fn written(
        &self,
        numbers: &dyn Numbers,
        cell: Cell,
        digits: u8,
        most: usize,
    ) -> Vec<Piece> {
        let (Some(rule), Some(value)) = (numbers.rule(cell), numbers.value(cell)) else {
            return vec![];
        };
        let result = Term::at(cell, value);
        expr::written(self.left_side(cell), &rule, result, digits, most)
    }

    /// A product of two vectors is named by them: `q₂·k₁`.
    fn left_side(&self, cell: Cell) -> Vec<Piece> {
        let vector = |name: TableId, row| {
            let symbol = self.of(name).map_or("", |table| table.symbol);
            Piece::new(indexed(symbol, row, None), Some(name))
        };
        match self.of(cell.name).and_then(|table| table.product) {
            Some((left, right)) => vec![
                vector(left, cell.row),
                Piece::new("·", None),
                vector(right, cell.col),
            ],
            None => vec![Piece::new(self.symbol(cell), Some(cell.name))],
        }
    }
}
