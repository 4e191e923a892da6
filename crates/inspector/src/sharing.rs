//! A model over several workers: how many, who starts them, and what a helper does.

use attention::Matrix;
use attention::kernels::Loss;
use attention::load::{Files, config};
use attention::model::{Kind, Model, Question, Shard, Team};
use lesson::lessons::models::messages::{How, Trouble};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::opening::load;

/// A model with fewer weights is quicker alone: what workers say to each other takes longer than it saves.
const SMALL: usize = 40_000_000;

/// The same with weights of eight bits. Its products take so little time that with GPT-2's size a token written by two
/// workers took 1.4 times as long as by one (`cargo xtask bench workers`); what they say to each other stays the same.
const SMALL_INT8: usize = 240_000_000;

/// The most workers that share a model.
const MOST: usize = 4;

/// Where the files of a model are, and who may help to hold it.
pub trait Source {
    /// The files.
    fn files(&self) -> &dyn Files;

    /// Over how many workers a model of so many weights is shared, this one among them.
    fn workers(&self, weights: usize, how: How) -> usize {
        best(weights, how)
    }

    /// Starts the helpers of a model over so many workers, each of which opens its share of the same files; `None` where
    /// there can be none.
    fn help(&self, workers: usize, int8: bool) -> Option<Help>;
}

/// Helpers that were started.
pub struct Help {
    /// Who is asked. With the last of it they end.
    pub team: Arc<Team>,
    /// What they hold together, once all do; or what is wrong.
    pub ready: Pin<Box<dyn Future<Output = Result<Held, Trouble>>>>,
}

/// What workers hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// Bytes of weights.
    pub bytes: u64,
    /// What rounding has lost of them.
    pub loss: Loss,
}

impl Held {
    /// Both together.
    #[must_use]
    pub fn with(self, other: Held) -> Held {
        Held {
            bytes: self.bytes + other.bytes,
            loss: Loss {
                squares: self.loss.squares + other.loss.squares,
                errors: self.loss.errors + other.loss.errors,
            },
        }
    }
}

/// Files with nobody to help.
pub struct Alone<'a>(pub &'a dyn Files);

impl Source for Alone<'_> {
    fn files(&self) -> &dyn Files {
        self.0
    }

    fn help(&self, _: usize, _: bool) -> Option<Help> {
        None
    }
}

/// Over how many workers a model of so many weights is best shared.
#[must_use]
pub fn best(weights: usize, how: How) -> usize {
    let small = if how.int8 { SMALL_INT8 } else { SMALL };
    match weights < small {
        true => 1,
        false => how.at_once.clamp(1, MOST),
    }
}

/// How many weights the model has that the settings describe; what is wrong with them is found by who opens it.
pub fn count(files: &dyn Files) -> Option<usize> {
    const NAME: &str = "config.json";
    let length = usize::try_from(files.size(NAME)?).ok();
    let mut bytes = vec![0; length.filter(|length| *length <= 1 << 20)?];
    files.read(NAME, 0, &mut bytes).ok()?;
    config(&bytes).ok()?.1.count()
}

/// A worker that holds a share of a model, and multiplies by it.
pub struct Helper {
    model: Model,
    held: Held,
}

impl Helper {
    /// Opens the share of `shard`.
    ///
    /// # Errors
    /// As opening the whole.
    pub fn open(files: &dyn Files, int8: bool, shard: Shard) -> Result<Helper, Trouble> {
        let loaded = load(files, int8, shard, &mut |_, _| {})?;
        Ok(Helper {
            model: loaded.model,
            held: loaded.held,
        })
    }

    /// What it holds.
    #[must_use]
    pub fn held(&self) -> Held {
        self.held
    }

    /// Answers a [`Question`] of this kind, piece by piece; `x` in so many rows, one after the other. `None` where it makes
    /// no sense.
    #[must_use]
    pub fn answer(
        &self,
        kind: &str,
        of: &[u32],
        x: Option<(usize, Vec<f32>)>,
        say: &mut dyn FnMut(Vec<f32>),
    ) -> Option<()> {
        let kind = Kind::ALL.into_iter().find(|own| own.name() == kind)?;
        let x = match x {
            Some((rows, x)) => {
                // Rows without numbers would be as many as somebody says.
                let cols = x.len().checked_div(rows).filter(|cols| *cols > 0)?;
                Some(Matrix::new(rows, cols, x).ok()?)
            }
            None => None,
        };
        let x = x.as_ref();
        self.model.answer(&Question { kind, of, x }, say)
    }
}
