//! The tools that the chores need, and how each is put in place.

pub mod browser;
pub mod components;
mod debian;
pub mod engines;
pub mod install;
pub mod npm;
pub mod python;
pub mod wasm_opt;

use crate::error::Error;
use crate::shell::Shell;

/// What every build of the page needs: the wasm32 target, wasm-bindgen's CLI and Trunk.
pub fn for_the_page(shell: &mut Shell) -> Result<(), Error> {
    let tools = [install::wasm_bindgen()?, install::trunk()];
    let missing: Vec<_> = tools.iter().filter(|tool| !tool.is_there(shell)).collect();
    if !missing.is_empty() {
        let names: Vec<_> = missing.iter().map(|tool| tool.package()).collect();
        println!("To be got first, this once: {}.", names.join(", then "));
    }
    components::wasm_target(shell)?;
    tools
        .iter()
        .try_for_each(|tool| install::ensure(shell, tool))
}

/// What a release build needs besides: `wasm-opt`.
pub fn for_a_release(shell: &mut Shell) -> Result<wasm_opt::Source, Error> {
    for_the_page(shell)?;
    Ok(wasm_opt::ensure(shell))
}
