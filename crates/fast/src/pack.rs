//! Copies the right factor of a product into panels of eight columns, each read straight through:
//! its cell (t, c) goes to `packed[(⌊c/8⌋·depth + t)·8 + c mod 8]`. The last panel is filled up with
//! zeros.

use crate::tile::WIDTH;
use simd::vector::{Vector, load_part};

/// B given row by row, depth×cols.
#[inline(always)]
pub fn columns<V: Vector>(b: &[f32], cols: usize, packed: &mut [f32]) {
    let depth = b.len() / cols;
    let (eights, _) = packed.as_chunks_mut::<WIDTH>();
    for (panel, eights) in eights.chunks_exact_mut(depth).enumerate() {
        let columns = panel * WIDTH..cols.min((panel + 1) * WIDTH);
        for (row, eight) in b.chunks_exact(cols).zip(eights) {
            put_eight::<V>(&row[columns.clone()], eight);
        }
    }
}

/// Up to eight numbers, and zeros.
#[inline(always)]
fn put_eight<V: Vector>(row: &[f32], eight: &mut [f32; WIDTH]) {
    let (halves, _) = eight.as_chunks_mut::<4>();
    let (whole, rest) = row.as_chunks::<4>();
    for (l, half) in halves.iter_mut().enumerate() {
        let vector = match whole.get(l) {
            Some(four) => V::load(four),
            None if l == whole.len() => load_part(rest, 0.0),
            None => V::splat(0.0),
        };
        vector.store(half);
    }
}

/// B given as its transpose, cols×depth, as keys are; each number is multiplied by `factor`.
#[inline(always)]
pub fn rows<V: Vector>(b: &[f32], depth: usize, factor: f32, packed: &mut [f32]) {
    let panels = b.chunks(WIDTH * depth);
    for (b, panel) in panels.zip(packed.chunks_exact_mut(WIDTH * depth)) {
        let from = if b.len() == panel.len() {
            let factor = V::splat(factor);
            for t in (0..depth - depth % 4).step_by(4) {
                turn::<V>(&b[t..], depth, factor, &mut panel[t * WIDTH..][..4 * WIDTH]);
            }
            depth - depth % 4
        } else {
            panel.fill(0.0);
            0
        };
        for (r, row) in b.chunks_exact(depth).enumerate() {
            for t in from..depth {
                panel[t * WIDTH + r] = row[t] * factor;
            }
        }
    }
}

/// The first four columns of eight rows become four rows of eight.
#[inline(always)]
fn turn<V: Vector>(b: &[f32], depth: usize, factor: V, panel: &mut [f32]) {
    for half in 0..2 {
        let mut four = [V::splat(0.0); 4];
        for (r, row) in four.iter_mut().enumerate() {
            if let Some(start) = b[(half * 4 + r) * depth..].first_chunk() {
                *row = V::load(start).mul(factor);
            }
        }
        for (t, column) in V::transposed(four).into_iter().enumerate() {
            if let Some(to) = panel[t * WIDTH + half * 4..].first_chunk_mut() {
                column.store(to);
            }
        }
    }
}

/// The columns of B (depth×cols, row by row) that fill no whole panel, as one.
pub fn last_columns(b: &[f32], cols: usize, packed: &mut [f32]) {
    let (eights, _) = packed.as_chunks_mut::<WIDTH>();
    for (row, eight) in b.chunks_exact(cols).zip(eights) {
        *eight = [0.0; WIDTH];
        for (slot, x) in eight.iter_mut().zip(&row[cols - cols % WIDTH..]) {
            *slot = *x;
        }
    }
}
