//! All kernels for one kind of vector, each a function of its own.

use crate::online::{self, Tile};
use crate::stages::{self, Row};
use crate::tile::{self, Block};
use crate::{activation, elementwise, norm, pack, softmax};
use core::ops::Range;

/// The entry points of the kernels; what calls them is ordinary code.
#[doc(hidden)]
pub trait Kernels {
    /// Rows of a tile.
    const HEIGHT: usize;
    /// [`tile::strips`] with tiles of `HEIGHT` rows.
    fn strips(block: &Block<'_>, rows: Range<usize>, out: &mut [f32]);
    /// [`tile::strips`] of rows that are too few for such a tile: with tiles of four.
    fn last_strips(block: &Block<'_>, rows: Range<usize>, out: &mut [f32]);
    /// [`pack::rows`]
    fn pack_rows(b: &[f32], depth: usize, factor: f32, packed: &mut [f32]);
    /// [`pack::columns`]
    fn pack_columns(b: &[f32], cols: usize, packed: &mut [f32]);
    /// [`online::weigh`]
    fn weigh(tile: Tile<'_>);
    /// [`online::weigh_bounded`]
    fn weigh_bounded(scores: &mut [f32], stride: usize, width: usize, sum: &mut [f32]);
    /// [`softmax::softmax`]
    fn softmax_rows(cols: usize, x: &[f32], out: &mut [f32]) -> bool;
    /// [`stages::row`]
    fn stage_row(row: Row<'_>) -> (f32, f32);
    /// [`elementwise::energies`]
    fn energies(x: &[f32], cols: usize) -> (f32, f32);
    /// [`softmax::are_scores`]
    fn are_scores(x: &[f32]) -> bool;
    /// [`elementwise::add_times`]
    fn add_times(x: &mut [f32], y: &[f32], factor: f32);
    /// [`activation::feature`]
    fn feature(x: &[f32], out: &mut [f32]);
    /// [`activation::gelu`]
    fn gelu_of(x: &[f32], out: &mut [f32]);
    /// [`norm::layer_norm`]
    fn layer_norm_rows(x: &[f32], gain: &[f32], bias: &[f32], eps: f32, out: &mut [f32]);
}

/// [`Kernels`] for one kind of vector.
///
/// Separate functions, never inlined: a WebAssembly engine compiles function by function, and one
/// giant function would stay in slow baseline code for its whole first call.
macro_rules! kernels {
    ($name:ty, $module:ident, $vector:ty, $height:expr $(, #[$feature:meta])?) => {
        impl Kernels for $name {
            const HEIGHT: usize = $height;
            fn strips(block: &Block<'_>, rows: Range<usize>, out: &mut [f32]) {
                $module::strips::<{ $height }, true>(block, rows, out);
            }
            fn last_strips(block: &Block<'_>, rows: Range<usize>, out: &mut [f32]) {
                $module::strips::<4, false>(block, rows, out);
            }
            kernels!(@ $vector, ($(#[$feature])?),
                pack::pack_rows = rows(b: &[f32], depth: usize, factor: f32, packed: &mut [f32]);
                pack::pack_columns = columns(b: &[f32], cols: usize, packed: &mut [f32]);
                online::weigh = weigh(tile: Tile<'_>);
                online::weigh_bounded = weigh_bounded(scores: &mut [f32], stride: usize, width: usize, sum: &mut [f32]);
                softmax::softmax_rows = softmax(cols: usize, x: &[f32], out: &mut [f32]) -> bool;
                stages::stage_row = row(row: Row<'_>) -> (f32, f32);
                elementwise::energies = energies(x: &[f32], cols: usize) -> (f32, f32);
                softmax::are_scores = are_scores(x: &[f32]) -> bool;
                elementwise::add_times = add_times(x: &mut [f32], y: &[f32], factor: f32);
                activation::feature = feature(x: &[f32], out: &mut [f32]);
                activation::gelu_of = gelu(x: &[f32], out: &mut [f32]);
                norm::layer_norm_rows = layer_norm(x: &[f32], gain: &[f32], bias: &[f32], eps: f32, out: &mut [f32]);
            );
        }

        mod $module {
            use super::*;

            $(#[$feature])?
            #[inline(never)]
            pub(super) fn strips<const R: usize, const WHOLE: bool>(block: &Block<'_>, rows: Range<usize>, out: &mut [f32]) {
                tile::strips::<$vector, R, WHOLE>(block, rows, out);
            }
        }
    };
    (@ $vector:ty, $features:tt, $($module:ident::$name:ident = $body:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(kernels!(@@ $vector, $features, $module::$name = $body($($arg: $type),*) $(-> $result)?);)*
    };
    (@@ $vector:ty, ($($feature:tt)*), $module:ident::$name:ident = $body:ident($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        $($feature)*
        #[inline(never)]
        fn $name($($arg: $type),*) $(-> $result)? {
            $module::$body::<$vector>($($arg),*)
        }
    };
}

kernels!(crate::Portable, portable, simd::F32x4, 4);
// For tests, so nothing of a module for pages.
#[cfg(not(target_arch = "wasm32"))]
kernels!(crate::Tall, tall, simd::F32x4, 6);
#[cfg(target_arch = "wasm32")]
kernels!(crate::Simd128, simd128, core::arch::wasm32::v128, HEIGHT, #[target_feature(enable = "simd128")]);

/// Where a multiply-add is one instruction, twelve running vectors keep it busy; where it is two, eight
/// are enough, and the product between them needs a register too.
#[cfg(target_arch = "wasm32")]
const HEIGHT: usize = if cfg!(target_feature = "relaxed-simd") {
    6
} else {
    4
};
