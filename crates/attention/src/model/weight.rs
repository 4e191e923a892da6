//! A matrix of weights, as a matrix or laid out for reading.

use crate::kernels::{BLOCK, Backend, Int8Panels, Loss, Panels, Start};
use crate::matrix::Matrix;
use crate::model::Tensors;
use crate::model::part::Part;
use crate::view::ViewMut;
use std::borrow::Cow;

/// May weights be held otherwise than as whole matrices? Where only matrices are wanted, as for training, the code for all
/// else is left out.
const PACKED: bool = cfg!(feature = "packed");

/// How weights are held; without the feature `packed` as matrices, whatever is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// As matrices, which can be trained.
    #[default]
    Plain,
    /// As f32 in the order in which they are read: the same bits come out, and one written token is two to five times as
    /// fast.
    Panels,
    /// As whole numbers of eight bits, a scale for each 32: a quarter of the memory, and less exact. What is multiplied
    /// by them is rounded too.
    Int8,
}

/// A matrix of weights that rows are multiplied by.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// Is the transpose multiplied by? So embeddings are: a row a token, of which the logits are read off.
    turned: bool,
    /// Empty where it is packed.
    matrix: Matrix,
    packed: Option<Packed>,
    /// Where other workers hold other columns: which are here.
    part: Option<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Packed {
    Panels(Panels),
    Int8(Int8Panels),
}

impl Weight {
    /// x is multiplied by `matrix`.
    #[must_use]
    pub fn factor(matrix: Matrix) -> Self {
        Self {
            turned: false,
            matrix,
            packed: None,
            part: None,
        }
    }

    /// x is multiplied by the transpose of `matrix`.
    #[must_use]
    pub fn turned(matrix: Matrix) -> Self {
        let turned = true;
        Self {
            turned,
            ..Self::factor(matrix)
        }
    }

    /// Zeros, rows×cols, held as `form` says; multiplied by their transpose if `turned`.
    #[must_use]
    pub fn zeros(form: Form, (rows, cols): (usize, usize), turned: bool) -> Self {
        let (k, m) = if turned { (cols, rows) } else { (rows, cols) };
        let (matrix, packed) = match form {
            _ if !PACKED => (Matrix::zeros(rows, cols), None),
            Form::Plain => (Matrix::zeros(rows, cols), None),
            Form::Panels => (
                Matrix::zeros(0, 0),
                Some(Packed::Panels(Panels::zeros(k, m))),
            ),
            Form::Int8 => (
                Matrix::zeros(0, 0),
                Some(Packed::Int8(Int8Panels::zeros(k, m))),
            ),
        };
        Self {
            turned,
            matrix,
            packed,
            part: None,
        }
    }

    fn packed(&self) -> Option<&Packed> {
        self.packed.as_ref().filter(|_| PACKED)
    }

    /// Which of its columns are here, if others are elsewhere.
    pub(crate) fn divided(&self) -> Option<&Part> {
        self.part.as_ref().filter(|_| PACKED)
    }

    /// How many bytes that takes; `None` where they cannot be counted.
    #[must_use]
    pub fn bytes(form: Form, (rows, cols): (usize, usize), turned: bool) -> Option<usize> {
        let (k, m) = if turned { (cols, rows) } else { (rows, cols) };
        match form {
            Form::Plain => rows.checked_mul(cols)?.checked_mul(size_of::<f32>()),
            Form::Panels => Panels::numbers(k, m)?.checked_mul(size_of::<f32>()),
            Form::Int8 => Int8Panels::bytes(k, m),
        }
    }

