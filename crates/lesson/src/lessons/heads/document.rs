//! All that decides the numbers: tokens, X, the projections, how many heads, and who shares keys and values.

use attention::Matrix;

use super::tables::*;
use crate::core::problem::Problem;
use crate::core::random;
use crate::core::table::TableId;

/// The most heads.
pub const MOST_HEADS: usize = 4;
/// The most tokens.
pub const MOST_TOKENS: usize = 6;
/// The widest X.
pub const WIDEST: usize = 8;

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The n tokens.
    pub tokens: Vec<String>,
    /// Embeddings, n×d_model.
    pub x: Matrix,
    /// d_model×d_model.
    pub w_q: Matrix,
    /// d_model×groups·d_k.
    pub w_k: Matrix,
    /// d_model×groups·d_k.
    pub w_v: Matrix,
    /// d_model×d_model.
    pub w_o: Matrix,
    /// How many heads; they share d_model evenly.
    pub heads: usize,
    /// How many groups of keys and values; heads share them evenly.
    pub groups: usize,
    /// No token looks at those after it.
    pub causal: bool,
}

impl Document {
    /// n, the number of tokens.
    #[must_use]
    pub fn n(&self) -> usize {
        self.tokens.len()
    }

    /// The width of X and of what goes on.
    #[must_use]
    pub fn d_model(&self) -> usize {
        self.x.cols()
    }

    /// The width of one head: of its queries, keys and values.
    #[must_use]
    pub fn d_k(&self) -> usize {
        self.d_model() / self.heads.max(1)
    }

    /// The group whose keys and values a head uses.
    #[must_use]
    pub fn group_of(&self, head: usize) -> usize {
        head * self.groups / self.heads.max(1)
    }

    /// How many numbers are learned: those of the four projections.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let shared = self.d_model() * self.groups * self.d_k();
        2 * self.d_model() * self.d_model() + 2 * shared
    }

    /// How many numbers a decoder keeps of each token: its keys and values.
    #[must_use]
    pub fn cached(&self) -> usize {
        2 * self.groups * self.d_k()
    }

    /// The typed matrix of that table.
    #[must_use]
    pub fn input(&self, table: TableId) -> Option<&Matrix> {
        Some(match table {
            X => &self.x,
            W_Q => &self.w_q,
            W_K => &self.w_k,
            W_V => &self.w_v,
            W_O => &self.w_o,
            _ => return None,
        })
    }

    /// The same, to change.
    pub fn input_mut(&mut self, table: TableId) -> Option<&mut Matrix> {
        Some(match table {
            X => &mut self.x,
            W_Q => &mut self.w_q,
            W_K => &mut self.w_k,
            W_V => &mut self.w_v,
            W_O => &mut self.w_o,
            _ => return None,
        })
    }

    /// Whether there is that table: a map for each head.
    #[must_use]
    pub fn has_table(&self, table: TableId) -> bool {
        head_of(table).is_none_or(|head| head < self.heads) && usize::from(table.0) < TABLES.len()
    }

    /// (rows, columns) of a table.
    #[must_use]
    pub fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        let (n, d_model, shared) = (self.n(), self.d_model(), self.groups * self.d_k());
        let shape = match table {
            W_Q | W_O => (d_model, d_model),
            W_K | W_V => (d_model, shared),
            K | V => (n, shared),
            table if head_of(table).is_some() => (n, n),
            _ => (n, d_model),
        };
        self.has_table(table).then_some(shape)
    }

    /// Heads share the width evenly, groups the heads, and every matrix has its shape.
    ///
    /// # Errors
    /// [`Problem::TooMany`] tokens, dimensions or heads, [`Problem::LinkEntry`] for heads or groups that do not divide,
    /// [`Problem::LinkShape`] for a matrix of another shape.
    pub fn fits(&self) -> Result<(), Problem> {
        for (count, most) in [
            (self.n(), MOST_TOKENS),
            (self.d_model(), WIDEST),
            (self.heads, MOST_HEADS),
        ] {
            if count > most {
                return Err(Problem::TooMany(count, most));
            }
        }
        let divides = |part: usize, whole: usize| part > 0 && whole.is_multiple_of(part);
        if !divides(self.heads, self.d_model()) {
            return Err(Problem::LinkEntry("heads".into(), self.heads.to_string()));
        }
        if !divides(self.groups, self.heads) {
            return Err(Problem::LinkEntry("kv".into(), self.groups.to_string()));
        }
        for table in [X, W_Q, W_K, W_V, W_O] {
            let (found, wanted) = (self.input(table).map(Matrix::shape), self.shape(table));
            if let (Some(found), Some(wanted)) = (found, wanted)
                && found != wanted
            {
                let key = TABLES[usize::from(table.0)].key;
                return Err(Problem::LinkShape(key.into(), found, wanted));
            }
        }
        Ok(())
    }

    /// As many heads as that, of the same width in all: the same numbers, cut otherwise. Keys and values stay with as
    /// many heads as they had, or get one group each.
    pub fn cut(&mut self, heads: usize) {
        let whole = self.groups == self.heads;
        self.share(self.heads);
        self.heads = heads;
        self.groups = heads;
        if !whole {
            self.share(1);
        }
    }

    /// As many groups as that. A group that several become has their mean (Ainslie et al. 2023, §2.1); one that becomes
    /// several is repeated.
    pub fn share(&mut self, groups: usize) {
        let (from, d_k) = (self.groups, self.d_k());
        for table in [W_K, W_V] {
            if let Some(own) = self.input_mut(table) {
                *own = regrouped(own, from, groups, d_k);
            }
        }
        self.groups = groups;
    }

    /// As [`Document::draw`], or from the next seed where that gives what is there: a link may have brought it.
    pub fn draw_others(&mut self, seed: u64) {
        let before = self.clone();
        self.draw(seed);
        if *self == before {
            self.draw(seed.wrapping_add(1));
        }
    }

    /// Other projections, drawn from a seed: uniform in ±1, in tenths.
    pub fn draw(&mut self, seed: u64) {
        for (place, table) in [W_Q, W_K, W_V, W_O].into_iter().enumerate() {
            if let Some(own) = self.input_mut(table) {
                let cols = own.cols();
                let number = |i: usize, j: usize| {
                    let at = (place * WIDEST * WIDEST + i * cols + j) as u64;
                    ((2.0 * random::number(seed, at) - 1.0) * 10.0).round() / 10.0 + 0.0
                };
                *own = Matrix::from_fn(own.rows(), cols, number);
            }
        }
    }
}

fn regrouped(own: &Matrix, from: usize, to: usize, d_k: usize) -> Matrix {
    Matrix::from_fn(own.rows(), to * d_k, |i, j| {
        let (group, column) = (j / d_k, j % d_k);
        // The groups that this one was, or the one that it was a part of.
        let (first, count) = match from >= to {
            true => (group * from / to, from / to),
            false => (group * from / to, 1),
        };
        let sum: f32 = (first..first + count)
            .map(|group| own.get(i, group * d_k + column).unwrap_or(0.0))
            .sum();
        sum / count as f32
    })
}
