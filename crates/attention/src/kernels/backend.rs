//! One checked door to all kernels: shapes are tested here, the work is done by one of the three.

use super::{overflow, portable, scalar};
use crate::matrix::Matrix;
use crate::shape::{ShapeError, require};

#[cfg(not(target_arch = "wasm32"))]
use super::portable as simd128;
#[cfg(target_arch = "wasm32")]
use super::simd128;

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
            Backend::Scalar => scalar::$kernel($($arg),*),
            Backend::Lanes => portable::$kernel($($arg),*),
            Backend::Simd128 => simd128::$kernel($($arg),*),
        }
    };
}

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
        dispatch!(self, product(a, b, &mut out));
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
        dispatch!(self, product_transposed(a, b, &mut out));
        overflow::mend_product_transposed(a, b, &mut out);
        Ok(out)
    }

    /// Every cell times `factor`.
    #[must_use]
    pub fn scale(self, x: &Matrix, factor: f32) -> Matrix {
        let mut out = Matrix::zeros(x.rows(), x.cols());
        dispatch!(self, scale(x.data(), factor, out.data_mut()));
        out
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
        let mut out = Matrix::zeros(scores.rows(), scores.cols());
        dispatch!(self, add_mask(scores.data(), mask.data(), out.data_mut()));
        Ok(out)
    }

    /// The largest number of each row, n×1; −∞ where there is none.
    #[must_use]
    pub fn row_max(self, x: &Matrix) -> Matrix {
        Matrix::from_fn(x.rows(), 1, |i, _| dispatch!(self, row_max(x.row(i))))
    }

    /// Each row minus its entry of `max` (n×1); −∞ stays −∞, what equals the maximum becomes 0.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless `max` is n×1.
    pub fn shift(self, x: &Matrix, max: &Matrix) -> Result<Matrix, ShapeError> {
        column("shift by the row maximum", x, max)?;
        Ok(self.shift_rows(x, max))
    }

    /// [`Backend::shift`] for a maximum that is known to fit.
    pub(crate) fn shift_rows(self, x: &Matrix, max: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(x.rows(), x.cols());
        for (i, &max) in max.data().iter().enumerate() {
            dispatch!(self, shift(x.row(i), max, out.row_mut(i)));
        }
        out
    }

    /// eˣ of every cell, by [`exp`](super::exp()).
    #[must_use]
    pub fn exp(self, x: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(x.rows(), x.cols());
        dispatch!(self, exp(x.data(), out.data_mut()));
        out
    }

    /// The sum of each row from left to right, n×1.
    #[must_use]
    pub fn row_sums(self, x: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(x.rows(), 1);
        dispatch!(self, row_sums(x, out.data_mut()));
        out
    }

    /// Each row divided by its entry of `divisor` (n×1); a divisor of 0 gives a row of zeros.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless `divisor` is n×1.
    pub fn divide(self, x: &Matrix, divisor: &Matrix) -> Result<Matrix, ShapeError> {
        column("divide by the row sum", x, divisor)?;
        Ok(self.divide_rows(x, divisor))
    }

    /// [`Backend::divide`] for divisors that are known to fit.
    pub(crate) fn divide_rows(self, x: &Matrix, divisor: &Matrix) -> Matrix {
        let mut out = Matrix::zeros(x.rows(), x.cols());
        for (i, &divisor) in divisor.data().iter().enumerate() {
            dispatch!(self, divide(x.row(i), divisor, out.row_mut(i)));
        }
        out
    }
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
