//! Training: Adam (Kingma and Ba 2015, algorithm 1) on fresh sentences each step, and the loss on sentences never trained
//! on.

use attention::Matrix;

use super::gradient::{loss, loss_and_gradient};
use super::model::{Kind, PARAMETERS, Toy};
use super::task::{Sentence, Task, sentences};
use crate::core::random::mixed;

/// Words a step is taken on.
const BATCH: usize = 64;
/// Words that are held out.
const HELD_OUT: usize = 1024;
/// Steps from one point of the curve to the next.
pub const EVERY: u32 = 20;
const RATE: f32 = 0.02;
const BETAS: (f32, f32) = (0.9, 0.98);
const EPS: f32 = 1e-8;

/// One toy on one task.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The task.
    pub task: Task,
    /// The toy.
    pub toy: Toy,
    /// (step, loss on held-out sentences), every [`EVERY`] steps from 0 on.
    pub curve: Vec<(u32, f32)>,
    /// Steps taken.
    pub step: u32,
    seed: u64,
    moments: Vec<(f32, f32)>,
    held_out: Vec<Sentence>,
}

impl Run {
    /// Before the first step.
    #[must_use]
    pub fn new(kind: Kind, task: Task, seed: u64) -> Run {
        let toy = Toy::new(kind, seed);
        // Another stream than any step's.
        let held_out = sentences(task, mixed(!seed), HELD_OUT / task.words());
        let begin = loss(&toy, task, &held_out);
        Run {
            task,
            toy,
            curve: vec![(0, begin)],
            step: 0,
            seed,
            moments: vec![(0.0, 0.0); PARAMETERS],
            held_out,
        }
    }

    /// Takes steps until there are so many.
    pub fn advance(&mut self, to: u32) {
        while self.step < to {
            self.take();
            if self.step.is_multiple_of(EVERY) {
                let now = loss(&self.toy, self.task, &self.held_out);
                self.curve.push((self.step, now));
            }
        }
    }

    /// The loss on held-out sentences now.
    #[must_use]
    pub fn held_out(&self) -> f32 {
        loss(&self.toy, self.task, &self.held_out)
    }

    /// The mean square error on the held-out words of whoever says their mean always: their variance. Of all words that
    /// could be drawn it is [`Task::guessing`]; of these few it is a few percent off.
    #[must_use]
    pub fn guessing(&self) -> f32 {
        let first = self.task.first();
        let all = || {
            self.held_out
                .iter()
                .flat_map(|own| own.targets.iter().skip(first))
        };
        let count = all().count().max(1) as f32;
        let mean = all().sum::<f32>() / count;
        all().map(|own| (own - mean) * (own - mean)).sum::<f32>() / count
    }

    /// How much of what differs from word to word it says: 1 − loss/variance of the held-out words, at most 1. Guessing
    /// gives 0; what is worse, less.
    #[must_use]
    pub fn explained(&self) -> f32 {
        1.0 - self.held_out() / self.guessing()
    }

    /// What it says of held-out words: (what is to be said, what it says), so many at most.
    #[must_use]
    pub fn says(&self, most: usize) -> Vec<(f32, f32)> {
        let one = |sentence: &Sentence| {
            let said = self.toy.says(&sentence.words);
            let pairs = sentence.targets.iter().copied().zip(said);
            pairs.skip(self.task.first()).collect::<Vec<_>>()
        };
        self.held_out.iter().flat_map(one).take(most).collect()
    }

    fn take(&mut self) {
        let batch = mixed(self.seed ^ mixed(u64::from(self.step) + 1));
        let batch = sentences(self.task, batch, BATCH / self.task.words());
        let (_, gradient) = loss_and_gradient(&self.toy, self.task, &batch);
        self.step += 1;
        let power = |beta: f32| 1.0 - (0..self.step).fold(1.0, |all: f32, _| all * beta);
        let (first, second) = (power(BETAS.0), power(BETAS.1));
        let all = self.toy.parameters.iter_mut().zip(&mut self.moments);
        for ((own, (m, v)), g) in all.zip(gradient) {
            *m = BETAS.0 * *m + (1.0 - BETAS.0) * g;
            *v = BETAS.1 * *v + (1.0 - BETAS.1) * g * g;
            *own -= RATE * (*m / first) / ((*v / second).sqrt() + EPS);
        }
    }
}

/// All toys on all tasks, from one seed.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// The seed.
    pub seed: u64,
    /// One task after the other, in each one toy after the other.
    pub all: Vec<Run>,
}

impl Runs {
    /// Before the first step.
    #[must_use]
    pub fn new(seed: u64) -> Runs {
        let of = |task| Kind::ALL.map(|kind| Run::new(kind, task, seed));
        let all = Task::ALL.into_iter().flat_map(of).collect();
        Runs { seed, all }
    }

    /// Takes steps of all until there are so many.
    pub fn advance(&mut self, to: u32) {
        for run in &mut self.all {
            run.advance(to);
        }
    }

    /// Steps taken.
    #[must_use]
    pub fn step(&self) -> u32 {
        self.all.first().map_or(0, |run| run.step)
    }

    /// The held-out losses so far: a row a moment; its step, then a column a toy, task by task.
    #[must_use]
    pub fn losses(&self) -> Matrix {
        let moments = self.all.first().map_or(0, |run| run.curve.len());
        Matrix::from_fn(moments, self.all.len() + 1, |row, col| {
            let run = self.all.get(col.saturating_sub(1));
            let moment = run.and_then(|run| run.curve.get(row));
            moment.map_or(f32::NAN, |(step, loss)| match col {
                0 => *step as f32,
                _ => *loss,
            })
        })
    }

    /// The run of one toy on one task.
    #[must_use]
    pub fn of(&self, task: Task, kind: Kind) -> Option<&Run> {
        self.all
            .iter()
            .find(|run| run.task == task && run.toy.kind == kind)
    }
}
