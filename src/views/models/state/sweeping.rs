//! The map of what another text's streams do, as it comes in.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::models::messages::{Contrast, Sweep, Swept, Trouble};

use super::{Inspector, Question};
use crate::reactive::{effect, memo};

/// What is known of it.
#[derive(Clone, Copy, Default)]
pub struct Sweeping {
    /// The map, as far as it is there.
    pub map: RwSignal<Option<Arc<Map>>>,
    /// Why there is none.
    pub problem: RwSignal<Option<Trouble>>,
}

/// How far the answer moves to the other text's, for each layer that a stream enters and each place.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The place whose answer is looked at.
    pub answer: usize,
    /// The two answers.
    pub contrast: Contrast,
    /// The first place, and the one after the last.
    pub span: (usize, usize),
    /// Layer after layer, place after place; what is not known yet is not there.
    pub shares: Vec<f32>,
    /// Whether that is all.
    pub whole: bool,
}

impl Map {
    /// How many places.
    pub fn width(&self) -> usize {
        self.span.1 - self.span.0
    }

    /// The share of a layer and a place.
    pub fn share(&self, layer: usize, place: usize) -> Option<f32> {
        let col = place.checked_sub(self.span.0)?;
        let col = (col < self.width()).then_some(col)?;
        self.shares.get(layer * self.width() + col).copied()
    }

    /// The layer and the place that do most, the first of several.
    pub fn strongest(&self) -> Option<(usize, usize)> {
        let all = self.shares.iter().enumerate();
        let most = all.reduce(|most, own| if own.1 > most.1 { own } else { most });
        let width = self.width();
        most.map(|(at, _)| (at / width, self.span.0 + at % width))
    }
}

impl Inspector {
    /// Asks for the map of every text that is read beside another, and of every place that is looked at.
    pub(super) fn follow_other(self) {
        let place = memo(move || self.view.with(|view| view.token));
        effect(move || {
            let answer = place.get();
            let there = self.reading.with(|own| {
                let own = own.as_ref()?;
                own.other
                    .as_ref()
                    .map(|other| other.as_ref().err().cloned())
            });
            match there {
                Some(None) => self.ask(Question::Sweep(Sweep { answer, from: None })),
                Some(problem) => self.unswept(problem),
                None => self.unswept(None),
            }
        });
    }

    /// There is no map, and why.
    pub(super) fn unswept(self, problem: Option<Trouble>) {
        self.sweeping.map.set(None);
        self.sweeping.problem.set(problem);
    }

    /// A part of it is here; the next is asked for unless something newer was.
    pub(super) fn swept(self, own: Swept, newer: bool) {
        let (first, from) = (own.at == (0, own.span.0), own.next);
        self.sweeping.problem.set(None);
        let before = self.sweeping.map.get_untracked().filter(|_| !first);
        let mut shares = before.map_or_else(Vec::new, |map| map.shares.clone());
        shares.extend(own.shares);
        self.sweeping.map.set(Some(Arc::new(Map {
            answer: own.answer,
            contrast: own.contrast,
            span: own.span,
            shares,
            whole: from.is_none(),
        })));
        if let (Some(_), false) = (from, newer) {
            let answer = Some(own.answer);
            self.ask(Question::Sweep(Sweep { answer, from }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::lessons::models::messages::Token;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_map_that_is_half_there_knows_what_it_knows() {
        let token = Token {
            id: 0,
            text: String::new(),
        };
        let map = Map {
            answer: 4,
            contrast: Contrast {
                here: token.clone(),
                there: token,
                from: 2.0,
                to: -2.0,
            },
            span: (2, 5),
            shares: vec![0.1, 0.9, 0.0, 0.9],
            whole: false,
        };
        assert_eq!(map.share(0, 3), Some(0.9));
        assert_eq!(map.share(1, 2), Some(0.9));
        for (layer, place) in [(1, 3), (0, 5), (0, 1), (9, 2)] {
            assert_eq!(map.share(layer, place), None);
        }
        assert_eq!(map.strongest(), Some((0, 3)));
    }
}
