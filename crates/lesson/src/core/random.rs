//! Random numbers that depend on their place alone, so that nothing has to be remembered of them.

/// A number every bit of which depends on every bit of `x`: one step of splitmix64 (Steele et al.
/// 2014, "Fast Splittable Pseudorandom Number Generators", §5).
#[must_use]
pub const fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number in 0…1, 1 excluded: the `place`-th of `seed`.
#[must_use]
pub fn number(seed: u64, place: u64) -> f32 {
    // 24 bits are what an f32 holds.
    (mixed(mixed(seed) ^ place) >> 40) as f32 / (1_u32 << 24) as f32
}
