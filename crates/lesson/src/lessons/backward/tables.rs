//! The tables: those of the head, then the loss and the gradients, in the order in which they are computed.

use crate::core::control::join;
use crate::core::table::{Axis, Table, TableId};
use crate::head::name::{self, Name};

use Axis::{Counted, Keys, One, Queries};

/// How many tables a head has: ours come after them.
const HEAD: usize = name::TABLES.len();

/// What the output should be, n×d_v; typed where the loss is the distance to it.
pub const TARGET: TableId = own(0);
/// ∂L/∂O, n×d_v; typed where it is given.
pub const GRAD_OUTPUT: TableId = own(1);
/// Each query's part of the loss, n×1.
pub const LOSS: TableId = own(2);
/// ∂L/∂V, m×d_v.
pub const GRAD_V: TableId = own(3);
/// ∂L/∂A, n×m.
pub const GRAD_WEIGHTS: TableId = own(4);
/// What a row of ∂A averages to under its weights, n×1.
pub const AVERAGE: TableId = own(5);
/// ∂A less its row's average, n×m.
pub const CENTRED: TableId = own(6);
/// ∂L/∂S′: by scaled (and masked) scores, n×m.
pub const GRAD_SCALED: TableId = own(7);
/// ∂L/∂S: by scores before they are scaled, n×m.
pub const GRAD_SCORES: TableId = own(8);
/// ∂L/∂Q, n×d_k.
pub const GRAD_Q: TableId = own(9);
/// ∂L/∂K, m×d_k.
pub const GRAD_K: TableId = own(10);
/// ∂L/∂W_Q, d_model×d_k.
pub const GRAD_WQ: TableId = own(11);
/// ∂L/∂W_K, d_model×d_k.
pub const GRAD_WK: TableId = own(12);
/// ∂L/∂W_V, d_model×d_v.
pub const GRAD_WV: TableId = own(13);
/// ∂L/∂X, n×d_model; in self-attention with what comes by keys and values.
pub const GRAD_X: TableId = own(14);
/// ∂L/∂Y, by the embeddings of the keys in cross-attention, m×d_model.
pub const GRAD_XKV: TableId = own(15);

const OWN: [Table; 16] = [
    Table::typed("target", "t", Queries, Counted).drawn("T", "output"),
    Table::typed("grad_output", "∂o", Queries, Counted)
        .sometimes_computed()
        .drawn("∂O", "output"),
    Table::computed("loss", "L", Queries, One).drawn("L", "output"),
    Table::computed("grad_v", "∂v", Keys, Counted).drawn("∂V", "v"),
    Table::computed("grad_weights", "∂α", Queries, Keys).drawn("∂A", "weights"),
    Table::computed("average", "δ", Queries, One).drawn("δ", "weights"),
    Table::computed("centred", "c", Queries, Keys).drawn("∂A − δ", "weights"),
    Table::computed("grad_scaled", "∂s′", Queries, Keys).drawn("∂S′", "scores"),
    Table::computed("grad_scores", "∂s", Queries, Keys).drawn("∂S", "scores"),
    Table::computed("grad_q", "∂q", Queries, Counted).drawn("∂Q", "q"),
    Table::computed("grad_k", "∂k", Keys, Counted).drawn("∂K", "k"),
    Table::computed("grad_w_q", "∂W_Q", Counted, Counted).drawn("∂W_Q", "q"),
    Table::computed("grad_w_k", "∂W_K", Counted, Counted).drawn("∂W_K", "k"),
    Table::computed("grad_w_v", "∂W_V", Counted, Counted).drawn("∂W_V", "v"),
    Table::computed("grad_x", "∂x", Queries, Counted).drawn("∂X", "x"),
    Table::computed("grad_x_kv", "∂y", Keys, Counted).drawn("∂Y", "x"),
];

/// All tables.
pub const TABLES: [Table; HEAD + OWN.len()] = join(name::TABLES, OWN);

const fn own(index: u8) -> TableId {
    TableId(HEAD as u8 + index)
}

/// The place of a table among ours; `None` for one of the head.
#[must_use]
pub const fn index(table: TableId) -> Option<usize> {
    (table.0 as usize).checked_sub(HEAD)
}

/// The table whose gradient a table is; `None` for one that is no gradient.
#[must_use]
pub const fn gradient_of(table: TableId) -> Option<Name> {
    Some(match table {
        GRAD_OUTPUT => Name::Output,
        GRAD_V => Name::V,
        GRAD_WEIGHTS => Name::Weights,
        GRAD_SCALED => Name::Scaled,
        GRAD_SCORES => Name::Scores,
        GRAD_Q => Name::Q,
        GRAD_K => Name::K,
        GRAD_WQ => Name::Wq,
        GRAD_WK => Name::Wk,
        GRAD_WV => Name::Wv,
        GRAD_X => Name::X,
        GRAD_XKV => Name::Xkv,
        _ => return None,
    })
}

/// Every gradient, in the order in which they are computed.
pub const GRADIENTS: [TableId; 12] = [
    GRAD_OUTPUT,
    GRAD_V,
    GRAD_WEIGHTS,
    GRAD_SCALED,
    GRAD_SCORES,
    GRAD_Q,
    GRAD_K,
    GRAD_WQ,
    GRAD_WK,
    GRAD_WV,
    GRAD_X,
    GRAD_XKV,
];
