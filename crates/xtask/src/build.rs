//! `cargo xtask build`: the page for any folder of any static host, in `dist/`.

use std::env;
use std::process::Command;

use crate::budgets;
use crate::error::Error;
use crate::seal::{folder, hub};
use crate::shell::{Shell, run};
use crate::sizes;
use crate::tools;
use crate::tools::wasm_opt::Source;
use crate::workspace;

/// Builds, then prints the table of sizes. Options say where the build lets its readers fetch models.
pub fn build_and_show(options: &[String]) -> Result<(), Error> {
    build(&mut with_hub(options)?)
}

/// A shell in which builds have the hub of `--hub ORIGINS`, or none (`--no-hub`), or the page's own.
pub fn with_hub(options: &[String]) -> Result<Shell, Error> {
    let mut shell = Shell::default();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    match options[..] {
        [] => {}
        ["--no-hub"] => shell.say(hub::VARIABLE, String::new()),
        ["--hub", origins] => shell.say(hub::VARIABLE, origins.to_owned()),
        _ => {
            let message = "takes no options but --no-hub, or --hub with a list of origins";
            return Err(Error::Usage(format!("it {message}: {}", options.join(" "))));
        }
    }
    Ok(shell)
}

/// The release build with its table, for the chores that need one.
pub fn build(shell: &mut Shell) -> Result<(), Error> {
    release(shell, &[])?;
    let dist = workspace::dist();
    sizes::print("dist/", &dist)?;
    budgets::hold(shell, &folder::read(&dist)?)
}

/// A release build by Trunk, with its tools put in place.
pub fn release(shell: &mut Shell, options: &[&str]) -> Result<(), Error> {
    let wasm_opt = tools::for_a_release(shell)?;
    let mut trunk = trunk(shell);
    // In this order: Trunk would take what follows `--release` for its value.
    trunk.arg("build").args(options).arg("--release");
    if let Some(version) = wasm_opt.override_version() {
        trunk.env("TRUNK_TOOLS_WASM_OPT", version);
    }
    if matches!(wasm_opt, Source::Download) {
        println!("Trunk will download wasm-opt.");
    }
    run(&mut trunk)
}

/// Trunk, with what its environment must not say.
///
/// Trunk reads NO_COLOR as true or false and stops at the usual `NO_COLOR=1`. Its `--offline` is
/// never given: it would keep cargo from fetching as well, and with every tool in place in the
/// pinned version Trunk downloads nothing anyhow.
pub fn trunk(shell: &Shell) -> Command {
    let mut command = shell.command("trunk");
    command.env("TRUNK_SKIP_VERSION_CHECK", "true");
    if env::var_os("NO_COLOR").is_some() {
        command.env_remove("NO_COLOR").env("TRUNK_COLOR", "never");
    }
    command
}
