//! Attention's operations four cells at a time, over any [`Vector`] of four `f32`.
//!
//! Everything here is `inline(always)`: the functions must dissolve into the entry points of
//! `portable` and `simd128`, since only those carry the CPU feature that the vectors need.

pub(super) mod elementwise;
pub(super) mod product;
pub(super) mod rows;
mod vector;

pub(super) use vector::Vector;

/// One function per kernel for one vector type, each a unit of its own.
///
/// Separate and never inlined: a WebAssembly engine compiles function by function, and
/// one giant function would stay in slow baseline code for its whole first call.
macro_rules! entry_points {
    ($vector:ty $(, #[$feature:meta])?) => {
        entry_points!(@ $vector, ($(#[$feature])?),
            product::product(a: &Matrix, b: &Matrix, out: &mut Matrix);
            product::product_transposed(a: &Matrix, b: &Matrix, out: &mut Matrix);
            elementwise::scale(x: &[f32], factor: f32, out: &mut [f32]);
            elementwise::add_mask(score: &[f32], mask: &[f32], out: &mut [f32]);
            elementwise::shift(row: &[f32], max: f32, out: &mut [f32]);
            elementwise::exp(x: &[f32], out: &mut [f32]);
            elementwise::divide(row: &[f32], divisor: f32, out: &mut [f32]);
            rows::row_sums(x: &Matrix, sums: &mut [f32]);
        );
        $(#[$feature])?
        #[inline(never)]
        pub(super) fn row_max(row: &[f32]) -> f32 {
            super::lanes::rows::row_max::<$vector>(row)
        }
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
