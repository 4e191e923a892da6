//! The crate `gemm`, which is also what candle multiplies with.

use gemm::Parallelism;

/// out = A·B, all n×n and row-major.
///
/// # Safety
/// Each pointer is to n·n numbers of [`crate::reserve`]; `out` is neither of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn matmul(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (column, row) = (1, n as isize);
    // SAFETY: the caller's promise; the strides are those of n×n numbers, row after row.
    unsafe {
        gemm::gemm(
            n,
            n,
            n,
            out,
            column,
            row,
            false,
            a,
            column,
            row,
            b,
            column,
            row,
            0.0,
            1.0,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}
