//! The question in a link: entries beside those of the lesson.
//!
//! | key | value |
//! |---|---|
//! | `ask` | `scores.0.2` (a cell, rows and columns from 0), `weights.1` (a row of weights), `choice` |
//! | `q.text` | the question in the teacher's words, percent-encoded, at most 300 characters |
//! | `choices` | the options of `ask=choice`, percent-encoded, joined by `,` |
//! | `right` | which option is right, as a hash of text, options and place: not to be read at a glance, and no secret |
//! | `predict` | no value: covered from the asked matrix on; a matrix's key: from that one on |
//!
//! `predict` without `ask` is predict-first: each stage is covered until a number of it was predicted.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::ask::{Ask, Question};
use super::progress::hash;
use crate::core::problem::{Problem, quoted};
use crate::head::codec::MOST_BYTES;
use crate::head::name::{Cell, Name};

/// The longest question, in characters.
pub const MOST_TEXT: usize = 300;
/// The most options of a choice.
pub const MOST_OPTIONS: usize = 8;
/// The longest option, in characters.
pub const MOST_OPTION: usize = 80;

/// The keys of a link that are about questions.
pub const KEYS: [&str; 5] = ["ask", "q.text", "choices", "right", "predict"];

/// Everything but letters, digits and what stays readable.
const TEXT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// Whether numbers are covered until they have been predicted, and from where on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Predict {
    /// Only what is asked is covered.
    #[default]
    Off,
    /// From the asked matrix on; without a question from the current stage on.
    On,
    /// From this matrix on.
    From(Name),
}

/// What a link says about questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// What is asked; `None` leaves it to predict-first, or to nobody.
    pub question: Option<Question>,
    /// Predict-first.
    pub predict: Predict,
}

impl Setup {
    /// Reads a fragment (without `#`). Other keys are others' affair; of a key given twice the last
    /// one counts. A fragment that is too long for a link says nothing here: reading the document
    /// from it says why.
    ///
    /// # Errors
    /// [`Problem::LinkEntry`] for an entry that cannot be taken. Any bytes are safe to pass.
    pub fn of(fragment: &str) -> Result<Setup, Problem> {
        if fragment.len() > MOST_BYTES {
            return Ok(Setup::default());
        }
        let entries = Entries(fragment);
        let predict = entries.read("predict", predict)?.unwrap_or_default();
        let question = match entries.get("ask") {
            Some("choice") => Some(entries.choice()?),
            Some(_) => entries.number()?,
            None => None,
        };
        Ok(Setup { question, predict })
    }

    /// What is put behind a lesson's own link: empty, or `&ask=…&predict…`.
    #[must_use]
    pub fn suffix(&self) -> String {
        let mut suffix = String::new();
        if let Some(Question { text, ask }) = &self.question {
            suffix.push_str(&format!("&ask={}", key(ask)));
            if !text.is_empty() {
                suffix.push_str(&format!("&q.text={}", utf8_percent_encode(text, TEXT)));
            }
            if let Ask::Choice { options, right } = ask {
                let encoded = options
                    .iter()
                    .map(|o| utf8_percent_encode(o, TEXT).to_string());
                let (options, seal) = (encoded.collect::<Vec<_>>(), sealed(text, options, *right));
                suffix.push_str(&format!("&choices={}&right={seal}", options.join(",")));
            }
        }
        match self.predict {
            Predict::Off => {}
            Predict::On => suffix.push_str("&predict"),
            Predict::From(name) => suffix.push_str(&format!("&predict={}", name.key())),
        }
        suffix
    }

    /// `fragment` with this in the place of what it said about questions.
    #[must_use]
    pub fn replacing_in(&self, fragment: &str) -> String {
        let others = fragment.split('&').filter(|entry| {
            let key = entry.split('=').next().unwrap_or_default();
            !KEYS.contains(&key)
        });
        format!("{}{}", others.collect::<Vec<_>>().join("&"), self.suffix())
    }

    /// The entries of `fragment` that are about questions, to be put behind another link; empty when
    /// they cannot be read.
    #[must_use]
    pub fn kept(fragment: &str) -> String {
        Setup::of(fragment)
            .map(|setup| setup.suffix())
            .unwrap_or_default()
    }
}

/// The entries of a fragment; of a key given twice the last one counts.
struct Entries<'a>(&'a str);

impl<'a> Entries<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        let entries = self.0.split('&').rev();
        let mut parts = entries.map(|entry| entry.split_once('=').unwrap_or((entry, "")));
        parts.find(|(own, _)| *own == key).map(|(_, value)| value)
    }

    /// The entry read by `read`, `None` when absent; the entry itself is the problem otherwise.
    fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let wrong = || Problem::LinkEntry(key.into(), quoted(value));
        read(value).map(Some).ok_or_else(wrong)
    }

    fn text(&self) -> Result<String, Problem> {
        let text = self.read("q.text", |text| decoded(text, MOST_TEXT))?;
        Ok(text.unwrap_or_default())
    }

    fn number(&self) -> Result<Option<Question>, Problem> {
        let (text, ask) = (self.text()?, self.read("ask", number)?);
        Ok(ask.map(|ask| Question { text, ask }))
    }

    fn choice(&self) -> Result<Question, Problem> {
        let text = self.text()?;
        let missing = |key: &str| Problem::LinkEntry(key.into(), String::new());
        let options = self
            .read("choices", options)?
            .ok_or_else(|| missing("choices"))?;
        let place =
            |given: &str| (0..options.len()).find(|right| sealed(&text, &options, *right) == given);
        let right = self.read("right", place)?.ok_or_else(|| missing("right"))?;
        let ask = Ask::Choice { options, right };
        Ok(Question { text, ask })
    }
}

/// What is asked, as in `ask`.
#[must_use]
pub fn key(ask: &Ask) -> String {
    match ask {
        Ask::Cell(Cell { name, row, col }) => format!("{}.{row}.{col}", name.key()),
        Ask::Weights(row) => format!("{}.{row}", Name::Weights.key()),
        Ask::Choice { .. } => "choice".into(),
    }
}

fn predict(value: &str) -> Option<Predict> {
    match value {
        "" | "1" => Some(Predict::On),
        "0" => Some(Predict::Off),
        name => Name::from_key(name)
            .filter(|name| *name >= Name::Q && *name != Name::Mask)
            .map(Predict::From),
    }
}

/// A cell or a row of weights. That the document has it is seen when it is asked.
fn number(text: &str) -> Option<Ask> {
    let mut parts = text.split('.');
    let name = Name::from_key(parts.next()?)?;
    let row = parts.next()?.parse().ok()?;
    let col = parts.next().map(|col| col.parse().ok());
    match (name, col, parts.next()) {
        (Name::Weights, None, None) => Some(Ask::Weights(row)),
        (name, Some(col), None) if name >= Name::Q && name != Name::Mask => {
            Some(Ask::Cell(Cell::new(name, row, col?)))
        }
        _ => None,
    }
}

fn options(text: &str) -> Option<Vec<String>> {
    if !(2..=MOST_OPTIONS).contains(&text.split(',').count()) {
        return None;
    }
    let option = |text| decoded(text, MOST_OPTION).filter(|option| !option.is_empty());
    text.split(',').map(option).collect()
}

fn decoded(text: &str, most: usize) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (text.chars().count() <= most).then(|| text.into_owned())
}

/// Which option is right, so that it cannot be read off and cannot be moved to another question.
fn sealed(text: &str, options: &[String], right: usize) -> String {
    let whole = format!("{text}\u{0}{}\u{0}{right}", options.join("\u{0}"));
    format!("{:08x}", hash(&whole) as u32)
}
