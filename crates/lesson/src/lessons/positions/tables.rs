//! The tables, in the order of the computation.

use crate::core::table::{Axis, Table, TableId};

use Axis::{Counted, Keys, One, Places, Queries, Shuffled};

/// ALiBi's heads.
const HEADS: &[&str] = &[
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
];
/// The query and the key of the clocks.
const BOTH: &[&str] = &["q", "k"];
const SCORE: &[&str] = &["q·k"];
const STEP: &[&str] = &["1"];
/// The ways whose scores are laid over each other. E is the learned table.
pub const WAYS: &[&str] = &["ALiBi", "RoPE", "sin/cos", "E"];

macro_rules! tables {
    ($($(#[$doc:meta])* $id:ident: $table:expr;)*) => {
        tables!(@ids 0u8; $($(#[$doc])* $id)*);

        /// All tables.
        pub const TABLES: [Table; COUNT] = [$($table),*];
    };
    (@ids $at:expr; $(#[$doc:meta])* $id:ident $($rest:tt)*) => {
        $(#[$doc])*
        pub const $id: TableId = TableId($at);
        tables!(@ids $at + 1; $($rest)*);
    };
    (@ids $at:expr;) => {
        const COUNT: usize = ($at) as usize;
    };
}

tables! {
    /// Embeddings, n×d.
    X: Table::typed("x", "x", Queries, Counted).drawn("X", "x");
    /// Query projection, d×d.
    W_Q: Table::typed("w_q", "W_Q", Counted, Counted).drawn("W_Q", "q");
    /// Key projection, d×d.
    W_K: Table::typed("w_k", "W_K", Counted, Counted).drawn("W_K", "k");
    /// Queries without positions, n×d.
    Q0: Table::computed("q", "q", Queries, Counted).drawn("Q", "q");
    /// Keys without positions, n×d.
    K0: Table::computed("k", "k", Keys, Counted).drawn("K", "k");
    /// Scaled scores without positions, n×n.
    S0: Table::computed("scores", "s", Queries, Keys).drawn("S", "scores");
    /// Weights without positions, n×n.
    A0: Table::computed("weights", "α", Queries, Keys).drawn("A", "weights").distribution();
    /// Output without positions, n×d.
    O0: Table::computed("output", "o", Queries, Counted).drawn("O", "output");
    /// The angle of one step, of each pair of dimensions, 1×d/2.
    RATES: Table::computed("rates", "ω", Axis::Named(STEP), Counted).drawn("ω", "output");
    /// The penalty of one step of distance, of each head, heads×1.
    SLOPES: Table::computed("slopes", "m", Axis::Named(HEADS), One).drawn("m", "scores");
    /// What is added to the embeddings, n×d.
    P: Table::computed("p", "p", Queries, Counted).drawn("P", "v");
    /// X + P, n×d.
    H: Table::computed("h", "h", Queries, Counted).drawn("H", "x");
    /// Queries with positions, n×d.
    Q1: Table::computed("q_placed", "q′", Queries, Counted).drawn("Q′", "q");
    /// Keys with positions, n×d.
    K1: Table::computed("k_placed", "k′", Keys, Counted).drawn("K′", "k");
    /// What is taken off the scores, n×n.
    BIAS: Table::computed("bias", "b", Queries, Keys).drawn("B", "scores");
    /// Scaled scores with positions, n×n.
    S1: Table::computed("scores_placed", "s′", Queries, Keys).drawn("S′", "scores");
    /// Weights with positions, n×n.
    A1: Table::computed("weights_placed", "α′", Queries, Keys).drawn("A′", "weights").distribution();
    /// Output with positions, n×d.
    O1: Table::computed("output_placed", "o′", Queries, Counted).drawn("O′", "output");
    /// The embeddings in another order, with the positions where they stand now, n×d.
    XP: Table::computed("x_shuffled", "x*", Shuffled, Counted).drawn("X*", "x");
    /// Their queries.
    QP: Table::computed("q_shuffled", "q*", Shuffled, Counted).drawn("Q*", "q");
    /// Their keys.
    KP: Table::computed("k_shuffled", "k*", Shuffled, Counted).drawn("K*", "k");
    /// Their scaled scores.
    SP: Table::computed("scores_shuffled", "s*", Shuffled, Shuffled).drawn("S*", "scores");
    /// Their weights.
    AP: Table::computed("weights_shuffled", "α*", Shuffled, Shuffled).drawn("A*", "weights").distribution();
    /// Their output, n×d.
    OP: Table::computed("output_shuffled", "o*", Shuffled, Counted).drawn("O*", "output");
    /// The waves, positions×dimensions.
    MAP: Table::computed("map", "p", Places, Counted).drawn("PE", "v");
    /// Dot products of two positions of the waves.
    NEAR: Table::computed("near", "n", Places, Places).drawn("PE·PEᵀ", "scores");
    /// The learned table of a shipped model, 20×32.
    LEARNED: Table::computed("learned", "e", Places, Counted).drawn("E", "v");
    /// Dot products of two of its positions, 20×20.
    ALIKE: Table::computed("alike", "a", Places, Places).drawn("E·Eᵀ", "scores");
    /// The query and the key of the clocks as they are, 2×d.
    PAIR: Table::computed("pair", "u", Axis::Named(BOTH), Counted).drawn("q, k", "q");
    /// How far their pairs turn, 2×d/2, in radians.
    ANGLES: Table::computed("angles", "φ", Axis::Named(BOTH), Counted).drawn("φ", "output");
    /// The cosines of these angles, 2×d/2.
    COS: Table::computed("cos", "cos", Axis::Named(BOTH), Counted).drawn("cos φ", "output");
    /// The sines, 2×d/2.
    SIN: Table::computed("sin", "sin", Axis::Named(BOTH), Counted).drawn("sin φ", "output");
    /// The query and the key turned, 2×d.
    TURNED: Table::computed("turned", "r", Axis::Named(BOTH), Counted).drawn("q′, k′", "k");
    /// Their scaled score, 1×1.
    MATCH: Table::computed("score_turned", "s", Axis::Named(SCORE), One).drawn("q′·k′/√d", "scores");
    /// Scores over the distance of query and key: with ALiBi, RoPE, waves and the learned table.
    BEYOND: Table::computed("beyond", "s", Places, Axis::Named(WAYS)).drawn("s", "scores");
}
