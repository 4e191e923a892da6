//! All that decides the numbers.

use attention::Matrix;
use attention::model::RopeLayout;

use super::learned;
use super::scheme::Scheme;
use super::tables::*;
use crate::core::problem::Problem;
use crate::core::table::TableId;

/// From the least to the most that may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range(pub usize, pub usize);

impl Range {
    /// Tokens.
    pub const TOKENS: Range = Range(1, 6);
    /// The width of X.
    pub const WIDTH: Range = Range(2, 8);
    /// Positions of the map.
    pub const LENGTH: Range = Range(2, 20);
    /// Dimensions of the map.
    pub const MAP_WIDTH: Range = Range(2, 16);
    /// Where the query and the key of the clocks may stand.
    pub const PLACE: Range = Range(0, 40);
    /// Heads with slopes.
    pub const HEADS: Range = Range(1, 16);
    /// How far scores are looked at.
    pub const FAR: Range = Range(2, 40);

    /// Whether it is in there.
    #[must_use]
    pub const fn has(self, count: usize) -> bool {
        self.0 <= count && count <= self.1
    }
}

/// How much of the map of waves is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// Positions.
    pub length: usize,
    /// Dimensions.
    pub width: usize,
}

/// ALiBi's heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slopes {
    /// How many there are.
    pub heads: usize,
    /// The one whose penalty is taken off, from 0.
    pub head: usize,
}

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The n tokens.
    pub tokens: Vec<String>,
    /// Embeddings, n×d.
    pub x: Matrix,
    /// d×d.
    pub w_q: Matrix,
    /// d×d.
    pub w_k: Matrix,
    /// Which token stands at each place after the shuffle.
    pub order: Vec<usize>,
    /// Sums over keys add the words in their first order, wherever they stand now.
    pub by_words: bool,
    /// What tells of order in the step that compares.
    pub scheme: Scheme,
    /// The base of the waves and of the turns.
    pub base: f32,
    /// Which two components turn together.
    pub pairing: RopeLayout,
    /// Where the query and the key of the clocks stand.
    pub at: (usize, usize),
    /// Whose query and whose key they are.
    pub pair: (usize, usize),
    /// The map of waves.
    pub map: Map,
    /// ALiBi's heads.
    pub slopes: Slopes,
    /// How many positions a model was trained with.
    pub trained: usize,
    /// How many distances are looked at.
    pub far: usize,
}

impl Document {
    /// Tokens with their numbers, all else as usual.
    #[must_use]
    pub fn new(x: Matrix, w_q: Matrix, w_k: Matrix) -> Document {
        let n = x.rows();
        Document {
            tokens: (1..=n).map(|i| format!("t{i}")).collect(),
            x,
            w_q,
            w_k,
            order: (0..n).collect(),
            by_words: true,
            scheme: Scheme::default(),
            base: 10_000.0,
            pairing: RopeLayout::Interleaved,
            at: (5, 2),
            pair: (n.saturating_sub(1), 0),
            map: Map {
                length: 10,
                width: 8,
            },
            slopes: Slopes { heads: 4, head: 0 },
            trained: 12,
            far: 24,
        }
    }

    /// n, the number of tokens.
    #[must_use]
    pub fn n(&self) -> usize {
        self.tokens.len()
    }

    /// The width of X, of queries and of keys.
    #[must_use]
    pub fn d(&self) -> usize {
        self.x.cols()
    }

    /// What the tokens are called in the order of the shuffle.
    #[must_use]
    pub fn shuffled(&self) -> Vec<String> {
        let name = |token: &usize| self.tokens.get(*token).cloned().unwrap_or_default();
        self.order.iter().map(name).collect()
    }

    /// The pair that a component is in.
    #[must_use]
    pub fn pair_of(&self, component: usize) -> usize {
        match self.pairing {
            RopeLayout::Interleaved => component / 2,
            RopeLayout::HalfSplit => component % (self.d() / 2).max(1),
        }
    }

    /// The two components of a pair.
    #[must_use]
    pub fn components(&self, pair: usize) -> (usize, usize) {
        match self.pairing {
            RopeLayout::Interleaved => (2 * pair, 2 * pair + 1),
            RopeLayout::HalfSplit => (pair, pair + self.d() / 2),
        }
    }

