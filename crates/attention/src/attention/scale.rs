//! What the scores are multiplied by before softmax.

/// The factor between scores and softmax.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// 1/√d_k, which gives the scores variance 1 at any width when the components of q and k
    /// have variance 1 (Vaswani et al. 2017, §3.2.1, footnote 4).
    SqrtDk,
    /// No scaling: a factor of 1.
    None,
    /// A factor of one's own choice.
    By(f32),
}

impl Scale {
    /// The factor for queries and keys of width `d_k`. `SqrtDk` at width 0, where every
    /// score is an empty sum, is 1.
    #[must_use]
    pub fn factor(self, d_k: usize) -> f32 {
        match self {
            Self::SqrtDk if d_k > 0 => 1.0 / (d_k as f32).sqrt(),
            Self::SqrtDk | Self::None => 1.0,
            Self::By(factor) => factor,
        }
    }
}
