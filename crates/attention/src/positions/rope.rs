//! Queries and keys turned by an angle that grows with the position (Su et al. 2021, RoFormer).
//!
//! Turning both by their own position leaves in q·k only the difference of the two: the score
//! knows how far apart two tokens are, and nothing else about where they stand.

use super::rate;
use crate::model::RopeLayout;

/// The cosines and sines of every position, computed once.
#[derive(Clone, Debug, PartialEq)]
pub struct Rope {
    layout: RopeLayout,
    /// The width of one head.
    d_head: usize,
    /// How many of its components turn, the first ones.
    d: usize,
    /// `[cos, sin]` of pair `i` at position `p`, at p·d/2 + i.
    turns: Vec<[f32; 2]>,
}

impl Rope {
    /// For heads of width `d` and positions below `max_len`; keeps max_len·d numbers.
    ///
    /// At position p, pair `i` of d/2 turns by p·theta^(−2i/d) (Su et al. 2021, §3.2.2). `layout`
    /// says which two components make a pair.
    ///
    /// # Panics
    /// When `d` is odd or 0, which [`Config::check`](crate::model::Config::check) refuses.
    #[must_use]
    pub fn new(theta: f32, d: usize, layout: RopeLayout, max_len: usize) -> Self {
        Self::of_part(theta, (d, d), layout, max_len)
    }

    /// As [`Rope::new`], for heads of width `d_head` of which only the first `d` components turn, as if they
    /// were all (GPT-NeoX; Black et al. 2022, §2.2); keeps max_len·d numbers.
    ///
    /// # Panics
    /// When `d` is odd, 0 or more than `d_head`, which [`Config::check`](crate::model::Config::check) refuses.
    #[must_use]
    pub fn of_part(
        theta: f32,
        (d_head, d): (usize, usize),
        layout: RopeLayout,
        max_len: usize,
    ) -> Self {
        assert!(d > 0 && d.is_multiple_of(2), "components turn in pairs");
        assert!(d <= d_head, "a head has all components that turn");
        let rates: Vec<f64> = (0..d / 2).map(|i| rate(f64::from(theta), i, d)).collect();
        let mut turns = Vec::with_capacity(max_len * rates.len());
        for position in 0..max_len {
            turns.extend(rates.iter().map(|rate| {
                let (sin, cos) = libm::sincos(position as f64 * rate);
                [cos as f32, sin as f32]
            }));
        }
        Self {
            layout,
            d_head,
            d,
            turns,
        }
    }

    /// Turns a query or key, or several heads of it side by side (`row`: a multiple of d_head numbers),
    /// forward to `position`: (x, y) becomes (x·cos − y·sin, y·cos + x·sin).
    ///
    /// # Panics
    /// When `row` does not hold whole heads, or `position` is not below `max_len`, like slice
    /// indexing.
    ///
    /// ```
    /// use attention::{model::RopeLayout, positions::Rope};
    /// let rope = Rope::new(10_000.0, 2, RopeLayout::HalfSplit, 8);
    /// let mut key = [1.0, 0.0];
    /// rope.rotate(&mut key, 1);
    /// assert_eq!(key, [0.540_302_3, 0.841_470_96]); // cos 1, sin 1
    /// ```
    pub fn rotate(&self, row: &mut [f32], position: usize) {
        self.turn(row, position, |sin| sin);
    }

    /// Undoes [`Rope::rotate`], which turned `row`: by the same angle the other way.
    ///
    /// This is also its backward: a turn keeps lengths and angles, so its transpose, which carries
    /// gradients back, is its inverse.
    ///
    /// # Panics
    /// As [`Rope::rotate`].
    pub fn rotate_back(&self, row: &mut [f32], position: usize) {
        self.turn(row, position, |sin| -sin);
    }

    /// How component `j` of a head is turned at `position`: the two components of its pair, first
    /// and second, and the cosine and sine of their angle. `None` where there is no such component
    /// or position, or where the component does not turn.
    ///
    /// ```
    /// use attention::{model::RopeLayout, positions::Rope};
    /// let rope = Rope::new(10_000.0, 4, RopeLayout::HalfSplit, 8);
    /// assert_eq!(rope.pair(3, 0), Some(([1, 3], [1.0, 0.0]))); // position 0 turns nothing
    /// ```
    #[must_use]
    pub fn pair(&self, j: usize, position: usize) -> Option<([usize; 2], [f32; 2])> {
        let pairs = self.d / 2;
        let (i, pair) = match self.layout {
            RopeLayout::Interleaved => (j / 2, [j - j % 2, j - j % 2 + 1]),
            RopeLayout::HalfSplit => (j % pairs, [j % pairs, j % pairs + pairs]),
        };
        let turns = self.turns.chunks_exact(pairs).nth(position)?;
        let turn = turns.get(i).filter(|_| j < self.d)?;
        Some((pair, *turn))
    }

    #[inline(always)]
    fn turn(&self, row: &mut [f32], position: usize, way: impl Fn(f32) -> f32) {
        let whole = row.len().is_multiple_of(self.d_head);
        assert!(whole, "a row holds whole heads");
        let pairs = self.d / 2;
        let turns = &self.turns[position * pairs..][..pairs];
        for head in row.chunks_exact_mut(self.d_head) {
            let head = &mut head[..self.d];
            match self.layout {
                RopeLayout::Interleaved => turn_neighbours(head, turns, &way),
                RopeLayout::HalfSplit => turn_halves(head, turns, &way),
            }
        }
    }
}

/// Components 2i and 2i + 1.
#[inline(always)]
fn turn_neighbours(head: &mut [f32], turns: &[[f32; 2]], way: impl Fn(f32) -> f32) {
    let (pairs, _) = head.as_chunks_mut();
    for (pair, &[cos, sin]) in pairs.iter_mut().zip(turns) {
        *pair = turned(*pair, cos, way(sin));
    }
}

/// Components i and i + d/2 of the d that turn.
#[inline(always)]
fn turn_halves(head: &mut [f32], turns: &[[f32; 2]], way: impl Fn(f32) -> f32) {
    let (left, right) = head.split_at_mut(turns.len());
    for ((x, y), &[cos, sin]) in left.iter_mut().zip(right).zip(turns) {
        [*x, *y] = turned([*x, *y], cos, way(sin));
    }
}

#[inline(always)]
fn turned([x, y]: [f32; 2], cos: f32, sin: f32) -> [f32; 2] {
    [x * cos - y * sin, y * cos + x * sin]
}
