//! The tables: those of the head, then what the plane shows of them.

use crate::core::control::join;
use crate::core::table::{Axis, Table, TableId};
use crate::head::name::{self, Name};

use Axis::{Keys, One, Queries};

/// How many tables a head has: ours come after them.
const HEAD: usize = name::TABLES.len();

/// |q|, the length of the query, 1×1.
pub const LENGTH: TableId = TableId(HEAD as u8);
/// How far each key reaches along the query, in its direction: k·q/|q|, 1×m; 0 where q has no length.
pub const ALONG: TableId = TableId(HEAD as u8 + 1);
/// The angle between the query and each key, degrees from 0 to 180, 1×m; 90 where one of them has no length, as
/// their product is 0.
pub const ANGLE: TableId = TableId(HEAD as u8 + 2);

const OWN: [Table; 3] = [
    Table::computed("length", "|q|", Queries, One).drawn("|q|", "q"),
    Table::computed("along", "p", Queries, Keys).drawn("P", "k"),
    Table::computed("angle", "θ", Queries, Keys).drawn("θ", "k"),
];

/// All tables.
pub const TABLES: [Table; HEAD + OWN.len()] = join(typed(name::TABLES), OWN);

/// Q, K and V are typed here and never computed: nothing to ask.
const fn typed(mut tables: [Table; HEAD]) -> [Table; HEAD] {
    let mut index = Name::Q.0 as usize;
    while index <= Name::V.0 as usize {
        tables[index].asked = false;
        index += 1;
    }
    tables
}
