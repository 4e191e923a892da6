//! Learning: a loss, its gradient, and an optimiser that follows it.

use crate::kernels::AdamStep;
use crate::matrix::Matrix;
use crate::model::{Backward, Model, ModelError, Params, Run, Tensors, memory};

/// AdamW (Loshchilov and Hutter 2019). The default is PyTorch's. A β of 1 or an `eps` of 0 can
/// make weights that are not numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// Learning rate.
    pub rate: f32,
    /// β₁ and β₂: how much of the running averages of the gradient and of its square is kept.
    pub betas: [f32; 2],
    /// Added to the root of the second average.
    pub eps: f32,
    /// How fast every weight shrinks, in units of the learning rate.
    pub weight_decay: f32,
}

impl Default for AdamW {
    fn default() -> Self {
        Self {
            rate: 1e-3,
            betas: [0.9, 0.999],
            eps: 1e-8,
            weight_decay: 0.01,
        }
    }
}

/// All that training keeps between two steps, made once for a model and a size of batch.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The settings of the optimiser; they may be changed between steps.
    pub optimiser: AdamW,
    steps: i32,
    moments: [Params; 2],
    gradient: Params,
    run: Run,
    back: Backward,
    column: [Matrix; 2],
}

impl Trainer {
    /// For batches of `batch` sequences of `n` tokens.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn new(
        model: &Model,
        optimiser: AdamW,
        batch: usize,
        n: usize,
    ) -> Result<Self, ModelError> {
        let run = Run::new(model, batch, n)?;
        let weights = model.config().count();
        memory::check(weights.and_then(|count| count.checked_mul(3)))?;
        let zeros = || Params::zeros(model.config());
        let column = || Matrix::zeros(batch * n, 1);
        Ok(Self {
            optimiser,
            steps: 0,
            moments: [zeros(), zeros()],
            gradient: zeros(),
            back: Backward::new(model, &run),
            run,
            column: [column(), column()],
        })
    }

    /// What the last step computed on its way forward.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// How the last loss changes with each weight.
    #[must_use]
    pub fn gradient(&self) -> &Params {
        &self.gradient
    }

    /// The loss of `model` on a batch, and its gradient. `ids` are batch·n tokens, `targets` the
    /// tokens that should have been predicted at each place, `None` where anything goes.
    ///
    /// # Errors
    /// As [`Model::forward`]; [`ModelError::Count`] unless there are as many targets as tokens.
    pub fn measure(
        &mut self,
        model: &Model,
        ids: &[u32],
        targets: &[Option<u32>],
    ) -> Result<f32, ModelError> {
        model.forward(ids, &mut self.run)?;
        let d_logits = &mut self.back.d_logits;
        let loss = cross_entropy(
            model,
            self.run.logits(),
            targets,
            d_logits,
            &mut self.column,
        )?;
        self.gradient.set_to_zero();
        model.backward(ids, &self.run, &mut self.back, &mut self.gradient)?;
        Ok(loss)
    }

    /// One step: [`Trainer::measure`], then every weight of `model` is moved a little against its
    /// gradient. Gives the loss from before. If that is not a finite number, there is nothing to
    /// follow: weights and moments stay as they are, and other weights can be trained on.
    ///
    /// # Errors
    /// As [`Trainer::measure`]; the model then is as it was.
    pub fn step(
        &mut self,
        model: &mut Model,
        ids: &[u32],
        targets: &[Option<u32>],
    ) -> Result<f32, ModelError> {
        let loss = self.measure(model, ids, targets)?;
        if !loss.is_finite() {
            return Ok(loss);
        }
        self.steps = self.steps.saturating_add(1);
        let (step, backend) = (self.optimiser.at(self.steps), model.backend());
        let [first, second] = &mut self.moments;
        model.update(&self.gradient, [first, second], &mut |w, g, moments| {
            backend.adamw(step, w, g, moments);
        });
        Ok(loss)
    }
}

impl AdamW {
    /// The numbers of step `t`, counted from 1.
    fn at(self, t: i32) -> AdamStep {
        // In f64, as β₂ᵗ is close to 1 for long; libm's pow is the same on every machine.
        let correction = |beta: f32| 1.0 - libm::pow(f64::from(beta), f64::from(t));
        let [beta_1, beta_2] = self.betas;
        AdamStep {
            rate: (f64::from(self.rate) / correction(beta_1)) as f32,
            keep: 1.0 - self.rate * self.weight_decay,
            beta_1,
            beta_2,
            root_correction_2: correction(beta_2).sqrt() as f32,
            eps: self.eps,
        }
    }
}

/// The target of each place when the next token is to be predicted: `ids` are sequences of `n`
/// tokens; the last of each has no next.
#[must_use]
pub fn next_tokens(ids: &[u32], n: usize) -> Vec<Option<u32>> {
    let sequences = ids.chunks(n.max(1));
    let shifted = sequences.flat_map(|ids| ids.iter().skip(1).map(|&id| Some(id)).chain([None]));
    shifted.take(ids.len()).collect()
}

/// The mean over all targets of −ln p(target), p being the softmax of the logits (R×vocab).
/// `d_logits` (R×vocab) becomes its gradient, (p − 1 at the target)/targets; 0 where there is no
/// target. `column`: two columns R×1 to work with.
///
/// Without any target the loss is 0.
///
/// # Errors
/// [`ModelError::Count`] unless there is an entry of `targets` per row,
/// [`ModelError::UnknownToken`] for a target that is not in the vocabulary.
fn cross_entropy(
    model: &Model,
    logits: &Matrix,
    targets: &[Option<u32>],
    d_logits: &mut Matrix,
    [max, sum]: &mut [Matrix; 2],
) -> Result<f32, ModelError> {
    check(logits, targets)?;
    d_logits.data_mut().copy_from_slice(logits.data());
    model.backend().softmax_rows(d_logits, max, sum);
    let count = targets.iter().flatten().count().max(1) as f32;
    let mut loss = 0.0;
    for (row, target) in targets.iter().enumerate() {
        let d = d_logits.row_mut(row);
        let Some(target) = target.map(|target| target as usize) else {
            d.fill(0.0);
            continue;
        };
        // −ln(exp(x − max)/sum) = ln(sum) − (x − max): exact also where p rounds to 0
        let below = logits.at(row, target) - max.at(row, 0);
        loss += libm::log(f64::from(sum.at(row, 0))) - f64::from(below);
        d[target] -= 1.0;
    }
    model.backend().scale_by(d_logits.data_mut(), 1.0 / count);
    Ok((loss / f64::from(count)) as f32)
}

fn check(logits: &Matrix, targets: &[Option<u32>]) -> Result<(), ModelError> {
    if targets.len() != logits.rows() {
        return Err(ModelError::Count {
            what: "targets",
            found: targets.len(),
            wanted: logits.rows(),
        });
    }
    let vocab = logits.cols();
    let outside = |target: &Option<u32>| target.is_some_and(|target| target as usize >= vocab);
    match targets.iter().position(outside) {
        None => Ok(()),
        Some(place) => Err(ModelError::UnknownToken {
            token: targets[place].unwrap_or_default(),
            place,
            vocab,
        }),
    }
}
