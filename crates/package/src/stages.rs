//! The other two ways of attention: with every stage kept, and linear.

use fast::StageBuffers;

use crate::Frame;

/// Attention with every stage kept. Operands: q, k, v, scratch, then scores, scaled, masked, max,
/// exp, sum, weights, output.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attention_stages(frame: &mut Frame) -> u32 {
    // SAFETY: the caller's promise.
    let shape = unsafe { frame.attention() };
    let all = shape.n * shape.m;
    // SAFETY: the same.
    let [q, k, v] = unsafe { frame.queries_keys_values() };
    // SAFETY: the same.
    let scratch = unsafe { frame.write(3, shape.stages_scratch()) };
    // SAFETY: the same.
    let mut to = unsafe {
        StageBuffers {
            scores: frame.write(4, all),
            scaled: frame.write(5, all),
            masked: frame.write(6, all),
            max: frame.write(7, shape.n),
            exp: frame.write(8, all),
            sum: frame.write(9, shape.n),
            weights: frame.write(10, all),
            output: frame.write(11, shape.n * shape.d_v),
        }
    };
    frame.tell(fast::attention_stages(&shape, q, k, v, &mut to, scratch))
}

/// How many numbers of scratch [`attention_stages`] needs for this frame's sizes.
#[unsafe(no_mangle)]
pub extern "C" fn attention_stages_scratch(frame: &Frame) -> usize {
    frame.sizes().stages_scratch()
}

/// Linear attention. Operands: q, k, v, out, scratch.
///
/// # Safety
/// `frame` and the operands are laid out as it says, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn linear_attention(frame: &mut Frame) -> u32 {
    // SAFETY: the caller's promise.
    let shape = unsafe { frame.attention() };
    // SAFETY: the same.
    let [q, k, v] = unsafe { frame.queries_keys_values() };
    // SAFETY: the same.
    let out = unsafe { frame.write(3, shape.n * shape.d_v) };
    // SAFETY: the same.
    let scratch = unsafe { frame.write(4, shape.linear_scratch()) };
    frame.tell(fast::linear_attention(&shape, q, k, v, out, scratch))
}

/// How many numbers of scratch [`linear_attention`] needs for this frame's sizes.
#[unsafe(no_mangle)]
pub extern "C" fn linear_attention_scratch(frame: &Frame) -> usize {
    frame.sizes().linear_scratch()
}
