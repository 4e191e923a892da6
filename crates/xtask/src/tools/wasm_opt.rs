//! `wasm-opt`, which makes a release build smaller.
//!
//! `Trunk.toml` pins its version. Where the pinned one is on PATH, Trunk uses it and touches no
//! network; where another is, Trunk would download its own, so we put ours from npm first on PATH.

use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::npm;
use crate::error::Error;
use crate::shell::Shell;
use crate::workspace::BINARYEN;

/// Where `wasm-opt` comes from.
pub enum Source {
    /// The pinned version is on PATH; Trunk will use it.
    Path,
    /// Another version is on PATH and the pinned one could not be had: better than none.
    Other(String),
    /// Trunk is to download the pinned version itself.
    Download,
}

impl Source {
    /// The version Trunk is to ask for, where that is not the one `Trunk.toml` names.
    pub fn override_version(&self) -> Option<&str> {
        match self {
            Self::Other(version) => Some(version),
            Self::Path | Self::Download => None,
        }
    }
}

/// Finds the pinned `wasm-opt`, or gets it from npm, or makes do. Never fails: Trunk has the last word.
pub fn ensure(shell: &mut Shell) -> Source {
    let pinned = format!("version_{BINARYEN}");
    let on_path = version(shell);
    if on_path.as_ref() == Some(&pinned) {
        return Source::Path;
    }
    if let Err(error) = npm::ensure(shell, "binaryen", BINARYEN) {
        println!("wasm-opt {BINARYEN} could not be had from npm:\n{error}");
    }
    if version(shell) == Some(pinned) {
        return Source::Path;
    }
    match on_path {
        Some(version) => {
            println!("Using the wasm-opt that is on PATH instead ({version}).");
            Source::Other(version)
        }
        None => Source::Download,
    }
}

/// As [`ensure`], at the end of a build by Trunk, which has one of its own by then where there was none.
///
/// # Errors
/// Where there is none at all: parts that nobody has made smaller are no release.
pub fn for_parts(shell: &mut Shell) -> Result<(), Error> {
    if matches!(ensure(shell), Source::Download) {
        let own = trunks_folder().join(format!("wasm-opt-version_{BINARYEN}/bin"));
        shell.prefer(own);
    }
    match shell.find("wasm-opt") {
        Some(_) => Ok(()),
        None => Err(Error::Missing {
            what: format!("wasm-opt of binaryen {BINARYEN}"),
            how: "`npm install -g binaryen`, or https://github.com/WebAssembly/binaryen".into(),
        }),
    }
}

/// A command that is wasm-opt.
///
/// That of npm is a script for Node, in which eleven megabytes of WebAssembly run. V8 makes such code fast in the
/// background, which takes three seconds of the processor and helps nobody: most files are done in one.
pub fn command(shell: &Shell) -> Command {
    let script = shell.find("wasm-opt").filter(|file| is_for_node(file));
    match script {
        None => shell.command("wasm-opt"),
        Some(script) => {
            let mut node = shell.command("node");
            node.arg("--liftoff-only").arg(script);
            node
        }
    }
}

fn is_for_node(file: &Path) -> bool {
    let mut first = [0; 64];
    let read = File::open(file).and_then(|mut file| file.read(&mut first));
    let first = &first[..read.unwrap_or(0)];
    let line = first
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    line.starts_with(b"#!") && line.ends_with(b"node")
}

/// Where Trunk keeps what it downloads.
fn trunks_folder() -> PathBuf {
    let home = env::home_dir().unwrap_or_default();
    let cache = match env::var_os("XDG_CACHE_HOME") {
        Some(own) => own.into(),
        None if cfg!(target_os = "macos") => home.join("Library/Caches"),
        None => home.join(".cache"),
    };
    match cfg!(target_os = "macos") {
        true => cache.join("dev.trunkrs.trunk"),
        false => cache.join("trunk"),
    }
}

/// The version of the `wasm-opt` on PATH, as Trunk writes it: `wasm-opt version 132 (version_132)`.
fn version(shell: &Shell) -> Option<String> {
    let text = shell.answer("wasm-opt", &["--version"])?;
    let number = text.split_whitespace().nth(2)?;
    Some(format!("version_{number}"))
}
