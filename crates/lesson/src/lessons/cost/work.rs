//! One method at one n, ready to be called: its memory, and the call itself in steps short enough
//! that a letter can be read between two of them.

use fast::{Attention, Backend, Fastest, Misfit, Portable, Rows, naive};

use super::guard::{Refusal, zeros};
use super::inputs::Inputs;
use super::method::Method;
use super::need;
use super::settings::Setup;

/// Multiply-adds of a step, about: some tens of milliseconds of plain loops, and of SIMD.
const PLAIN: usize = 1 << 24;
const QUICK: usize = 1 << 28;

/// The least rows of a fused step. Each packs K anew: of so many rows that is a hundredth of the work.
const LEAST_FUSED: usize = 512;
const LEAST_SCALAR: usize = 64;

/// Where a staged call stands.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Scores,
    Softmax,
    Mix,
}

/// The memory of a method at one n, and how far its call is.
#[derive(Debug)]
pub(super) struct Work {
    method: Method,
    setup: Setup,
    n: usize,
    phase: Phase,
    row: usize,
    /// n×d, the result.
    out: Vec<f32>,
    /// What the method needs beside it.
    scratch: Vec<f32>,
    /// n×n, where it is kept.
    scores: Vec<f32>,
    /// n×n, where it is kept.
    weights: Vec<f32>,
}

impl Work {
    /// Takes the memory.
    ///
    /// # Errors
    /// [`Refusal::Allocation`].
    pub fn new(method: Method, setup: &Setup, n: usize) -> Result<Self, Refusal> {
        let square = n as u64 * n as u64;
        let kept = |is: bool| zeros(if is { square } else { 0 });
        Ok(Self {
            method,
            setup: *setup,
            n,
            phase: Phase::Scores,
            row: 0,
            out: zeros(n as u64 * setup.d as u64)?,
            scratch: zeros(need::scratch(method, setup, n) as u64)?,
            scores: kept(method.squares() > 1)?,
            weights: kept(method.squares() > 0)?,
        })
    }

    /// Bytes held, those of the operands included.
    pub fn bytes(&self, inputs: &Inputs) -> u64 {
        let own = [&self.out, &self.scratch, &self.scores, &self.weights];
        let all = own.into_iter().chain([&inputs.q, &inputs.k, &inputs.v]);
        all.map(|numbers| 4 * numbers.len() as u64).sum()
    }

    /// The result of the last call.
    pub fn out(&self) -> &[f32] {
        &self.out
    }

    /// Is a whole call one step, or one a phase?
    pub fn is_short(&self) -> bool {
        self.rows() >= self.n
    }

    /// Rows of a step. A window is so little work that a whole call is one.
    fn rows(&self) -> usize {
        let a_row = self.n * self.setup.d;
        match self.method {
            Method::Textbook => (PLAIN / (2 * a_row)).max(1),
            Method::Staged => (QUICK / a_row).max(1),
            Method::Scalar => (PLAIN / (2 * a_row)).max(LEAST_SCALAR),
            Method::Fused => (QUICK / (2 * a_row)).max(LEAST_FUSED),
            Method::Window | Method::Linear => self.n,
        }
    }

    /// How much of the call is done, 0…1.
    pub fn share(&self) -> f64 {
        let rows = self.row as f64 / self.n as f64;
        match (self.method, self.phase) {
            (Method::Staged, phase) => (f64::from(phase as u8) + rows) / 3.0,
            _ => rows,
        }
    }

    /// The next step of the call; true once it is the last.
    ///
    /// # Errors
    /// [`Misfit`], of which the operands of this lesson give no cause.
    pub fn step(&mut self, inputs: &Inputs) -> Result<bool, Misfit> {
        let end = self.n.min(self.row + self.rows());
        match self.method {
            Method::Textbook => self.textbook(inputs, end),
            Method::Staged => self.staged(inputs, end)?,
            Method::Linear => self.linear(inputs)?,
            Method::Fused | Method::Scalar | Method::Window => self.tiles(inputs, end)?,
        }
        self.row = if end == self.n { 0 } else { end };
        Ok(self.row == 0 && self.next_phase())
    }

