//! What a lesson tells the page around it.

use super::link;
use crate::core::fragment::Fragment;
use crate::core::lesson::About;
use crate::registry;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The figure listens; a lesson that is fetched may still be on its way.
    Ready {
        /// Its slug.
        lesson: String,
    },
    /// The content has another height, in CSS pixels.
    Height(u32),
    /// One went to another place of the walk.
    Stage {
        /// The stage's key; in flash attention the number of the step, from 0.
        stage: String,
        /// The whole link.
        fragment: String,
    },
    /// Something other than the place was changed: a number, a mask, a setting.
    Edit {
        /// The entries of the link that are others now; an entry that is gone has no value.
        changed: String,
        /// The whole link.
        fragment: String,
    },
    /// A question was answered, or its numbers were shown without an answer.
    Answer(Answered),
    /// Something could not be done, in words for a reader.
    Error(String),
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// What was asked, as in the link: `scores.0.2`, `weights.1`, `choice`.
    pub question: String,
    /// From 0 to 1; `None` when the numbers were shown without an answer.
    pub score: Option<f32>,
    /// Whether the answer is right.
    pub right: bool,
    /// The mistake that the answer looks like: its key.
    pub mistake: Option<&'static str>,
    /// Nothing more is asked: the link's question is answered, or every stage was predicted.
    pub done: bool,
}

/// One value of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text.
    Text(String),
    /// A whole number.
    Count(usize),
    /// A number.
    Number(f32),
    /// Yes or no.
    Bool(bool),
    /// Nothing.
    Null,
    /// The rows of a matrix, at full precision; −∞ is a value like any other.
    Rows(Vec<Vec<f32>>),
}

impl Event {
    /// The `type` of the message, and its entries.
    #[must_use]
    pub fn message(self) -> (&'static str, Vec<(&'static str, Value)>) {
        use Value::{Count, Text};
        match self {
            Self::Ready { lesson } => ("ready", vec![("lesson", Text(lesson))]),
            Self::Height(height) => ("height", vec![("height", Count(height as usize))]),
            Self::Stage { stage, fragment } => (
                "stage",
                vec![("stage", Text(stage)), ("fragment", Text(fragment))],
            ),
            Self::Edit { changed, fragment } => (
                "edit",
                vec![("changed", Text(changed)), ("fragment", Text(fragment))],
            ),
            Self::Answer(answered) => ("answer", answered.entries()),
            Self::Error(message) => ("error", vec![("message", Text(message))]),
        }
    }
}

impl Answered {
    fn entries(self) -> Vec<(&'static str, Value)> {
        let mistake = self.mistake.map(|key| Value::Text(key.to_owned()));
        vec![
            ("question", Value::Text(self.question)),
            ("score", self.score.map_or(Value::Null, Value::Number)),
            ("right", Value::Bool(self.right)),
            ("mistake", mistake.unwrap_or(Value::Null)),
            ("done", Value::Bool(self.done)),
        ]
    }
}

/// What happened between two links of the same lesson: where one stands, what was changed, both or
/// nothing. How numbers are shown and what is pinned is neither.
#[must_use]
pub fn between(before: &str, after: &str) -> Vec<Event> {
    let meta = registry::meta_of(after);
    let differing = link::differing(before, after);
    let mut events = Vec::new();
    let place = meta
        .place()
        .filter(|place| differing.iter().any(|(key, _)| key == place));
    if let Some(key) = place {
        let stage = Fragment(after).get(key).unwrap_or("0");
        events.push(Event::Stage {
            stage: stage.to_owned(),
            fragment: after.to_owned(),
        });
    }
    let is_edit = |key: &str| meta.about(key) == Some(About::Numbers);
    let edits = differing.into_iter().filter(|(key, _)| is_edit(key));
    let changed: Vec<String> = edits
        .map(|(key, value)| match value {
            Some(value) => format!("{key}={value}"),
            None => key.to_owned(),
        })
        .collect();
    if !changed.is_empty() {
        events.push(Event::Edit {
            changed: changed.join("&"),
            fragment: after.to_owned(),
        });
    }
    events
}
