//! The tables, in the order of the computation.

use crate::core::table::{Axis, Table, TableId};

use Axis::{Counted, Queries, Shuffled};

/// Embeddings, n×d.
pub const X: TableId = TableId(0);
/// The embedding of the word that comes in, 1×d.
pub const NEW: TableId = TableId(1);
/// Query projection, d×d_k.
pub const W_Q: TableId = TableId(2);
/// Key projection, d×d_k.
pub const W_K: TableId = TableId(3);
/// Value projection, d×d_v.
pub const W_V: TableId = TableId(4);
/// First matrix of the MLP, d×h.
pub const W_1: TableId = TableId(5);
/// What is added after it, 1×h.
pub const B_1: TableId = TableId(6);
/// Second matrix of the MLP, h×d_o.
pub const W_2: TableId = TableId(7);
/// What is added after it, 1×d_o.
pub const B_2: TableId = TableId(8);
/// The other input: a word changed, the order turned round, or a word more; n′×d.
pub const OTHER: TableId = TableId(9);
/// How the weights changed from one input to the other, for the tokens of X, n×n.
pub const D_A: TableId = TableId(28);
/// How attention's output changed, n×d_v.
pub const D_O: TableId = TableId(29);
/// How the MLP's output changed, n×d_o.
pub const D_M: TableId = TableId(30);
/// On the way from one embedding to the other: its beginning, a point between, its end; 3×d.
pub const L_X: TableId = TableId(31);
/// The MLP's hidden numbers there before the bend, 3×h.
pub const L_H: TableId = TableId(32);
/// The same after the bend, 3×h.
pub const L_R: TableId = TableId(33);
/// The MLP's outputs there, 3×d_o.
pub const L_M: TableId = TableId(34);
/// The token's value there, 3×d_v.
pub const L_V: TableId = TableId(35);
/// Attention's outputs there, the weights kept; 3×d_v.
pub const L_O: TableId = TableId(36);
/// How far the MLP between is from the mix of its two ends, 1×d_o.
pub const GAP_M: TableId = TableId(37);
/// How far attention between is from the mix of its two ends, 1×d_v.
pub const GAP_O: TableId = TableId(38);

/// The held-out losses of the toys as they trained: a row a moment; its step, then a column a toy, task by task.
pub const TOY_LOSSES: TableId = TableId(39);

/// What is computed from one input: of X (`side` 0) or of the other input (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Queries, n×d_k.
    Q,
    /// Keys, n×d_k.
    K,
    /// Values, n×d_v.
    V,
    /// Scaled scores, n×n.
    S,
    /// Attention's weights, n×n: the matrix that is made from the input.
    A,
    /// Attention's output, n×d_v.
    O,
    /// The MLP's hidden numbers before the bend, n×h.
    H,
    /// The same after ReLU, n×h.
    R,
    /// The MLP's output, n×d_o.
    M,
}

use Part::{A, H, K, M, O, Q, R, S, V};

const PARTS: [Part; 9] = [Q, K, V, S, A, O, H, R, M];
const FIRST: u8 = 10;

impl Part {
    /// The table of this part: of X (`side` 0) or of the other input (1).
    #[must_use]
    pub const fn of(self, side: u8) -> TableId {
        TableId(FIRST + side * PARTS.len() as u8 + self as u8)
    }

    /// The part and the side whose table it is; `None` for every other table.
    #[must_use]
    pub fn at(table: TableId) -> Option<(Part, u8)> {
        let place = table.0.checked_sub(FIRST)?;
        let count = PARTS.len() as u8;
        let part = PARTS.get(usize::from(place % count))?;
        (place < 2 * count).then_some((*part, place / count))
    }
}

/// The columns of [`TOY_LOSSES`]: the toys of one task after those of another.
const OF_TOYS: Axis = Axis::Named(&[
    "step",
    "before: mlp",
    "before: head",
    "before: block",
    "bend: mlp",
    "bend: head",
    "bend: block",
    "both: mlp",
    "both: head",
    "both: block",
]);

/// All tables.
pub const TABLES: [Table; 40] = [
    Table::typed("x", "x", Queries, Counted).drawn("X", "x"),
    Table::typed("new", "x*", Counted, Counted).drawn("x*", "x"),
    Table::typed("w_q", "W_Q", Counted, Counted).drawn("W_Q", "q"),
    Table::typed("w_k", "W_K", Counted, Counted).drawn("W_K", "k"),
    Table::typed("w_v", "W_V", Counted, Counted).drawn("W_V", "v"),
    Table::typed("w_in", "W¹", Counted, Counted).drawn("W₁", "x"),
    Table::typed("b_in", "b¹", Counted, Counted).drawn("b₁", "x"),
    Table::typed("w_out", "W²", Counted, Counted).drawn("W₂", "x"),
    Table::typed("b_out", "b²", Counted, Counted).drawn("b₂", "x"),
    Table::computed("x_other", "x′", Shuffled, Counted).drawn("X′", "x"),
    of("q", "q", Queries, Counted, "Q", "q"),
    of("k", "k", Queries, Counted, "K", "k"),
    of("v", "v", Queries, Counted, "V", "v"),
    of("scores", "s", Queries, Queries, "S", "scores"),
    of("weights", "α", Queries, Queries, "A", "weights").distribution(),
    of("out", "o", Queries, Counted, "O", "output"),
    of("hidden", "h", Queries, Counted, "H", "x"),
    of("bent", "r", Queries, Counted, "R", "x"),
    of("mlp", "m", Queries, Counted, "M", "output"),
    of("q_other", "q′", Shuffled, Counted, "Q′", "q"),
    of("k_other", "k′", Shuffled, Counted, "K′", "k"),
    of("v_other", "v′", Shuffled, Counted, "V′", "v"),
    of("scores_other", "s′", Shuffled, Shuffled, "S′", "scores"),
    of("weights_other", "α′", Shuffled, Shuffled, "A′", "weights").distribution(),
    of("out_other", "o′", Shuffled, Counted, "O′", "output"),
    of("hidden_other", "h′", Shuffled, Counted, "H′", "x"),
    of("bent_other", "r′", Shuffled, Counted, "R′", "x"),
    of("mlp_other", "m′", Shuffled, Counted, "M′", "output"),
    of("d_weights", "Δα", Queries, Queries, "ΔA", "weights"),
    of("d_out", "Δo", Queries, Counted, "ΔO", "output"),
    of("d_mlp", "Δm", Queries, Counted, "ΔM", "output"),
    of("way", "x", Counted, Counted, "x(t)", "x"),
    of("way_hidden", "h", Counted, Counted, "h(t)", "x"),
    of("way_bent", "r", Counted, Counted, "r(t)", "x"),
    of("way_mlp", "m", Counted, Counted, "m(t)", "output"),
    of("way_v", "v", Counted, Counted, "v(t)", "v"),
    of("way_out", "o", Counted, Counted, "o(t)", "output"),
    of("gap_mlp", "δm", Counted, Counted, "m − mix", "output"),
    of("gap_out", "δo", Counted, Counted, "o − mix", "output"),
    Table::measured("toy_losses", "L").across(Counted, OF_TOYS),
];

const fn of(
    key: &'static str,
    symbol: &'static str,
    rows: Axis,
    cols: Axis,
    whole: &'static str,
    hue: &'static str,
) -> Table {
    Table::computed(key, symbol, rows, cols).drawn(whole, hue)
}
