//! Cuts a release of the page into the module that it opens with and the parts that it fetches when they are
//! wanted (`page_part!` in `src/parts.rs` names them). Run by `cargo xtask seal`, for Trunk knows nothing of it:
//! Trunk links one module, and lets wasm-bindgen and nobody else see it.
//!
//! linked module → `splitter` → wasm-bindgen on what is left → wasm-opt on every file, never before the cut → what the
//! first figure does without goes into a file of its own (`splitter/src/late.rs`) → `script` puts what fetches that and
//! the parts into the page's script. Where the module is used as it was linked (`trunk serve`)
//! no code is marked, and nothing of this happens.

mod digests;
mod script;
mod styles;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::Value;

use crate::error::Error;
use crate::seal::folder::Files;
use crate::shell::{Shell, output, run};
use crate::tools::{install, npm, wasm_opt};
use crate::workspace::{self, ESBUILD};

/// The page's binary.
const PAGE: &str = "attention-lab";
/// Its module, as Trunk and wasm-bindgen call it.
const MODULE_ENDING: &str = "_bg.wasm";

/// What the first figure does without.
pub(crate) const LATE: &str = "late.wasm";
/// The files of each part, and the digests of what is fetched later.
pub(crate) const LIST: &str = "digests.json";
/// Where that is said, a release notes which functions run instead, for `cargo xtask late`.
pub(crate) const COUNT: &str = "ATTENTION_LAB_COUNT";

/// All that rustc's output may use.
const FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];
/// Of a part: what nobody reads in a release goes. And functions of up to eight bytes go into those that call them:
/// browsers compile each function when it is first called, on the page's own thread. To open models took 4307 of them, and
/// 3229 without; the files stay as large as they were. The main module would grow by a fortieth, and lose few.
const PART: [&str; 4] = [
    "--always-inline-max-function-size=8",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];
/// Of the main module, whose names are read once more.
const NAMED: [&str; 3] = ["-g", "--strip-producers", "--strip-target-features"];

/// Puts the cut module with its script into the place of what Trunk made of it, and its parts beside it.
pub fn split(files: &mut Files) -> Result<(), Error> {
    let mut shell = Shell::default();
    install::ensure(&mut shell, &install::wasm_bindgen()?)?;
    wasm_opt::for_parts(&mut shell)?;
    npm::ensure(&mut shell, ESBUILD.0, ESBUILD.1)?;
    let work = workspace::target().join("split");
    emptied(&work)?;
    cut(&shell, &work)?;
    bind(&shell, &work)?;
    let (script, module) = trunks(files)?;
    let list = list(&work)?;
    let bound = work.join("bound");
    let main = bound.join(format!("{PAGE}{MODULE_ENDING}"));
    splitter(&shell, &["--classless".as_ref(), main.as_ref()])?;
    optimise(&shell, &list, &main, &work)?;
    for name in list.files() {
        let module = read(&work.join(&name))?;
        files.insert(name, module);
    }
    let names = finished(&shell, &main, &work, files)?;
    files.insert(module, read(&main)?);
    let text = read_text(&bound.join(format!("{PAGE}.js")))?;
    let whole = script::with_parts(&text, &list, files)?;
    let whole = script::short(&script::without_classes(&whole), &names);
    files.insert(script, minified(&shell, &whole, "js", &work)?);
    styles::divide(files, &list, |css| minified(&shell, css, "css", &work))?;
    files.insert(LIST.into(), digests::list(&list, files));
    Ok(())
}

/// What `splitter` says it left.
struct List(Value);

impl List {
    /// The names of the parts and of each one's files.
    fn parts(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        let parts = self.0["parts"].as_object().into_iter().flatten();
        parts.map(|(name, files)| (name.as_str(), texts(files)))
    }

    /// Every file, once.
    fn files(&self) -> Vec<String> {
        let mut all: Vec<_> = self.parts().flat_map(|(_, files)| files).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(str::to_owned).collect()
    }
}

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str).collect()
}

fn list(work: &Path) -> Result<List, Error> {
    let text = read_text(&work.join("parts.json"))?;
    let list = serde_json::from_str(&text);
    list.map(List)
        .map_err(|error| Error::Content(format!("parts.json: {error}")))
}

fn cut(shell: &Shell, work: &Path) -> Result<(), Error> {
    let linked = workspace::target().join(format!("wasm32-unknown-unknown/release/{PAGE}.wasm"));
    let mut splitter = shell.cargo();
    splitter.args(["run", "--quiet", "-p", "splitter", "--"]);
    run(splitter.arg(linked).arg(work))
}

