//! Our own contender: answers questions.

use std::fmt;

use attention::model::ModelError;

use crate::learner::Learner;
use crate::question::{Question, Work};
use crate::size::{SIZES, Size};

/// How many losses are compared before anything is timed.
const STEPS: usize = 10;

/// Has a learner of each size ready.
pub struct Contender {
    learners: Vec<(Size, Learner)>,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The line is no question.
    Question(String),
    /// The model would not.
    Model(ModelError),
}

impl Contender {
    /// Makes the learners.
    ///
    /// # Errors
    /// Never, as long as [`SIZES`] make models.
    pub fn new() -> Result<Self, ModelError> {
        let learner = |size| Ok((size, Learner::new(size)?));
        let learners = SIZES.into_iter().map(learner).collect::<Result<_, _>>()?;
        Ok(Self { learners })
    }

    /// The answer to a line; `now` gives milliseconds.
    ///
    /// # Errors
    /// [`Refusal::Question`] for a line that is no question.
    pub fn answer(&mut self, line: &str, now: &dyn Fn() -> f64) -> Result<String, Refusal> {
        let unknown = || Refusal::Question(line.to_owned());
        let question = Question::read(line).ok_or_else(unknown)?;
        let (Question::Check(wanted) | Question::Time(_, wanted, _)) = question;
        let mut learners = self.learners.iter_mut();
        let found = learners.find(|(size, _)| *size == wanted);
        let (_, learner) = found.ok_or_else(unknown)?;
        match question {
            Question::Check(size) => check(size),
            Question::Time(Work::Train, _, least) => time(now, least, || learner.train().map(drop)),
            Question::Time(Work::Forward, _, least) => {
                time(now, least, || learner.forward().map(drop))
            }
        }
        .map_err(Refusal::Model)
    }
}

/// The logits of the last token and the first losses, of a learner that has learned nothing yet.
fn check(size: Size) -> Result<String, ModelError> {
    let mut learner = Learner::new(size)?;
    let logits = learner.forward()?;
    let logits = logits.row(logits.rows() - 1).to_vec();
    let losses = (0..STEPS).map(|_| learner.train());
    let losses = losses.collect::<Result<Vec<_>, _>>()?;
    Ok(format!(
        "{{\"logits\": {logits:?}, \"losses\": {losses:?}}}"
    ))
}

/// The mean time of as many calls as take at least so many milliseconds.
fn time(
    now: &dyn Fn() -> f64,
    least: f64,
    mut call: impl FnMut() -> Result<(), ModelError>,
) -> Result<String, ModelError> {
    let start = now();
    let mut calls = 0.0;
    loop {
        call()?;
        calls += 1.0;
        let elapsed = now() - start;
        if elapsed >= least {
            return Ok((elapsed / calls).to_string());
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(line) => write!(f, "“{line}” is no question"),
            Self::Model(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}
