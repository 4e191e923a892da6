//! What went wrong when matrices do not fit together, in words a student can act on.

use std::fmt;

/// Two or more shapes that do not fit. Shapes are `(rows, columns)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// The buffer does not hold `rows × cols` numbers.
    Length {
        /// What was being done, e.g. `"matrix"`.
        operation: &'static str,
        /// The shape asked for.
        shape: (usize, usize),
        /// How many numbers there were.
        found: usize,
    },
    /// Rows of different lengths cannot form a matrix.
    Ragged {
        /// What was being done.
        operation: &'static str,
        /// The first row (counted from 0) that differs from row 0.
        row: usize,
        /// The length of row 0.
        expected: usize,
        /// The length of `row`.
        found: usize,
    },
    /// Two shapes that break the rule of an operation.
    Mismatch {
        /// What was being done, e.g. `"scores = Q·Kᵀ"`.
        operation: &'static str,
        /// The rule that was broken, as a sentence.
        rule: &'static str,
        /// The shape on the left of the operation.
        left: (usize, usize),
        /// The shape on the right of the operation.
        right: (usize, usize),
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length {
                operation,
                shape: (rows, cols),
                found,
            } => {
                write!(
                    f,
                    "{operation}: a {rows}×{cols} matrix does not hold {found} numbers"
                )
            }
            Self::Ragged {
                operation,
                row,
                expected,
                found,
            } => write!(
                f,
                "{operation}: every row must be as long as the first; row 0 has {expected} entries, row {row} has {found}"
            ),
            Self::Mismatch {
                operation,
                rule,
                left,
                right,
            } => {
                write!(
                    f,
                    "{operation}: {rule}; got {}×{} and {}×{}",
                    left.0, left.1, right.0, right.1
                )
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// `Ok` when `holds`, else the broken rule with both shapes.
pub(crate) fn require(
    holds: bool,
    operation: &'static str,
    rule: &'static str,
    left: (usize, usize),
    right: (usize, usize),
) -> Result<(), ShapeError> {
    if holds {
        Ok(())
    } else {
        Err(ShapeError::Mismatch {
            operation,
            rule,
            left,
            right,
        })
    }
}

/// The common length of all rows; 0 when there are none.
pub(crate) fn even_width<T>(operation: &'static str, rows: &[Vec<T>]) -> Result<usize, ShapeError> {
    let expected = rows.first().map_or(0, Vec::len);
    match rows.iter().position(|row| row.len() != expected) {
        None => Ok(expected),
        Some(row) => Err(ShapeError::Ragged {
            operation,
            row,
            expected,
            found: rows[row].len(),
        }),
    }
}
