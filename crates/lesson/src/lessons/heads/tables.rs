//! The tables, in the order of the computation.

use crate::core::table::{Axis, Table, TableId};

use Axis::{Counted, Keys, Queries};

/// Embeddings, n×d_model.
pub const X: TableId = TableId(0);
/// Query projections of all heads side by side, d_model×d_model.
pub const W_Q: TableId = TableId(1);
/// Key projections of all groups side by side, d_model×groups·d_k.
pub const W_K: TableId = TableId(2);
/// Value projections of all groups side by side, d_model×groups·d_k.
pub const W_V: TableId = TableId(3);
/// Output projection, d_model×d_model.
pub const W_O: TableId = TableId(4);
/// Queries of all heads side by side, n×d_model.
pub const Q: TableId = TableId(5);
/// Keys of all groups side by side, n×groups·d_k.
pub const K: TableId = TableId(6);
/// Values of all groups side by side, n×groups·d_k.
pub const V: TableId = TableId(7);
/// The heads' outputs side by side, n×d_model.
pub const CONCAT: TableId = TableId(16);
/// Concat·W_O, n×d_model.
pub const OUT: TableId = TableId(17);
/// X + out, n×d_model: what goes on.
pub const SUM: TableId = TableId(18);

/// Scaled (and masked) scores of a head, n×n.
#[must_use]
pub const fn scores(head: usize) -> TableId {
    TableId(8 + head as u8)
}

/// Weights of a head, n×n.
#[must_use]
pub const fn weights(head: usize) -> TableId {
    TableId(12 + head as u8)
}

/// The head whose scores or weights a table holds; `None` for every other table.
#[must_use]
pub const fn head_of(table: TableId) -> Option<usize> {
    match table.0 {
        place @ 8..=15 => Some((place as usize - 8) % 4),
        _ => None,
    }
}

/// All tables.
pub const TABLES: [Table; 19] = [
    Table::typed("x", "x", Queries, Counted).drawn("X", "x"),
    Table::typed("w_q", "W_Q", Counted, Counted).drawn("W_Q", "q"),
    Table::typed("w_k", "W_K", Counted, Counted).drawn("W_K", "k"),
    Table::typed("w_v", "W_V", Counted, Counted).drawn("W_V", "v"),
    Table::typed("w_o", "W_O", Counted, Counted).drawn("W_O", "output"),
    Table::computed("q", "q", Queries, Counted).drawn("Q", "q"),
    Table::computed("k", "k", Keys, Counted).drawn("K", "k"),
    Table::computed("v", "v", Keys, Counted).drawn("V", "v"),
    Table::computed("scores_1", "s¹", Queries, Keys).drawn("S₁", "scores"),
    Table::computed("scores_2", "s²", Queries, Keys).drawn("S₂", "scores"),
    Table::computed("scores_3", "s³", Queries, Keys).drawn("S₃", "scores"),
    Table::computed("scores_4", "s⁴", Queries, Keys).drawn("S₄", "scores"),
    share("weights_1", "α¹", "A₁"),
    share("weights_2", "α²", "A₂"),
    share("weights_3", "α³", "A₃"),
    share("weights_4", "α⁴", "A₄"),
    Table::computed("concat", "c", Queries, Counted).drawn("C", "output"),
    Table::computed("out", "o", Queries, Counted).drawn("O", "output"),
    Table::computed("sum", "x′", Queries, Counted).drawn("X′", "x"),
];

const fn share(key: &'static str, symbol: &'static str, whole: &'static str) -> Table {
    Table::computed(key, symbol, Queries, Keys)
        .drawn(whole, "weights")
        .distribution()
}
