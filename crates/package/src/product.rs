//! Matrix products.

use fast::Product;

use crate::Frame;

/// The product that a frame asks for: sizes n, k, m.
fn product(frame: &Frame) -> Product {
    let [n, k, m, _] = frame.size;
    let transposed = frame.switch != 0;
    Product {
        n,
        k,
        m,
        transposed,
    }
}

/// A·B or A·Bᵀ. Operands: a, b, out, scratch of [`packed`] numbers.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn matmul(frame: &mut Frame) -> u32 {
    let shape = product(frame);
    // SAFETY: the caller's promise.
    let a = unsafe { frame.read(0, shape.n * shape.k) };
    // SAFETY: the same.
    let b = unsafe { frame.read(1, shape.k * shape.m) };
    // SAFETY: the same.
    let out = unsafe { frame.write(2, shape.n * shape.m) };
    // SAFETY: the same.
    let scratch = unsafe { frame.write(3, shape.packed()) };
    frame.tell(fast::matmul(&shape, a, b, out, scratch))
}

/// As [`matmul`], where b was packed by [`pack`]. Operands: a, packed b, out.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn matmul_packed(frame: &mut Frame) -> u32 {
    let shape = product(frame);
    // SAFETY: the caller's promise.
    let a = unsafe { frame.read(0, shape.n * shape.k) };
    // SAFETY: the same.
    let b = unsafe { frame.read(1, shape.packed()) };
    // SAFETY: the same.
    let out = unsafe { frame.write(2, shape.n * shape.m) };
    frame.tell(fast::matmul_packed(&shape, a, b, out))
}

/// Packs b for [`matmul_packed`]. Operands: b, and where to pack it, [`packed`] numbers.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pack(frame: &mut Frame) -> u32 {
    let shape = product(frame);
    // SAFETY: the caller's promise.
    let b = unsafe { frame.read(0, shape.k * shape.m) };
    // SAFETY: the same.
    let to = unsafe { frame.write(1, shape.packed()) };
    frame.tell(fast::pack(&shape, b, to))
}

/// How many numbers a packed b has.
#[unsafe(no_mangle)]
pub extern "C" fn packed(frame: &Frame) -> usize {
    product(frame).packed()
}
