//! From block to block of queries, and from tile to tile of keys.

use super::part::{Part, base};
use super::{BLOCK, TILE};
use crate::kernels::Kernels;
use crate::shape::Attention;
use crate::tile::WIDTH;
use core::ops::Range;

/// What stays the same for all blocks.
pub(super) struct Operands<'a> {
    /// Are the scores exponents of 2 near 0 ([`Energies::are_near`](crate::overflow::Energies::are_near))?
    pub(super) near: bool,
    pub(super) shape: &'a Attention<'a>,
    pub(super) q: &'a [f32],
    /// K, in panels.
    pub(super) keys: &'a [f32],
    pub(super) v: &'a [f32],
    /// The columns of V that fill no panel, as one.
    pub(super) last_values: &'a [f32],
}

/// What is known of each query of a block.
pub(super) struct Known {
    pub(super) max: [f32; BLOCK],
    pub(super) sum: [f32; BLOCK],
    pub(super) fade: [f32; BLOCK],
}

impl Operands<'_> {
    /// The keys that at least one of these queries may see.
    pub(super) fn seen(&self, rows: &Range<usize>) -> Range<usize> {
        let (first, last) = (
            self.shape.keys_of(rows.start),
            self.shape.keys_of(rows.end - 1),
        );
        first.start..last.end
    }

    /// One block of queries: all tiles of keys that they may see.
    pub(super) fn block<K: Kernels>(
        &self,
        rows: Range<usize>,
        weights: &mut [f32],
        out: &mut [f32],
    ) {
        let seen = self.seen(&rows);
        if seen.is_empty() {
            return out.fill(0.0);
        }
        let mut known = Known {
            max: [f32::NEG_INFINITY; BLOCK],
            sum: [0.0; BLOCK],
            fade: [1.0; BLOCK],
        };
        let first = base(&seen);
        let mut from = first;
        while from < seen.end {
            let tile = from..self.tile_end(&rows, from, seen.end);
            let plain = self.is_plain(&rows, &tile);
            let step = if plain { rows.len() } else { K::HEIGHT };
            for at in (0..rows.len()).step_by(step) {
                let part = Part {
                    first: rows.start,
                    at: at..rows.len().min(at + step),
                    tile: tile.clone(),
                    plain,
                    begins: from == first,
                };
                self.part::<K>(&part, &mut known, weights, out);
            }
            from = tile.end;
        }
    }

    /// Where the tile that begins at key `from` ends. What all queries may see is kept apart from what
    /// only some may, so that no more than the edge falls into groups.
    fn tile_end(&self, rows: &Range<usize>, from: usize, end: usize) -> usize {
        let first = self.shape.keys_of(rows.start).end;
        let common = if first == end {
            end
        } else {
            first.saturating_sub(1) / WIDTH * WIDTH
        };
        end.min(from + TILE)
            .min(if from < common { common } else { end })
    }

    /// May all queries see all keys of the tile, and is it the last tile for all or for none?
    fn is_plain(&self, rows: &Range<usize>, tile: &Range<usize>) -> bool {
        let first = self.shape.keys_of(rows.start);
        let last = self.shape.keys_of(rows.end - 1);
        let same_end = first.end > tile.end || last.end == tile.end;
        last.start <= tile.start && tile.end <= first.end && same_end
    }
}