    /// Goes to the next phase; true where there is none and the call is over.
    fn next_phase(&mut self) -> bool {
        self.phase = match (self.method, self.phase) {
            (Method::Staged, Phase::Scores) => Phase::Softmax,
            (Method::Staged, Phase::Softmax) => Phase::Mix,
            _ => Phase::Scores,
        };
        self.phase == Phase::Scores
    }

    /// Query by query, each with the keys it may see; its weights stay in their row.
    fn textbook(&mut self, Inputs { q, k, v, .. }: &Inputs, end: usize) {
        let (n, d) = (self.n, self.setup.d);
        for i in self.row..end {
            let m = if self.setup.causal { i + 1 } else { n };
            let shape = Attention {
                n: 1,
                m,
                ..Attention::full(1, d)
            };
            let (q, out) = (&q[i * d..][..d], &mut self.out[i * d..][..d]);
            let weights = &mut self.weights[i * n..][..m];
            naive::attention(&shape, q, &k[..m * d], &v[..m * d], out, weights);
        }
    }

    fn tiles(&mut self, Inputs { q, k, v, .. }: &Inputs, end: usize) -> Result<(), Misfit> {
        let shape = need::shape(self.method, &self.setup, self.n);
        let rows = self.row * self.setup.d..end * self.setup.d;
        let shape = Attention {
            n: end - self.row,
            first: self.row,
            ..shape
        };
        let (q, out) = (&q[rows.clone()], &mut self.out[rows]);
        let kernel = if self.method == Method::Scalar {
            Portable::attention
        } else {
            Fastest::attention
        };
        kernel(&shape, q, k, v, out, &mut self.scratch)
    }

    fn linear(&mut self, Inputs { q, k, v, .. }: &Inputs) -> Result<(), Misfit> {
        let shape = need::shape(self.method, &self.setup, self.n);
        fast::linear_attention(&shape, q, k, v, &mut self.out, &mut self.scratch)
    }

    /// Rows of Q·Kᵀ, or of the softmax, or of weights·V.
    fn staged(&mut self, inputs: &Inputs, end: usize) -> Result<(), Misfit> {
        match self.phase {
            Phase::Scores => self.scores(inputs, end),
            Phase::Softmax => self.softmax(end),
            Phase::Mix => self.mix(inputs, end),
        }
    }

    fn scores(&mut self, inputs: &Inputs, end: usize) -> Result<(), Misfit> {
        let (n, d) = (self.n, self.setup.d);
        let shape = need::scores(n, d, end - self.row);
        if self.row == 0 {
            fast::pack(&shape, &inputs.k, &mut self.scratch)?;
            // The result has no use for its place yet: Q·scale is kept there, n·d products
            // instead of n².
            let scale = Attention::full(n, d).scale;
            for (scaled, q) in self.out.iter_mut().zip(&inputs.q) {
                *scaled = scale * q;
            }
        }
        let (q, scores) = (
            &self.out[self.row * d..end * d],
            &mut self.scores[self.row * n..end * n],
        );
        fast::matmul_packed(&shape, q, &self.scratch, scores)
    }

    fn softmax(&mut self, end: usize) -> Result<(), Misfit> {
        let n = self.n;
        let rows = self.row * n..end * n;
        if self.setup.causal {
            let scores = self.scores[rows.clone()].chunks_exact_mut(n);
            for (i, row) in (self.row..end).zip(scores) {
                row[i + 1..].fill(f32::NEG_INFINITY);
            }
        }
        let shape = Rows {
            rows: end - self.row,
            cols: n,
        };
        fast::softmax(&shape, &self.scores[rows.clone()], &mut self.weights[rows])
    }

    fn mix(&mut self, inputs: &Inputs, end: usize) -> Result<(), Misfit> {
        let (n, d) = (self.n, self.setup.d);
        let shape = need::mix(n, d, end - self.row);
        if self.row == 0 {
            fast::pack(&shape, &inputs.v, &mut self.scratch)?;
        }
        let (weights, out) = (
            &self.weights[self.row * n..end * n],
            &mut self.out[self.row * d..end * d],
        );
        fast::matmul_packed(&shape, weights, &self.scratch, out)
    }
}
