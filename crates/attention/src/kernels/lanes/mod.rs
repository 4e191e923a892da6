//! Attention's operations four cells at a time, over any [`Vector`] of four `f32`.
//!
//! Everything here is `inline(always)`: the functions must dissolve into the entry points of
//! `portable` and `simd128`, since only those carry the CPU feature that the vectors need.

pub(super) mod activation;
pub(super) mod elementwise;
mod functions;
pub(super) mod int8;
pub(super) mod norm;
pub(super) mod panels;
pub(super) mod product;
pub(super) mod rows;
pub(super) mod training;
mod vector;

pub(super) use int8::Sums;
pub(super) use vector::Vector;

/// One function per kernel for one vector type and its sums of whole numbers, each a unit of its own.
///
/// Separate and never inlined: a WebAssembly engine compiles function by function, and
/// one giant function would stay in slow baseline code for its whole first call.
macro_rules! entry_points {
    ($vector:ty, $whole:ty $(, #[$feature:meta])?) => {
        entry_points!(@@ $whole, ($(#[$feature])?),
            int8::multiply_int8(a: &Matrix, b: &Int8Panels, out: ViewMut, bias: Option<&[f32]>));
        entry_points!(@ $vector, ($(#[$feature])?),
            product::multiply(a: View, b: View, out: ViewMut, start: Start<'_>);
            panels::multiply_panels(a: &Matrix, b: &Panels, out: ViewMut, bias: Option<&[f32]>);
            elementwise::scale(x: &mut [f32], factor: f32);
            elementwise::add_mask(score: &mut [f32], mask: &[f32]);
            elementwise::shift(x: &mut Matrix, max: &[f32]);
            elementwise::exp(x: &mut [f32]);
            elementwise::divide(x: &mut Matrix, divisors: &[f32]);
            rows::row_max(x: &Matrix, max: &mut [f32]);
            rows::row_sums(x: &Matrix, sums: &mut [f32]);
            norm::normalize(norm: Normalizer<'_>, x: &Matrix, out: &mut Matrix, mean: &mut [f32], rstd: &mut [f32]);
            norm::normalize_backward(norm: Normalizer<'_>, x: &Matrix, statistics: (&[f32], &[f32]), d_out: &Matrix, d_x: &mut Matrix, d_gain: &mut [f32], d_bias: Option<&mut [f32]>);
            activation::activate(f: Activation, x: &[f32], out: &mut [f32], slope: &mut [f32]);
            training::add(x: &mut [f32], y: &[f32]);
            training::times(x: &mut [f32], y: &[f32]);
            training::add_rows(sum: &mut [f32], x: &Matrix);
            training::softmax_backward(weights: &Matrix, d: &mut Matrix);
            training::sgd(rate_momentum: [f32; 2], w: &mut [f32], g: &[f32], v: &mut [f32]);
            training::adamw(step: AdamStep, w: &mut [f32], g: &[f32], m: &mut [f32], v: &mut [f32]);
        );
    };
    (@ $vector:ty, $features:tt, $($module:ident::$name:ident($($arg:ident: $type:ty),*);)*) => {
        $(entry_points!(@@ $vector, $features, $module::$name($($arg: $type),*));)*
    };
    (@@ $vector:ty, ($($feature:tt)*), $module:ident::$name:ident($($arg:ident: $type:ty),*)) => {
        $($feature)*
        #[inline(never)]
        pub(super) fn $name($($arg: $type),*) {
            super::lanes::$module::$name::<$vector>($($arg),*);
        }
    };
}
pub(super) use entry_points;
