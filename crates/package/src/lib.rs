//! `fast` for JavaScript: one exported function an operation, over linear memory.
//!
//! There is no allocator and no wasm-bindgen. JavaScript (`js/lib/engine.js`) lays everything out behind
//! `__heap_base`: first a [`Frame`], which says what is to be computed and where the operands lie,
//! then the operands. It has checked sizes and lengths before it calls, because it must know them to
//! lay anything out; what only a look at the numbers can tell (NaN, overflow) is reported in the frame.
//!
//! - One source gives four modules: simd128 and relaxed SIMD, each whole and with attention alone. How they are
//!   built is one table, `crates/xtask/src/package.rs`. `js/lib/load.js` takes the best that
//!   `WebAssembly.validate` admits.
//! - Outside, nobody sees a view of the memory, so growing it hurts nobody. An output is written only when all is
//!   well; what goes row by row (`js/lib/rows.js`) does so in parts that stay in a cache, each written when it is
//!   well.
//! - `cargo xtask package` makes one file of each entry and what it imports (esbuild): a page would wait for every
//!   file that it learns of only from another.
//! - One test body (`tests/body`, against loops in double precision) runs for both modules in Node, in a page and in
//!   a worker. `tests/types` is compiled, not run: what the `.d.ts` must admit, and what they must refuse.
#![cfg_attr(target_arch = "wasm32", no_std)]

mod attention;
mod frame;
#[cfg(feature = "all")]
mod product;
#[cfg(feature = "all")]
mod rows;
#[cfg(feature = "all")]
mod stages;

pub use attention::*;
pub use frame::Frame;
#[cfg(feature = "all")]
pub use {product::*, rows::*, stages::*};

/// Ends in a trap, which JavaScript sees as a `WebAssembly.RuntimeError`. No input leads here; words
/// would only make the module larger.
#[cfg(target_arch = "wasm32")]
#[panic_handler]
fn trap(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
