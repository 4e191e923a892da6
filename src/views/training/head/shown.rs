//! The head that is shown large, and the token of it that one looks at.

use attention::Matrix;
use leptos::prelude::*;
use lesson::lessons::training::lesson::Change;

use super::super::Training;
use super::super::gallery::grid::head_weights;
use super::super::gallery::is_causal;
use super::super::gallery::numbers::placed;
use super::super::sequence::words_of;
use crate::reactive::memo;

/// What the parts of the panel read.
#[derive(Clone, Copy)]
pub struct Shown {
    training: Training,
    /// Layer and number; the first head where the link's is none of this model.
    pub at: Memo<(usize, usize)>,
    /// Its place among all heads.
    pub index: Memo<usize>,
    /// Its weights, n×n; 0×0 before anything was seen.
    pub weights: Memo<Matrix>,
    /// The tokens, n of them.
    pub tokens: Memo<Vec<String>>,
    /// Is the mask causal?
    pub causal: Memo<bool>,
    /// The token that stays.
    pub pinned: Memo<Option<usize>>,
    /// The token whose links are shown: the one under the pointer, else the one that stays.
    pub token: Memo<Option<usize>>,
    /// The cell of the map under the pointer: query, key.
    pub cell: RwSignal<Option<(usize, usize)>>,
}

impl Shown {
    /// The head that the link names.
    pub fn of(training: Training) -> Self {
        let shape = memo(move || {
            let settings = training.shown().settings;
            settings.with(|own| {
                own.as_ref()
                    .map_or((1, 1), |own| (own.n_layers, own.n_heads))
            })
        });
        let at = memo(move || {
            let ((layers, heads), (layer, head)) =
                (shape.get(), training.view.with(|view| view.head));
            if layer < layers && head < heads {
                (layer, head)
            } else {
                (0, 0)
            }
        });
        let index = memo(move || at.get().0 * shape.get().1 + at.get().1);
        let tokens = memo(move || {
            let ids = training
                .shown()
                .seen
                .with(|seen| seen.as_ref().map(|seen| seen.ids.clone()));
            words_of(training.task(), &ids.unwrap_or_default())
        });
        let there =
            move |token: Option<usize>| token.filter(|token| tokens.with(|all| *token < all.len()));
        let pinned = memo(move || there(training.view.with(|view| view.pinned)));
        Self {
            training,
            at,
            index,
            weights: memo(move || head_weights(training, training.side.get(), index.get())),
            tokens,
            causal: memo(move || is_causal(training, training.side.get())),
            pinned,
            token: memo(move || there(training.hovered.get()).or(pinned.get())),
            cell: RwSignal::new(None),
        }
    }

    /// The pointer, or the focus, is on this token, or on none.
    pub fn point(self, token: Option<usize>) {
        if self.training.hovered.get_untracked() != token {
            self.training.hovered.set(token);
        }
    }

    /// Keeps the links of this token, or lets go if they are kept.
    pub fn pin(self, token: usize) {
        if self.pinned.get_untracked() == Some(token) {
            self.let_go();
        } else {
            self.training.own(Change::Pin(Some(token)));
        }
    }

    /// Keeps no token's links.
    pub fn let_go(self) {
        self.point(None);
        if self.pinned.get_untracked().is_some() {
            self.training.own(Change::Pin(None));
        }
    }

    /// The token in focus with its place.
    pub fn name(self) -> Option<String> {
        self.token.get().map(|place| self.name_of(place))
    }

    /// The token at a place, with its place.
    pub fn name_of(self, place: usize) -> String {
        let name = |tokens: &Vec<String>| tokens.get(place).map(|token| placed(token, place));
        self.tokens.with(name).unwrap_or_default()
    }

    /// The weight with which `query` looks at `key`.
    pub fn weight(self, query: usize, key: usize) -> f32 {
        self.weights
            .with(|weights| weights.get(query, key))
            .unwrap_or(0.0)
    }
}
