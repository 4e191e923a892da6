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

mod operands;
mod part;

use crate::exp2::LOG2_E;
use crate::kernels::Kernels;
use crate::pack;
use crate::shape::Attention;
use crate::tile::{WIDTH, whole_panels};
use operands::Operands;

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
