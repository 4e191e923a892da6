//! How a number is computed, as data: with the very numbers it is computed from.

use attention::Activation;
use serde::{Deserialize, Serialize};

/// How a number is computed, with the numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Formula {
    /// Read from a learned table.
    LookedUp {
        /// The row of the table: the token's number, or its position from 0.
        row: usize,
        /// What stands there.
        value: f32,
    },
    /// The wave that tells positions apart (Vaswani et al. 2017, §3.5): with
    /// a = position / 10000^(2i/width), sin a in component 2i and cos a in component 2i + 1.
    Wave {
        /// Where the token stands, from 0.
        position: usize,
        /// Which component, from 0.
        component: usize,
        /// How many there are, d_model.
        width: usize,
    },
    /// The number itself: it only changes its place.
    Same(f32),
    /// a₁ + a₂ + …
    Sum(Vec<f32>),
    /// bias + left₁·right₁ + left₂·right₂ + …
    Dot {
        /// The numbers of the row.
        left: Vec<f32>,
        /// The numbers it is multiplied with: a column of weights, a key, or a column of values.
        right: Vec<f32>,
        /// What the sum starts at; `None`: 0.
        bias: Option<f32>,
    },
    /// (x − mean) / √(variance + eps) · gain + bias (Ba et al. 2016, eq. 4). Without a mean it is
    /// RMSNorm, and `variance` the mean of squares (Zhang and Sennrich 2019, eq. 4).
    Norm {
        /// The number to be normalised.
        x: f32,
        /// The mean of its row, in LayerNorm.
        mean: Option<f32>,
        /// The mean square of its row's distances from the mean (RMSNorm: from 0).
        variance: f32,
        /// Added to the variance.
        eps: f32,
        /// Learned, multiplied with.
        gain: f32,
        /// Learned, added.
        bias: Option<f32>,
    },
    /// RoPE (Su et al. 2021, §3.4.2): the pair (a, b) turned by an angle is
    /// (a·cos − b·sin, b·cos + a·sin).
    Turned {
        /// a and b.
        pair: (f32, f32),
        /// The cosine of the angle.
        cos: f32,
        /// The sine of the angle.
        sin: f32,
        /// Is it the first of the turned pair, or the second?
        first: bool,
    },
    /// x·factor, the factor being the same for all.
    Times(f32, f32),
    /// a·b
    Product(f32, f32),
    /// The score of a key that is seen, −∞ of one that is not.
    Masked {
        /// The scaled score.
        score: f32,
        /// May the token look at the key?
        visible: bool,
    },
    /// ALiBi (Press et al. 2021, §3): score − slope·distance.
    Penalised {
        /// The scaled score.
        score: f32,
        /// The head's penalty of one step.
        slope: f32,
        /// How many steps lie between query and key.
        distance: usize,
    },
    /// The largest of these.
    Largest(Vec<f32>),
    /// x − largest; −∞ stays −∞.
    Shifted {
        /// One number of a row.
        x: f32,
        /// The largest of the row.
        largest: f32,
    },
    /// e to this power.
    Exp(f32),
    /// exp / sum; 0 where the sum is 0, as there is nothing to share.
    Share {
        /// One exponential.
        exp: f32,
        /// The sum of all of its row.
        sum: f32,
    },
    /// f(x), f being the function between the projections of the MLP.
    Activation {
        /// Which function.
        #[serde(with = "Kind")]
        kind: Activation,
        /// What it is applied to.
        x: f32,
    },
}

/// How an [`Activation`] is written down; its crate does without serde in the page.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Activation")]
enum Kind {
    Relu,
    Gelu,
    GeluTanh,
    Silu,
}
