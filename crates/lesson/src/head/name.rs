//! The tables of one head of attention, named as in the paper and in the page's `data-matrix`
//! attributes. Shapes: n query tokens, m key tokens.

use crate::core::table::{Axis, Table, TableId};

pub use crate::core::table::{Cell, TableId as Name};

use Axis::{Counted, Keys, One, Queries};

/// The tables of one head, in the order of the computation: [`Name::X`] is the first.
pub const TABLES: [Table; 18] = [
    Table::typed("x", "x", Queries, Counted).drawn("X", "x"),
    Table::typed("x_kv", "y", Keys, Counted).drawn("Y", "x"),
    Table::typed("w_q", "W_Q", Counted, Counted).drawn("W_Q", "q"),
    Table::typed("w_k", "W_K", Counted, Counted).drawn("W_K", "k"),
    Table::typed("w_v", "W_V", Counted, Counted).drawn("W_V", "v"),
    Table::typed("q", "q", Queries, Counted)
        .sometimes_computed()
        .drawn("Q", "q"),
    Table::typed("k", "k", Keys, Counted)
        .sometimes_computed()
        .drawn("K", "k"),
    Table::typed("v", "v", Keys, Counted)
        .sometimes_computed()
        .drawn("V", "v"),
    Table::computed("scores", "s", Queries, Keys)
        .product(Name::Q, Name::K)
        .drawn("S", "scores")
        .overridable(),
    Table::computed("scaled", "s′", Queries, Keys)
        .drawn("S′", "scores")
        .compared(Name::Scores)
        .overridable(),
    MASK,
    Table::computed("masked", "z", Queries, Keys)
        .drawn("Z", "scores")
        .compared(Name::Scores),
    Table::computed("max", "max", Queries, One).drawn("μ", "weights"),
    Table::computed("shifted", "z′", Queries, Keys).drawn("Z′", "weights"),
    Table::computed("exp", "e", Queries, Keys)
        .drawn("E", "weights")
        .shares(),
    Table::computed("sum", "Σ", Queries, One)
        .drawn("Σ", "weights")
        .shares(),
    Table::computed("weights", "α", Queries, Keys)
        .drawn("A", "weights")
        .distribution()
        .overridable(),
    Table::computed("output", "o", Queries, Counted).drawn("O", "output"),
];

/// Chosen and painted rather than computed: there is nothing to predict in it.
const MASK: Table = Table {
    control: "toggle-mask",
    asked: false,
    painted: true,
    ..Table::computed("mask", "M", Queries, Keys)
        .drawn("M", "scores")
        .overridable()
};

#[allow(
    non_upper_case_globals,
    reason = "written and matched like the variants of an enum, one for each table"
)]
impl TableId {
    /// Embeddings of the query tokens, n×d_model.
    pub const X: Self = Self(0);
    /// Embeddings of the key tokens in cross-attention, m×d_model.
    pub const Xkv: Self = Self(1);
    /// Query projection, d_model×d_k.
    pub const Wq: Self = Self(2);
    /// Key projection, d_model×d_k.
    pub const Wk: Self = Self(3);
    /// Value projection, d_model×d_v.
    pub const Wv: Self = Self(4);
    /// Queries, n×d_k.
    pub const Q: Self = Self(5);
    /// Keys, m×d_k.
    pub const K: Self = Self(6);
    /// Values, m×d_v.
    pub const V: Self = Self(7);
    /// Q·Kᵀ, n×m.
    pub const Scores: Self = Self(8);
    /// Scores times the scale factor, n×m.
    pub const Scaled: Self = Self(9);
    /// The additive mask of 0 and −∞, n×m.
    pub const Mask: Self = Self(10);
    /// Scaled + mask, n×m.
    pub const Masked: Self = Self(11);
    /// Largest entry of each row of masked, n×1.
    pub const Max: Self = Self(12);
    /// Masked − its row's max, n×m.
    pub const Shifted: Self = Self(13);
    /// e to the power of shifted, n×m.
    pub const Exp: Self = Self(14);
    /// Row sums of exp, n×1.
    pub const Sum: Self = Self(15);
    /// exp / its row's sum, n×m.
    pub const Weights: Self = Self(16);
    /// Weights·V, n×d_v.
    pub const Output: Self = Self(17);
}

impl TableId {
    /// Every table of a head, in the order of the computation.
    pub const ALL: [Name; 18] = {
        let mut all = [TableId(0); 18];
        let mut index = 0;
        while index < all.len() {
            all[index] = TableId(index as u8);
            index += 1;
        }
        all
    };

    /// The tables a user can type, in the order links hold them.
    pub const TYPED: [Name; 8] = [
        Name::Q,
        Name::K,
        Name::V,
        Name::X,
        Name::Xkv,
        Name::Wq,
        Name::Wk,
        Name::Wv,
    ];

    /// What is known of it. For tables of a head: of another lesson's only the index is known here.
    pub const fn table(self) -> &'static Table {
        &TABLES[self.0 as usize % TABLES.len()]
    }

    /// The key in attributes and links: `"w_q"`, `"scores"`, …
    pub const fn key(self) -> &'static str {
        self.table().key
    }

    /// The table of that [`key`](TableId::key).
    pub fn from_key(key: &str) -> Option<Name> {
        Name::ALL.into_iter().find(|name| name.key() == key)
    }

    /// The symbol of one of its cells in written arithmetic.
    pub const fn symbol(self) -> &'static str {
        self.table().symbol
    }

    /// Whether a user may override a cell of this *computed* matrix.
    pub const fn overridable(self) -> bool {
        self.table().overridable
    }

    /// Whether its columns stand for key tokens.
    pub const fn columns_are_keys(self) -> bool {
        matches!(self.table().cols, Keys)
    }

    /// Whether its rows stand for key tokens (else for query tokens, or for dimensions in the W).
    pub const fn rows_are_keys(self) -> bool {
        matches!(self.table().rows, Keys)
    }
}
