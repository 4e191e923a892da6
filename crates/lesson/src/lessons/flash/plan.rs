//! What a walk does, in order, before a number of it is computed: all that one needs to go through it.

use std::ops::Range;

use attention::Keep;

use super::step::Kind;
use super::tile::{Tile, blocks};

/// A step without its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// What is done.
    pub kind: Kind,
    /// The queries of the block, from 0.
    pub queries: Range<usize>,
    /// The keys of the tile, from 0; none where a block of queries begins or ends.
    pub keys: Range<usize>,
}

/// The steps over n×m scores in tiles of that size; a tile that the mask hides whole is skipped.
#[must_use]
pub fn plan(keep: &Keep, tile: Tile) -> Vec<Planned> {
    let (n, m) = keep.shape();
    let tile = tile.within(n, m);
    let mut plan = Vec::new();
    for queries in blocks(n, tile.queries) {
        let step = |kind, keys| Planned {
            kind,
            queries: queries.clone(),
            keys,
        };
        plan.push(step(Kind::Begin, 0..0));
        for keys in blocks(m, tile.keys) {
            match hidden(keep, &queries, &keys) {
                true => plan.push(step(Kind::Skip, keys)),
                false => plan.extend(Kind::TILE.map(|kind| step(kind, keys.clone()))),
            }
        }
        plan.push(step(Kind::Divide, 0..0));
    }
    plan
}

/// Whether the mask hides every key of the tile from every query of it.
#[must_use]
pub fn hidden(keep: &Keep, queries: &Range<usize>, keys: &Range<usize>) -> bool {
    let sees = |i| keys.clone().any(|j| keep.get(i, j) == Some(true));
    !queries.clone().any(sees)
}

impl Planned {
    /// The columns it computes, as they are numbered in the whole matrix; V has `d_v` of them.
    #[must_use]
    pub fn columns(&self, d_v: usize) -> Range<usize> {
        match self.kind {
            Kind::Begin | Kind::Skip | Kind::Load => 0..0,
            Kind::Scores | Kind::Exp => self.keys.clone(),
            Kind::TileMax | Kind::Max | Kind::Factor | Kind::Sum => 0..1,
            Kind::Accumulate | Kind::Divide => 0..d_v,
        }
    }

    /// The cell that it computes nearest to a row and column; none where it computes nothing.
    #[must_use]
    pub fn nearest(&self, (row, col): (usize, usize), d_v: usize) -> Option<(usize, usize)> {
        let (rows, columns) = (&self.queries, self.columns(d_v));
        let row = row.clamp(rows.start, rows.end.checked_sub(1)?);
        Some((row, col.clamp(columns.start, columns.end.checked_sub(1)?)))
    }
}
