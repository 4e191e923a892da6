//! Waves of many lengths, added to the embedding (Vaswani et al. 2017, §3.5).

use crate::matrix::Matrix;

/// The longest wave is nearly 2π times this long.
const LONGEST: f64 = 10_000.0;

/// PE: n×d, row `p` to be added to the embedding of the token at position `p`.
///
/// PE(p, 2i) = sin(p / 10000^(2i/d)) and PE(p, 2i + 1) = cos(p / 10000^(2i/d)) (Vaswani et al. 2017,
/// §3.5). Where d is odd, the last sine has no cosine.
///
/// ```
/// let pe = attention::positions::sinusoidal(2, 3);
/// assert_eq!(pe.row(0), [0.0, 1.0, 0.0]);
/// assert_eq!(pe.at(1, 0), 0.841_470_96); // sin 1
/// ```
#[must_use]
pub fn sinusoidal(n: usize, d: usize) -> Matrix {
    let mut rates = Vec::with_capacity(d);
    for j in 0..d {
        let even = j - j % 2;
        rates.push(libm::pow(LONGEST, -(even as f64) / d as f64));
    }
    Matrix::from_fn(n, d, |p, j| {
        let angle = p as f64 * rates[j];
        let wave = if j % 2 == 0 { libm::sin } else { libm::cos };
        wave(angle) as f32
    })
}
