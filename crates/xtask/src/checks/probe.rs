//! A lesson made by `cargo xtask new-lesson` in a copy of the checkout, built, and driven by the tests that
//! go over the registry: so what CONTRIBUTING says of adding a lesson is true.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::end_to_end;
use crate::build;
use crate::error::Error;
use crate::new_lesson;
use crate::shell::{Shell, output, run, strict};
use crate::tools::components::WASM_TARGET;
use crate::workspace::{self, NATIVE};

/// What the lesson is called.
const NAME: &str = "probe";

/// Stands while something of the copy may be among what was built.
fn mark() -> PathBuf {
    workspace::root().join("target/probe/begun")
}

/// Makes, builds and drives it. Nothing of the checkout is touched.
pub fn in_a_copy(shell: &mut Shell) -> Result<(), Error> {
    let folder = workspace::root().join("target/probe");
    fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
    fs::write(mark(), "").map_err(Error::file("write", mark()))?;
    let outcome = drive(shell);
    forget(shell)?;
    outcome
}

/// Does what was left undone where an earlier run was cut off: all tests after it would know the new lesson.
pub fn mend(shell: &Shell) -> Result<(), Error> {
    match mark().exists() {
        true => forget(shell),
        false => Ok(()),
    }
}

fn drive(shell: &mut Shell) -> Result<(), Error> {
    let copy = workspace::root().join("target/probe/checkout");
    copy_checkout(&copy)?;
    new_lesson::make(&copy, NAME)?;
    let mut logic = inside(shell.strict_cargo(), &copy);
    logic.arg("test").args(NATIVE);
    run(logic.args(["--test", "every_lesson"]))?;
    without_workers(&copy.join("index.html"))?;
    run(inside(strict(build::trunk(shell)), &copy).arg("build"))?;
    let mut tests = inside(end_to_end::chromium(shell, &end_to_end::PAGE)?, &copy);
    end_to_end::about_the_page(shell, &mut tests)?
        .env("ATTENTION_LAB_DIST", copy.join("dist"))
        .env("ATTENTION_LAB_LESSON", NAME)
        .arg("every_lesson")
        // A build for development has no service worker; the two others are about lessons that they name.
        .args(["--", "--skip", "offline::"])
        .args(["--skip", "locks_hold_in_every_lesson"])
        .args(["--skip", "every_lesson_is_shared"]);
    // The new lesson's texts are English in every language.
    for language in ["arabic", "chinese", "french", "german", "spanish"] {
        tests.args(["--skip", &format!("for_everyone_in_{language}")]);
    }
    run(&mut tests)
}

/// Takes from the page's list the programs that run beside it: the new lesson calls none, and they are half of what would be
/// compiled.
fn without_workers(index: &Path) -> Result<(), Error> {
    let page = fs::read_to_string(index).map_err(Error::file("read", index))?;
    let (beside, page): (Vec<&str>, Vec<&str>) = page
        .split_inclusive('\n')
        .partition(|line| line.contains("data-type=\"worker\""));
    if beside.is_empty() {
        return Err(Error::Content("index.html names no worker".into()));
    }
    fs::write(index, page.concat()).map_err(Error::file("write", index))
}

/// A command in the copy, with our target folder: libraries are built already, and our own crates that the new lesson is no
/// part of. The others are built anew, in the place of those of the checkout.
fn inside(mut command: Command, copy: &Path) -> Command {
    command
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", workspace::target());
    command
}

/// Throws away what was built of our own crates. Cargo tells crates of two checkouts apart by their place in the
/// workspace, which is the same: it would take what was built of the copy for the checkout's, and never look at the
/// checkout's files again.
fn forget(shell: &Shell) -> Result<(), Error> {
    let mut list = shell.cargo();
    list.args(["metadata", "--no-deps", "--format-version", "1"]);
    let list: Value = serde_json::from_str(&output(&mut list)?)
        .map_err(|error| Error::Content(format!("cargo metadata: {error}")))?;
    let packages = list["packages"].as_array().into_iter().flatten();
    let names: Vec<_> = packages.filter_map(|own| own["name"].as_str()).collect();
    // Without a name cargo would throw away everything.
    if names.is_empty() {
        return Err(Error::Content("cargo metadata names no package".into()));
    }
    // What was built for the browser is thrown away only where that is named.
    for target in [&[][..], &["--target", WASM_TARGET]] {
        let mut clean = shell.cargo();
        clean.arg("clean").args(target);
        for name in &names {
            clean.args(["-p", name]);
        }
        run(&mut clean)?;
    }
    fs::remove_file(mark()).map_err(Error::file("remove", mark()))
}

/// Every file that git knows or would add, but cargo's own: the copy lies in the checkout, whose flags cargo takes too, and
/// flags that are said twice would have it build every library anew. Files are as old as those of the checkout, for which
/// cargo takes them: what the new lesson is no part of is not built anew.
fn copy_checkout(copy: &Path) -> Result<(), Error> {
    let root = workspace::root();
    let mut list = Command::new("git");
    list.current_dir(&root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let list = output(&mut list)?;
    for made in ["crates/lesson/src/lessons", "src/views"] {
        let folder = copy.join(made).join(NAME);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Error::file("remove", &folder))?;
        }
    }
    let ours = |file: &&str| root.join(file).is_file() && !file.starts_with(".cargo/");
    for file in list.lines().filter(ours) {
        copy_file(&root.join(file), copy.join(file))?;
    }
    Ok(())
}

fn copy_file(from: &Path, to: PathBuf) -> Result<(), Error> {
    let bytes = fs::read(from).map_err(Error::file("read", from))?;
    if fs::read(&to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).map_err(Error::file("make", parent))?;
    }
    fs::write(&to, bytes).map_err(Error::file("write", &to))?;
    let age = fs::metadata(from).and_then(|there| there.modified());
    let age = age.map_err(Error::file("read the age of", from))?;
    let copy = fs::File::options().write(true).open(&to);
    let aged = copy.and_then(|copy| copy.set_modified(age));
    aged.map_err(Error::file("set the age of", to))
}
