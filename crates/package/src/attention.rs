//! Attention, and what it needs: all that the small module exports.

use core::slice;

use crate::Frame;

/// softmax(scale·Q·Kᵀ + mask)·V. Operands: q, k, v, out, scratch.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attention(frame: &mut Frame) -> u32 {
    // SAFETY: the caller's promise.
    let shape = unsafe { frame.attention() };
    // SAFETY: the same.
    let [q, k, v] = unsafe { frame.queries_keys_values() };
    // SAFETY: the same.
    let out = unsafe { frame.write(3, shape.n * shape.d_v) };
    // SAFETY: the same.
    let scratch = unsafe { frame.write(4, shape.scratch()) };
    frame.tell(fast::attention(&shape, q, k, v, out, scratch))
}

/// How many numbers of scratch [`attention`] needs for this frame's sizes.
#[unsafe(no_mangle)]
pub extern "C" fn attention_scratch(frame: &Frame) -> usize {
    frame.sizes().scratch()
}

/// Makes what may be looked at (bytes, 0 for no) a mask to be added: 0, or −∞.
///
/// # Safety
/// `length` bytes lie at `allowed` and so many numbers at `mask`, apart from each other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mask_of(allowed: *const u8, mask: *mut f32, length: usize) {
    // SAFETY: the caller's promise.
    let allowed = unsafe { slice::from_raw_parts(allowed, length) };
    // SAFETY: the same.
    let mask = unsafe { slice::from_raw_parts_mut(mask, length) };
    for (mask, allowed) in mask.iter_mut().zip(allowed) {
        *mask = if *allowed == 0 {
            f32::NEG_INFINITY
        } else {
            0.0
        };
    }
}
