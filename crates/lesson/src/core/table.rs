//! Tables of numbers and the addresses of their cells, whichever lesson they belong to.

use serde::{Deserialize, Serialize};

/// A table of a lesson: its place in [`Meta::tables`](super::lesson::Meta::tables), which is the order
/// of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TableId(pub u8);

/// The address of one number: table, row, column (both from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Which table.
    pub name: TableId,
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub col: usize,
}

impl Cell {
    /// The cell at (`row`, `col`) of `name`.
    #[must_use]
    pub const fn new(name: TableId, row: usize, col: usize) -> Cell {
        Cell { name, row, col }
    }
}

/// What the rows or columns of a table stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Tokens that ask.
    Queries,
    /// Tokens that are asked.
    Keys,
    /// Dimensions, or anything that is only counted.
    Counted,
    /// Tokens in another order.
    Shuffled,
    /// Positions, which are counted from 0.
    Places,
    /// What has a name of its own everywhere: `q`, `RoPE`.
    Named(&'static [&'static str]),
    /// One column: the table has one number a row.
    One,
}

/// The control that begins measuring.
const MEASURE: &str = "measure";

/// What is known of a table before there are numbers.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The key in links, attributes and files: `w_q`, `scores`.
    pub key: &'static str,
    /// The symbol of one of its cells in written arithmetic.
    pub symbol: &'static str,
    /// What its rows stand for.
    pub rows: Axis,
    /// What its columns stand for.
    pub cols: Axis,
    /// The control that its cells belong to; locked with it.
    pub control: &'static str,
    /// A reader may put numbers of their own over computed ones.
    pub overridable: bool,
    /// There is something to predict in it wherever it is not typed; false for what is chosen.
    pub asked: bool,
    /// The symbol of the whole, as in formulas.
    pub whole: &'static str,
    /// The hue that its frame, label and symbols have in common.
    pub hue: &'static str,
    /// Its numbers are shares, never negative: one colour from 0 on, not two around it.
    pub shares: bool,
    /// Each row adds up to 1: a whole row of it can be asked.
    pub distribution: bool,
    /// Its cells are shown or hidden rather than numbers: 0, or −∞.
    pub painted: bool,
    /// Its cells are products of a row of the one table and a row of the other, and named so.
    pub product: Option<(TableId, TableId)>,
    /// A table whose colours it is drawn with: where a step makes the same numbers smaller, they are seen to pale.
    pub compared: Option<TableId>,
}

impl Table {
    /// A table that a reader types into; its cells are the control of the same name.
    #[must_use]
    pub const fn typed(key: &'static str, symbol: &'static str, rows: Axis, cols: Axis) -> Table {
        Table {
            key,
            symbol,
            rows,
            cols,
            control: key,
            overridable: false,
            asked: false,
            whole: symbol,
            hue: "x",
            shares: false,
            distribution: false,
            painted: false,
            product: None,
            compared: None,
        }
    }

    /// A table that is computed.
    #[must_use]
    pub const fn computed(
        key: &'static str,
        symbol: &'static str,
        rows: Axis,
        cols: Axis,
    ) -> Table {
        Table {
            control: "override",
            asked: true,
            ..Table::typed(key, symbol, rows, cols)
        }
    }

    /// A table that is measured here: nobody types into it, and nobody can be asked about it.
    #[must_use]
    pub const fn measured(key: &'static str, symbol: &'static str) -> Table {
        Table {
            control: MEASURE,
            hue: "scores",
            ..Table::typed(key, symbol, Axis::Counted, Axis::Counted)
        }
    }

    /// The same, whose rows and columns are those.
    #[must_use]
    pub const fn across(self, rows: Axis, cols: Axis) -> Table {
        Table { rows, cols, ..self }
    }

    /// Whether its numbers are measured rather than computed from the link.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.control == MEASURE
    }

    /// The same, which a reader types now and the lesson computes then.
    #[must_use]
    pub const fn sometimes_computed(self) -> Table {
        Table {
            asked: true,
            ..self
        }
    }

    /// The same, drawn with that symbol for the whole and in that hue.
    #[must_use]
    pub const fn drawn(self, whole: &'static str, hue: &'static str) -> Table {
        Table { whole, hue, ..self }
    }

    /// The same, whose numbers are shares of something.
    #[must_use]
    pub const fn shares(self) -> Table {
        Table {
            shares: true,
            ..self
        }
    }

    /// The same, whose cells are products of a row of one table and a row of another.
    #[must_use]
    pub const fn product(self, left: TableId, right: TableId) -> Table {
        let product = Some((left, right));
        Table { product, ..self }
    }

    /// The same, with the colours of another table, of which its numbers are made.
    #[must_use]
    pub const fn compared(self, with: TableId) -> Table {
        Table {
            compared: Some(with),
            ..self
        }
    }

    /// The same, each row of which adds up to 1.
    #[must_use]
    pub const fn distribution(self) -> Table {
        Table {
            shares: true,
            distribution: true,
            ..self
        }
    }

    /// The same, whose numbers a reader may put others over.
    #[must_use]
    pub const fn overridable(self) -> Table {
        Table {
            overridable: true,
            ..self
        }
    }
}