    /// (rows, columns), as of the matrix; those that are elsewhere count.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        let (rows, cols) = self.held();
        match (&self.part, self.turned) {
            (None, _) => (rows, cols),
            (Some(part), true) => (part.of, cols),
            (Some(part), false) => (rows, part.of),
        }
    }

    /// The shape of what is here.
    fn held(&self) -> (usize, usize) {
        let (k, m) = match self.packed() {
            None => return self.matrix.shape(),
            Some(Packed::Panels(panels)) => panels.shape(),
            Some(Packed::Int8(panels)) => panels.shape(),
        };
        if self.turned { (m, k) } else { (k, m) }
    }

    /// How it is held.
    #[must_use]
    pub fn form(&self) -> Form {
        match self.packed() {
            None => Form::Plain,
            Some(Packed::Panels(_)) => Form::Panels,
            Some(Packed::Int8(_)) => Form::Int8,
        }
    }

    /// The number at (row, col) of what is here, or what stands for it.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    #[must_use]
    pub fn at(&self, row: usize, col: usize) -> f32 {
        let (i, j) = if self.turned { (col, row) } else { (row, col) };
        match self.packed() {
            None => self.matrix.at(row, col),
            Some(Packed::Panels(panels)) => panels.at(i, j),
            Some(Packed::Int8(panels)) => panels.at(i, j),
        }
    }

    /// Row `row` of what is here, put together where it does not lie in one piece.
    ///
    /// # Panics
    /// Past the last row, like slice indexing.
    #[must_use]
    pub fn row(&self, row: usize) -> Cow<'_, [f32]> {
        match self.packed() {
            None => Cow::Borrowed(self.matrix.row(row)),
            Some(_) => (0..self.held().1).map(|col| self.at(row, col)).collect(),
        }
    }

    /// All that is here as a matrix, put together where it is none.
    #[must_use]
    pub fn matrix(&self) -> Cow<'_, Matrix> {
        let (rows, cols) = self.held();
        match self.packed() {
            None => Cow::Borrowed(&self.matrix),
            Some(_) => Cow::Owned(Matrix::from_fn(rows, cols, |row, col| self.at(row, col))),
        }
    }

    /// The matrix, to be changed: from here on it is held as one.
    #[must_use]
    pub fn matrix_mut(&mut self) -> &mut Matrix {
        if self.packed().is_some() {
            self.matrix = self.matrix().into_owned();
            self.packed = None;
        }
        &mut self.matrix
    }

    /// Holds the same numbers, or with [`Form::Int8`] the nearest, in another form; what is lost goes to `loss`.
    pub fn hold(&mut self, form: Form, loss: &mut Loss) {
        if self.form() == form {
            return;
        }
        let matrix = std::mem::replace(self.matrix_mut(), Matrix::zeros(0, 0));
        let part = self.part.take();
        *self = Self::zeros(form, matrix.shape(), self.turned);
        self.put_own_rows(0, &matrix.iter_rows().collect::<Vec<_>>(), loss);
        self.part = part;
    }

    /// Writes rows of what is held here from row `first` on. Whole numbers of one that is not turned are rounded by 32
    /// rows: `first` must be a multiple of that, and so must their number, but for the last.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    fn put_own_rows(&mut self, first: usize, rows: &[&[f32]], loss: &mut Loss) {
        let rows_at = (first..).zip(rows);
        match (self.packed.as_mut().filter(|_| PACKED), self.turned) {
            (None, _) => rows_at.for_each(|(at, row)| {
                self.matrix.row_mut(at).copy_from_slice(row);
            }),
            (Some(Packed::Panels(panels)), false) => {
                rows_at.for_each(|(at, row)| panels.put_row(at, row));
            }
            (Some(Packed::Panels(panels)), true) => {
                rows_at.for_each(|(at, row)| panels.put_column(at, row));
            }
            (Some(Packed::Int8(panels)), false) => {
                for (block, rows) in (first / BLOCK..).zip(rows.chunks(BLOCK)) {
                    panels.put_rows(block, rows, loss);
                }
            }
            (Some(Packed::Int8(panels)), true) => {
                rows_at.for_each(|(at, row)| panels.put_column(at, row, loss));
            }
        }
    }

    /// bias + x·W, or x·Wᵀ where it is turned, in the columns that are held here: `x` R×k → R×columns. `None` where x has
    /// another width.
    pub(super) fn own_columns(
        &self,
        backend: Backend,
        x: &Matrix,
        bias: Option<&Matrix>,
    ) -> Option<Matrix> {
        let (k, m) = self.factor_shape();
        if x.cols() != k {
            return None;
        }
        let mut out = Matrix::zeros(x.rows(), m);
        let bias = bias.map(|bias| &bias.data()[self.columns()]);
        self.project(backend, x, out.view_mut(), bias);
        Some(out)
    }

    /// The same at their places in `out`, R×of all.
    pub(super) fn put_own_columns(
        &self,
        backend: Backend,
        x: &Matrix,
        out: &mut Matrix,
        bias: Option<&Matrix>,
    ) {
        let columns = self.columns();
        let bias = bias.map(|bias| &bias.data()[columns.clone()]);
        let out = out.window_mut(0..x.rows(), columns);
        self.project(backend, x, out, bias);
    }

    /// Which of its columns are held here.
    fn columns(&self) -> std::ops::Range<usize> {
        match self.divided() {
            Some(part) => part.columns.clone(),
            None => 0..self.factor_shape().1,
        }
    }

    /// (k, m) of what rows of k numbers are multiplied by here.
    fn factor_shape(&self) -> (usize, usize) {
        let (rows, cols) = self.held();
        if self.turned {
            (cols, rows)
        } else {
            (rows, cols)
        }
    }

    /// Row `row` of one that is turned, if it is held here.
    pub(super) fn own_row(&self, row: usize) -> Option<Cow<'_, [f32]>> {
        let first = self.part.as_ref().map_or(0, |part| part.columns.start);
        let place = row.checked_sub(first)?;
        (self.turned && place < self.held().0).then(|| self.row(place))
    }

    /// out = bias + x·W, or x·Wᵀ where it is turned: `x` R×k → `out` R×m, of all that is here.
    pub(crate) fn project(
        &self,
        backend: Backend,
        x: &Matrix,
        out: ViewMut<'_>,
        bias: Option<&[f32]>,
    ) {
        match self.packed() {
            None => {
                let view = self.matrix.view();
                let view = if self.turned { view.t() } else { view };
                // Every cell starts at its bias and adds its products from left to right.
                let start = bias.map_or(Start::Zero, Start::Row);
                backend.multiply(x.view(), view, out, start);
            }
            Some(Packed::Panels(panels)) => backend.multiply_panels(x, panels, out, bias),
            Some(Packed::Int8(panels)) => backend.multiply_int8(x, panels, out, bias),
        }
    }
}

