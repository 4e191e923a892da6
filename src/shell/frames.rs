//! What the tables of a lesson are made of, apart from their numbers. It is asked for once an edit, by all of them.

use lesson::core::opened::Opened;
use lesson::core::table::{Axis, TableId};

/// The size of each table and whether it is typed into, and the names along each axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frames {
    tables: Vec<(Option<(usize, usize)>, bool)>,
    queries: Vec<String>,
    keys: Vec<String>,
    shuffled: Vec<String>,
}

impl Frames {
    /// Those of a lesson as it is.
    pub fn of(lesson: &dyn Opened) -> Self {
        let count = lesson.meta().tables.len() as u8;
        let table = |table| (lesson.shape(table), lesson.typed(table));
        Self {
            tables: (0..count).map(TableId).map(table).collect(),
            queries: lesson.labels(Axis::Queries),
            keys: lesson.labels(Axis::Keys),
            shuffled: lesson.labels(Axis::Shuffled),
        }
    }

    /// Rows and columns of a table; none where the document has none of it.
    pub fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        self.tables.get(usize::from(table.0))?.0
    }

    /// Whether a reader types into the table.
    pub fn typed(&self, table: TableId) -> bool {
        let own = self.tables.get(usize::from(table.0));
        own.is_some_and(|(_, typed)| *typed)
    }

    /// The names along an axis; none where what lies there is only counted.
    pub fn labels(&self, axis: Axis) -> &[String] {
        match axis {
            Axis::Queries => &self.queries,
            Axis::Keys => &self.keys,
            Axis::Shuffled => &self.shuffled,
            Axis::Counted | Axis::Places | Axis::Named(_) | Axis::One => &[],
        }
    }
}
