//! Formatting. `cargo fmt` follows `mod` lines, and lessons are declared by a macro (`each.rs`), so every
//! file is named here.

use std::process::Command;

use crate::error::Error;
use crate::shell::{output, run};
use crate::workspace;

/// Formats every Rust file that git knows or would add; `options` are rustfmt's, such as `--check`.
pub fn format(options: &[&str]) -> Result<(), Error> {
    let root = workspace::root();
    let mut list = Command::new("git");
    list.current_dir(&root).args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "*.rs",
    ]);
    let list = output(&mut list)?;
    let files = list.lines().filter(|file| root.join(file).is_file());
    let mut rustfmt = Command::new("rustfmt");
    rustfmt.current_dir(&root).args(["--edition", "2024"]);
    run(rustfmt.args(options).args(files))
}
