//! One step of the walk: finer than a tile, so that each does one thing.

use std::ops::Range;

use attention::Matrix;

/// What a step does. Per query of the block: m the running maximum, l the running sum, O the output
/// so far (not yet divided).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A block of queries is loaded: m = −∞, l = 0, O = 0.
    Begin,
    /// The mask hides the whole tile: nothing is loaded, nothing computed.
    Skip,
    /// A block of keys and values is loaded.
    Load,
    /// The tile's scores, scaled and masked.
    Scores,
    /// The largest score of each row of the tile.
    TileMax,
    /// The new running maximum.
    Max,
    /// By what everything so far shrinks: exp(old maximum − new maximum).
    Factor,
    /// exp(score − new maximum), in place of the scores.
    Exp,
    /// The running sum: rescaled, then the tile's exponentials added.
    Sum,
    /// The output so far: rescaled, then the tile's exponentials times V added.
    Accumulate,
    /// After the last tile of these queries: O / l, the output, is written.
    Divide,
}

impl Kind {
    /// What is done for a tile that is not skipped, in order.
    pub const TILE: [Kind; 8] = [
        Kind::Load,
        Kind::Scores,
        Kind::TileMax,
        Kind::Max,
        Kind::Factor,
        Kind::Exp,
        Kind::Sum,
        Kind::Accumulate,
    ];

    /// All of them, in the order of the walk.
    pub const ALL: [Kind; 11] = [
        Kind::Begin,
        Kind::Skip,
        Kind::Load,
        Kind::Scores,
        Kind::TileMax,
        Kind::Max,
        Kind::Factor,
        Kind::Exp,
        Kind::Sum,
        Kind::Accumulate,
        Kind::Divide,
    ];

    /// The name in attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Begin => "begin",
            Kind::Skip => "skip",
            Kind::Load => "load",
            Kind::Scores => "scores",
            Kind::TileMax => "tile_max",
            Kind::Max => "max",
            Kind::Factor => "factor",
            Kind::Exp => "exp",
            Kind::Sum => "sum",
            Kind::Accumulate => "accumulate",
            Kind::Divide => "divide",
        }
    }
}

/// A step with the numbers it computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What is done.
    pub kind: Kind,
    /// The queries of the block, from 0.
    pub queries: Range<usize>,
    /// The keys of the tile, from 0; none where a block of queries begins or ends.
    pub keys: Range<usize>,
    /// What it computed, a row a query of the block: a column a key of the tile, a column a
    /// dimension of V, or one column; no column where it computes nothing.
    pub numbers: Matrix,
}

impl Step {
    /// The columns it computes, as they are numbered in the whole matrix.
    #[must_use]
    pub fn columns(&self) -> Range<usize> {
        match self.kind {
            Kind::Scores | Kind::Exp => self.keys.clone(),
            _ => 0..self.numbers.cols(),
        }
    }

    /// The number it computed for that query and column of the whole matrix.
    #[must_use]
    pub fn number(&self, row: usize, col: usize) -> Option<f32> {
        let row = row.checked_sub(self.queries.start)?;
        let col = col.checked_sub(self.columns().start)?;
        self.numbers.get(row, col)
    }
}
