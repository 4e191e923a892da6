//! What was measured as the tables of the lesson.

use std::borrow::Cow;

use attention::Matrix;
use lesson::core::numbers::Numbers;
use lesson::core::table::TableId;
use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::lesson::{MEMORY, TIME};
use lesson::lessons::cost::point::{self, Point};
use lesson::lessons::cost::settings::{SIZES, Settings};

/// Time and memory of the points that the settings ask to see: a row a method, a column a size.
#[derive(Debug)]
pub struct Measurements {
    time: Matrix,
    memory: Matrix,
}

impl Measurements {
    /// Those of the series; `None` while nothing of it was measured.
    pub fn of(points: &[Point], settings: &Settings) -> Option<Self> {
        let sizes: Vec<usize> = SIZES
            .into_iter()
            .filter(|n| *n <= settings.largest)
            .collect();
        let measured = |row: usize, col: usize| {
            let point = point::at(points, *settings.methods.get(row)?, *sizes.get(col)?)?;
            point.outcome.as_ref().ok()
        };
        let (rows, cols) = (settings.methods.len(), sizes.len());
        let there = (0..rows).any(|row| (0..cols).any(|col| measured(row, col).is_some()));
        let table = |quantity: Quantity| {
            let number = |own| quantity.of(own) as f32;
            Matrix::from_fn(rows, cols, |row, col| {
                measured(row, col).map_or(f32::NAN, number)
            })
        };
        there.then(|| Self {
            time: table(Quantity::Time),
            memory: table(Quantity::Memory),
        })
    }
}

impl Numbers for Measurements {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        match table {
            TIME => Some(Cow::Borrowed(&self.time)),
            MEMORY => Some(Cow::Borrowed(&self.memory)),
            _ => None,
        }
    }
}