/// What only files need.
#[cfg(feature = "files")]
impl Weight {
    /// Tells it its number among all, in case it is divided.
    pub(super) fn number(&mut self, number: u32) {
        if let Some(part) = &mut self.part {
            part.number = number;
        }
    }

    /// Of what [`Weight::zeros`] makes, only `columns` of what rows are multiplied by; `group` are never parted.
    #[must_use]
    pub(crate) fn part(
        form: Form,
        (rows, cols): (usize, usize),
        turned: bool,
        (columns, group): (std::ops::Range<usize>, usize),
    ) -> Self {
        let of = if turned { rows } else { cols };
        let own = if turned {
            (columns.len(), cols)
        } else {
            (rows, columns.len())
        };
        let part = Part {
            number: 0,
            columns,
            of,
            group,
        };
        Self {
            part: Some(part),
            ..Self::zeros(form, own, turned)
        }
    }

    /// Writes rows from row `first` on, or what of them is held here; counts as of [`Weight::put_own_rows`].
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub(crate) fn put_rows(&mut self, first: usize, rows: &[&[f32]], loss: &mut Loss) {
        let Some(Part { columns, .. }) = self.part.clone() else {
            return self.put_own_rows(first, rows, loss);
        };
        if self.turned {
            let end = first + rows.len();
            let (from, to) = (
                columns.start.clamp(first, end),
                columns.end.clamp(first, end),
            );
            let place = from.saturating_sub(columns.start);
            self.put_own_rows(place, &rows[from - first..to - first], loss);
        } else {
            let rows: Vec<_> = rows.iter().map(|row| &row[columns.clone()]).collect();
            self.put_own_rows(first, &rows, loss);
        }
    }

    /// Writes column `col` of one that is not turned, if it is held here.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub(crate) fn put_column(&mut self, col: usize, numbers: &[f32], loss: &mut Loss) {
        let col = match &self.part {
            None => col,
            Some(part) if part.columns.contains(&col) => col - part.columns.start,
            Some(_) => return,
        };
        match self.packed.as_mut().filter(|_| PACKED) {
            None => {
                for (row, number) in numbers.iter().enumerate() {
                    self.matrix.row_mut(row)[col] = *number;
                }
            }
            Some(Packed::Panels(panels)) => panels.put_column(col, numbers),
            Some(Packed::Int8(panels)) => panels.put_column(col, numbers, loss),
        }
    }

    /// Is row `row` of one that is turned what `numbers` would become here? Who holds it must know.
    pub(crate) fn has_row(&self, row: usize, numbers: &[f32]) -> bool {
        let (rows, cols) = self.shape();
        if row >= rows || numbers.len() != cols {
            return false;
        }
        let Some(own) = self.own_row(row) else {
            return self.part.is_some();
        };
        let mut same = Self::zeros(self.form(), (1, cols), true);
        same.put_rows(0, &[numbers], &mut Loss::default());
        (0..cols).all(|col| same.at(0, col) == own[col])
    }
}

/// What is laid out for reading is passed over by who only looks, and becomes a matrix for who changes it.
impl Tensors for Weight {
    fn each<'a>(&'a self, path: &str, see: &mut dyn FnMut(&str, &'a Matrix)) {
        if self.packed().is_none() {
            see(path, &self.matrix);
        }
    }
    fn each_mut(&mut self, path: &str, see: &mut dyn FnMut(&str, &mut Matrix)) {
        see(path, self.matrix_mut());
    }
    fn each_shape(&self, path: &str, see: &mut dyn FnMut(&str, (usize, usize))) {
        see(path, self.shape());
    }
    fn set_to_zero(&mut self) {
        self.matrix_mut().data_mut().fill(0.0);
    }
    fn in_step(
        &mut self,
        gradient: &Self,
        [first, second]: [&mut Self; 2],
        see: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    ) {
        let moments = [first.matrix_mut(), second.matrix_mut()];
        see(self.matrix_mut(), &gradient.matrix(), moments);
    }
}
