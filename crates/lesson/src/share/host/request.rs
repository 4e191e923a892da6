//! What the page around a lesson asks of it.

use super::VERSION;
use crate::core::fragment::MOST_BYTES;
use crate::core::problem::{Problem, quoted};

/// One entry of a message, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A text or a number, as text.
    Text(String),
    /// A text too long to be looked at: its length in UTF-16 units.
    TooLong(usize),
    /// Something that is neither text nor number.
    Other,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Open a link, or change entries of the present one: see [`laid_over`](super::link::laid_over).
    Set(String),
    /// Walk.
    Step(Step),
    /// Say the link, and the numbers of the table of that key.
    Get(Option<String>),
}

/// One step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// One on.
    Next,
    /// One back.
    Back,
    /// To the first.
    Reset,
    /// Play, if it does not.
    Play,
    /// Stop playing, if it does.
    Pause,
    /// To the step of that name.
    Named(String),
    /// To the place of that number on the scrub bar, from 0.
    Place(usize),
}

impl Step {
    /// Reads `next`, `back`, `reset`, `play`, `pause`, a number from 0, or else the name of a step, which
    /// the lesson knows or not.
    #[must_use]
    pub fn from_key(key: &str) -> Self {
        match key {
            "next" => Self::Next,
            "back" => Self::Back,
            "reset" => Self::Reset,
            "play" => Self::Play,
            "pause" => Self::Pause,
            key => match key.parse() {
                Ok(place) => Self::Place(place),
                Err(_) => Self::Named(quoted(key)),
            },
        }
    }
}

impl Step {
    /// The text that [`from_key`](Self::from_key) reads as this step.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Next => "next".to_owned(),
            Self::Back => "back".to_owned(),
            Self::Reset => "reset".to_owned(),
            Self::Play => "play".to_owned(),
            Self::Pause => "pause".to_owned(),
            Self::Named(name) => name.clone(),
            Self::Place(place) => place.to_string(),
        }
    }
}

/// Why a request is not done. What was open stays as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Another version of the protocol: what was found, shortened.
    Version(String),
    /// A type of message there is none of, shortened.
    Type(String),
    /// An entry that is needed: its key.
    Missing(&'static str),
    /// An entry that cannot be read: its key, and its text, shortened.
    Entry(&'static str, String),
    /// An entry longer than is looked at: its key, its length, the most.
    TooLong(&'static str, usize, usize),
    /// The lesson that is open has no walk, or its walk no such place.
    NoStep,
    /// The lesson that is open has no table of that key, shortened; those that it has.
    NoTable(String, Vec<&'static str>),
    /// The numbers of the table that was asked for are still to be predicted: its key.
    Covered(&'static str),
    /// The table that was asked for has no numbers now.
    NoMatrix,
    /// A link that cannot be opened.
    Link(Problem),
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Link(problem)
    }
}

impl Request {
    /// Reads a message by its fields. `None` where it is none of ours: other scripts of the page
    /// post messages too, and they get no answer.
    ///
    /// # Errors
    /// [`Refusal`], for what is ours and cannot be done.
    pub fn read(field: impl Fn(&str) -> Option<Field>) -> Option<Result<Self, Refusal>> {
        let version = field("attention-lab")?;
        Some(match version {
            Field::Text(text) if text == VERSION.to_string() => read(&field),
            Field::Text(text) => Err(Refusal::Version(quoted(&text))),
            _ => Err(Refusal::Version(String::new())),
        })
    }
}

fn read(field: &impl Fn(&str) -> Option<Field>) -> Result<Request, Refusal> {
    let kind = needed(field, "type")?;
    match kind.as_str() {
        "set" => Ok(Request::Set(needed(field, "fragment")?)),
        "step" => {
            let to = needed(field, "to")?;
            Ok(Request::Step(Step::from_key(&to)))
        }
        "get" => Ok(Request::Get(text(field, "matrix")?)),
        _ => Err(Refusal::Type(quoted(&kind))),
    }
}

fn needed(field: &impl Fn(&str) -> Option<Field>, key: &'static str) -> Result<String, Refusal> {
    text(field, key)?.ok_or(Refusal::Missing(key))
}

fn text(
    field: &impl Fn(&str) -> Option<Field>,
    key: &'static str,
) -> Result<Option<String>, Refusal> {
    match field(key) {
        None => Ok(None),
        Some(Field::Text(text)) => Ok(Some(text)),
        Some(Field::TooLong(found)) => Err(Refusal::TooLong(key, found, MOST_BYTES)),
        Some(Field::Other) => Err(Refusal::Entry(key, String::new())),
    }
}
