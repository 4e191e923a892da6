//! What goes row by row.

use fast::Rows;

use crate::Frame;

/// The softmax of each row. Operands: x, out.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn softmax(frame: &mut Frame) -> u32 {
    let [rows, cols, ..] = frame.size;
    // SAFETY: the caller's promise.
    let x = unsafe { frame.read(0, rows * cols) };
    // SAFETY: the same.
    let out = unsafe { frame.write(1, rows * cols) };
    frame.tell(fast::softmax(&Rows { rows, cols }, x, out))
}

/// Layer norm of each row. Operands: x, gain, bias, out.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn layer_norm(frame: &mut Frame) -> u32 {
    let [rows, cols, ..] = frame.size;
    // SAFETY: the caller's promise.
    let x = unsafe { frame.read(0, rows * cols) };
    // SAFETY: the same.
    let (gain, bias) = unsafe { (frame.read(1, cols), frame.read(2, cols)) };
    // SAFETY: the same.
    let out = unsafe { frame.write(3, rows * cols) };
    let shape = Rows { rows, cols };
    frame.tell(fast::layer_norm(&shape, x, gain, bias, frame.number, out))
}

/// GELU of every number; as many as the first size. Operands: x, out.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gelu(frame: &mut Frame) -> u32 {
    let [length, ..] = frame.size;
    // SAFETY: the caller's promise.
    let x = unsafe { frame.read(0, length) };
    // SAFETY: the same.
    let out = unsafe { frame.write(1, length) };
    frame.tell(fast::gelu(x, out))
}
