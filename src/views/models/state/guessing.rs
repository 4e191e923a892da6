//! Predict first: where a head will look, before its numbers are shown.

use leptos::prelude::*;
use lesson::core::random;
use lesson::lessons::models::lesson::Change;

use super::Inspector;
use crate::reactive::effect;

/// A question about a head, and what was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The head.
    pub at: (usize, usize),
    /// Whose keys: a place.
    pub query: usize,
    /// What happened since.
    pub state: State,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody has answered.
    Asked,
    /// Somebody has said this key.
    Said(usize),
    /// Somebody wanted to see it.
    Shown,
}

/// The question, and how many were answered rightly, of how many.
#[derive(Clone, Copy, Default)]
pub struct Guessing {
    /// The question; `None` while nothing is asked.
    pub now: RwSignal<Option<Guess>>,
    /// Right ones, and all.
    pub score: RwSignal<(u32, u32)>,
}

impl Guessing {
    /// Whether the numbers of that head may not be seen.
    pub fn covers(self, at: (usize, usize)) -> bool {
        let asked = |own: &Guess| own.at == at && own.state == State::Asked;
        self.now.with(|own| own.as_ref().is_some_and(asked))
    }
}

impl Inspector {
    /// Asks about the head that is shown.
    pub fn ask_to_guess(self) {
        self.guessing.now.set(Some(Guess {
            at: self.at.get_untracked(),
            query: self.looked_at(),
            state: State::Asked,
        }));
    }

    /// The token that is looked at, wherever the pointer is.
    pub fn looked_at(self) -> usize {
        let last = self
            .tokens
            .with_untracked(|all| all.len().saturating_sub(1));
        let usual = self
            .reading
            .with_untracked(|own| own.as_ref().map_or(0, |own| own.usual));
        let pinned = self.view.with_untracked(|view| view.token);
        pinned.unwrap_or(usual).min(last)
    }

    /// Somebody says that it looks there most.
    pub fn guess(self, key: usize) {
        let Some(mut own) = self.guessing.now.get_untracked() else {
            return;
        };
        // Another head is asked about before its numbers are here.
        let Some((most, _)) = self.looks_most(&own) else {
            return;
        };
        own.state = State::Said(key);
        self.guessing
            .score
            .update(|score| *score = (score.0 + u32::from(most == key), score.1 + 1));
        self.guessing.now.set(Some(own));
    }

    /// Somebody wants to see it.
    pub fn give_up(self) {
        self.guessing.now.update(|own| {
            if let Some(own) = own {
                own.state = State::Shown;
            }
        });
    }

    /// Where the head that was asked about looks most, and with which weight; `None` before its numbers are here.
    pub fn looks_most(self, asked: &Guess) -> Option<(usize, f32)> {
        let row = self.row(asked)?;
        let most = row.into_iter().enumerate();
        most.reduce(|most, own| if own.1 > most.1 { own } else { most })
    }

    /// The weights of the row that was asked about.
    pub fn row(self, asked: &Guess) -> Option<Vec<f32>> {
        self.told.with_untracked(|own| {
            let own = own.as_ref().filter(|own| own.at == asked.at)?;
            let row = asked.query * own.n..(asked.query + 1) * own.n;
            own.weights.get(row).map(<[f32]>::to_vec)
        })
    }

    /// Asks about another head.
    pub fn guess_another(self) {
        let (layers, heads) = self
            .card
            .with_untracked(|own| own.as_ref().map_or((1, 1), |own| (own.layers, own.heads)));
        let (now, asked) = (
            self.at.get_untracked(),
            self.guessing.score.get_untracked().1,
        );
        let index = now.0 * heads + now.1;
        let others = (layers * heads).saturating_sub(1).max(1);
        let step = 1 + (random::number(11, u64::from(asked)) * others as f32) as usize % others;
        let next = (index + step) % (layers * heads);
        let at = (next / heads, next % heads);
        if self.own(Change::Look(at)) {
            let query = self.looked_at();
            self.guessing.now.set(Some(Guess {
                at,
                query,
                state: State::Asked,
            }));
        }
    }

    /// Of another head, or another text, nothing is asked any more. What an answer was worth is said of the token that was
    /// asked about, and of the weights there were.
    pub(super) fn follow_guesses(self) {
        let end_where = move |over: &dyn Fn(&Guess) -> bool| {
            let now = self.guessing.now;
            if now.with_untracked(|own| own.as_ref().is_some_and(over)) {
                now.set(None);
            }
        };
        let answered = |own: &Guess| own.state != State::Asked;
        effect(move || {
            let (at, count) = (self.at.get(), self.tokens.with(|all| all.len()));
            self.view.with(|view| view.token);
            let query = self.looked_at();
            end_where(&|own| {
                own.at != at || own.query >= count || answered(own) && own.query != query
            });
        });
        effect(move || {
            self.reading.track();
            end_where(&answered);
        });
    }
}
