//! What is changed in a model while it reads: heads that are out, keys that are hidden, rows of weights that are drawn,
//! streams that come from another text.

use serde::{Deserialize, Serialize};

use super::drawn::Drawn;

/// What is put in the place of a head's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instead {
    /// Nothing.
    Zero,
    /// The mean of what it puts out over the tokens of the text.
    Mean,
}

/// A head that is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Off {
    /// Its layer, from 0.
    pub layer: usize,
    /// Its number, from 0.
    pub head: usize,
    /// What stands in for it.
    pub instead: Instead,
}

/// A key that one query of one head may not look at; all counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// Layer and number of the head.
    pub head: (usize, usize),
    /// The place of the token that may not look.
    pub query: usize,
    /// The place of the token that it may not look at.
    pub key: usize,
}

/// The residual stream at one place, taken from the other text; both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Swap {
    /// The layer that it enters; as many as there are layers: what leaves the last.
    pub layer: usize,
    /// The place of the token.
    pub place: usize,
}

/// All that is changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// The heads that are out, by layer and number.
    pub off: Vec<Off>,
    /// The keys that are hidden from a query.
    pub hidden: Vec<Hidden>,
    /// The rows of weights that are drawn by hand.
    pub drawn: Vec<Drawn>,
    /// Another text, from which streams are taken.
    pub other: Option<String>,
    /// Where they are taken from there.
    pub swapped: Vec<Swap>,
}

/// The most of each at once, and the most rows that are drawn.
const MOST: usize = 4096;
const MOST_DRAWN: usize = 16;

impl Changed {
    /// Whether the model is as it was trained.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let Self {
            off,
            hidden,
            drawn,
            swapped,
            // By itself it changes nothing.
            other: _,
        } = self;
        off.is_empty() && hidden.is_empty() && drawn.is_empty() && swapped.is_empty()
    }

    /// What stands in for a head; `None` where it is in.
    #[must_use]
    pub fn instead(&self, (layer, head): (usize, usize)) -> Option<Instead> {
        let own = self.off.iter();
        let mut own = own.filter(|own| (own.layer, own.head) == (layer, head));
        own.next().map(|own| own.instead)
    }

    /// The row of weights that is drawn for a query of a head.
    #[must_use]
    pub fn row(&self, head: (usize, usize), query: usize) -> Option<&Drawn> {
        let mut all = self.drawn.iter();
        all.find(|own| (own.head, own.query) == (head, query))
    }

    /// Whether weights of a head are not those that the model computes: keys are hidden in it, or rows drawn.
    #[must_use]
    pub fn is_of_weights(&self, head: (usize, usize)) -> bool {
        self.hidden.iter().any(|own| own.head == head)
            || self.drawn.iter().any(|own| own.head == head)
    }

    /// Hides a key from a query, or shows it again.
    pub(super) fn hide(&mut self, own: Hidden, hide: bool) {
        self.hidden.retain(|other| *other != own);
        if hide && self.hidden.len() < MOST {
            self.hidden.push(own);
        }
    }

    /// Takes a head out, with that in its place, or brings it back.
    pub(super) fn take(&mut self, (layer, head): (usize, usize), instead: Option<Instead>) {
        self.off
            .retain(|own| (own.layer, own.head) != (layer, head));
        if let Some(instead) = instead.filter(|_| self.off.len() < MOST) {
            self.off.push(Off {
                layer,
                head,
                instead,
            });
            self.off.sort_by_key(|own| (own.layer, own.head));
        }
    }

    /// Puts a row that is drawn in the place of the one that was.
    pub(super) fn draw(&mut self, row: Drawn) {
        self.undraw(row.head, row.query);
        if self.drawn.len() < MOST_DRAWN {
            self.drawn.push(row);
        }
    }

    /// The row is computed again.
    pub(super) fn undraw(&mut self, head: (usize, usize), query: usize) {
        self.drawn
            .retain(|own| (own.head, own.query) != (head, query));
    }

    /// Takes a stream from the other text, or leaves it.
    pub(super) fn swap(&mut self, own: Swap, swap: bool) {
        self.swapped.retain(|other| *other != own);
        if swap && self.swapped.len() < MOST {
            self.swapped.push(own);
            self.swapped.sort_unstable();
        }
    }

    /// Nothing is changed any more; the other text stays.
    pub(super) fn clear(&mut self) {
        *self = Self {
            other: self.other.take(),
            ..Self::default()
        };
    }
}
