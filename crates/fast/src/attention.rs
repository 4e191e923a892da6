//! softmax(scale·Q·Kᵀ + mask)·V without ever holding the n×m weights (FlashAttention; Dao et al. 2022).
//!
//! ```text
//!                     keys, a tile of TILE at a time →
//!                ┌───────┬───────┬───────┐
//!        queries │ ▓▓▓▓▓ │       │ never │   1. scores of the tile: Q (in place) · packed Kᵀ
//!        a block │ ▓▓▓▓▓ │       │  seen │   2. weights relative to the largest score so far
//!      of BLOCK ↓├───────┼───────┼───────┤   3. out = out·fade + weights · V (in place)
//!                │       │       │       │
//!                └───────┴───────┴───────┘   after a row's last tile: out / sum of weights
//! ```
//!
//! Only one tile of weights exists at a time, so it stays in the fast caches however large n and m
//! are. Keys are packed once, already multiplied by scale, and by log₂ e where all scores are known to be
//! near 0, so that they are exponents of 2.
//! Tiles that no query of the block may see are never visited; on the edge of what may be seen
//! (causal, window) a block falls into groups of as many rows as a tile of the product has, each
//! with its own stretch of keys.

use crate::exp2::{LOG2_E, LOWEST};
use crate::kernels::Kernels;
use crate::online::Tile;
use crate::pack;
use crate::shape::Attention;
use crate::tile::{self, Block, WIDTH, whole_panels};
use core::ops::Range;

/// Queries of a block, a multiple of every tile's height.
pub const BLOCK: usize = 48;
/// Keys of a tile, whole panels.
pub const TILE: usize = 128;

/// Numbers of scratch: K in panels, the columns of V that fill no panel, one tile of weights.
pub fn scratch(shape: &Attention<'_>) -> usize {
    let keys = whole_panels(shape.m);
    let values = last_values(shape);
    let weights = BLOCK.min(shape.n) * TILE.min(keys);
    keys.saturating_mul(shape.d_k)
        .saturating_add(values)
        .saturating_add(weights)
}

/// Room for the columns of V that fill no panel.
fn last_values(shape: &Attention<'_>) -> usize {
    if shape.d_v.is_multiple_of(WIDTH) {
        0
    } else {
        shape.m.saturating_mul(WIDTH)
    }
}

/// What stays the same for all blocks.
struct Operands<'a> {
    /// Are the scores exponents of 2 near 0 ([`Energies::are_near`])?
    near: bool,
    shape: &'a Attention<'a>,
    q: &'a [f32],
    /// K, in panels.
    keys: &'a [f32],
    v: &'a [f32],
    /// The columns of V that fill no panel, as one.
    last_values: &'a [f32],
}

/// What is known of each query of a block.
struct Known {
    max: [f32; BLOCK],
    sum: [f32; BLOCK],
    fade: [f32; BLOCK],
}

/// Fused attention; `scratch` holds [`scratch`] numbers. `near` says that all scores are near 0.
pub fn attention<K: Kernels>(
    shape: &Attention<'_>,
    near: bool,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) {
    let Attention {
        n,
        m,
        d_k,
        d_v,
        scale,
        ..
    } = *shape;
    let (keys, rest) = scratch.split_at_mut(whole_panels(m) * d_k);
    let (last_values, weights) = rest.split_at_mut(last_values(shape));
    // Large scores keep their digits (`online::Below`), and a mask's numbers are added as they are.
    let unit = if near { LOG2_E } else { 1.0 };
    K::pack_rows(k, d_k, scale * unit, keys);
    pack::last_columns(v, d_v, last_values);
    let operands = Operands {
        near,
        shape,
        q,
        keys,
        v,
        last_values,
    };
    for i in (0..n).step_by(BLOCK) {
        let rows = i..n.min(i + BLOCK);
        let out = &mut out[i * d_v..rows.end * d_v];
        operands.block::<K>(rows, weights, out);
    }
}

impl Operands<'_> {
    /// The keys that at least one of these queries may see.
    fn seen(&self, rows: &Range<usize>) -> Range<usize> {
        let (first, last) = (
            self.shape.keys_of(rows.start),
            self.shape.keys_of(rows.end - 1),
        );
        first.start..last.end
    }

    /// One block of queries: all tiles of keys that they may see.
    fn block<K: Kernels>(&self, rows: Range<usize>, weights: &mut [f32], out: &mut [f32]) {
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

    /// What some queries of a block may see of one tile.
    fn part<K: Kernels>(
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

/// Some queries of a block, and a tile of keys.
struct Part {
    /// The block's first query.
    first: usize,
    /// The queries, counted from there.
    at: Range<usize>,
    /// The keys.
    tile: Range<usize>,
    /// Do all these queries see all keys of the tile?
    plain: bool,
    /// Is it the block's first tile?
    begins: bool,
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

/// Columns of a tile, from the first key's panel on, up to whole vectors.
fn padded(keys: &Range<usize>) -> usize {
    (keys.end - base(keys)).next_multiple_of(4)
}

/// The first key of the panel that the first of `keys` is in.
fn base(keys: &Range<usize>) -> usize {
    keys.start - keys.start % WIDTH
}
