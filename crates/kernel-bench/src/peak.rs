//! As many multiplications and additions as the processor lets WebAssembly do: no memory, only
//! registers, and enough independent sums that none waits for another.

#[cfg(not(target_feature = "relaxed-simd"))]
use core::arch::wasm32::f32x4_mul;
#[cfg(target_feature = "relaxed-simd")]
use core::arch::wasm32::f32x4_relaxed_madd;
use core::arch::wasm32::{f32x4_add, f32x4_extract_lane, f32x4_splat, v128};

/// sum·a + b in every lane. Both factors change from step to step, or a compiler would multiply once.
#[cfg(target_feature = "relaxed-simd")]
#[inline(always)]
fn step(sum: v128, a: v128, b: v128) -> v128 {
    f32x4_relaxed_madd(sum, a, b)
}

/// sum·a + b in every lane, in two instructions.
#[cfg(not(target_feature = "relaxed-simd"))]
#[inline(always)]
fn step(sum: v128, a: v128, b: v128) -> v128 {
    f32x4_add(f32x4_mul(sum, a), b)
}

/// `steps` times [`step`] on each of `SUMS` sums: 4·`SUMS`·`steps` multiply-adds.
#[inline(always)]
fn sums<const SUMS: usize>(steps: usize, a: f32, b: f32) -> f32 {
    let (a, b) = (f32x4_splat(a), f32x4_splat(b));
    let mut sums: [v128; SUMS] = core::array::from_fn(|at| f32x4_splat(at as f32));
    for _ in 0..steps {
        for sum in &mut sums {
            *sum = step(*sum, a, b);
        }
    }
    let total = sums
        .into_iter()
        .fold(f32x4_splat(0.0), |x, y| f32x4_add(x, y));
    f32x4_extract_lane::<0>(total)
}

/// Exports [`sums`] for some numbers of sums; which of them is best is the processor's affair.
macro_rules! export {
    ($($name:ident: $sums:literal),*) => {
        $(#[unsafe(no_mangle)]
        pub extern "C" fn $name(steps: usize, a: f32, b: f32) -> f32 {
            sums::<$sums>(steps, a, b)
        })*
    };
}

export!(peak6: 6, peak8: 8, peak10: 10, peak12: 12, peak14: 14);
