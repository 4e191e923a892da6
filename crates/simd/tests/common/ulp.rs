//! How exact a result is: the tests of `simd` and of `attention` include this file.

/// One unit in the last place of an f32 near `x`; below the normal range, the subnormal step.
pub fn ulp(x: f64) -> f64 {
    let x = (x.abs() as f32).clamp(f32::MIN_POSITIVE, f32::MAX);
    f64::from(f32::from_bits(x.to_bits() & 0x7f80_0000)) * f64::from(f32::EPSILON)
}
