//! What the model said as the tables of the lesson.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Matrix};
use leptos::prelude::*;
use lesson::core::numbers::Numbers;
use lesson::core::table::TableId;
use lesson::lessons::models::lesson::{LENS, NEXT, SWAPS, WEIGHTS};
use lesson::lessons::models::messages::{Card, Head, Place};

use super::super::words::placed;
use super::Map;
use crate::reactive::memo;
use crate::shell::Shown;

#[derive(Debug)]
struct Said {
    /// Each with its place.
    tokens: Vec<String>,
    causal: bool,
    /// The tokens that could come.
    coming: Vec<String>,
    weights: Option<Matrix>,
    next: Option<Matrix>,
    lens: Option<Matrix>,
    swaps: Option<Matrix>,
}

/// The numbers as they are now.
pub fn of(
    head: Memo<Option<Arc<Head>>>,
    place: RwSignal<Option<Arc<Place>>>,
    map: RwSignal<Option<Arc<Map>>>,
    tokens: Memo<Arc<Vec<String>>>,
    card: RwSignal<Option<Arc<Card>>>,
) -> Memo<Shown> {
    memo(move || {
        let weights = head.with(|own| weights(own.as_ref()?));
        let (next, lens) = place.with(|own| match own {
            Some(own) => (next(own), lens(own)),
            None => (None, None),
        });
        let swaps = map.with(|own| swaps(own.as_ref()?));
        match (&weights, &next) {
            (None, None) => Shown::default(),
            _ => Shown::of(Said {
                tokens: tokens.with(|own| placed_all(own)),
                causal: card.with(|own| own.as_ref().is_some_and(|own| own.causal)),
                coming: place.with(|own| own.as_ref().map(|own| coming(own)).unwrap_or_default()),
                weights,
                next,
                lens,
                swaps,
            }),
        }
    })
}

/// The weights of a head, n×n.
pub fn weights(head: &Head) -> Option<Matrix> {
    Matrix::new(head.n, head.n, head.weights.clone()).ok()
}

fn placed_all(tokens: &[String]) -> Vec<String> {
    let tokens = tokens.iter().enumerate();
    tokens.map(|(at, token)| placed(token, at)).collect()
}

fn coming(place: &Place) -> Vec<String> {
    let all = place.next.iter();
    all.map(|own| own.token.text.clone()).collect()
}

fn next(place: &Place) -> Option<Matrix> {
    let row = |own: usize| {
        let own = &place.next[own];
        [own.token.id as f32, own.now, own.whole]
    };
    let rows = place.next.len();
    (rows > 0).then(|| Matrix::from_fn(rows, 3, |i, j| row(i)[j]))
}

fn lens(place: &Place) -> Option<Matrix> {
    let row = |own: usize| {
        let own = &place.lens[own];
        let (id, p) = match own.first.first() {
            Some((token, p)) => (token.id as f32, *p),
            None => (f32::NAN, f32::NAN),
        };
        [id, p, own.last]
    };
    let rows = place.lens.len();
    (rows > 0).then(|| Matrix::from_fn(rows, 3, |i, j| row(i)[j]))
}

/// Once all of it is there.
fn swaps(map: &Map) -> Option<Matrix> {
    let width = map.width();
    let shares = map.shares.clone();
    let own = Matrix::new(shares.len() / width.max(1), width, shares).ok();
    own.filter(|_| map.whole)
}

impl Numbers for Said {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let own = match table {
            WEIGHTS => &self.weights,
            NEXT => &self.next,
            LENS => &self.lens,
            SWAPS => &self.swaps,
            _ => &None,
        };
        own.as_ref().map(Cow::Borrowed)
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        let (rows, cols) = self.matrix(table)?.shape();
        (self.causal && table == WEIGHTS).then(|| Keep::from_fn(rows, cols, |i, j| j <= i))
    }

    fn names(&self, table: TableId) -> (Vec<String>, Vec<String>) {
        match table {
            WEIGHTS => (self.tokens.clone(), self.tokens.clone()),
            NEXT => (self.coming.clone(), vec![]),
            _ => (vec![], vec![]),
        }
    }
}
