//! What the page and the worker that holds the model say to each other: plain values, as bytes. The files of a model
//! go beside the bytes, as the browser's own handles, so that nothing of them is copied. What the worker tells stands in
//! [`told`](super::told).

use serde::{Deserialize, Serialize};

use super::changed::Changed;
use super::hub::{Hub, HubTrouble, Kept, Name, Offer};
pub use super::told::*;
use crate::protocol::Talk;

/// The worker that holds the model.
#[derive(Debug)]
pub struct Worker;

impl Talk for Worker {
    type Ask = Ask;
    type Reply = Reply;
    const NAME: &'static str = "inspector";
    // It reads files as only a worker may.
    const STANDS_IN: bool = false;

    fn is_ready(reply: &Reply) -> bool {
        *reply == Reply::Ready
    }
}

/// The most cells on a side of the small picture of a head.
pub const SIDE: usize = 48;

/// The most tokens that are read at once.
pub const MOST_TOKENS: usize = 512;

/// The most tokens that are written at once.
pub const MOST_WRITTEN: usize = 64;

/// What the page asks for. Each carries a number, which its answer repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Open the files that come with the message, in the place of the model that is open.
    Open(u32, How),
    /// Read this text with what is changed.
    Read(u32, String, Box<Changed>),
    /// One head's numbers, for the text that was read last: layer and number.
    Head(u32, (usize, usize)),
    /// What could stand at a place of that text, and how one token's logit came about there; `None`: the usual place,
    /// the likeliest token.
    Place(u32, Option<usize>, Option<u32>),
    /// What the other text's stream does at a few places, from this one on.
    Sweep(u32, Sweep),
    /// All that was computed for the text, as a NumPy archive.
    Archive(u32),
    /// The same computation as a program.
    Program(u32, Box<Programmed>),
    /// Write on from that text.
    Write(u32, Drawing),
    /// Say what the hub has of a model. Nothing but its list of files is fetched.
    Look(u32, Hub, Name),
    /// Fetch what was offered, and keep it in this browser.
    Fetch(u32, Hub, Offer),
    /// Stop what is fetched; what is there already is kept.
    Halt,
    /// Say what is kept in this browser.
    Kept(u32),
    /// Open what is kept, in the place of the model that is open.
    OpenKept(u32, Name, How),
    /// Delete what is kept, whole or in part.
    Delete(u32, Name),
}

/// How a model is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct How {
    /// Its weights are held as whole numbers of eight bits, not as f32.
    pub int8: bool,
    /// It is the model that is open, held otherwise: what that changes is measured on the text that was read last.
    pub again: bool,
    /// How many workers can work at once on this device.
    pub at_once: usize,
}

/// Which places are asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// The place whose answer is looked at; `None`: the usual one.
    pub answer: Option<usize>,
    /// From which layer and place on; `None`: from the first.
    pub from: Option<(usize, usize)>,
}

/// What a program says of where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Programmed {
    /// What the model is opened by: its name at the hub, or of its folder.
    pub model: String,
    /// The slug of a model that comes with the page, and after how many steps of its training; `None`: after all.
    pub shipped: Option<(String, Option<u32>)>,
    /// The lesson's link.
    pub link: String,
    /// The place whose answer is compared; `None`: the usual one.
    pub place: Option<usize>,
}

/// How tokens are drawn that are written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// How many.
    pub count: usize,
    /// Divides the logits; 0 takes the likeliest.
    pub temperature: f32,
    /// Only so many of the likeliest.
    pub top_k: Option<usize>,
    /// Only the fewest that together are so likely.
    pub top_p: Option<f32>,
    /// Where the draws come from.
    pub seed: u32,
}

impl Default for Drawing {
    fn default() -> Self {
        Self {
            count: 8,
            temperature: 1.0,
            top_k: None,
            top_p: None,
            seed: 1,
        }
    }
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// It is there.
    Ready,
    /// So many bytes of the model's files are read, of so many.
    Progress(u32, u64, u64),
    /// The model is open.
    Opened(u32, Box<Card>),
    /// Something could not be done; the model that was open is as it was.
    Refused(u32, Trouble),
    /// The text is read.
    Read(u32, Box<Reading>),
    /// To `Head`.
    Head(u32, Box<Head>),
    /// To `Place`.
    Place(u32, Box<Place>),
    /// To `Sweep`.
    Swept(u32, Box<Swept>),
    /// To `Archive`: the bytes of the file.
    Archive(u32, Vec<u8>),
    /// To `Program`: its text.
    Program(u32, String),
    /// What was written, to be put behind the text.
    Written(u32, String),
    /// To `Look`.
    Offered(u32, Box<Offer>),
    /// What was offered is here, and was checked.
    Fetched(u32),
    /// It was stopped.
    Halted(u32),
    /// To `Kept` and `Delete`.
    Kept(u32, Vec<Kept>),
}

impl Reply {
    /// The number of what it answers; `None` of `Ready`.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Ready => None,
            Self::Progress(number, ..)
            | Self::Opened(number, _)
            | Self::Refused(number, _)
            | Self::Read(number, _)
            | Self::Head(number, _)
            | Self::Place(number, _)
            | Self::Swept(number, _)
            | Self::Archive(number, _)
            | Self::Program(number, _)
            | Self::Written(number, _)
            | Self::Offered(number, _)
            | Self::Fetched(number)
            | Self::Halted(number)
            | Self::Kept(number, _) => Some(*number),
        }
    }
}

/// What is wrong. Texts from files are cut to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// The files make no model: why, in the words of the loader.
    Files(String),
    /// The text makes no tokens for this model: why.
    Text(String),
    /// A word of the text is none that the model knows; these are all it knows.
    Unknown(String),
    /// A token of the text is beyond those that the model has: (its number, how many).
    Foreign(u32, usize),
    /// Nothing was written: this special token, which ends a text, was drawn first.
    Ends(String),
    /// There is no room for another token: the most.
    Full(usize),
    /// There are no tokens in the text.
    Empty,
    /// More tokens than are read: (found, the most).
    TooLong(usize, usize),
    /// Nothing was written: the model fills in words, and writes none.
    Encoder,
    /// The draws cannot be made so: why.
    Drawing(String),
    /// The model gives numbers that are none: its weights are too large.
    NotFinite,
    /// No model is open, or it has no such head or place.
    Absent,
    /// Memory was refused.
    Memory,
    /// A model that comes with the page could not be fetched.
    Unfetched(String),
    /// The reader stopped the model on its way, and no other was open.
    Stopped,
    /// A link is about a model of somebody's disk.
    Wanted(String),
    /// No file of a model was among those that were chosen.
    NoFiles,
    /// The worker was lost.
    Lost,
    /// There is no worker to be had.
    NoWorker,
    /// A model of the hub.
    Hub(HubTrouble),
    /// The other text has another number of tokens: (its, this one's).
    Lengths(usize, usize),
    /// The two texts differ nowhere that could matter at the place that is looked at.
    Alike,
    /// The model says the same after both texts: this token.
    SameAnswer(String),
    /// An archive would be larger than that many bytes.
    TooMuch(u64),
    /// Between the first token that differs and the answer stand so many, more than are tried.
    Span(usize, usize),
    /// The worker was lost while it opened a model, and no other is open.
    Ended,
}
