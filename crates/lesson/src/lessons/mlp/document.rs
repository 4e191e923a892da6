//! All that decides the numbers: tokens, matrices of both, the other input, and how far the toys are trained.

use attention::Matrix;

use super::tables::*;
use crate::core::problem::Problem;
use crate::core::random;
use crate::core::table::TableId;

/// The most tokens of X; the other input may have one more.
pub const MOST_TOKENS: usize = 5;
/// The widest matrix.
pub const WIDEST: usize = 6;
/// The most steps that the toys are trained.
pub const MOST_TRAINED: u32 = 600;
/// The numbers of tokens that can be counted with.
pub const LENGTHS: [usize; 7] = [128, 512, 1024, 1536, 4096, 16_384, 131_072];

/// What the other input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// One word is another.
    Word,
    /// The order is turned round.
    Order,
    /// There is one word more.
    Longer,
}

impl Other {
    /// All of them.
    pub const ALL: [Other; 3] = [Other::Word, Other::Order, Other::Longer];

    /// Its key in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Other::Word => "word",
            Other::Order => "order",
            Other::Longer => "longer",
        }
    }

    /// The one of that key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Other> {
        Other::ALL.into_iter().find(|own| own.key() == key)
    }
}

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The n tokens.
    pub tokens: Vec<String>,
    /// The word that comes in.
    pub word: String,
    /// The typed matrices, in the order of their tables.
    pub typed: [Matrix; 9],
    /// What the other input is.
    pub other: Other,
    /// The token that becomes the other word.
    pub at: usize,
    /// How far on the way from the one embedding to the other, 0 to 1.
    pub between: f32,
    /// How many tokens a known model is counted with.
    pub length: usize,
    /// The seed of the toys.
    pub seed: u64,
    /// How many steps the toys are trained.
    pub trained: u32,
}

impl Document {
    /// n, the number of tokens.
    #[must_use]
    pub fn n(&self) -> usize {
        self.tokens.len()
    }

    /// The number of tokens of the other input.
    #[must_use]
    pub fn n_other(&self) -> usize {
        self.n() + usize::from(self.other == Other::Longer)
    }

    /// The typed matrix of that table.
    #[must_use]
    pub fn input(&self, table: TableId) -> Option<&Matrix> {
        self.typed.get(usize::from(table.0))
    }

    /// The same, to change.
    pub fn input_mut(&mut self, table: TableId) -> Option<&mut Matrix> {
        self.typed.get_mut(usize::from(table.0))
    }

    /// The width of a typed matrix.
    #[must_use]
    pub fn cols(&self, table: TableId) -> usize {
        self.input(table).map_or(0, Matrix::cols)
    }

    /// The tokens of the other input.
    #[must_use]
    pub fn other_tokens(&self) -> Vec<String> {
        let own = |row: usize| self.tokens.get(self.origin(row)?).cloned();
        let one = |row: usize| own(row).unwrap_or_else(|| self.word.clone());
        (0..self.n_other()).map(one).collect()
    }

    /// Whether the new word stands in that row of the other input.
    #[must_use]
    pub fn is_new(&self, row: usize) -> bool {
        match self.other {
            Other::Word => row == self.at,
            Other::Order => false,
            Other::Longer => row == self.n(),
        }
    }

    /// The row of X that stands in a row of the other input; `None` where the new word does.
    #[must_use]
    pub fn origin(&self, row: usize) -> Option<usize> {
        match self.other {
            Other::Order => (self.n() - 1).checked_sub(row),
            Other::Word | Other::Longer => (!self.is_new(row)).then_some(row),
        }
    }

    /// Where in the other input a row of X is found again: in its place, or at the other end.
    #[must_use]
    pub fn becomes(&self, row: usize) -> usize {
        match self.other {
            Other::Order => self.n() - 1 - row,
            Other::Word | Other::Longer => row,
        }
    }