    /// The typed matrix of that table.
    #[must_use]
    pub fn input(&self, table: TableId) -> Option<&Matrix> {
        Some(match table {
            X => &self.x,
            W_Q => &self.w_q,
            W_K => &self.w_k,
            _ => return None,
        })
    }

    /// The same, to change.
    pub fn input_mut(&mut self, table: TableId) -> Option<&mut Matrix> {
        Some(match table {
            X => &mut self.x,
            W_Q => &mut self.w_q,
            W_K => &mut self.w_k,
            _ => return None,
        })
    }

    /// (rows, columns) of a table; `None` where there is no such table.
    #[must_use]
    pub fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        let (n, d) = (self.n(), self.d());
        Some(match table {
            W_Q | W_K => (d, d),
            S0 | A0 | BIAS | S1 | A1 | SP | AP => (n, n),
            RATES => (1, d / 2),
            SLOPES => (self.slopes.heads, 1),
            MAP => (self.map.length, self.map.width),
            NEAR => (self.map.length, self.map.length),
            LEARNED => (learned::PLACES, learned::WIDTH),
            ALIKE => (learned::PLACES, learned::PLACES),
            PAIR | TURNED => (2, d),
            ANGLES | COS | SIN => (2, d / 2),
            MATCH => (1, 1),
            BEYOND => (self.far, 4),
            table if usize::from(table.0) < TABLES.len() => (n, d),
            _ => return None,
        })
    }

    /// Everything is in its bounds, and every matrix has its shape.
    ///
    /// # Errors
    /// [`Problem::TooMany`] tokens or dimensions, [`Problem::LinkShape`] for a matrix of another shape,
    /// [`Problem::LinkRange`] for what says what cannot be.
    pub fn fits(&self) -> Result<(), Problem> {
        let (n, d) = (self.n(), self.d());
        for (count, Range(_, most)) in [(n, Range::TOKENS), (d, Range::WIDTH)] {
            if count > most {
                return Err(Problem::TooMany(count, most));
            }
        }
        if !d.is_multiple_of(2) || d == 0 {
            return Err(out("x", d, "2, 4, 6, 8"));
        }
        for (key, matrix, wanted) in [
            ("x", &self.x, (n, d)),
            ("w_q", &self.w_q, (d, d)),
            ("w_k", &self.w_k, (d, d)),
        ] {
            if matrix.shape() != wanted {
                return Err(Problem::LinkShape(key.into(), matrix.shape(), wanted));
            }
        }
        self.counts_fit()?;
        let mut sorted = self.order.clone();
        sorted.sort_unstable();
        if sorted != (0..n).collect::<Vec<_>>() {
            return Err(out("order", written(&self.order), format!("1…{n}")));
        }
        if !(2.0..=1e6).contains(&self.base) {
            return Err(out("base", self.base, "2…1000000"));
        }
        Ok(())
    }

    fn counts_fit(&self) -> Result<(), Problem> {
        let last = Range(0, self.n().saturating_sub(1));
        let heads = Range(0, self.slopes.heads.saturating_sub(1));
        let (at, pair) = (self.at, self.pair);
        for (key, count, range) in [
            ("at", at.0, Range::PLACE),
            ("at", at.1, Range::PLACE),
            ("pair", pair.0, last),
            ("pair", pair.1, last),
            ("length", self.map.length, Range::LENGTH),
            ("width", self.map.width, Range::MAP_WIDTH),
            ("heads", self.slopes.heads, Range::HEADS),
            ("head", self.slopes.head, heads),
            ("trained", self.trained, Range::FAR),
            ("far", self.far, Range::FAR),
        ] {
            if !range.has(count) {
                return Err(out(key, count, format!("{}…{}", range.0, range.1)));
            }
        }
        match self.map.width.is_multiple_of(2) {
            true => Ok(()),
            false => Err(out("width", self.map.width, "2, 4, … 16")),
        }
    }
}

/// An order as it stands in links: tokens from 0.
pub(super) fn written(order: &[usize]) -> String {
    let places: Vec<String> = order.iter().map(ToString::to_string).collect();
    places.join(",")
}

fn out(key: &'static str, found: impl ToString, can: impl Into<String>) -> Problem {
    Problem::LinkRange(
        key,
        crate::core::problem::quoted(&found.to_string()),
        can.into(),
    )
}
