//! A block of GPT-2 (Radford et al. 2019) of candle's operations.

use std::cell::RefCell;

use candle_core::{Device, Result, Tensor};
use candle_nn::ops::layer_norm;

use super::{by_flash, by_products, kept, mask, tensor};

/// Width, heads and width of the MLP.
const WIDTH: usize = 768;
const HEADS: usize = 12;
const HIDDEN: usize = 3072;
/// What every part of the weights is shaped like, in the order in which the page writes them.
const SHAPES: [&[usize]; 12] = [
    &[WIDTH],
    &[WIDTH],
    &[WIDTH, 3 * WIDTH],
    &[3 * WIDTH],
    &[WIDTH, WIDTH],
    &[WIDTH],
    &[WIDTH],
    &[WIDTH],
    &[WIDTH, HIDDEN],
    &[HIDDEN],
    &[HIDDEN, WIDTH],
    &[WIDTH],
];

thread_local! {
    static WEIGHTS: RefCell<Vec<Tensor>> = const { RefCell::new(Vec::new()) };
}

/// Takes the weights, one after the other as in [`SHAPES`]; false if there is no room for them.
///
/// # Safety
/// `start` is to as many numbers as the shapes have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn block_weights(start: *const f32) -> bool {
    let mut from = start;
    let mut cut = |shape: &&[usize]| {
        let len = shape.iter().product();
        // SAFETY: the caller's promise: the parts lie one after the other, and this one begins at `from`.
        let part = unsafe { std::slice::from_raw_parts(from, len) };
        // SAFETY: the same; behind the last part it points to the end of all, which is allowed.
        from = unsafe { from.add(len) };
        Tensor::from_slice(part, *shape, &Device::Cpu)
    };
    let all: Result<Vec<_>> = SHAPES.iter().map(&mut cut).collect();
    all.map(|all| WEIGHTS.set(all)).is_ok()
}

/// The block of n tokens, with candle's fused attention or without it.
///
/// # Safety
/// `x` is to n·768 numbers of [`crate::reserve`], and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn block(x: *mut f32, n: usize, flash: bool) -> *const f32 {
    // SAFETY: the caller's promise.
    let x = unsafe { tensor(x, &[n, WIDTH]) };
    kept(WEIGHTS.with_borrow(|weights| forward(&x?, weights, flash)))
}

fn forward(x: &Tensor, w: &[Tensor], flash: bool) -> Result<Tensor> {
    let linear = |x: &Tensor, at: usize| x.matmul(&w[at])?.broadcast_add(&w[at + 1]);
    let qkv = linear(&layer_norm(x, &w[0], &w[1], 1e-5)?, 2)?;
    let x = (x + linear(&heads(&qkv, flash)?, 4)?)?;
    let hidden = linear(&layer_norm(&x, &w[6], &w[7], 1e-5)?, 8)?.gelu()?;
    &x + linear(&hidden, 10)?
}

/// Causal attention of all heads, below each other in and out.
fn heads(qkv: &Tensor, flash: bool) -> Result<Tensor> {
    let n = qkv.dim(0)?;
    let qkv = qkv.reshape((n, 3, HEADS, WIDTH / HEADS))?;
    let mixed = if flash {
        let part = |at| qkv.narrow(1, at, 1)?.transpose(0, 1)?.contiguous();
        by_flash(&part(0)?, &part(1)?, &part(2)?, true)?.squeeze(0)?
    } else {
        let part = |at| {
            qkv.narrow(1, at, 1)?
                .squeeze(1)?
                .transpose(0, 1)?
                .contiguous()
        };
        by_products(&part(0)?, &part(1)?, &part(2)?, mask(n, true)?.as_ref())?
    };
    mixed.transpose(0, 1)?.reshape((n, WIDTH))
}
