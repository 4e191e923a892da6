//! The tables, in the order of the computation; then what is measured.

use crate::core::table::{Axis, Table, TableId};

use Axis::{Counted, Keys, One, Queries};

/// The shown components of the query, 1×min(d_k, 8).
pub const Q: TableId = TableId(0);
/// Those of the keys, n×min(d_k, 8).
pub const K: TableId = TableId(1);
/// The sum of the products that are not shown, n×1; only where there are any.
pub const REST: TableId = TableId(2);
/// q·k of each key, 1×n.
pub const SCORES: TableId = TableId(3);
/// The scores times each factor ([`Rule::ALL`](super::Rule::ALL)), 4×n.
pub const SCALED: TableId = TableId(4);
/// Softmax of each row of these, 4×n.
pub const WEIGHTS: TableId = TableId(5);
/// The largest weight of each row, 4×1.
pub const LARGEST: TableId = TableId(6);
/// The entropy of each row in bits, 4×1.
pub const ENTROPY: TableId = TableId(7);
/// The size of softmax's Jacobian diag(α) − ααᵀ at each row, 4×1: the root of the sum of its squares.
pub const JACOBIAN: TableId = TableId(8);
/// What was measured of q·k, a row a width of [`WIDTHS`](super::WIDTHS): d_k, mean, its standard error, variance, its
/// standard error, the variance by theory.
pub const SPREAD: TableId = TableId(9);
/// How often q·k at the chosen width fell into each bin: from, to, how often, how often by theory.
pub const HISTOGRAM: TableId = TableId(10);
/// The mean largest weight, a row a width, a column a factor.
pub const MEAN_LARGEST: TableId = TableId(11);
/// The mean entropy in bits, likewise.
pub const MEAN_ENTROPY: TableId = TableId(12);
/// The mean size of the Jacobian, likewise.
pub const MEAN_JACOBIAN: TableId = TableId(13);

/// The rows of what is measured: [`WIDTHS`](super::WIDTHS).
const EVERY_WIDTH: Axis = Axis::Named(&[
    "d_k = 1",
    "d_k = 2",
    "d_k = 4",
    "d_k = 8",
    "d_k = 16",
    "d_k = 32",
    "d_k = 64",
    "d_k = 128",
    "d_k = 256",
    "d_k = 512",
    "d_k = 1024",
]);
/// The columns of the means: [`Rule::ALL`](super::Rule::ALL).
const FACTORS: Axis = Axis::Named(&["1/sqrt(d_k)", "1", "1/d_k", "1/sqrt(d_model)"]);
const OF_SPREAD: Axis = Axis::Named(&[
    "d_k",
    "mean",
    "mean_error",
    "variance",
    "variance_error",
    "variance_by_theory",
]);
const OF_HISTOGRAM: Axis = Axis::Named(&["from", "to", "count", "count_by_theory"]);

/// All tables.
pub const TABLES: [Table; 14] = [
    // Drawn, or typed over: there is nothing to predict in it.
    Table::typed("q", "q", One, Counted).drawn("q", "q"),
    Table::typed("k", "k", Keys, Counted).drawn("K", "k"),
    Table {
        control: "another-draw",
        ..Table::typed("rest", "r", Keys, One).drawn("r", "k")
    },
    Table::computed("scores", "s", One, Keys).drawn("S", "scores"),
    Table::computed("scaled", "s′", Queries, Keys).drawn("S′", "scores"),
    Table::computed("weights", "α", Queries, Keys)
        .drawn("A", "weights")
        .distribution(),
    Table::computed("largest", "max", Queries, One).drawn("max", "weights"),
    Table::computed("entropy", "H", Queries, One).drawn("H", "weights"),
    Table::computed("jacobian", "J", Queries, One).drawn("J", "output"),
    Table::measured("spread", "q·k").across(EVERY_WIDTH, OF_SPREAD),
    Table::measured("histogram", "b").across(Counted, OF_HISTOGRAM),
    Table::measured("mean_largest", "max").across(EVERY_WIDTH, FACTORS),
    Table::measured("mean_entropy", "H").across(EVERY_WIDTH, FACTORS),
    Table::measured("mean_jacobian", "J").across(EVERY_WIDTH, FACTORS),
];
