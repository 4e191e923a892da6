//! What a point needs, exactly, from its shapes: bytes of memory and multiply-adds.

use fast::{Attention, Product};

use super::method::Method;
use super::settings::Setup;

/// The shape of one head with `n` tokens, as `method` computes it.
#[must_use]
pub fn shape(method: Method, setup: &Setup, n: usize) -> Attention<'static> {
    Attention {
        causal: setup.causal,
        window: (method == Method::Window).then_some(setup.window),
        ..Attention::full(n, setup.d)
    }
}

/// Q·Kᵀ, a row of it: n×d times d×n.
pub(super) const fn scores(n: usize, d: usize, rows: usize) -> Product {
    Product {
        n: rows,
        k: d,
        m: n,
        transposed: true,
    }
}

/// Weights·V, a row of it: n×n times n×d.
pub(super) const fn mix(n: usize, d: usize, rows: usize) -> Product {
    Product {
        n: rows,
        k: n,
        m: d,
        transposed: false,
    }
}

/// Numbers of scratch beside Q, K, V, the result and what is n×n.
#[must_use]
pub fn scratch(method: Method, setup: &Setup, n: usize) -> usize {
    let shape = shape(method, setup, n);
    let d = setup.d;
    match method {
        Method::Textbook => 0,
        Method::Staged => scores(n, d, n).packed().max(mix(n, d, n).packed()),
        Method::Fused | Method::Scalar | Method::Window => shape.scratch(),
        Method::Linear => shape.linear_scratch(),
    }
}

/// Numbers of everything that is n×n.
pub(super) fn squares(method: Method, n: usize) -> u64 {
    method.squares() * n as u64 * n as u64
}

/// Bytes of one point: Q, K, V and the result, n×d each, the scratch, and what is n×n, all `f32`.
#[must_use]
pub fn bytes(method: Method, setup: &Setup, n: usize) -> u64 {
    let operands = 4 * n as u64 * setup.d as u64;
    4 * (operands + squares(method, n) + scratch(method, setup, n) as u64)
}

/// Pairs of a query and a key that are computed. The staged product is whole also where half of it
/// is masked away afterwards; the loops and tiles leave out what may not be seen.
#[must_use]
pub fn pairs(method: Method, setup: &Setup, n: usize) -> u64 {
    let n = n as u64;
    let until = |w: u64| w * (w + 1) / 2 + (n - w) * w;
    match method {
        Method::Staged => n * n,
        Method::Window => until(n.min(setup.window as u64)),
        Method::Linear => 0,
        _ if setup.causal => until(n),
        _ => n * n,
    }
}

/// Multiply-adds of one call: pairs·(d_k + d_v); of linear attention n·(2·d_k·d_v + d_k), for φ(k)vᵀ,
/// φ(q)·state and φ(q)·sum.
#[must_use]
pub fn multiply_adds(method: Method, setup: &Setup, n: usize) -> u64 {
    let d = setup.d as u64;
    match method {
        Method::Linear => n as u64 * (2 * d * d + d),
        _ => pairs(method, setup, n) * 2 * d,
    }
}
