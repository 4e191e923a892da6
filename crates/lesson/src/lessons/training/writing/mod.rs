//! Writing on, one token at a time: what could come next, what was drawn, and what it cost with
//! and without a cache of keys and values.

pub mod choices;
pub mod spending;
pub mod typed;

use attention::model::{Cache, Model, Run};
use attention::sample::{Choice, Sampling, distribution, draw};
use serde::{Deserialize, Serialize};

use super::look::At;
use super::problem::TrainingProblem;
use super::session::Session;
use crate::core::random;

/// How the next token is drawn (see [`Sampling`]).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Divides the logits; above 0.
    pub temperature: f32,
    /// Only so many of the most probable.
    pub top_k: Option<usize>,
    /// Only the smallest set that is so probable.
    pub top_p: Option<f32>,
    /// Where the draws come from.
    pub seed: u32,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            temperature: 1.0,
            top_k: None,
            top_p: None,
            seed: 1,
        }
    }
}

/// One token that could come next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Which.
    pub token: u32,
    /// What the model gave it.
    pub logit: f32,
    /// softmax(logit/temperature).
    pub probability: f32,
    /// What is left after top-k and top-p; 0 when cut.
    pub chance: f32,
}

/// What one more token costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Multiply-adds of all matrix products.
    pub multiply_adds: u64,
    /// Measured here and now, in microseconds.
    pub microseconds: f32,
}

/// What could come after some tokens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// After so many steps of training.
    pub step: u32,
    /// The tokens so far.
    pub ids: Vec<u32>,
    /// What could follow, most probable first.
    pub candidates: Vec<Candidate>,
    /// The random number, 0…1, that this place draws with.
    pub number: f32,
    /// The token it falls on.
    pub drawn: Option<u32>,
    /// What the last token cost to read with everything before it in a cache; `None` for a model
    /// that looks ahead, which can keep none.
    pub cached: Option<Cost>,
    /// What it costs to read all tokens again.
    pub again: Cost,
}

/// A round of measuring takes at least so long, in milliseconds, because clocks in pages are
/// coarse, and no more than so many times.
const LONG_ENOUGH: f64 = 1.0;
const MOST_TIMES: u32 = 2000;
/// How many rounds.
const ROUNDS: usize = 5;

impl Session {
    /// What could follow `ids`; `clock` gives milliseconds.
    ///
    /// # Errors
    /// [`TrainingProblem`] for tokens that are not there or too many, and for a sampling that
    /// cannot be.
    pub fn write(
        &self,
        at: At,
        ids: &[u32],
        drawing: &Drawing,
        clock: fn() -> f64,
    ) -> Result<Written, TrainingProblem> {
        let (model, step) = self.model_at(at)?;
        let mut run = Run::new(&model, 1, ids.len())?;
        model.forward(ids, &mut run)?;
        let logits = run.logits().row(ids.len() - 1);
        let sampling = Sampling {
            temperature: drawing.temperature,
            top_k: drawing.top_k,
            top_p: drawing.top_p,
        };
        let choices = distribution(logits, &sampling)
            .map_err(|error| TrainingProblem::Sampling(error.to_string()))?;
        let number = random::number(u64::from(drawing.seed), ids.len() as u64);
        let again = Cost {
            multiply_adds: model.config().multiply_adds(ids.len(), 0),
            microseconds: time(clock, || model.forward(ids, &mut run).is_ok()),
        };
        Ok(Written {
            step,
            ids: ids.to_vec(),
            drawn: draw(&choices, number),
            candidates: choices.into_iter().map(Candidate::from).collect(),
            number,
            cached: cached(&model, ids, clock)?,
            again,
        })
    }
}

/// The cost of the last of `ids` when the others are in a cache.
fn cached(model: &Model, ids: &[u32], clock: fn() -> f64) -> Result<Option<Cost>, TrainingProblem> {
    let (true, Some((last, before))) = (model.config().causal, ids.split_last()) else {
        return Ok(None);
    };
    let mut cache = Cache::new(model)?;
    if !before.is_empty() {
        model.extend(&mut cache, before, &mut Run::next(model, before.len())?)?;
    }
    let mut run = Run::next(model, 1)?;
    let mut read = || {
        let read = model.extend(&mut cache, &[*last], &mut run).is_ok();
        cache.forget(1);
        read
    };
    Ok(Some(Cost {
        multiply_adds: model.config().multiply_adds(1, before.len()),
        microseconds: time(clock, &mut read),
    }))
}

/// What `work` takes, in microseconds, once it has been done before: the least mean of a few
/// rounds, as what else the machine does can only add to it.
fn time(clock: fn() -> f64, mut work: impl FnMut() -> bool) -> f32 {
    if !work() {
        return 0.0;
    }
    let rounds = (0..ROUNDS).map(|_| round(clock, &mut work));
    rounds.fold(f64::INFINITY, f64::min) as f32
}

/// The mean time of one round.
fn round(clock: fn() -> f64, work: &mut impl FnMut() -> bool) -> f64 {
    let (start, mut times) = (clock(), 0_u32);
    while clock() - start < LONG_ENOUGH && times < MOST_TIMES && work() {
        times += 1;
    }
    (clock() - start) * 1000.0 / f64::from(times.max(1))
}

impl From<Choice> for Candidate {
    fn from(choice: Choice) -> Self {
        Self {
            token: choice.token,
            logit: choice.logit,
            probability: choice.probability,
            chance: choice.chance,
        }
    }
}
