//! What the page and its worker say to each other: plain values, as bytes.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::lessons::cost::messages::{CostRequest, CostResponse};
use crate::lessons::scale::messages::{ScaleReport, ScaleRequest};
use crate::lessons::training::block::{BlockCell, BlockView, Explanation};
use crate::lessons::training::curve::Point;
use crate::lessons::training::look::{At, Seen, Without};
use crate::lessons::training::problem::TrainingProblem;
use crate::lessons::training::session::Saved;
use crate::lessons::training::settings::Settings;
use crate::lessons::training::writing::{Drawing, Written};

/// One of the two runs that can stand side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The first.
    A,
    /// The second.
    B,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }

    /// Its name in attributes and files.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// What a run begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Start {
    /// Weights from the seed.
    Fresh(Settings),
    /// A file that this page wrote, or was shipped with.
    File(Vec<u8>),
    /// What the page kept of a run whose worker was lost.
    Again(Box<Saved>),
}

/// What the page asks for. A question carries a number, which its answer repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Begin a run.
    Open(Side, Start),
    /// Forget the run of this side.
    Close(Side),
    /// Train on, or pause.
    Train(bool),
    /// One step of every run.
    Step,
    /// Train the run of a side again from its seed, for the moments that its file does not hold.
    Retrace(Side),
    /// A question about the run of a side.
    Ask(u32, Side, Question),
    /// Something of the lesson on cost.
    Cost(CostRequest),
    /// Something of the lesson on √d_k.
    Scale(ScaleRequest),
}

/// What can be asked about a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// What the model of that moment does with these tokens, without some heads.
    Look(At, Vec<u32>, Vec<Without>),
    /// What could follow these tokens.
    Write(At, Vec<u32>, Drawing),
    /// Queries, keys and values of one head: (moment, tokens, layer, head).
    Head(At, Vec<u32>, usize, usize),
    /// One token's way through the model: (moment, tokens, place).
    Block(At, Vec<u32>, usize),
    /// How one number of that way is computed: (moment, tokens, place, cell).
    Explain(At, Vec<u32>, usize, BlockCell),
    /// The weights of that moment as files.
    Files(At),
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Which.
    pub side: Side,
    /// Steps so far.
    pub step: u32,
    /// Tokens read so far.
    pub tokens: u64,
    /// Steps a second since the last report; 0 when it stands.
    pub speed: f32,
    /// The loss has ceased to be a number; the weights are those of the last snapshot.
    pub diverged: bool,
    /// The curves.
    pub points: Vec<Point>,
    /// The steps of which there are snapshots.
    pub snapshots: Vec<u32>,
    /// Whether it is trained again for its moments.
    pub again: Again,
}

impl Progress {
    /// The step whose weights the model has: an earlier one where the loss has ceased to be a number.
    #[must_use]
    pub fn step_of_model(&self) -> u32 {
        let last = self.snapshots.last().filter(|_| self.diverged);
        last.copied().unwrap_or(self.step)
    }
}

/// How it stands with a run that is trained again from its seed for the moments that its file does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Again {
    /// Nobody asked for it.
    #[default]
    No,
    /// So many steps of it are done.
    At(u32),
    /// It is done, and came to the same weights, bit for bit.
    Same,
    /// It is done, and came to others: the file is not of this seed.
    Other,
}

/// What a worker answers and reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Response {
    /// It is there.
    Ready,
    /// A run has begun; with the settings it has.
    Opened(Side, Settings),
    /// A run could not begin, or go on.
    Refused(Side, TrainingProblem),
    /// How far a run is.
    Progress(Progress),
    /// A moment worth keeping, all that is needed to go on from it but the snapshots before it.
    Keep(Side, Box<Saved>),
    /// The answer to a question.
    Answer(u32, Side, Result<Answer, TrainingProblem>),
    /// Of the lesson on cost.
    Cost(CostResponse),
    /// How far the lesson on √d_k is.
    Scale(ScaleReport),
}

/// The answers to [`Question`]s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// To `Look`.
    Seen(Seen),
    /// To `Write`.
    Written(Written),
    /// To `Head`.
    Head(HeadNumbers),
    /// To `Block`.
    Block(Box<BlockView>),
    /// To `Explain`.
    Explained(Explanation),
    /// To `Files`: names and bytes.
    Files(Vec<(String, Vec<u8>)>),
}

/// One head's matrices, row by row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeadNumbers {
    /// Which.
    pub layer: usize,
    /// Which.
    pub head: usize,
    /// The tokens, n of them.
    pub ids: Vec<u32>,
    /// Width of queries, keys and values.
    pub d_k: usize,
    /// n×d_k
    pub q: Vec<f32>,
    /// n×d_k
    pub k: Vec<f32>,
    /// n×d_k
    pub v: Vec<f32>,
    /// The factor on the scores.
    pub factor: f32,
    /// Is the mask causal?
    pub causal: bool,
    /// ALiBi's penalty a token of distance, where there is one.
    pub slope: Option<f32>,
    /// n×n, as the model has them: what the stepper must come to.
    pub weights: Vec<f32>,
}

/// A worker that the page talks to.
pub trait Talk: 'static {
    /// What it is asked.
    type Ask: Serialize + 'static;
    /// What it says.
    type Reply: DeserializeOwned + 'static;
    /// What its files are called: `NAME_loader.js`, `NAME.js`, `NAME_bg.wasm`.
    const NAME: &'static str;
    /// Where no worker is to be had its module can be loaded into the page.
    const STANDS_IN: bool;

    /// Whether it says that it is there.
    fn is_ready(reply: &Self::Reply) -> bool;
}

/// The worker in which models train and calls are timed.
#[derive(Debug)]
pub struct Worker;

impl Talk for Worker {
    type Ask = Request;
    type Reply = Response;
    const NAME: &'static str = "worker";
    const STANDS_IN: bool = true;

    fn is_ready(reply: &Response) -> bool {
        *reply == Response::Ready
    }
}

/// As bytes, to be posted.
///
/// # Errors
/// None for these types; the codec's own type has to say so.
pub fn to_bytes<T: Serialize>(value: &T) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_allocvec(value)
}

/// Back from bytes.
///
/// # Errors
/// What the codec found wrong: bytes of another version of the page, say.
pub fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(bytes)
}
