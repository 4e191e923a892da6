//! `cargo xtask late`: which functions the first figure does without (`crates/splitter/late.txt`), found out anew by
//! opening the page. To be done when `cargo xtask build` says that first use is too heavy.

use std::fs;

use crate::bench::program;
use crate::build;
use crate::error::Error;
use crate::shell::{Shell, output, run};
use crate::split;
use crate::tools::browser;
use crate::workspace;

/// The list, from the workspace's root.
const LIST: &str = "crates/splitter/late.txt";
/// What stands above it.
const HEAD: &str = "\
# Functions that the first figure does without, by their names or the beginnings of these. `cargo xtask late` writes
# it: it opens the page as newcomers do and lists what has not run.
";

/// Builds a page that notes what runs, opens it, and writes the list.
pub fn late() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    let folder = workspace::target().join("late");
    fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
    let [page, names, ran] = ["page", "names.json", "ran.json"].map(|name| folder.join(name));
    shell.say(split::COUNT, names.display().to_string());
    build::release(&mut shell, &["--dist", &page.display().to_string()])?;
    let mut note = program(&shell, "late-list", &browser);
    note.env("ATTENTION_LAB_DIST", &page);
    run(note.env("ATTENTION_LAB_RAN", &ran))?;
    let mut list = shell.cargo();
    list.args(["run", "--quiet", "-p", "splitter", "--", "--list"]);
    let list = output(list.arg(names).arg(ran))?;
    let file = workspace::root().join(LIST);
    fs::write(&file, format!("{HEAD}{list}")).map_err(Error::file("write", &file))?;
    println!(
        "{LIST} has {} lines. Now: cargo xtask build",
        list.lines().count()
    );
    Ok(())
}
