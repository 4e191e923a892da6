//! The toys and their way forward. Shapes: x n×D, W_Q and W_K D×K, W_V D×D, W₁ D×H, all row by row in
//! one list.

use super::task::{LENGTH, WIDTH as D};
use crate::core::random;

/// Width of queries and keys.
pub(super) const K: usize = 4;
/// Hidden width of the MLP.
pub(super) const H: usize = 12;

/// What a toy is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// y = w₂·ReLU(W₁x + b₁) + b₂, each word alone.
    Mlp,
    /// y = w·(A·X·W_V) + b, A = softmax(QKᵀ/√K).
    Head,
    /// The MLP over x + A·X·W_V.
    Block,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 3] = [Kind::Mlp, Kind::Head, Kind::Block];

    /// Its key in texts and attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Mlp => "mlp",
            Kind::Head => "head",
            Kind::Block => "block",
        }
    }

    pub(super) const fn looks(self) -> bool {
        !matches!(self, Kind::Mlp)
    }

    pub(super) const fn bends(self) -> bool {
        !matches!(self, Kind::Head)
    }

    /// How many numbers it learns.
    #[must_use]
    pub const fn parameters(self) -> usize {
        match self {
            Kind::Mlp => PARAMETERS - W_1,
            Kind::Head => W_1,
            Kind::Block => PARAMETERS - D - 1,
        }
    }
}

// Where each matrix begins in the list.
pub(super) const W_Q: usize = 0;
pub(super) const W_K: usize = W_Q + D * K;
pub(super) const W_V: usize = W_K + D * K;
pub(super) const W_O: usize = W_V + D * D;
pub(super) const B_O: usize = W_O + D;
pub(super) const W_1: usize = B_O + 1;
pub(super) const B_1: usize = W_1 + D * H;
pub(super) const W_2: usize = B_1 + H;
pub(super) const B_2: usize = W_2 + H;
/// How many numbers the list has; each toy uses those of its kind.
pub const PARAMETERS: usize = B_2 + 1;

/// A toy with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Toy {
    /// What it is made of.
    pub kind: Kind,
    /// All its numbers.
    pub parameters: Vec<f32>,
}

/// What one pass forward leaves for the way back, a row a word.
#[derive(Clone, Default)]
pub(super) struct Pass {
    pub(super) q: [[f32; K]; LENGTH],
    pub(super) k: [[f32; K]; LENGTH],
    pub(super) v: [[f32; D]; LENGTH],
    pub(super) a: [[f32; LENGTH]; LENGTH],
    pub(super) c: [[f32; D]; LENGTH],
    pub(super) h: [[f32; D]; LENGTH],
    pub(super) r: [[f32; H]; LENGTH],
    pub(super) y: [f32; LENGTH],
}

impl Toy {
    /// Before training: evenly from ±1/√inputs (as PyTorch's `nn.Linear`), what is added too, so that no part of the MLP
    /// begins cut off everywhere.
    #[must_use]
    pub fn new(kind: Kind, seed: u64) -> Toy {
        let number = |place: usize| {
            let inputs = if place >= W_2 { H } else { D };
            let reach = 1.0 / (inputs as f32).sqrt();
            reach * (2.0 * random::number(seed, place as u64) - 1.0)
        };
        let parameters = (0..PARAMETERS).map(number).collect();
        Toy { kind, parameters }
    }

    /// What it says of each word.
    #[must_use]
    pub fn says(&self, words: &[[f32; D]]) -> Vec<f32> {
        let pass = self.forward(words);
        pass.y.iter().copied().take(words.len()).collect()
    }

    /// `rows` numbers a row from `at` on: the row `row` of a matrix.
    fn row<const N: usize>(&self, at: usize, row: usize) -> &[f32] {
        &self.parameters[at + row * N..at + (row + 1) * N]
    }

    fn times<const N: usize>(&self, x: &[f32; D], at: usize) -> [f32; N] {
        let mut out = [0.0; N];
        for (row, x) in x.iter().enumerate() {
            for (own, w) in out.iter_mut().zip(self.row::<N>(at, row)) {
                *own += x * w;
            }
        }
        out
    }

    pub(super) fn forward(&self, words: &[[f32; D]]) -> Pass {
        let mut pass = Pass::default();
        if self.kind.looks() {
            self.look(words, &mut pass);
        }
        for (i, x) in words.iter().enumerate() {
            pass.y[i] = match self.kind {
                Kind::Head => self.parameters[B_O] + dot(&pass.c[i], self.row::<D>(W_O, 0)),
                Kind::Mlp | Kind::Block => {
                    for (own, (x, c)) in pass.h[i].iter_mut().zip(x.iter().zip(pass.c[i])) {
                        *own = x + c;
                    }
                    pass.r[i] = self.bent(&pass.h[i]);
                    self.parameters[B_2] + dot(&pass.r[i], self.row::<H>(W_2, 0))
                }
            };
        }
        pass
    }

    fn bent(&self, h: &[f32; D]) -> [f32; H] {
        let mut r = self.times::<H>(h, W_1);
        for (own, b) in r.iter_mut().zip(self.row::<H>(B_1, 0)) {
            *own = (*own + b).max(0.0);
        }
        r
    }

    /// The head: queries, keys, values, weights, mixed values.
    fn look(&self, words: &[[f32; D]], pass: &mut Pass) {
        for (i, x) in words.iter().enumerate() {
            pass.q[i] = self.times(x, W_Q);
            pass.k[i] = self.times(x, W_K);
            pass.v[i] = self.times(x, W_V);
        }
        let n = words.len();
        for i in 0..n {
            let scores = pass.k.map(|k| dot(&pass.q[i], &k) * FACTOR);
            let largest = scores[..n]
                .iter()
                .copied()
                .fold(f32::NEG_INFINITY, f32::max);
            let exp = scores.map(|score| attention::exp(score - largest));
            let sum: f32 = exp[..n].iter().sum();
            for (j, exp) in exp.iter().enumerate().take(n) {
                pass.a[i][j] = exp / sum;
                for (own, v) in pass.c[i].iter_mut().zip(pass.v[j]) {
                    *own += pass.a[i][j] * v;
                }
            }
        }
    }
}

/// 1/√K.
pub(super) const FACTOR: f32 = 0.5;

pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
