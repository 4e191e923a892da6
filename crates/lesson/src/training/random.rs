//! Random numbers that depend on their place alone, so that nothing has to be remembered of them.

/// Well mixed bits of two numbers (splitmix64; Steele et al. 2014, "Fast splittable pseudorandom
/// number generators", §5).
#[must_use]
pub fn mix(a: u64, b: u64) -> u64 {
    let mut x = a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(b)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number in 0…1, 1 excluded: the `place`-th of `seed`.
#[must_use]
pub fn number(seed: u64, place: u64) -> f32 {
    // 24 bits are what an f32 holds.
    (mix(seed, place) >> 40) as f32 / (1_u32 << 24) as f32
}
