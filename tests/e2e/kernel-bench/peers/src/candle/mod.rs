//! candle's tensors. What the page has written into [`crate::reserve`]d room becomes a tensor
//! without being copied, and a result is read where candle left it.

mod block;

use std::cell::RefCell;

use candle_core::{Device, Result, Storage, Tensor};
use candle_nn::attention::{AttnMask, flash_attn};
use candle_nn::ops::softmax_last_dim;

thread_local! {
    /// The last result, until the next one.
    static RESULT: RefCell<Option<Tensor>> = const { RefCell::new(None) };
}

/// The tensor of numbers in reserved room; the room is the tensor's from now on.
///
/// # Safety
/// `start` is from [`crate::reserve`] for exactly as many numbers as the shape has, all of them written, and is not used
/// again.
unsafe fn tensor(start: *mut f32, shape: &[usize]) -> Result<Tensor> {
    let len = shape.iter().product();
    // SAFETY: the caller's promise: `reserve` has left this room of a `Vec` to us, and it is as long.
    let numbers = unsafe { Vec::from_raw_parts(start, len, len) };
    Tensor::from_vec(numbers, shape, &Device::Cpu)
}

/// Keeps a result and says where its numbers are; null where there is none.
fn kept(result: Result<Tensor>) -> *const f32 {
    let Ok(result) = result.and_then(|tensor| tensor.contiguous()) else {
        return std::ptr::null();
    };
    let start = match &*result.storage_and_layout().0 {
        Storage::Cpu(storage) => storage
            .as_slice::<f32>()
            .map_or(std::ptr::null(), <[f32]>::as_ptr),
        _ => std::ptr::null(),
    };
    RESULT.set(Some(result));
    start
}

/// softmax(x·scale·yᵀ + mask)·v for matrices or stacks of them.
fn by_products(q: &Tensor, k: &Tensor, v: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
    let scale = 1.0 / (q.dims()[q.rank() - 1] as f64).sqrt();
    let scores = (q * scale)?.matmul(&k.t()?)?;
    let scores = match mask {
        Some(mask) => scores.broadcast_add(mask)?,
        None => scores,
    };
    softmax_last_dim(&scores)?.matmul(v)
}

/// candle's fused attention; all (1, tokens, heads, width), the result (1, heads, tokens, width).
fn by_flash(q: &Tensor, k: &Tensor, v: &Tensor, causal: bool) -> Result<Tensor> {
    let scale = 1.0 / (q.dim(3)? as f32).sqrt();
    let mask = if causal {
        AttnMask::causal()
    } else {
        AttnMask::None
    };
    flash_attn::<f32>(q, k, v, scale, mask, None, None)
}

/// 0 where a query may look, −∞ where not.
fn causal_mask(n: usize) -> Result<Tensor> {
    let cell = |at: usize| {
        if at % n > at / n {
            f32::NEG_INFINITY
        } else {
            0.0
        }
    };
    Tensor::from_iter((0..n * n).map(cell), &Device::Cpu)?.reshape((n, n))
}

thread_local! {
    /// The mask of the last size, made once like a model's.
    static MASK: RefCell<Option<Tensor>> = const { RefCell::new(None) };
}

fn mask(n: usize, causal: bool) -> Result<Option<Tensor>> {
    if !causal {
        return Ok(None);
    }
    MASK.with_borrow_mut(|mask| match mask {
        Some(known) if known.dims() == [n, n] => Ok(Some(known.clone())),
        _ => Ok(mask.insert(causal_mask(n)?).clone().into()),
    })
}

/// A·B, all n×n.
///
/// # Safety
/// Each pointer is to n·n numbers of [`crate::reserve`], and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn matmul(a: *mut f32, b: *mut f32, n: usize) -> *const f32 {
    // SAFETY: the caller's promise.
    let both = unsafe { (tensor(a, &[n, n]), tensor(b, &[n, n])) };
    kept(both.0.and_then(|a| a.matmul(&both.1?)))
}

/// The softmax of each row of n×n.
///
/// # Safety
/// As for [`matmul`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn softmax(x: *mut f32, n: usize) -> *const f32 {
    // SAFETY: the caller's promise.
    let x = unsafe { tensor(x, &[n, n]) };
    kept(x.and_then(|x| softmax_last_dim(&x)))
}

/// Attention of n tokens by two products and a softmax.
///
/// # Safety
/// As for [`matmul`], of n·d numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attention_by_products(
    q: *mut f32,
    k: *mut f32,
    v: *mut f32,
    n: usize,
    d: usize,
    causal: bool,
) -> *const f32 {
    // SAFETY: the caller's promise.
    let [q, k, v] = [q, k, v].map(|start| unsafe { tensor(start, &[n, d]) });
    let compute = || by_products(&q?, &k?, &v?, mask(n, causal)?.as_ref());
    kept(compute())
}

/// Attention of n tokens by candle's fused kernel.
///
/// # Safety
/// As for [`attention_by_products`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn attention_by_flash(
    q: *mut f32,
    k: *mut f32,
    v: *mut f32,
    n: usize,
    d: usize,
    causal: bool,
) -> *const f32 {
    // SAFETY: the caller's promise.
    let [q, k, v] = [q, k, v].map(|start| unsafe { tensor(start, &[1, n, 1, d]) });
    let compute = || by_flash(&q?, &k?, &v?, causal);
    kept(compute())
}
