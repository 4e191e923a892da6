//! What a model does with one sequence: whom each head looks at, and what is predicted at each
//! place, with all heads or without some.

use attention::model::{Ablation, Model, Run};
use serde::{Deserialize, Serialize};

use super::heads::HeadScores;
use super::problem::TrainingProblem;
use super::session::{Session, heads};

/// Which moment of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// As it is.
    Now,
    /// As it was after so many steps; there must be a snapshot of it.
    Step(u32),
}

/// What is put in the place of a head's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instead {
    /// Nothing.
    Zero,
    /// What it puts out on average on the held-out sequences.
    Mean,
}

/// A head that is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Without {
    /// Its layer, from 0.
    pub layer: usize,
    /// Its number, from 0.
    pub head: usize,
    /// What stands in for it.
    pub instead: Instead,
}

/// How well a run does on sequences it was not trained on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// Mean loss.
    pub loss: f32,
    /// Share of the targets predicted right, 0…1.
    pub accuracy: f32,
}

/// What a model did with one sequence of n tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// After so many steps.
    pub step: u32,
    /// The tokens.
    pub ids: Vec<u32>,
    /// n×n weights of every head, row by row, layer after layer.
    pub weights: Vec<Vec<f32>>,
    /// The probability of every token of the vocabulary at every place, n×vocab.
    pub next: Vec<f32>,
    /// The same with all heads, when some are taken out.
    pub next_whole: Option<Vec<f32>>,
    /// What every head does on the held-out sequences, layer after layer.
    pub scores: Vec<HeadScores>,
    /// On the held-out sequences, as it was looked at.
    pub quality: Quality,
    /// The same with all heads, when some are taken out.
    pub quality_whole: Option<Quality>,
}

impl Session {
    /// The model of that moment, and the number of its steps.
    ///
    /// # Errors
    /// [`TrainingProblem::Absent`] where there is no snapshot of it.
    pub fn model_at(&self, at: At) -> Result<(Model, u32), TrainingProblem> {
        let At::Step(step) = at else {
            return Ok((self.model().clone(), self.step_of_model()));
        };
        let snapshot = self.snapshots().iter().find(|one| one.step == step);
        let snapshot = snapshot.ok_or(TrainingProblem::Absent)?;
        Ok((snapshot.model(self.model().config())?, step))
    }

    /// What the model of that moment does with `ids`, without some heads.
    ///
    /// # Errors
    /// [`TrainingProblem`] for a moment, a head or tokens that are not there.
    pub fn look(
        &mut self,
        at: At,
        ids: &[u32],
        without: &[Without],
    ) -> Result<Seen, TrainingProblem> {
        let (model, step) = self.model_at(at)?;
        let without = self.ablations(&model, without)?;
        let mut run = Run::new(&model, 1, ids.len())?;
        let mut whole = (None, None);
        if !without.is_empty() {
            model.forward(ids, &mut run)?;
            whole = (Some(probabilities(&run)), Some(self.quality(&model, &[])?));
        }
        model.forward_ablated(ids, &mut run, &without)?;
        let quality = self.quality(&model, &without)?;
        Ok(Seen {
            step,
            ids: ids.to_vec(),
            weights: weights(&model, &run),
            next: probabilities(&run),
            next_whole: whole.0,
            scores: self.scores(&model)?,
            quality,
            quality_whole: whole.1,
        })
    }

    fn quality(&mut self, model: &Model, without: &[Ablation]) -> Result<Quality, TrainingProblem> {
        let found = self.measure(model, without)?;
        Ok(Quality {
            loss: found.loss,
            accuracy: found.right as f32 / found.targets.max(1) as f32,
        })
    }

    fn ablations(
        &mut self,
        model: &Model,
        without: &[Without],
    ) -> Result<Vec<Ablation>, TrainingProblem> {
        let config = model.config();
        let (layers, heads, d_head) = (config.n_layers, config.n_heads, config.d_head);
        let ablation = |one: &Without| {
            let Without {
                layer,
                head,
                instead,
            } = *one;
            if layer >= layers || head >= heads {
                return Err(TrainingProblem::Absent);
            }
            let output = match instead {
                Instead::Zero => vec![0.0; d_head],
                Instead::Mean => self.mean_output(model, layer, head)?,
            };
            Ok(Ablation {
                layer,
                head,
                output,
            })
        };
        without.iter().map(ablation).collect()
    }
}

/// The weights of every head of the first sequence of `run`, layer after layer.
fn weights(model: &Model, run: &Run) -> Vec<Vec<f32>> {
    heads(model.config())
        .map(|(layer, head)| run.weights(model, layer, 0, head).data().to_vec())
        .collect()
}

/// Softmax of the logits, row by row.
fn probabilities(run: &Run) -> Vec<f32> {
    attention::softmax(run.logits()).weights.data().to_vec()
}
