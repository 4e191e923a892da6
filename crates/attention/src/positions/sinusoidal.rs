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
    sinusoidal_of(LONGEST, n, d)
}

/// The same with another base than 10000.
///
/// ```
/// use attention::positions::{sinusoidal, sinusoidal_of};
/// assert_eq!(sinusoidal_of(10_000.0, 3, 4), sinusoidal(3, 4));
/// ```
#[must_use]
pub fn sinusoidal_of(base: f64, n: usize, d: usize) -> Matrix {
    let rates: Vec<f64> = (0..d).map(|j| rate(base, j / 2, d)).collect();
    Matrix::from_fn(n, d, |p, j| wave(j, p as f64 * rates[j]))
}

/// How fast pair `i` of d/2 turns: the angle of one step of position, base^(−2i/d), in waves as in
/// [`Rope`](super::Rope).
#[must_use]
pub fn rate(base: f64, i: usize, d: usize) -> f64 {
    libm::pow(base, -2.0 * i as f64 / d as f64)
}

/// The wave of dimension `j` at an angle: even dimensions are sines, odd ones cosines.
#[must_use]
pub fn wave(j: usize, angle: f64) -> f32 {
    let wave = if j.is_multiple_of(2) {
        libm::sin
    } else {
        libm::cos
    };
    wave(angle) as f32
}
