//! All kernels for one kind of vector, each a function of its own.

use crate::online::{self, Tile};
use crate::stages::{self, Row};
use crate::tile::{self, Block};
use crate::{activation, elementwise, norm, pack, softmax};
use core::ops::Range;

/// The entry points of the kernels; what calls them is ordinary code.
pub trait Kernels {
    /// Rows of a tile, at most 6.
    const HEIGHT: usize;
    /// [`tile::strip`] with tiles of `height` rows: 1, 2, 4 or `HEIGHT`.
    fn strip(height: usize, block: &Block<'_>, panel: usize, rows: Range<usize>, out: &mut [f32]);
    /// [`pack::rows`]
    fn pack_rows(b: &[f32], depth: usize, factor: f32, packed: &mut [f32]);
    /// [`pack::columns`]
    fn pack_columns(b: &[f32], cols: usize, packed: &mut [f32]);
    /// [`online::weigh`], of `natural` scores or of exponents of 2.
    fn weigh(natural: bool, tile: Tile<'_>);
    /// [`softmax::softmax`]
    fn softmax_rows(cols: usize, x: &[f32], out: &mut [f32]) -> bool;
    /// [`stages::row`]
    fn stage_row(row: Row<'_>) -> (f32, f32);
    /// [`elementwise::energy`]
    fn energy(x: &[f32]) -> f32;
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
    ($name:ty, $module:ident, $vector:ty, $height:literal $(, #[$feature:meta])?) => {
        impl Kernels for $name {
            const HEIGHT: usize = $height;
            fn strip(height: usize, block: &Block<'_>, panel: usize, rows: Range<usize>, out: &mut [f32]) {
                match height {
                    1 => $module::strip::<1>(block, panel, rows, out),
                    2 => $module::strip::<2>(block, panel, rows, out),
                    4 => $module::strip::<4>(block, panel, rows, out),
                    _ => $module::strip::<6>(block, panel, rows, out),
                }
            }
            fn weigh(natural: bool, tile: Tile<'_>) {
                if natural {
                    $module::weigh::<true>(tile);
                } else {
                    $module::weigh::<false>(tile);
                }
            }
            kernels!(@ $vector, ($(#[$feature])?),
                pack::pack_rows = rows(b: &[f32], depth: usize, factor: f32, packed: &mut [f32]);
                pack::pack_columns = columns(b: &[f32], cols: usize, packed: &mut [f32]);
                softmax::softmax_rows = softmax(cols: usize, x: &[f32], out: &mut [f32]) -> bool;
                stages::stage_row = row(row: Row<'_>) -> (f32, f32);
                elementwise::energy = energy(x: &[f32]) -> f32;
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
            pub(super) fn strip<const R: usize>(block: &Block<'_>, panel: usize, rows: Range<usize>, out: &mut [f32]) {
                tile::strip::<$vector, R>(block, panel, rows, out);
            }
            $(#[$feature])?
            #[inline(never)]
            pub(super) fn weigh<const NATURAL: bool>(tile: Tile<'_>) {
                online::weigh::<$vector, NATURAL>(tile);
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

kernels!(crate::Portable, portable, crate::vector::F32x4, 6);
#[cfg(target_arch = "wasm32")]
kernels!(crate::Simd128, simd128, core::arch::wasm32::v128, 6, #[target_feature(enable = "simd128")]);
