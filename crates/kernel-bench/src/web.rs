//! A block behind plain functions, for the page.

use std::slice;

use crate::block::Block;
use crate::weights::Weights;

/// Room for all weights, which the page writes and [`block_new`] reads.
#[unsafe(no_mangle)]
pub extern "C" fn block_weights() -> *mut f32 {
    Box::leak(vec![0.0; Weights::LEN].into_boxed_slice()).as_mut_ptr()
}

/// A block for `n` tokens; null if a weight is not finite.
///
/// # Safety
/// `weights` is from [`block_weights`], and not written meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn block_new(n: usize, weights: *const f32) -> *mut Block {
    // SAFETY: the caller's promise; the room was made with so many numbers, and nobody writes it meanwhile.
    let list = unsafe { slice::from_raw_parts(weights, Weights::LEN) };
    let block = Weights::of(list).and_then(|weights| Block::new(n, &weights).ok());
    block.map_or(std::ptr::null_mut(), |block| Box::into_raw(Box::new(block)))
}

/// Where the page writes what goes in, and reads what has come out.
#[unsafe(no_mangle)]
pub extern "C" fn block_x(block: &mut Block) -> *mut f32 {
    block.x.as_mut_ptr()
}

/// Computes the block; false if what went in was not finite.
#[unsafe(no_mangle)]
pub extern "C" fn block_run(block: &mut Block) -> bool {
    block.run().is_ok()
}
