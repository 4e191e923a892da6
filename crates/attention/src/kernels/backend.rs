//! One checked door to all kernels: shapes are tested here, the work is done by one of the three.

use super::packed::{Int8Panels, Panels};
use super::{Start, overflow};
use crate::matrix::Matrix;
use crate::shape::{ShapeError, require};
use crate::view::{View, ViewMut};

/// Who does the arithmetic. All give the same bits; they differ in speed only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backend {
    /// Naive loops: the specification.
    Scalar,
    /// Four cells at a time in portable Rust.
    Lanes,
    /// Four cells at a time in WebAssembly's 128-bit vectors; elsewhere the same as [`Backend::Lanes`].
    Simd128,
}

macro_rules! dispatch {
    ($backend:expr, $kernel:ident($($arg:expr),*)) => {
        match $backend {
            Backend::Scalar => $crate::kernels::scalar::$kernel($($arg),*),
            Backend::Lanes => $crate::kernels::portable::$kernel($($arg),*),
            Backend::Simd128 => $crate::kernels::fast::$kernel($($arg),*),
        }
    };
}

pub(super) use dispatch;

impl Backend {
    /// Every backend that this build has a kernel of its own for.
    #[cfg(target_arch = "wasm32")]
    pub const ALL_HERE: &'static [Self] = &[Self::Scalar, Self::Lanes, Self::Simd128];
    /// Every backend that this build has a kernel of its own for.
    #[cfg(not(target_arch = "wasm32"))]
    pub const ALL_HERE: &'static [Self] = &[Self::Scalar, Self::Lanes];

    /// The fastest one here.
    #[must_use]
    pub fn best() -> Self {
        if cfg!(target_arch = "wasm32") {
            Self::Simd128
        } else {
            Self::Lanes
        }
    }

    /// out = A·B, out += A·B or out = bias + A·B, as `start` says, for shapes that are known to
    /// fit: `a` n×k, `b` k×m, `out` n×m. What overflows stays as it is.
    ///
    /// # Panics
    /// Where the shapes do not fit.
    pub fn multiply(self, a: View<'_>, b: View<'_>, out: ViewMut<'_>, start: Start<'_>) {
        let ((n, k), (_, m)) = (a.shape(), b.shape());
        let biased = !matches!(start, Start::Row(bias) if bias.len() != m);
        let fits = b.shape().0 == k && out.shape() == (n, m) && biased;
        assert!(fits, "{n}×{k} · {:?} → {:?}", b.shape(), out.shape());
        dispatch!(self, multiply(a, b, out, start));
    }

    /// out = bias + A·B for a B in panels: `a` n×k, `b` k×m, `out` n×m. The bits are those of
    /// [`Backend::multiply`] with the same numbers. What overflows stays as it is.
    ///
    /// # Panics
    /// Where the shapes do not fit.
    pub fn multiply_panels(self, a: &Matrix, b: &Panels, out: ViewMut<'_>, bias: Option<&[f32]>) {
        check(a, b.shape(), &out, bias);
        dispatch!(self, multiply_panels(a, b, out, bias));
    }

    /// out = bias + A·B for a B of whole numbers, and A rounded as they are: `a` n×k, `b` k×m, `out` n×m. A cell of A
    /// that is no number, or infinite, makes the cells of its row such, too.
    ///
    /// # Panics
    /// Where the shapes do not fit.
    pub fn multiply_int8(self, a: &Matrix, b: &Int8Panels, out: ViewMut<'_>, bias: Option<&[f32]>) {
        check(a, b.shape(), &out, bias);
        dispatch!(self, multiply_int8(a, b, out, bias));
    }

    /// A·B: `a` n×k, `b` k×m → n×m. Cell `(i, j)` is Σₖ aᵢₖ·bₖⱼ, from left to right.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless `a` has as many columns as `b` has rows.
    pub fn product(self, a: &Matrix, b: &Matrix) -> Result<Matrix, ShapeError> {
        let rule = "the left matrix needs as many columns as the right has rows";
        require(
            a.cols() == b.rows(),
            "matrix product",
            rule,
            a.shape(),
            b.shape(),
        )?;
        let mut out = Matrix::zeros(a.rows(), b.cols());
        self.multiply(a.view(), b.view(), out.view_mut(), Start::Zero);
        overflow::mend_product(a, b, &mut out);
        Ok(out)
    }

    /// A·Bᵀ: `a` n×k, `b` m×k → n×m. Cell `(i, j)` is the dot product of row `i` of `a` and
    /// row `j` of `b`, from left to right.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless both have the same number of columns.
    pub fn product_transposed(self, a: &Matrix, b: &Matrix) -> Result<Matrix, ShapeError> {
        let rule = "both matrices need the same number of columns";
        require(
            a.cols() == b.cols(),
            "product with the transpose",
            rule,
            a.shape(),
            b.shape(),
        )?;
        let mut out = Matrix::zeros(a.rows(), b.rows());
        self.multiply(a.view(), b.view().t(), out.view_mut(), Start::Zero);
        overflow::mend_product_transposed(a, b, &mut out);
        Ok(out)
    }

