//! Number by number: sums.

use simd::vector::{Vector, load_part, store_part};

/// Σx²: NaN or ∞ where a number is, at the price of one multiply-add; and √(Σq²·Σk²) is at least
/// |q·k|, and any sum on the way to it (Cauchy and Schwarz). It may be ∞ for finite numbers too.
#[inline(always)]
fn energy<V: Vector>(x: &[f32]) -> f32 {
    let mut sums = [V::splat(0.0); 4];
    let (vectors, rest) = x.as_chunks::<4>();
    let (fours, vectors) = vectors.as_chunks::<4>();
    // Four at a time, because each sum waits for the one before.
    for four in fours {
        for (sum, x) in sums.iter_mut().zip(four) {
            *sum = V::load(x).madd(V::load(x), *sum);
        }
    }
    for x in vectors {
        sums[0] = V::load(x).madd(V::load(x), sums[0]);
    }
    let rest = load_part::<V>(rest, 0.0);
    let [a, b, c, d] = sums;
    rest.madd(rest, a.add(b)).add(c.add(d)).sum()
}

/// Σx² of all rows, and the largest of one row.
#[inline(always)]
pub fn energies<V: Vector>(x: &[f32], cols: usize) -> (f32, f32) {
    let (mut total, mut most) = (0.0, 0.0f32);
    for row in x.chunks_exact(cols) {
        let energy = energy::<V>(row);
        total += energy;
        if most < energy {
            most = energy;
        }
    }
    (total, most)
}

/// x + y·factor into x
#[inline(always)]
pub fn add_times<V: Vector>(x: &mut [f32], y: &[f32], factor: f32) {
    let factor = V::splat(factor);
    let (x, x_rest) = x.as_chunks_mut();
    let (y, y_rest) = y.as_chunks();
    for (x, y) in x.iter_mut().zip(y) {
        V::load(y).madd(factor, V::load(x)).store(x);
    }
    let rest = load_part::<V>(y_rest, 0.0).madd(factor, load_part(x_rest, 0.0));
    store_part(rest, x_rest);
}
