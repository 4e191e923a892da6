//! What is counted: numbers that are learned, and multiply-adds a token.

use super::document::Document;
use super::tables::*;

/// The widths that counts depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Tokens.
    pub n: usize,
    /// The width of an embedding.
    pub d: usize,
    /// The width of queries and keys, of all heads together.
    pub d_k: usize,
    /// The width of values, of all heads together.
    pub d_v: usize,
    /// The MLP's hidden width.
    pub h: usize,
    /// The width of the MLP's output.
    pub d_o: usize,
    /// A projection of the output, d_v×d, belongs to attention, and every projection has a bias.
    pub whole: bool,
}

/// One layer of GPT-2 small (Radford et al. 2019): width 768, hidden 3072.
pub const GPT2: Sizes = Sizes {
    n: 1024,
    d: 768,
    d_k: 768,
    d_v: 768,
    h: 3072,
    d_o: 768,
    whole: true,
};

/// What one of them needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Numbers that are learned.
    pub parameters: usize,
    /// Multiply-adds of one token that do not depend on how many there are.
    pub each: usize,
    /// Multiply-adds of one token for meeting all n.
    pub meeting: usize,
}

impl Counted {
    /// Multiply-adds of one token.
    #[must_use]
    pub const fn work(self) -> usize {
        self.each + self.meeting
    }
}

impl Sizes {
    /// The sizes of the example.
    #[must_use]
    pub fn of(d: &Document) -> Sizes {
        Sizes {
            n: d.n(),
            d: d.cols(X),
            d_k: d.cols(W_Q),
            d_v: d.cols(W_V),
            h: d.cols(W_1),
            d_o: d.cols(W_2),
            whole: false,
        }
    }

    /// W₁ and W₂ with what is added after each: d·h + h·d_o + h + d_o; no token meets another.
    #[must_use]
    pub const fn mlp(self) -> Counted {
        let each = self.d * self.h + self.h * self.d_o;
        Counted {
            parameters: each + self.h + self.d_o,
            each,
            meeting: 0,
        }
    }

    /// W_Q, W_K, W_V (and W_O): d·(2·d_k + d_v) (+ d_v·d); each token meets n keys and n values.
    #[must_use]
    pub const fn attention(self) -> Counted {
        let out = if self.whole { self.d_v * self.d } else { 0 };
        let biases = if self.whole {
            2 * self.d_k + self.d_v + self.d
        } else {
            0
        };
        let each = self.d * (2 * self.d_k + self.d_v) + out;
        Counted {
            parameters: each + biases,
            each,
            meeting: self.n * (self.d_k + self.d_v),
        }
    }

    /// The number of tokens at which attention's work a token has become the MLP's; `None` where it is more from the
    /// first token on.
    #[must_use]
    pub fn even(self) -> Option<f64> {
        let (mlp, own) = (self.mlp().each, self.attention().each);
        let left = mlp.checked_sub(own)?;
        Some(left as f64 / (self.d_k + self.d_v) as f64)
    }
}
