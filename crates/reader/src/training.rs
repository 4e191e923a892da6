//! Steps of training, each shared among threads.

use std::sync::atomic::{AtomicUsize, Ordering};

use attention::Matrix;
use attention::model::{Model, Params, Tensors};
use attention::train::{AdamW, Optimiser, Progress, Trainer};

use crate::plan::Plan;
use crate::windows::LENGTH;

/// Into how many parts a step is cut, whoever computes them: their gradients are added in their order, so that the
/// number of threads changes no bit.
const PARTS: usize = 8;

/// A model that is being trained.
pub struct Training {
    /// What has been learned.
    pub model: Model,
    plan: Plan,
    trainers: Vec<Trainer>,
}

impl Training {
    /// From the beginning, or from where it was.
    ///
    /// # Errors
    /// In words.
    pub fn new(model: Model, plan: Plan, progress: Option<&Progress>) -> Result<Self, String> {
        let size = plan.batch / PARTS;
        if size * PARTS != plan.batch || size == 0 {
            return Err(format!(
                "{} windows are not {PARTS} equal parts",
                plan.batch
            ));
        }
        let fresh = || Trainer::new(&model, AdamW::default(), size, LENGTH);
        let mut trainers = (0..PARTS).map(|_| fresh()).collect::<Result<Vec<_>, _>>();
        if let (Some(progress), Ok(trainers)) = (progress, &mut trainers) {
            // The first part is the one that follows.
            let resumed = Trainer::resume(&model, AdamW::default(), size, LENGTH, progress);
            trainers[0] = resumed.map_err(|error| error.to_string())?;
        }
        Ok(Self {
            trainers: trainers.map_err(|error| error.to_string())?,
            model,
            plan,
        })
    }

    /// What must be kept beside the weights.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.trainers
            .first()
            .map(Trainer::progress)
            .unwrap_or_default()
    }

    /// One step on a batch; its loss from before.
    ///
    /// # Errors
    /// In words.
    pub fn step(&mut self, step: u32, ids: &[u32], targets: &[Option<u32>]) -> Result<f32, String> {
        let loss = self.measure(ids, targets)?;
        let (plan, (first, others)) = (self.plan, halves(&mut self.trainers)?);
        let gradient = first.gradient_mut();
        for other in others.iter() {
            add(gradient, other.gradient());
        }
        shorten(gradient, 1.0 / PARTS as f32, plan.longest);
        first.optimiser = Optimiser::AdamW(AdamW {
            rate: plan.rate(step),
            betas: [0.9, 0.98],
            weight_decay: plan.weight_decay,
            ..AdamW::default()
        });
        first.follow(&mut self.model);
        Ok(loss)
    }

    /// The gradients of all parts; the mean of their losses.
    fn measure(&mut self, ids: &[u32], targets: &[Option<u32>]) -> Result<f32, String> {
        let (model, size) = (&self.model, ids.len() / PARTS);
        let parts = ids
            .chunks(size)
            .zip(targets.chunks(size))
            .zip(&mut self.trainers);
        let parts: Vec<_> = parts
            .map(|part| std::sync::Mutex::new((part, Ok(0.0))))
            .collect();
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, |all| all.get().min(PARTS));
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Ok(mut part) = part.lock() else { continue };
                        let (((ids, targets), trainer), loss) = &mut *part;
                        *loss = trainer.measure(model, ids, targets);
                    }
                });
            }
        });
        let mut sum = 0.0;
        for part in parts {
            let (_, loss) = part.into_inner().map_err(|error| error.to_string())?;
            sum += loss.map_err(|error| error.to_string())?;
        }
        Ok(sum / PARTS as f32)
    }
}

fn halves(trainers: &mut [Trainer]) -> Result<(&mut Trainer, &mut [Trainer]), String> {
    trainers
        .split_first_mut()
        .ok_or_else(|| "no part at all".into())
}

/// sum += other, number by number.
fn add(sum: &mut Params, other: &Params) {
    let mut others: Vec<&Matrix> = Vec::new();
    other.each("", &mut |_, matrix| others.push(matrix));
    let mut others = others.into_iter();
    sum.each_mut("", &mut |_, matrix| {
        let other = others.next().map_or(&[][..], Matrix::data);
        for (sum, number) in matrix.data_mut().iter_mut().zip(other) {
            *sum += number;
        }
    });
}

/// Times `factor`, and then no longer than `longest`.
fn shorten(gradient: &mut Params, factor: f32, longest: f32) {
    let mut squares = 0.0_f64;
    gradient.each("", &mut |_, matrix| {
        squares += matrix
            .data()
            .iter()
            .map(|&x| f64::from(x * factor).powi(2))
            .sum::<f64>();
    });
    let length = squares.sqrt() as f32;
    let factor = factor
        * if length > longest {
            longest / length
        } else {
            1.0
        };
    gradient.each_mut("", &mut |_, matrix| {
        matrix.data_mut().iter_mut().for_each(|x| *x *= factor);
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::windows::drawn;

    const SMALL: Plan = Plan {
        d_model: 8,
        layers: 1,
        heads: 2,
        d_mlp: 8,
        rate: 0.01,
        warm_up: 1,
        steps: 10,
        batch: 8,
        weight_decay: 0.1,
        longest: 1e9,
        echoes: 4,
        seed: 3,
    };

    fn begun() -> Training {
        Training::new(SMALL.first().unwrap(), SMALL, None).unwrap()
    }

    fn text() -> Vec<u32> {
        (0..900).map(|place| place * 31 % 1000 + 1).collect()
    }

    #[test]
    fn parts_together_learn_what_the_whole_batch_teaches() {
        let (ids, targets) = drawn(&text(), &SMALL, 1);
        let mut parts = begun();
        let mut whole = Trainer::new(&parts.model, AdamW::default(), 8, LENGTH).unwrap();
        let loss = whole.measure(&parts.model, &ids, &targets).unwrap();
        let shared = parts.step(1, &ids, &targets).unwrap();
        assert!((loss - shared).abs() < 1e-4, "{loss} {shared}");
        let (one, other) = (
            whole.gradient().to_flat(),
            parts.trainers[0].gradient().to_flat(),
        );
        let largest = one.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
        let farthest = one
            .iter()
            .zip(&other)
            .fold(0.0_f32, |far, (x, y)| far.max((x - y).abs()));
        assert!(farthest < largest * 1e-4, "{farthest} of {largest}");
    }

    #[test]
    fn what_is_taken_up_goes_on_to_the_same_bits() {
        let mut training = begun();
        let step = |training: &mut Training, step: u32| {
            let (ids, targets) = drawn(&text(), &SMALL, step);
            training.step(step, &ids, &targets).unwrap()
        };
        step(&mut training, 1);
        let (model, progress) = (training.model.clone(), training.progress());
        let mut resumed = Training::new(model, SMALL, Some(&progress)).unwrap();
        for number in 2..4 {
            assert_eq!(
                step(&mut training, number).to_bits(),
                step(&mut resumed, number).to_bits()
            );
        }
        assert_eq!(
            training.model.params().to_flat(),
            resumed.model.params().to_flat()
        );
    }

    #[test]
    fn a_gradient_that_is_too_long_is_made_shorter() {
        let mut gradient = SMALL.first().unwrap().params().clone();
        shorten(&mut gradient, 0.5, 2.0);
        let squares: f32 = gradient.to_flat().iter().map(|x| x * x).sum();
        assert!((squares.sqrt() - 2.0).abs() < 1e-4);
    }
}
