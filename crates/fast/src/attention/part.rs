//! Some queries of a block against one tile of keys: scores, weights, and values added up.

use super::TILE;
use super::operands::{Known, Operands};
use crate::exp2::LOWEST;
use crate::kernels::Kernels;
use crate::online::Tile;
use crate::shape::Attention;
use crate::tile::{self, Block, WIDTH, whole_panels};
use core::ops::Range;

/// Some queries of a block, and a tile of keys.
pub(super) struct Part {
    /// The block's first query.
    pub(super) first: usize,
    /// The queries, counted from there.
    pub(super) at: Range<usize>,
    /// The keys.
    pub(super) tile: Range<usize>,
    /// Do all these queries see all keys of the tile?
    pub(super) plain: bool,
    /// Is it the block's first tile?
    pub(super) begins: bool,
}

impl Part {
    fn rows(&self) -> Range<usize> {
        self.first + self.at.start..self.first + self.at.end
    }

    /// What of `seen` is in the tile; where nothing is, an empty range inside the tile.
    fn keys(&self, seen: &Range<usize>) -> Range<usize> {
        let end = seen.end.clamp(self.tile.start, self.tile.end);
        seen.start.clamp(self.tile.start, end)..end
    }
}

impl Operands<'_> {
    /// What some queries of a block may see of one tile.
    pub(super) fn part<K: Kernels>(
        &self,
        part: &Part,
        known: &mut Known,
        weights: &mut [f32],
        out: &mut [f32],
    ) {
        let seen = self.seen(&part.rows());
        let keys = part.keys(&seen);
        if keys.is_empty() {
            if part.begins {
                // A later tile, or none, adds to this.
                let d_v = self.shape.d_v;
                out[part.at.start * d_v..part.at.end * d_v].fill(0.0);
            }
            return;
        }
        self.scores::<K>(part, &keys, weights);
        self.weigh::<K>(part, &keys, known, weights);
        let ends = seen.end <= part.tile.end;
        if ends {
            for sum in &mut known.sum[part.at.clone()] {
                *sum = if *sum == 0.0 { 0.0 } else { 1.0 / *sum };
            }
        }
        let fade = (!part.begins).then_some(&known.fade[part.at.clone()]);
        let finish = ends.then_some(&known.sum[part.at.clone()]);
        self.mix::<K>(part, &keys, weights, fade, finish, out);
    }

    /// Scores become weights that are not yet divided by their sum.
    fn weigh<K: Kernels>(
        &self,
        part: &Part,
        keys: &Range<usize>,
        known: &mut Known,
        weights: &mut [f32],
    ) {
        let (stride, width) = (self.stride(), padded(keys));
        let sum = &mut known.sum[part.at.clone()];
        if self.near {
            return K::weigh_bounded(weights, stride, width, sum);
        }
        K::weigh(Tile {
            scores: weights,
            stride,
            width,
            max: &mut known.max[part.at.clone()],
            sum,
            fade: &mut known.fade[part.at.clone()],
        });
    }

    /// From one row of the tile of weights to the next.
    fn stride(&self) -> usize {
        TILE.min(whole_panels(self.shape.m))
    }

    /// Scaled and masked scores; column c of `weights` is key [`base`] + c.
    fn scores<K: Kernels>(&self, part: &Part, keys: &Range<usize>, weights: &mut [f32]) {
        let Attention { m, d_k, mask, .. } = *self.shape;
        let (base, stride, rows) = (base(keys), self.stride(), part.rows());
        let block = Block {
            a: &self.q[rows.start * d_k..],
            a_row: d_k,
            rows: rows.len(),
            depth: d_k,
            b: &self.keys[base * d_k..],
            b_row: WIDTH,
            b_panel: WIDTH * d_k,
            cols: whole_panels(keys.end - base),
            out_row: stride,
            start: None,
            finish: None,
        };
        tile::multiply::<K>(&block, weights);
        if part.plain && mask.is_none() && padded(keys) == keys.end - base {
            return;
        }
        // What becomes a weight of 0.
        let hidden = if self.near { LOWEST } else { f32::NEG_INFINITY };
        for (row, i) in weights.chunks_mut(stride).zip(rows) {
            let seen = part.keys(&self.shape.keys_of(i));
            if let Some(mask) = mask {
                let open = seen.start - base..seen.end - base;
                K::add_times(&mut row[open], &mask[i * m..][seen.clone()], 1.0);
            }
            row[..seen.start - base].fill(hidden);
            row[seen.end - base..padded(keys)].fill(hidden);
        }
    }

    /// out = (weights·V + out·fade)·finish
    fn mix<K: Kernels>(
        &self,
        part: &Part,
        keys: &Range<usize>,
        weights: &[f32],
        fade: Option<&[f32]>,
        finish: Option<&[f32]>,
        out: &mut [f32],
    ) {
        let d_v = self.shape.d_v;
        let whole = d_v - d_v % WIDTH;
        let block = Block {
            a: &weights[keys.start - base(keys)..],
            a_row: self.stride(),
            rows: part.at.len(),
            depth: keys.len(),
            b: &self.v[keys.start * d_v..],
            b_row: d_v,
            b_panel: WIDTH,
            cols: whole,
            out_row: d_v,
            start: fade,
            finish,
        };
        let out = &mut out[part.at.start * d_v..];
        tile::multiply::<K>(&block, out);
        if whole < d_v {
            let rest = Block {
                b: &self.last_values[keys.start * WIDTH..],
                b_row: WIDTH,
                cols: d_v - whole,
                ..block
            };
            tile::multiply::<K>(&rest, &mut out[whole..]);
        }
    }
}

/// Columns of a tile, from the first key's panel on, up to whole vectors.
fn padded(keys: &Range<usize>) -> usize {
    (keys.end - base(keys)).next_multiple_of(4)
}

/// The first key of the panel that the first of `keys` is in.
pub(super) fn base(keys: &Range<usize>) -> usize {
    keys.start - keys.start % WIDTH
}
