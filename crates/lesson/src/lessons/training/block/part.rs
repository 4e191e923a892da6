//! The stations of a token's way.

use serde::{Deserialize, Serialize};

/// A station of the way: what a row of numbers is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// The token's row of the embedding, d_model numbers.
    Token,
    /// The row of its position; where positions are learned or a wave.
    Position,
    /// Token + position, d_model: what enters the first block.
    Embedded,
    /// The norm before attention, d_model.
    NormBefore,
    /// The query of a head before RoPE turns it, d_head; with RoPE only.
    QueryPlain,
    /// The query of a head, d_head.
    Query,
    /// The key of a head before RoPE turns it, d_head; with RoPE only.
    KeyPlain,
    /// The key of a head, d_head.
    Key,
    /// The value of a head, d_head.
    Value,
    /// Query times each key, one number per token of the sequence.
    Scores,
    /// Scores times the factor, as many.
    Scaled,
    /// Scaled, with ALiBi's penalty, −∞ where the token may not look; as many.
    Masked,
    /// Softmax, step 1: the largest number. This and the next four without a layer: of the logits.
    Max,
    /// Softmax, step 2: each number minus the largest.
    Shifted,
    /// Softmax, step 3: e to the power of each.
    Exp,
    /// Softmax, step 4: their sum.
    Sum,
    /// Softmax done: what the token takes of each.
    Weights,
    /// Weights times values, d_head.
    HeadOutput,
    /// The outputs of all heads side by side, n_heads·d_head.
    Concat,
    /// Concat·W_O + b, d_model.
    Projected,
    /// The residual stream after attention, d_model.
    AfterAttention,
    /// The norm before the MLP, d_model. This and the next six where there is an MLP.
    NormMlp,
    /// norm·W_up + b, d_mlp.
    Up,
    /// norm·W_gate + b, d_mlp; in SwiGLU.
    Gate,
    /// The activation of the gate where there is one, otherwise of `Up`; d_mlp.
    Activated,
    /// Activated times up, d_mlp; in SwiGLU.
    Gated,
    /// What the MLP gives back, d_model.
    Down,
    /// The residual stream after the MLP, d_model.
    AfterMlp,
    /// The norm after the last block, d_model.
    FinalNorm,
    /// One number per token of the vocabulary.
    Logits,
    /// The softmax of the logits, as many.
    Probabilities,
}

use Part::*;

impl Part {
    /// Before the first block, in the order of the computation.
    pub const EMBEDDING: [Self; 3] = [Token, Position, Embedded];

    /// In a block.
    pub const BLOCK: [Self; 25] = [
        NormBefore,
        QueryPlain,
        Query,
        KeyPlain,
        Key,
        Value,
        Scores,
        Scaled,
        Masked,
        Max,
        Shifted,
        Exp,
        Sum,
        Weights,
        HeadOutput,
        Concat,
        Projected,
        AfterAttention,
        NormMlp,
        Up,
        Gate,
        Activated,
        Gated,
        Down,
        AfterMlp,
    ];

    /// After the last block.
    pub const OUTPUT: [Self; 7] = [FinalNorm, Logits, Max, Shifted, Exp, Sum, Probabilities];

    /// The key in attributes and translations.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Token => "token",
            Position => "position",
            Embedded => "embedded",
            NormBefore => "norm-before",
            QueryPlain => "query-plain",
            Query => "query",
            KeyPlain => "key-plain",
            Key => "key",
            Value => "value",
            Scores => "scores",
            Scaled => "scaled",
            Masked => "masked",
            Max => "max",
            Shifted => "shifted",
            Exp => "exp",
            Sum => "sum",
            Weights => "weights",
            HeadOutput => "head-output",
            Concat => "concat",
            Projected => "projected",
            AfterAttention => "after-attention",
            NormMlp => "norm-mlp",
            Up => "up",
            Gate => "gate",
            Activated => "activated",
            Gated => "gated",
            Down => "down",
            AfterMlp => "after-mlp",
            FinalNorm => "final-norm",
            Logits => "logits",
            Probabilities => "probabilities",
        }
    }
}
