//! Masks: which query may look at which key.
//!
//! Query `i` and key `j` are counted from 0 at the first token, also where there are more
//! keys than queries (n ≠ m); this is how PyTorch's `is_causal` counts.

mod keep;

pub use keep::Keep;

use crate::shape::{ShapeError, require};

/// A rule for which keys a query may look at.
#[derive(Clone, Debug, PartialEq)]
pub enum Mask {
    /// Every query looks at every key (BERT; Devlin et al. 2018).
    None,
    /// Query `i` looks at keys `j ≤ i`: itself and what came before
    /// (Vaswani et al. 2017, §3.2.3).
    Causal,
    /// Sliding window of `w` keys: query `i` looks at itself and the `w − 1` keys before it,
    /// `i − w < j ≤ i` (Mistral; Jiang et al. 2023, §2). `Window(0)` allows nothing.
    Window(usize),
    /// The first `p` keys are open to every query, the rest is causal: `j < p` or `j ≤ i`
    /// (prefix LM; Raffel et al. 2019, §3.2.1). `Prefix(0)` is causal.
    Prefix(usize),
    /// The last `p` keys are filler that no query looks at: `j < m − p`.
    /// When `p ≥ m` nothing is left to look at.
    Padding(usize),
    /// Cell by cell, as painted by hand.
    Painted(Keep),
}

impl Mask {
    /// The rule spelt out for `n` queries and `m` keys: an `n × m` table, `true` = may look.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] when a painted mask is not `n × m`.
    pub fn keep(&self, n: usize, m: usize) -> Result<Keep, ShapeError> {
        Ok(match *self {
            Self::None => Keep::all(n, m),
            Self::Causal => Keep::from_fn(n, m, |i, j| j <= i),
            Self::Window(w) => Keep::from_fn(n, m, |i, j| j <= i && i - j < w),
            Self::Prefix(p) => Keep::from_fn(n, m, |i, j| j < p || j <= i),
            Self::Padding(p) => Keep::from_fn(n, m, |_, j| j < m.saturating_sub(p)),
            Self::Painted(ref keep) => painted(keep, n, m)?,
        })
    }
}

fn painted(keep: &Keep, n: usize, m: usize) -> Result<Keep, ShapeError> {
    let rule = "the painted mask needs one row per query and one column per key";
    require(keep.shape() == (n, m), "mask", rule, keep.shape(), (n, m))?;
    Ok(keep.clone())
}
