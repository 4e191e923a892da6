//! What was answered in this browser, as a text for its storage. It goes nowhere else.

use std::collections::BTreeSet;

use super::ask::Ask;
use super::grade::Verdict;
use super::link::{self, Setup};
use crate::core::opened::Opened;

/// The most questions remembered; beyond it the oldest are forgotten.
pub const MOST: usize = 500;

/// The first line of the stored text, with its version.
const HEAD: &str = "attention-lab-quiz 1";

/// How far one question came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was put.
    Seen,
    /// It was answered, and the best answer was this.
    Answered(Verdict),
}

/// The questions met in this browser, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    entries: Vec<(u64, Standing)>,
}

/// The stored text is none of ours, or was cut or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Counts for a line of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Questions met.
    pub seen: usize,
    /// Of these, answered at all.
    pub answered: usize,
    /// Of these, answered rightly.
    pub right: usize,
}

impl Progress {
    /// Reads what [`to_text`](Progress::to_text) wrote.
    ///
    /// # Errors
    /// [`Damaged`] for any other text.
    pub fn read(text: &str) -> Result<Progress, Damaged> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(Damaged);
        }
        // Looked at one by one, so that no text makes more of them than we ever keep.
        let entries = lines.take(MOST + 1).map(entry).collect::<Option<Vec<_>>>();
        let entries = entries
            .filter(|entries| entries.len() <= MOST)
            .ok_or(Damaged)?;
        Ok(Progress { entries })
    }

    /// As text: a line a question, at most 10 KB.
    #[must_use]
    pub fn to_text(&self) -> String {
        let line = |(id, standing): &(u64, Standing)| format!("\n{id:016x} {}", word(*standing));
        HEAD.to_owned() + &self.entries.iter().map(line).collect::<String>()
    }

    /// Notes that a question was put. One already known stays as it is.
    pub fn see(&mut self, id: u64) {
        if self.standing(id).is_none() {
            self.entries.push((id, Standing::Seen));
            let beyond = self.entries.len().saturating_sub(MOST);
            self.entries.drain(..beyond);
        }
    }

    /// Notes an answer; the best one of a question stays.
    pub fn answer(&mut self, id: u64, verdict: Verdict) {
        self.see(id);
        let entry = self.entries.iter_mut().find(|(own, _)| *own == id);
        if let Some((_, standing)) = entry {
            let better = rank(*standing) < rank(Standing::Answered(verdict));
            *standing = if better {
                Standing::Answered(verdict)
            } else {
                *standing
            };
        }
    }

    /// How far that question came, if it was met.
    #[must_use]
    pub fn standing(&self, id: u64) -> Option<Standing> {
        self.entries
            .iter()
            .find(|(own, _)| *own == id)
            .map(|(_, standing)| *standing)
    }

    /// How many of these questions there are of each: a browser remembers other figures' too.
    #[must_use]
    pub fn counts(&self, of: &BTreeSet<u64>) -> Counts {
        let own = self.entries.iter().filter(|(id, _)| of.contains(id));
        let count = |least| {
            let there = own.clone().filter(|(_, standing)| rank(*standing) >= least);
            there.count()
        };
        Counts {
            seen: count(0),
            answered: count(1),
            right: count(3),
        }
    }
}

/// The name of a question: a hash of the numbers it is about and of what it asks.
#[must_use]
pub fn id(lesson: &dyn Opened, setup: &Setup, ask: &Ask) -> u64 {
    let (numbers, meta) = (lesson.numbers_link(), lesson.meta());
    hash(&format!(
        "{numbers}{}&asked={}",
        setup.suffix(meta),
        link::key(meta, ask)
    ))
}

/// FNV-1a, 64 bits: short, and the same on every machine. No protection against anybody.
pub(super) fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Seen, then wrong, near, right.
const fn rank(standing: Standing) -> usize {
    match standing {
        Standing::Seen => 0,
        Standing::Answered(Verdict::Wrong) => 1,
        Standing::Answered(Verdict::Near) => 2,
        Standing::Answered(Verdict::Right) => 3,
    }
}

const STANDINGS: [Standing; 4] = [
    Standing::Seen,
    Standing::Answered(Verdict::Wrong),
    Standing::Answered(Verdict::Near),
    Standing::Answered(Verdict::Right),
];

const fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Seen => "seen",
        Standing::Answered(Verdict::Wrong) => "wrong",
        Standing::Answered(Verdict::Near) => "near",
        Standing::Answered(Verdict::Right) => "right",
    }
}

fn entry(line: &str) -> Option<(u64, Standing)> {
    let (id, standing) = line.split_once(' ')?;
    let id = (id.len() == 16).then(|| u64::from_str_radix(id, 16).ok())??;
    STANDINGS
        .into_iter()
        .find(|own| word(*own) == standing)
        .map(|standing| (id, standing))
}
