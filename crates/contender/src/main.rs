//! The contender as a program that answers line by line, and as a module for a page.

#[cfg(not(target_arch = "wasm32"))]
mod program;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    program::main()
}

/// The page makes a [`web::Contender`] when it wants one.
#[cfg(target_arch = "wasm32")]
fn main() {}