    /// (rows, columns) of a table; `None` where there is none.
    #[must_use]
    pub fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        let (d, d_v) = (self.cols(X), self.cols(W_V));
        let (h, d_o, n2) = (self.cols(W_1), self.cols(W_2), self.n_other());
        if let Some((part, side)) = Part::at(table) {
            let n = if side == 0 { self.n() } else { n2 };
            let cols = match part {
                Part::Q => self.cols(W_Q),
                Part::K => self.cols(W_K),
                Part::V | Part::O => d_v,
                Part::S | Part::A => n,
                Part::H | Part::R => h,
                Part::M => d_o,
            };
            return Some((n, cols));
        }
        Some(match table {
            X => (self.n(), d),
            NEW => (1, d),
            W_Q | W_K => (d, self.cols(W_Q)),
            W_V => (d, d_v),
            W_1 => (d, h),
            B_1 => (1, h),
            W_2 => (h, d_o),
            B_2 => (1, d_o),
            OTHER => (n2, d),
            D_A => (self.n(), self.n()),
            D_O => (self.n(), d_v),
            D_M => (self.n(), d_o),
            L_X => (3, d),
            L_H | L_R => (3, h),
            L_M => (3, d_o),
            L_V | L_O => (3, d_v),
            GAP_M => (1, d_o),
            GAP_O => (1, d_v),
            _ => return None,
        })
    }

    /// Every matrix has its shape, and every number its range.
    ///
    /// # Errors
    /// [`Problem::TooMany`] tokens or columns, [`Problem::LinkShape`] for a matrix of another shape,
    /// [`Problem::LinkEntry`] for a token or a way that is not there.
    pub fn fits(&self) -> Result<(), Problem> {
        if self.n() > MOST_TOKENS {
            return Err(Problem::TooMany(self.n(), MOST_TOKENS));
        }
        for (index, own) in self.typed.iter().enumerate() {
            let table = TableId(index as u8);
            if own.cols() > WIDEST {
                return Err(Problem::TooMany(own.cols(), WIDEST));
            }
            let wanted = self.shape(table).unwrap_or((0, 0));
            if own.shape() != wanted {
                let key = TABLES[index].key;
                return Err(Problem::LinkShape(key.into(), own.shape(), wanted));
            }
        }
        let entry = |key: &str, text: String| Err(Problem::LinkEntry(key.into(), text));
        match () {
            () if self.at >= self.n() => entry("at", self.at.to_string()),
            () if !(0.0..=1.0).contains(&self.between) => {
                entry("between", self.between.to_string())
            }
            () if !LENGTHS.contains(&self.length) => entry("n", self.length.to_string()),
            () if self.trained > MOST_TRAINED => entry("trained", self.trained.to_string()),
            () => Ok(()),
        }
    }

    /// The other input becomes the input: what was compared with is forgotten.
    ///
    /// # Errors
    /// [`Problem::TooMany`] where there is no room for one token more.
    pub fn keep_other(&mut self, other: Matrix) -> Result<(), Problem> {
        if self.n_other() > MOST_TOKENS {
            return Err(Problem::TooMany(self.n_other(), MOST_TOKENS));
        }
        self.tokens = self.other_tokens();
        if let Some(own) = self.input_mut(X) {
            *own = other;
        }
        Ok(())
    }

    /// As [`Document::draw`], or from the next seed where that gives what is there: a link may have brought it.
    pub fn draw_others(&mut self, seed: u64) {
        let before = self.clone();
        self.draw(seed);
        if *self == before {
            self.draw(seed.wrapping_add(1));
        }
    }

    /// Other matrices of both, drawn from a seed: uniform in ±1, in tenths.
    pub fn draw(&mut self, seed: u64) {
        for (place, own) in self.typed.iter_mut().enumerate().skip(2) {
            let cols = own.cols();
            let number = |i: usize, j: usize| {
                let at = (place * WIDEST * WIDEST + i * cols + j) as u64;
                ((2.0 * random::number(seed, at) - 1.0) * 10.0).round() / 10.0 + 0.0
            };
            *own = Matrix::from_fn(own.rows(), cols, number);
        }
    }
}
