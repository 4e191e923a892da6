//! `fast` for JavaScript: one exported function an operation, over linear memory.
//!
//! There is no allocator and no wasm-bindgen. JavaScript (`js/lib/engine.js`) lays everything out behind
//! `__heap_base`: first a [`Frame`], which says what is to be computed and where the operands lie,
//! then the operands. It has checked sizes and lengths before it calls, because it must know them to
//! lay anything out; what only a look at the numbers can tell is reported in the frame.
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