    /// Every cell times `factor`.
    #[must_use]
    pub fn scale(self, x: &Matrix, factor: f32) -> Matrix {
        let mut out = x.clone();
        self.scale_by(out.data_mut(), factor);
        out
    }

    /// Every number times `factor`, in place.
    pub(crate) fn scale_by(self, x: &mut [f32], factor: f32) {
        dispatch!(self, scale(x, factor));
    }

    /// Scores plus mask, cell by cell; −∞ in the mask gives −∞ whatever the score.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless both have the same shape.
    pub fn add_mask(self, scores: &Matrix, mask: &Matrix) -> Result<Matrix, ShapeError> {
        let rule = "scores and mask need the same shape";
        require(
            scores.shape() == mask.shape(),
            "mask",
            rule,
            scores.shape(),
            mask.shape(),
        )?;
        let mut out = scores.clone();
        dispatch!(self, add_mask(out.data_mut(), mask.data()));
        Ok(out)
    }

    /// The largest number of each row, n×1; −∞ where there is none.
    #[must_use]
    pub fn row_max(self, x: &Matrix) -> Matrix {
        let mut max = Matrix::zeros(x.rows(), 1);
        self.row_max_into(x, &mut max);
        max
    }

    /// [`Backend::row_max`] into a column that is there already.
    pub(crate) fn row_max_into(self, x: &Matrix, max: &mut Matrix) {
        dispatch!(self, row_max(x, max.data_mut()));
    }

    /// Each row minus its entry of `max` (n×1); −∞ stays −∞, what equals the maximum becomes 0.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless `max` is n×1.
    pub fn shift(self, x: &Matrix, max: &Matrix) -> Result<Matrix, ShapeError> {
        column("shift by the row maximum", x, max)?;
        let mut out = x.clone();
        self.shift_rows(&mut out, max);
        Ok(out)
    }

    /// [`Backend::shift`] in place, for a maximum that is known to fit.
    pub(crate) fn shift_rows(self, x: &mut Matrix, max: &Matrix) {
        dispatch!(self, shift(x, max.data()));
    }

    /// eˣ of every cell, by [`exp`](super::exp()).
    #[must_use]
    pub fn exp(self, x: &Matrix) -> Matrix {
        let mut out = x.clone();
        self.exp_each(out.data_mut());
        out
    }

    /// eˣ of every number, in place.
    pub(crate) fn exp_each(self, x: &mut [f32]) {
        dispatch!(self, exp(x));
    }

    /// The sum of each row from left to right, n×1.
    #[must_use]
    pub fn row_sums(self, x: &Matrix) -> Matrix {
        let mut sums = Matrix::zeros(x.rows(), 1);
        self.row_sums_into(x, &mut sums);
        sums
    }

    /// [`Backend::row_sums`] into a column that is there already.
    pub(crate) fn row_sums_into(self, x: &Matrix, sums: &mut Matrix) {
        dispatch!(self, row_sums(x, sums.data_mut()));
    }

    /// Each row divided by its entry of `divisor` (n×1); a divisor of 0 gives a row of zeros.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless `divisor` is n×1.
    pub fn divide(self, x: &Matrix, divisor: &Matrix) -> Result<Matrix, ShapeError> {
        column("divide by the row sum", x, divisor)?;
        let mut out = x.clone();
        self.divide_rows(&mut out, divisor);
        Ok(out)
    }

    /// [`Backend::divide`] in place, for divisors that are known to fit.
    pub(crate) fn divide_rows(self, x: &mut Matrix, divisor: &Matrix) {
        dispatch!(self, divide(x, divisor.data()));
    }
}

/// Panics unless `a` n×k, `b` k×m and `out` n×m fit each other and the bias.
fn check(a: &Matrix, b: (usize, usize), out: &ViewMut<'_>, bias: Option<&[f32]>) {
    let biased = bias.is_none_or(|bias| bias.len() == b.1);
    let fits = a.cols() == b.0 && out.shape() == (a.rows(), b.1) && biased;
    assert!(fits, "{:?} · {b:?} → {:?}", a.shape(), out.shape());
}

fn column(operation: &'static str, x: &Matrix, column: &Matrix) -> Result<(), ShapeError> {
    let rule = "one number per row is needed, as a single column";
    require(
        column.shape() == (x.rows(), 1),
        operation,
        rule,
        x.shape(),
        column.shape(),
    )
}
