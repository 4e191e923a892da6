//! The crate `matrixmultiply`, which ndarray multiplies with.

/// out = A·B, all n×n and row-major.
///
/// # Safety
/// Each pointer is to n·n numbers of [`crate::reserve`]; `out` is neither of the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn matmul(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let row = n as isize;
    // SAFETY: the caller's promise; the strides are those of n×n numbers, row after row.
    unsafe {
        matrixmultiply::sgemm(n, n, n, 1.0, a, row, 1, b, row, 1, 0.0, out, row, 1);
    }
}