/// Names are kept as they are linked: the parts import them.
fn bind(shell: &Shell, work: &Path) -> Result<(), Error> {
    let mut bindgen = shell.command("wasm-bindgen");
    bindgen.args([
        "--target",
        "web",
        "--no-typescript",
        "--keep-lld-exports",
        "--no-demangle",
    ]);
    bindgen.args(["--out-name", PAGE, "--out-dir"]);
    run(bindgen.arg(work.join("bound")).arg(work.join("main.wasm")))
}

/// The names that Trunk gave the page's script and its module.
fn trunks(files: &Files) -> Result<(String, String), Error> {
    let starts = |name: &&String| name.starts_with(PAGE);
    let module = files
        .keys()
        .filter(starts)
        .find(|name| name.ends_with(MODULE_ENDING));
    let module =
        module.ok_or_else(|| Error::Content(format!("the build has no {PAGE}…{MODULE_ENDING}")))?;
    let script = module.replace(MODULE_ENDING, ".js");
    match files.contains_key(&script) {
        true => Ok((script, module.clone())),
        false => Err(Error::Content(format!("the build has no {script}"))),
    }
}

/// Makes the main module and the files of all parts smaller, as many at once as there are processors.
fn optimise(shell: &Shell, list: &List, main: &Path, work: &Path) -> Result<(), Error> {
    let parts = list.files().into_iter().map(|name| work.join(name));
    // The largest is begun first, or it would be waited for alone.
    let mut left: Vec<_> = parts.map(|part| (part, &PART[..])).collect();
    left.push((main.to_owned(), &NAMED[..]));
    let left = Mutex::new(left);
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let some =
        || std::iter::from_fn(next).try_for_each(|(file, besides)| smaller(shell, &file, besides));
    let count = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let all: Vec<_> = (0..count).map(|_| scope.spawn(some)).collect();
        let stopped = || Err(Error::Content("wasm-opt was not waited for".into()));
        all.into_iter()
            .try_for_each(|one| one.join().unwrap_or_else(|_| stopped()))
    })
}

/// Smallest, and with functions of one generic beside each other, so that gzip finds what is alike. The passes run in
/// this order; names are there until they are stripped.
fn smaller(shell: &Shell, module: &Path, besides: &[&str]) -> Result<(), Error> {
    let mut wasm_opt = wasm_opt::command(shell);
    wasm_opt.arg(module).args(FEATURES);
    wasm_opt.args(["-Oz", "--reorder-functions-by-name"]);
    quietly(wasm_opt.args(besides).arg("-o").arg(module))
}

/// Gives short names to what the main module imports, and says which; moves what is late into a file of its own, or has
/// the module note what runs.
fn finished(
    shell: &Shell,
    module: &Path,
    work: &Path,
    files: &mut Files,
) -> Result<BTreeMap<String, String>, Error> {
    let late = work.join(LATE);
    let names = match env::var_os(COUNT) {
        None => splitter(
            shell,
            &["--finish".as_ref(), module.as_ref(), late.as_ref()],
        )?,
        Some(called) => {
            // Then nothing is late; the file that the page fetches is the least that is a module.
            fs::write(&late, b"\0asm\x01\0\0\0").map_err(Error::file("write", &late))?;
            splitter(
                shell,
                &["--count".as_ref(), module.as_ref(), called.as_ref()],
            )?
        }
    };
    files.insert(LATE.into(), read(&late)?);
    serde_json::from_str(&names).map_err(|error| Error::Content(format!("names: {error}")))
}

fn splitter(shell: &Shell, arguments: &[&OsStr]) -> Result<String, Error> {
    let mut splitter = shell.cargo();
    splitter.args(["run", "--quiet", "-p", "splitter", "--"]);
    output(splitter.args(arguments))
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(Error::file("read", file))
}

fn minified(shell: &Shell, text: &str, kind: &str, work: &Path) -> Result<Vec<u8>, Error> {
    let [whole, small] = ["whole", "small"].map(|name| work.join(format!("{name}.{kind}")));
    fs::write(&whole, text).map_err(Error::file("write", &whole))?;
    let mut esbuild = shell.command("esbuild");
    esbuild
        .arg(&whole)
        .args(["--minify", "--log-level=warning"]);
    if kind == "js" {
        esbuild.arg("--format=esm");
    }
    run(esbuild.arg(format!("--outfile={}", small.display())))?;
    read(&small)
}

/// wasm-opt warns of a name section that wasm-split leaves; what it says is shown only where it fails.
fn quietly(command: &mut Command) -> Result<(), Error> {
    let said = command.output();
    match said {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            run(command)
        }
        Err(_) => run(command),
    }
}

fn emptied(folder: &PathBuf) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Error::file("empty", folder))?;
    }
    fs::create_dir_all(folder).map_err(Error::file("create", folder))
}

fn read_text(file: &Path) -> Result<String, Error> {
    fs::read_to_string(file).map_err(Error::file("read", file))
}
