//! The names of all matrices of the lesson, and the address of a cell in one of them.

/// A matrix of the computation, named as in the paper and in the page's `data-matrix` attributes.
/// Shapes: n query tokens, m key tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// Embeddings of the query tokens, n×d_model.
    X,
    /// Embeddings of the key tokens in cross-attention, m×d_model.
    Xkv,
    /// Query projection, d_model×d_k.
    Wq,
    /// Key projection, d_model×d_k.
    Wk,
    /// Value projection, d_model×d_v.
    Wv,
    /// Queries, n×d_k.
    Q,
    /// Keys, m×d_k.
    K,
    /// Values, m×d_v.
    V,
    /// Q·Kᵀ, n×m.
    Scores,
    /// Scores times the scale factor, n×m.
    Scaled,
    /// The additive mask of 0 and −∞, n×m.
    Mask,
    /// Scaled + mask, n×m.
    Masked,
    /// Largest entry of each row of masked, n×1.
    Max,
    /// Masked − its row's max, n×m.
    Shifted,
    /// e to the power of shifted, n×m.
    Exp,
    /// Row sums of exp, n×1.
    Sum,
    /// exp / its row's sum, n×m.
    Weights,
    /// Weights·V, n×d_v.
    Output,
}

use Name::*;

impl Name {
    /// Every matrix, in the order of the computation.
    pub const ALL: [Name; 18] = [
        X, Xkv, Wq, Wk, Wv, Q, K, V, Scores, Scaled, Mask, Masked, Max, Shifted, Exp, Sum, Weights,
        Output,
    ];

    /// The matrices a user can type, in the order links hold them.
    pub const TYPED: [Name; 8] = [Q, K, V, X, Xkv, Wq, Wk, Wv];

    /// The key in attributes and links: `"w_q"`, `"scores"`, …
    pub const fn key(self) -> &'static str {
        match self {
            X => "x",
            Xkv => "x_kv",
            Wq => "w_q",
            Wk => "w_k",
            Wv => "w_v",
            Q => "q",
            K => "k",
            V => "v",
            Scores => "scores",
            Scaled => "scaled",
            Mask => "mask",
            Masked => "masked",
            Max => "max",
            Shifted => "shifted",
            Exp => "exp",
            Sum => "sum",
            Weights => "weights",
            Output => "output",
        }
    }

    /// The matrix of that [`key`](Name::key).
    pub fn from_key(key: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|name| name.key() == key)
    }

    /// The symbol of one of its cells in written arithmetic.
    pub const fn symbol(self) -> &'static str {
        match self {
            X => "x",
            Xkv => "y",
            Wq => "W_Q",
            Wk => "W_K",
            Wv => "W_V",
            Q => "q",
            K => "k",
            V => "v",
            Scores => "s",
            Scaled => "s′",
            Mask => "M",
            Masked => "z",
            Max => "max",
            Shifted => "z′",
            Exp => "e",
            Sum => "Σ",
            Weights => "α",
            Output => "o",
        }
    }

    /// Whether a user may override a cell of this *computed* matrix.
    pub const fn overridable(self) -> bool {
        matches!(self, Scores | Scaled | Mask | Weights)
    }

    /// Whether its columns stand for key tokens.
    pub const fn columns_are_keys(self) -> bool {
        matches!(
            self,
            Scores | Scaled | Mask | Masked | Shifted | Exp | Weights
        )
    }

    /// Whether its rows stand for key tokens (else for query tokens, or for dimensions in the W).
    pub const fn rows_are_keys(self) -> bool {
        matches!(self, K | V | Xkv)
    }
}

/// The address of one number: matrix, row, column (both from 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Which matrix.
    pub name: Name,
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub col: usize,
}

impl Cell {
    /// The cell at (`row`, `col`) of `name`.
    pub const fn new(name: Name, row: usize, col: usize) -> Cell {
        Cell { name, row, col }
    }
}
