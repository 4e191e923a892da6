//! Why scores are divided by √d_k: one query and six keys drawn at random, with and without the division.

use attention::Matrix;

use crate::core::random;

/// How long the vectors can be made.
pub const LENGTHS: [usize; 6] = [2, 4, 8, 16, 32, 64];
/// Keys of a draw.
pub const KEYS: usize = 6;
/// How many draws the means are taken over.
pub const DRAWS: usize = 300;

/// Scores of one draw and what softmax makes of them, and what is usual over many.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// q·k of the draw, one a key.
    pub scores: Vec<f32>,
    /// Their softmax.
    pub shares: Vec<f32>,
    /// √ of the mean square of all scores of [`DRAWS`] draws: their mean is 0.
    pub typical: f32,
    /// The mean of the largest share of each of those draws.
    pub largest: f32,
}

impl Spread {
    /// The largest share of the draw.
    #[must_use]
    pub fn top(&self) -> f32 {
        largest(&self.shares)
    }
}

/// The draw of `seed` with vectors of `d_k` numbers: scores as they are, and divided by √d_k.
///
/// Each number is uniform in ±√3, so that it has mean 0 and variance 1; then q·k has variance d_k (Vaswani et al.
/// 2017, footnote 4).
#[must_use]
pub fn draw(d_k: usize, seed: u64) -> [Spread; 2] {
    let all: Vec<Vec<f32>> = (0..DRAWS as u64).map(|n| scores(d_k, seed + n)).collect();
    let factor = 1.0 / (d_k as f32).sqrt();
    [1.0, factor].map(|factor| spread(&all, factor))
}

fn spread(all: &[Vec<f32>], factor: f32) -> Spread {
    let scaled = |scores: &Vec<f32>| scores.iter().map(|s| s * factor).collect::<Vec<_>>();
    let square = |s: &f32| (s * factor) * (s * factor);
    let squares: f32 = all.iter().flatten().map(square).sum();
    let tops: f32 = all.iter().map(|own| largest(&softmax(&scaled(own)))).sum();
    let first = all.first().map(scaled).unwrap_or_default();
    Spread {
        shares: softmax(&first),
        scores: first,
        typical: (squares / (all.len() * KEYS) as f32).sqrt(),
        largest: tops / all.len() as f32,
    }
}

/// The scores of one draw.
fn scores(d_k: usize, seed: u64) -> Vec<f32> {
    let number = |place: usize| (2.0 * random::number(seed, place as u64) - 1.0) * 3f32.sqrt();
    let score = |key: usize| {
        let products = (0..d_k).map(|c| number(c) * number((key + 1) * d_k + c));
        products.sum()
    };
    (0..KEYS).map(score).collect()
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let row = Matrix::from_fn(1, scores.len(), |_, key| scores[key]);
    attention::softmax(&row).weights.data().to_vec()
}

fn largest(shares: &[f32]) -> f32 {
    shares.iter().copied().fold(0.0, f32::max)
}
