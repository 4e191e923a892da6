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

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::ask::{Ask, Question};
use super::progress::hash;
use crate::core::fragment::{Fragment, MOST_BYTES, decoded};
use crate::core::lesson::Meta;
use crate::core::opened::Opened;
use crate::core::problem::{Problem, quoted};
use crate::core::table::{Cell, TableId};
use crate::registry;

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
    From(TableId),
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
    /// [`Problem::LinkAsk`] for what cannot be asked, [`Problem::LinkRange`] for what cannot be predicted,
    /// [`Problem::LinkChanged`] for a choice that was changed after it was made, [`Problem::LinkEntry`] for another
    /// entry that cannot be taken. Any bytes are safe to pass.
    pub fn of(fragment: &str) -> Result<Setup, Problem> {
        if fragment.len() > MOST_BYTES {
            return Ok(Setup::default());
        }
        let (link, meta) = (Fragment(fragment), registry::meta_of(fragment));
        let mut can = vec!["1", "0"];
        can.extend(askables(meta));
        let predict = link.one_of("predict", &can, |value| predict(meta, value))?;
        let question = match link.get("ask") {
            Some("choice") => Some(choice(link)?),
            Some(own) => Some(number(link, meta, own)?),
            None => None,
        };
        Ok(Setup {
            question,
            predict: predict.unwrap_or_default(),
        })
    }

    /// What is put behind a lesson's own link: empty, or `&ask=…&predict…`.
    #[must_use]
    pub fn suffix(&self, meta: &Meta) -> String {
        let mut suffix = String::new();
        if let Some(Question { text, ask }) = &self.question {
            suffix.push_str(&format!("&ask={}", key(meta, ask)));
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
            Predict::From(table) => {
                let key = meta.of(table).map_or("", |table| table.key);
                suffix.push_str(&format!("&predict={key}"));
            }
        }
        suffix
    }

    /// Has a lesson stand where its reader sees what is asked.
    pub fn show_in(&self, lesson: &mut dyn Opened) {
        if let Some(question) = &self.question {
            question.ask.show_in(lesson);
        }
    }

    /// `fragment` with this in the place of what it said about questions.
    #[must_use]
    pub fn replacing_in(&self, fragment: &str) -> String {
        let others = Fragment(fragment).only(|key| !KEYS.contains(&key));
        format!("{others}{}", self.suffix(registry::meta_of(fragment)))
    }

    /// The entries of `fragment` that are about questions, to be put behind another link; empty when
    /// they cannot be read.
    #[must_use]
    pub fn kept(fragment: &str) -> String {
        Setup::of(fragment)
            .map(|setup| setup.suffix(registry::meta_of(fragment)))
            .unwrap_or_default()
    }
}

fn text(link: Fragment<'_>) -> Result<String, Problem> {
    let text = link.read("q.text", |text| bounded(text, MOST_TEXT))?;
    Ok(text.unwrap_or_default())
}

fn number(link: Fragment<'_>, meta: &Meta, own: &str) -> Result<Question, Problem> {
    let text = text(link)?;
    let ask = asked(meta, own).ok_or_else(|| Problem::LinkAsk(quoted(own), meta.slug))?;
    Ok(Question { text, ask })
}

fn choice(link: Fragment<'_>) -> Result<Question, Problem> {
    let text = text(link)?;
    let missing = |key: &str| Problem::LinkEntry(key.into(), String::new());
    let options = link.read("choices", options)?;
    let options = options.ok_or_else(|| missing("choices"))?;
    let given = link.get("right").ok_or_else(|| missing("right"))?;
    let mut places = 0..options.len();
    let right = places.find(|right| sealed(&text, &options, *right) == given);
    let right = right.ok_or_else(|| unsealed(given))?;
    let ask = Ask::Choice { options, right };
    Ok(Question { text, ask })
}

/// What is asked, as in `ask`.
#[must_use]
pub fn key(meta: &Meta, ask: &Ask) -> String {
    let table = |table: TableId| meta.of(table).map_or("", |table| table.key);
    match ask {
        Ask::Cell(Cell { name, row, col }) => format!("{}.{row}.{col}", table(*name)),
        Ask::Row(name, row) => format!("{}.{row}", table(*name)),
        Ask::Choice { .. } => "choice".into(),
    }
}

fn predict(meta: &Meta, value: &str) -> Option<Predict> {
    match value {
        "" | "1" => Some(Predict::On),
        "0" => Some(Predict::Off),
        key => askable(meta, key).map(Predict::From),
    }
}

/// The keys of the tables of a lesson whose numbers can be asked.
pub fn askables(meta: &Meta) -> impl Iterator<Item = &'static str> {
    let asked = meta.tables.iter().filter(|table| table.asked);
    asked.map(|table| table.key)
}

/// The table of that key, if its numbers can be asked.
fn askable(meta: &Meta, key: &str) -> Option<TableId> {
    let table = meta.table(key)?;
    meta.of(table).filter(|table| table.asked).map(|_| table)
}

/// A cell, or a row of shares. That the lesson has it now is seen when it is asked.
fn asked(meta: &Meta, text: &str) -> Option<Ask> {
    let mut parts = text.split('.');
    let table = askable(meta, parts.next()?)?;
    let row = parts.next()?.parse().ok()?;
    let col = parts.next().map(|col| col.parse().ok());
    let is_row = meta.of(table).is_some_and(|table| table.distribution);
    match (col, parts.next()) {
        (None, None) if is_row => Some(Ask::Row(table, row)),
        (Some(col), None) => Some(Ask::Cell(Cell::new(table, row, col?))),
        _ => None,
    }
}

fn options(text: &str) -> Option<Vec<String>> {
    if !(2..=MOST_OPTIONS).contains(&text.split(',').count()) {
        return None;
    }
    let option = |text| bounded(text, MOST_OPTION).filter(|option| !option.is_empty());
    text.split(',').map(option).collect()
}

fn bounded(text: &str, most: usize) -> Option<String> {
    decoded(text).filter(|text| text.chars().count() <= most)
}

/// Why a seal fits no option: one that is whole was made for other words, any other was cut off.
fn unsealed(given: &str) -> Problem {
    match given.len() {
        8 => Problem::LinkChanged,
        _ => Problem::LinkEntry("right".into(), quoted(given)),
    }
}

/// Which option is right, so that it cannot be read off and cannot be moved to another question.
fn sealed(text: &str, options: &[String], right: usize) -> String {
    let whole = format!("{text}\u{0}{}\u{0}{right}", options.join("\u{0}"));
    format!("{:08x}", hash(&whole) as u32)
}
