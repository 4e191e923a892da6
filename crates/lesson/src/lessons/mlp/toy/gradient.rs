//! The loss of a toy and its way back, written by hand: how the loss changes with every number.

use super::model::{
    B_1, B_2, B_O, FACTOR, H, K, Kind, PARAMETERS, Pass, Toy, W_1, W_2, W_K, W_O, W_Q, W_V, dot,
};
use super::task::{LENGTH, Sentence, Task, WIDTH as D};

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
            let through = if *r > 0.0 {
                back * self.parameters[W_2 + j]
            } else {
                0.0
            };
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
