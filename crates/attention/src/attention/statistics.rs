//! Numbers that describe one row of weights.

/// The entropy −Σ p·log₂ p of one row of weights, in bits: 0 when all weight lies on one key,
/// log₂ m when it is spread evenly over m keys (Shannon 1948, §6). 0·log 0 counts as 0,
/// so a row of zeros has entropy 0.
#[must_use]
pub fn entropy(row: &[f32]) -> f32 {
    let bits = |&p: &f32| -f64::from(p) * log2(f64::from(p));
    let sum: f64 = row.iter().filter(|&&p| p != 0.0).map(bits).sum();
    // A weight rounded to just above 1 would give a tiny negative entropy, and −0 reads badly.
    if sum <= 0.0 { 0.0 } else { sum as f32 }
}

/// log₂ x for positive, finite, normal x (NaN otherwise), written out for the same reason
/// as [`exp`](crate::exp()): the platform's own differs from machine to machine.
///
/// x = 2ᵉ·m with m near 1, and ln m = 2·(s + s³/3 + s⁵/5 + …) for s = (m − 1)/(m + 1).
fn log2(x: f64) -> f64 {
    if !(f64::MIN_POSITIVE..f64::INFINITY).contains(&x) {
        return f64::NAN;
    }
    let fraction = f64::from_bits(x.to_bits() & 0x000f_ffff_ffff_ffff | 1.0f64.to_bits());
    let exponent = (x.to_bits() >> 52) as f64 - 1023.0;
    let (m, e) = if fraction > std::f64::consts::SQRT_2 {
        (fraction / 2.0, exponent + 1.0)
    } else {
        (fraction, exponent)
    };
    let s = (m - 1.0) / (m + 1.0);
    let series = (0..=10)
        .rev()
        .fold(0.0, |sum, i| sum * s * s + 1.0 / f64::from(2 * i + 1));
    e + 2.0 * s * series * std::f64::consts::LOG2_E
}
