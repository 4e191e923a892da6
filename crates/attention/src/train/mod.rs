//! Learning: a loss, its gradient, and an optimiser that follows it.
//!
//! [`Trainer::step`] is forward, cross entropy, backward, and an [`Optimiser`] (SGD with or without momentum,
//! AdamW). Same seed, same settings, same bits: one hash in `tests/model.rs` says so of every backend, natively and
//! in the browser. [`Trainer::progress`] and the weights in a row are all that is kept of a training;
//! [`Trainer::resume`] goes on from them with the same bits. [`evaluate`] is the same loss without the way back.

mod loss;
mod optimiser;
mod progress;

pub use loss::{Evaluation, evaluate, evaluate_ablated};
pub use optimiser::{AdamW, Optimiser, Sgd};
pub use progress::Progress;

use crate::matrix::Matrix;
use crate::model::{Backward, Model, ModelError, Params, Run, Tensors, memory};
use loss::{column, cross_entropy};

/// All that training keeps between two steps, made once for a model and a size of batch.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The optimiser and its settings. They may be changed between steps; an optimiser that takes
    /// over from another kind also takes over its moments, [`Sgd`]'s velocity being the first.
    pub optimiser: Optimiser,
    steps: u32,
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
        optimiser: impl Into<Optimiser>,
        batch: usize,
        n: usize,
    ) -> Result<Self, ModelError> {
        let run = Run::new(model, batch, n)?;
        let weights = model.config().count();
        memory::check(weights.and_then(|count| count.checked_mul(3)))?;
        let zeros = || Params::zeros(model.config());
        Ok(Self {
            optimiser: optimiser.into(),
            steps: 0,
            moments: [zeros(), zeros()],
            gradient: zeros(),
            back: Backward::new(model, &run),
            run,
            column: column(batch * n),
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
        if loss.is_finite() {
            self.follow(model);
        }
        Ok(loss)
    }

    /// The gradient that [`Trainer::measure`] found, to be changed before it is followed: added to those of other
    /// parts of a batch, or made shorter.
    pub fn gradient_mut(&mut self) -> &mut Params {
        &mut self.gradient
    }

    /// Moves the weights of `model` against the gradient: the second half of [`Trainer::step`].
    pub fn follow(&mut self, model: &mut Model) {
        self.steps = self.steps.saturating_add(1);
        let backend = model.backend();
        let [first, second] = &mut self.moments;
        match self.optimiser {
            Optimiser::Sgd(Sgd { rate, momentum }) => {
                model.update(&self.gradient, [first, second], &mut |w, g, [v, _]| {
                    backend.sgd([rate, momentum], w, g, v);
                });
            }
            Optimiser::AdamW(adamw) => {
                let step = adamw.at(self.steps);
                model.update(&self.gradient, [first, second], &mut |w, g, moments| {
                    backend.adamw(step, w, g, moments);
                });
            }
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
