//! A penalty that grows with the distance (Press et al. 2021, "Train Short, Test Long").

/// One slope per head: head `h` adds −slopeₕ·(i − j) to the score of query `i` and key `j ≤ i`,
/// after scaling and before softmax (Press et al. 2021, §3).
///
/// For n heads, n a power of two, the geometric sequence from 2^(−8/n) with that same ratio: for 8
/// heads ½, ¼, …, 1/256. Other counts take the sequence of the next smaller power of two and then
/// every other slope of the next larger one, as the paper's code does.
///
/// ```
/// use attention::positions::alibi_slopes;
/// assert_eq!(alibi_slopes(4), [0.25, 0.0625, 0.015625, 0.00390625]);
/// assert_eq!(alibi_slopes(3), [0.0625, 0.00390625, 0.25]);
/// ```
#[must_use]
pub fn alibi_slopes(n_heads: usize) -> Vec<f32> {
    let whole = n_heads.checked_ilog2().map_or(0, |log2| 1 << log2);
    let smaller = (1..=whole).map(|k| slope(k, whole));
    let larger = (1..).step_by(2).map(|k| slope(k, 2 * whole));
    smaller.chain(larger).take(n_heads).collect()
}

/// 2^(−8k/n): slope `k`, counted from 1, of `n` heads.
fn slope(k: usize, n: usize) -> f32 {
    libm::exp2(-8.0 * k as f64 / n as f64) as f32
}
