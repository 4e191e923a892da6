//! One row of weights that is drawn by hand: the shares of its keys, which together are the whole.
//!
//! Shares are whole numbers, so that a link gives the same row again.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The shares of a row that was drawn here add up to this.
pub const WHOLE: u16 = 10_000;

/// The most keys of a row.
const MOST: usize = super::messages::MOST_TOKENS;

/// The weights of one query of one head; all counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// Layer and number of the head.
    pub head: (usize, usize),
    /// The place of the query.
    pub query: usize,
    /// Keys with their shares, by place; a key that is not among them has none.
    pub shares: Vec<(usize, u16)>,
}

impl Drawn {
    /// A row of these shares; `None` where none has any, there are too many, or a key stands there twice.
    #[must_use]
    pub fn new(head: (usize, usize), query: usize, mut shares: Vec<(usize, u16)>) -> Option<Self> {
        shares.retain(|own| own.1 > 0);
        shares.sort_unstable();
        let once = shares.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let few = (1..=MOST).contains(&shares.len());
        let near = shares.last().is_some_and(|own| own.0 < MOST);
        (once && few && near).then_some(Self {
            head,
            query,
            shares,
        })
    }

    /// The row nearest to `weights`, 0…1 each; `None` where all of them are 0.
    #[must_use]
    pub fn near(head: (usize, usize), query: usize, weights: &[f32]) -> Option<Self> {
        let shares = weights.iter().map(|own| f64::from(own.max(0.0)));
        Self::new(head, query, rounded(shares.enumerate().collect(), WHOLE))
    }

    /// The share of a key.
    #[must_use]
    pub fn share(&self, key: usize) -> u16 {
        let own = self.shares.binary_search_by_key(&key, |own| own.0);
        own.map_or(0, |at| self.shares[at].1)
    }

    /// The row with that share for `key`: the others keep their proportions in what is left, and if none of them has
    /// anything, all keys of `seen` get the same of it.
    #[must_use]
    pub fn with(&self, key: usize, share: u16, seen: Range<usize>) -> Self {
        let share = share.min(WHOLE);
        let others = self.shares.iter().filter(|own| own.0 != key);
        let mut others: Vec<(usize, f64)> = others.map(|own| (own.0, f64::from(own.1))).collect();
        if others.is_empty() {
            others = seen
                .filter(|own| *own != key)
                .map(|own| (own, 1.0))
                .collect();
        }
        // The only key that can be looked at has all.
        let share = if others.is_empty() { WHOLE } else { share };
        let mut shares = rounded(others, WHOLE - share);
        shares.push((key, share));
        Self::new(self.head, self.query, shares).unwrap_or_else(|| self.clone())
    }

    /// The weights from the first key to the last that has any; they add up to 1.
    #[must_use]
    pub fn weights(&self) -> Vec<f32> {
        let sum: u32 = self.shares.iter().map(|own| u32::from(own.1)).sum();
        let mut weights = vec![0.0; self.shares.last().map_or(0, |own| own.0 + 1)];
        for (key, share) in &self.shares {
            weights[*key] = f32::from(*share) / sum as f32;
        }
        weights
    }
}

/// Whole numbers in the proportions of `shares` that add up to `whole`: what is lost by rounding down goes to those
/// that lost most.
fn rounded(shares: Vec<(usize, f64)>, whole: u16) -> Vec<(usize, u16)> {
    let sum: f64 = shares.iter().map(|own| own.1).sum();
    if sum <= 0.0 || !sum.is_finite() {
        return Vec::new();
    }
    let exact = |own: f64| own / sum * f64::from(whole);
    let mut all: Vec<(usize, u16, f64)> = shares
        .into_iter()
        .map(|(key, own)| (key, exact(own).floor() as u16, exact(own).fract()))
        .collect();
    let given: u32 = all.iter().map(|own| u32::from(own.1)).sum();
    let left = u32::from(whole).saturating_sub(given) as usize;
    all.sort_by(|a, b| b.2.total_cmp(&a.2));
    all.iter_mut().take(left).for_each(|own| own.1 += 1);
    all.into_iter()
        .map(|(key, share, _)| (key, share))
        .collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;

    fn sum(row: &Drawn) -> u32 {
        row.shares.iter().map(|own| u32::from(own.1)).sum()
    }

    #[test]
    fn a_row_is_near_the_weights_and_whole() {
        let weights = [0.123_456, 0.0, 0.3, 0.576_544];
        let row = Drawn::near((1, 0), 3, &weights).unwrap();
        assert_eq!(sum(&row), u32::from(WHOLE));
        for (own, wanted) in row.weights().iter().zip(weights) {
            assert!((own - wanted).abs() <= 1e-4, "{own} {wanted}");
        }
        assert_eq!(row.share(1), 0);
        assert_eq!(row.shares.len(), 3);
        assert!(Drawn::near((0, 0), 0, &[0.0, 0.0]).is_none());
        assert!(Drawn::near((0, 0), 0, &[f32::NAN]).is_none());
    }

    #[test]
    fn the_others_share_what_is_left_in_their_proportions() {
        let row = Drawn::near((0, 0), 3, &[0.1, 0.2, 0.3, 0.4]).unwrap();
        let row = row.with(3, 7000, 0..4);
        assert_eq!(row.shares, [(0, 500), (1, 1000), (2, 1500), (3, 7000)]);
        let all = row.with(1, WHOLE, 0..4);
        assert_eq!(all.shares, [(1, WHOLE)]);
        let even = all.with(1, 1000, 0..4);
        assert_eq!(even.shares, [(0, 3000), (1, 1000), (2, 3000), (3, 3000)]);
        for share in [0, 1, 3333, 9999, WHOLE, u16::MAX] {
            assert_eq!(sum(&even.with(2, share, 0..4)), u32::from(WHOLE), "{share}");
        }
        let only = Drawn::near((0, 0), 0, &[1.0]).unwrap();
        assert_eq!(only.with(0, 5, 0..1), only);
    }

    #[test]
    fn what_is_no_row_is_none() {
        for wrong in [
            vec![],
            vec![(0, 0)],
            vec![(1, 2), (1, 3)],
            vec![(usize::MAX, 1)],
        ] {
            assert!(Drawn::new((0, 0), 0, wrong.clone()).is_none(), "{wrong:?}");
        }
    }
}
