//! A head of a real model as a document of the attention lesson, so that its numbers can be walked through and
//! changed one by one. That lesson opens so many tokens and components; of a larger head it gets a window.

use attention::{Matrix, Scale};

use super::messages::Head;
use crate::head::document::{Document, MaskKind, opened};
use crate::head::stage::Stage;
use crate::head::view::View;

/// The most components of a query that are opened: as many as one can look at.
pub const COMPONENTS: usize = 16;

/// What of a head is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first token, from 0.
    pub first: usize,
    /// How many tokens.
    pub tokens: usize,
    /// How many components, from the first.
    pub components: usize,
}

impl Window {
    /// What is opened of a head when the token at `place` is looked at: all, or the tokens before it, and the first
    /// components. The weights of a part are not the model's: a softmax over other scores.
    #[must_use]
    pub fn of(n: usize, d_head: usize, place: usize) -> Window {
        let tokens = n.min(opened::TOKENS);
        let first = (place + 1).saturating_sub(tokens).min(n - tokens);
        let components = match n <= opened::TOKENS && d_head <= opened::DIMENSIONS - opened::TOKENS
        {
            // The weights are the model's, to the digit.
            true => d_head,
            false => d_head.min(COMPONENTS),
        };
        Window {
            first,
            tokens,
            components,
        }
    }

    /// Whether it is the whole head.
    #[must_use]
    pub fn is_whole(&self, n: usize, d_head: usize) -> bool {
        (self.tokens, self.components) == (n, d_head)
    }
}

/// The head's queries, keys and values as if typed, with its mask and scale, at the stage where the weights are, in
/// the row of `place`. `None` for numbers that fit no head.
#[must_use]
pub fn document(head: &Head, names: &[String], place: usize) -> Option<(Document, View)> {
    let Head { n, d_head, .. } = *head;
    if n == 0 || d_head == 0 || names.len() != n || place >= n {
        return None;
    }
    let window = Window::of(n, d_head, place);
    let part = |numbers: &[f32]| {
        let whole = Matrix::new(n, d_head, numbers.to_vec()).ok()?;
        let finite = whole.data().iter().all(|number| number.is_finite());
        let at = |i, j| whole.at(window.first + i, j);
        finite.then(|| Matrix::from_fn(window.tokens, window.components, at))
    };
    let tokens = names[window.first..window.first + window.tokens].to_vec();
    let matrices = [part(&head.q)?, part(&head.k)?, part(&head.v)?];
    let mut document = Document::by_hand(tokens, None, matrices);
    let usual = [Scale::SqrtDk, Scale::None].into_iter();
    let same = |scale: &Scale| scale.factor(window.components) == head.factor;
    let found = usual.clone().find(same);
    document.scale = found.unwrap_or(Scale::By(head.factor));
    document.mask = match (head.causal, head.window) {
        (true, Some(keys)) if keys < window.tokens => MaskKind::Window(keys),
        (true, _) => MaskKind::Causal,
        (false, _) => MaskKind::None,
    };
    let view = View {
        stage: Stage::Weights,
        row: place - window.first,
        ..View::default()
    };
    Some((document, view))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;

    fn head(n: usize, d_head: usize) -> Head {
        let numbers = |seed: f32| (0..n * d_head).map(|i| (i as f32 + seed).sin()).collect();
        Head {
            at: (0, 0),
            n,
            d_head,
            q: numbers(0.0),
            k: numbers(0.5),
            v: numbers(0.25),
            weights: vec![0.0; n * n],
            factor: 1.0 / (d_head as f32).sqrt(),
            causal: true,
            window: None,
        }
    }

    fn names(n: usize) -> Vec<String> {
        (0..n).map(|i| format!("t{i}")).collect()
    }

    #[test]
    fn a_small_head_is_opened_whole() {
        let (document, view) = document(&head(5, 8), &names(5), 3).unwrap();
        assert_eq!((document.queries.len(), view.row), (5, 3));
        assert!(Window::of(5, 8, 3).is_whole(5, 8));
    }

    #[test]
    fn of_a_large_one_a_window_that_holds_the_token() {
        for place in [0, 7, 31, 32, 99] {
            let window = Window::of(100, 256, place);
            let shown = window.first..window.first + window.tokens;
            assert!(shown.contains(&place) && shown.end <= 100, "{window:?}");
            assert!(!window.is_whole(100, 256));
            let (document, view) = document(&head(100, 256), &names(100), place).unwrap();
            assert_eq!(document.queries[view.row], format!("t{place}"));
        }
    }

    #[test]
    fn what_is_no_head_opens_nothing() {
        assert!(document(&head(3, 4), &names(2), 0).is_none());
        assert!(document(&head(3, 4), &names(3), 3).is_none());
        let mut broken = head(3, 4);
        broken.q[0] = f32::NAN;
        assert!(document(&broken, &names(3), 0).is_none());
    }
}
