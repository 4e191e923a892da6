//! The toys, forward and backward, written by hand. Shapes: x n×D, W_Q and W_K D×K, W_V D×D, W₁ D×H, all row by row in
//! one list.

use super::task::{LENGTH, Sentence, Task, WIDTH as D};
use crate::core::random;

/// Width of queries and keys.
const K: usize = 4;
/// Hidden width of the MLP.
const H: usize = 12;

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

    const fn looks(self) -> bool {
        !matches!(self, Kind::Mlp)
    }

    const fn bends(self) -> bool {
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
const W_Q: usize = 0;
const W_K: usize = W_Q + D * K;
const W_V: usize = W_K + D * K;
const W_O: usize = W_V + D * D;
const B_O: usize = W_O + D;
const W_1: usize = B_O + 1;
const B_1: usize = W_1 + D * H;
const W_2: usize = B_1 + H;
const B_2: usize = W_2 + H;
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
struct Pass {
    q: [[f32; K]; LENGTH],
    k: [[f32; K]; LENGTH],
    v: [[f32; D]; LENGTH],
    a: [[f32; LENGTH]; LENGTH],
    c: [[f32; D]; LENGTH],
    h: [[f32; D]; LENGTH],
    r: [[f32; H]; LENGTH],
    y: [f32; LENGTH],
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

    fn forward(&self, words: &[[f32; D]]) -> Pass {
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
            let largest = scores[..n].iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exp = scores.map(|score| attention::exp(score - largest));
            let sum: f32 = exp[..n].iter().sum();
            for j in 0..n {
                pass.a[i][j] = exp[j] / sum;
                for (own, v) in pass.c[i].iter_mut().zip(pass.v[j]) {
                    *own += pass.a[i][j] * v;
                }
            }
        }
    }
}

/// 1/√K.
const FACTOR: f32 = 0.5;

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The mean square error over all words of which something is to be said.
#[must_use]
pub fn loss(toy: &Toy, task: Task, sentences: &[Sentence]) -> f32 {
    let one = |sentence: &Sentence| {
        let said = toy.says(&sentence.words);
        let off = said.iter().zip(&sentence.targets).skip(task.first());
        off.map(|(y, t)| (y - t) * (y - t)).sum::<f32>()
    };
    sentences.iter().map(one).sum::<f32>() / words(task, sentences)
}

fn words(task: Task, sentences: &[Sentence]) -> f32 {
    ((task.words() - task.first()) * sentences.len()).max(1) as f32
}

/// The loss and how it changes with every number of the toy.
#[must_use]
pub fn loss_and_gradient(toy: &Toy, task: Task, sentences: &[Sentence]) -> (f32, Vec<f32>) {
    let mut gradient = vec![0.0; PARAMETERS];
    let (mut total, count) = (0.0, words(task, sentences));
    for sentence in sentences {
        let pass = toy.forward(&sentence.words);
        let mut back = [0.0; LENGTH];
        let all = pass.y.iter().zip(&sentence.targets).enumerate();
        for (i, (y, target)) in all.skip(task.first()) {
            total += (y - target) * (y - target);
            back[i] = 2.0 * (y - target) / count;
        }
        toy.backward(&sentence.words, &pass, &back, &mut gradient);
    }
    (total / count, gradient)
}

impl Toy {
    /// Adds to the gradient what these words give; `back` is ∂L/∂y of each.
    fn backward(&self, words: &[[f32; D]], pass: &Pass, back: &[f32; LENGTH], g: &mut [f32]) {
        let mut to_c = [[0.0; D]; LENGTH];
        for i in 0..words.len() {
            to_c[i] = match self.kind {
                Kind::Head => self.back_out(&pass.c[i], back[i], g),
                Kind::Mlp | Kind::Block => self.back_mlp(&pass.h[i], &pass.r[i], back[i], g),
            };
        }
        if self.kind.looks() {
            self.back_look(words, pass, &to_c, g);
        }
    }

    fn back_out(&self, c: &[f32; D], back: f32, g: &mut [f32]) -> [f32; D] {
        g[B_O] += back;
        std::array::from_fn(|d| {
            g[W_O + d] += back * c[d];
            back * self.parameters[W_O + d]
        })
    }

    fn back_mlp(&self, h: &[f32; D], r: &[f32; H], back: f32, g: &mut [f32]) -> [f32; D] {
        debug_assert!(self.kind.bends());
        let mut to_h = [0.0; D];
        g[B_2] += back;
        for (j, r) in r.iter().enumerate() {
            g[W_2 + j] += back * r;
            // What ReLU has cut passes nothing on.
            let through = if *r > 0.0 { back * self.parameters[W_2 + j] } else { 0.0 };
            g[B_1 + j] += through;
            for d in 0..D {
                g[W_1 + d * H + j] += through * h[d];
                to_h[d] += through * self.parameters[W_1 + d * H + j];
            }
        }
        to_h
    }

    /// Through the mix, softmax, scores and projections.
    fn back_look(&self, words: &[[f32; D]], pass: &Pass, to_c: &[[f32; D]; LENGTH], g: &mut [f32]) {
        let n = words.len();
        let (mut to_q, mut to_k) = ([[0.0; K]; LENGTH], [[0.0; K]; LENGTH]);
        let mut to_v = [[0.0; D]; LENGTH];
        for i in 0..n {
            let to_a: [f32; LENGTH] = std::array::from_fn(|j| dot(&to_c[i], &pass.v[j]));
            let mean = dot(&pass.a[i][..n], &to_a[..n]);
            for j in 0..n {
                let a = pass.a[i][j];
                let to_s = a * (to_a[j] - mean) * FACTOR;
                for d in 0..D {
                    to_v[j][d] += a * to_c[i][d];
                }
                for c in 0..K {
                    to_q[i][c] += to_s * pass.k[j][c];
                    to_k[j][c] += to_s * pass.q[i][c];
                }
            }
        }
        for (i, x) in words.iter().enumerate() {
            outer(g, W_Q, x, &to_q[i]);
            outer(g, W_K, x, &to_k[i]);
            outer(g, W_V, x, &to_v[i]);
        }
    }
}

/// Adds x·backᵀ to the matrix that begins at `at`.
fn outer<const N: usize>(g: &mut [f32], at: usize, x: &[f32; D], back: &[f32; N]) {
    for (row, x) in x.iter().enumerate() {
        for (col, back) in back.iter().enumerate() {
            g[at + row * N + col] += x * back;
        }
    }
}
