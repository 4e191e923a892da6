//! One token's way through the whole model, every number explained.
//!
//! [`view`] lays out every number that belongs to one token, row by row in the order of the
//! computation; [`explain`] says of any of them how it was computed, with the very numbers it was
//! computed from, and which cells of the same view those are.
//!
//! | file | |
//! |---|---|
//! | `part` | the stations |
//! | `way`, `line` | which rows there are, and where |
//! | `values` | the numbers in a row, out of a [`Run`] |
//! | `arithmetic`, `rule`, `symbols` | a number written out with the numbers it comes from; a station's rule |
//! | `reason` | the formula of a cell, an [`Expr`]; those of the parts of a block in `heads`, `softmax`, `mlp` |

mod arithmetic;
mod heads;
mod line;
mod mlp;
mod part;
mod reason;
mod rule;
mod softmax;
mod symbols;
mod values;
mod way;

pub use arithmetic::{TERMS, written};
pub use part::Part;
pub use rule::rule;
pub use symbols::symbol;
pub use way::covers;

use crate::core::expr::Expr;
use attention::model::{Model, Run};
use serde::{Deserialize, Serialize};
use way::Way;

/// The address of one number of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockCell {
    /// The block, from 0; `None` before the first and after the last.
    pub layer: Option<usize>,
    /// The station.
    pub part: Part,
    /// The head, from 0, where each has a row of its own. Keys and values count their own heads.
    pub head: Option<usize>,
    /// Which number of the row, from 0: a component, a token of the sequence or of the vocabulary.
    pub col: usize,
}

/// The numbers of one station.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockRow {
    /// As in [`BlockCell`].
    pub layer: Option<usize>,
    /// The station.
    pub part: Part,
    /// As in [`BlockCell`].
    pub head: Option<usize>,
    /// The numbers, as many as [`Part`] says.
    pub values: Vec<f32>,
}

/// All numbers that belong to one token of a sequence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockView {
    /// After how many steps of training.
    pub step: u32,
    /// The sequence.
    pub ids: Vec<u32>,
    /// Where in it the token stands, from 0.
    pub place: usize,
    /// In the order of the computation.
    pub rows: Vec<BlockRow>,
}

/// One number, and how it comes about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// Where it stands.
    pub cell: BlockCell,
    /// The number.
    pub value: f32,
    /// How it is computed.
    pub formula: Expr,
    /// The cells of the same view that go into it: of a sum all its terms, of a product with
    /// weights the whole row, of a norm the whole row too, because of its mean and variance. What
    /// other tokens give (their keys and values) has no cell here.
    pub sources: Vec<BlockCell>,
}

impl BlockView {
    /// The number in `cell`, if there is such a cell.
    #[must_use]
    pub fn value(&self, cell: BlockCell) -> Option<f32> {
        let here =
            |row: &&BlockRow| (row.layer, row.part, row.head) == (cell.layer, cell.part, cell.head);
        let row = self.rows.iter().find(here)?;
        row.values.get(cell.col).copied()
    }
}

/// All numbers of the token at `place` of `ids`, after `step` steps of training. `run` is one of
/// [`Run::with_stages`] for one sequence, after [`Model::forward`] of `ids`; with another run, for
/// a model that is not [covered](covers) or for a place outside, there are no rows.
#[must_use]
pub fn view(model: &Model, run: &Run, ids: &[u32], step: u32, place: usize) -> BlockView {
    let rows = Way::of(model, run, ids, place).map_or_else(Vec::new, Way::rows);
    BlockView {
        step,
        ids: ids.to_vec(),
        place,
        rows,
    }
}

/// How the number in `cell` of [`view`] is computed; `None` when the view has no such cell.
#[must_use]
pub fn explain(
    model: &Model,
    run: &Run,
    ids: &[u32],
    place: usize,
    cell: BlockCell,
) -> Option<Explanation> {
    Way::of(model, run, ids, place)?.explain(cell)
}
