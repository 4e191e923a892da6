//! How a matrix lies in a file.

use crate::kernels::Loss;
use crate::model::{Form, Weight};

/// How a rows×cols matrix lies in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// rows×cols: embeddings, and GPT-2's `Conv1D`, which is d_in×d_out like ours.
    Same,
    /// cols×rows: `torch.nn.Linear`, which is d_out×d_in.
    Transposed,
    /// cols: what is a 1×cols matrix here.
    Vector,
    /// rows×3·cols, of which this is block 0, 1 or 2: GPT-2's queries, keys and values lie side by
    /// side.
    Third(usize),
    /// 3·cols, of which this is one block: their biases.
    VectorThird(usize),
    /// 3·cols×rows, a `Linear`: GPT-NeoX's queries, keys and values, head by head: first the queries of a
    /// head (`third` 0), then its keys (1), then its values (2), `d_head` rows each.
    HeadThird {
        /// Which of the three.
        third: usize,
        /// The width of a head.
        d_head: usize,
    },
    /// 3·cols: their biases, in the same order.
    VectorHeadThird {
        /// Which of the three.
        third: usize,
        /// The width of a head.
        d_head: usize,
    },
}

impl Layout {
    /// The shape in the file of what is rows×cols here, or `None` past what can be counted.
    #[must_use]
    pub fn shape(self, rows: usize, cols: usize) -> Option<Vec<usize>> {
        Some(match self {
            Self::Same => vec![rows, cols],
            Self::Transposed => vec![cols, rows],
            Self::Vector => vec![cols],
            Self::Third(_) => vec![rows, cols.checked_mul(3)?],
            Self::VectorThird(_) | Self::VectorHeadThird { .. } => vec![cols.checked_mul(3)?],
            Self::HeadThird { .. } => vec![cols.checked_mul(3)?, rows],
        })
    }

    /// Where in the file, counted in numbers, entry (row, col) of a rows×cols matrix stands.
    #[must_use]
    pub fn index(self, (rows, cols): (usize, usize), row: usize, col: usize) -> usize {
        match self {
            Self::Same | Self::Vector => row * cols + col,
            Self::Transposed => col * rows + row,
            Self::Third(third) | Self::VectorThird(third) => (row * 3 + third) * cols + col,
            Self::HeadThird { third, d_head } | Self::VectorHeadThird { third, d_head } => {
                let (head, number) = (col / d_head, col % d_head);
                ((head * 3 + third) * d_head + number) * rows + row
            }
        }
    }

    /// How many numbers of the file belong together as a line; `put` takes whole ones.
    pub(in crate::load) fn line(self, rows: usize, cols: usize) -> usize {
        match self {
            Self::Same | Self::Vector => cols,
            Self::Third(_) | Self::VectorThird(_) => cols.saturating_mul(3),
            Self::Transposed | Self::HeadThird { .. } => rows,
            Self::VectorHeadThird { .. } => 1,
        }
    }

    /// Puts `numbers`, whole lines of the file from line `first` on, where they belong in `weight`:
    /// the other way of [`Layout::index`], many at a time. What rounding loses goes to `loss`.
    pub(in crate::load) fn put(
        self,
        weight: &mut Weight,
        first: usize,
        numbers: &[f32],
        loss: &mut Loss,
    ) {
        let (rows, cols) = weight.shape();
        let lines = numbers.chunks_exact(self.line(rows, cols).max(1));
        match self {
            Self::Same | Self::Vector => {
                weight.put_rows(first, &lines.collect::<Vec<_>>(), loss);
            }
            Self::Third(third) | Self::VectorThird(third) => {
                let ours = lines.map(|line| &line[third * cols..][..cols]);
                weight.put_rows(first, &ours.collect::<Vec<_>>(), loss);
            }
            Self::Transposed => columns(weight, (first, numbers), Some, loss),
            Self::HeadThird { third, d_head } | Self::VectorHeadThird { third, d_head } => {
                let column = |line| {
                    let (head, of) = (line / d_head / 3, line / d_head % 3);
                    (of == third).then_some(head * d_head + line % d_head)
                };
                columns(weight, (first, numbers), column, loss);
            }
        }
    }
}

/// Lines from `first` on become columns, those that `column` gives.
fn columns(
    weight: &mut Weight,
    (first, numbers): (usize, &[f32]),
    column: impl Fn(usize) -> Option<usize>,
    loss: &mut Loss,
) {
    let (rows, cols) = weight.shape();
    let ours = (first..).zip(numbers.chunks_exact(rows.max(1)));
    let ours = ours.filter_map(|(line, numbers)| Some((column(line)?, numbers)));
    let ours = ours.filter(|(col, _)| *col < cols);
    if weight.form() != Form::Plain || weight.divided().is_some() {
        return ours.for_each(|(col, numbers)| weight.put_column(col, numbers, loss));
    }
    // Row by row, so that what is written next to each other lies next to each other.
    let ours: Vec<_> = ours.collect();
    let matrix = weight.matrix_mut();
    for row in 0..rows {
        let to = matrix.row_mut(row);
        ours.iter()
            .for_each(|(col, numbers)| to[*col] = numbers[row]);
    }
}
