//! The Rust peers of the kernel bench, each as a module of its own (one feature each) with plain
//! functions on the module's memory, so that no glue stands between the page and the library.

#[cfg(feature = "candle")]
mod candle;
#[cfg(feature = "gemm")]
mod gemm;
#[cfg(feature = "matrixmultiply")]
mod matrixmultiply;

/// Room for `len` numbers, which the page writes before it hands them to a function.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut f32 {
    let mut room = Vec::with_capacity(len);
    let start = room.as_mut_ptr();
    std::mem::forget(room);
    start
}
