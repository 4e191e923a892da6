//! `cargo xtask fuzz`: every way in from outside with libFuzzer, which keeps what takes a new way through the code. What it
//! finds goes to `crates/fuzz/regressions`, as small as it can be made, and is a test from then on; a small set of inputs
//! that together take every way that was found goes to `crates/fuzz/corpus`, which the tests begin with. How many cases
//! each target has had stands in `crates/fuzz/reached.txt`, and decides who gets how much of the time.

mod reached;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{fs, io, thread};

use crate::error::Error;
use crate::shell::{Shell, output};
use crate::workspace;
use reached::{All, WANTED};

const HOST: &str = "x86_64-unknown-linux-gnu";

/// Has the compiler count which branches are taken, as `cargo fuzz` does; and check every sum.
const COUNTED: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table";

/// What is compared as well: libFuzzer writes what was wanted into the input. It takes half of the time of a target that
/// compares much, so `--many` goes without it, with what was found so far.
const COMPARED: &str = "-Cllvm-args=-sanitizer-coverage-trace-compares";

/// Minutes for all targets together, unless another number is asked for.
const MINUTES: f64 = 10.0;

/// The longest input, in bytes.
const LONGEST: &str = "-max_len=16384";

/// So many inputs are kept in the sources, of every size; all of them stay in `target/fuzz/inputs`.
const KEPT: usize = 40;

/// What is asked for.
struct Asked {
    minutes: f64,
    /// Whether as many cases as can be are wanted rather than new ways through the code.
    many: bool,
    /// None: all.
    targets: Vec<String>,
}

/// Fuzzes, and prints a table; errs where something was found.
pub fn fuzz(options: &[String]) -> Result<(), Error> {
    let asked = asked(options)?;
    let program = build(asked.many)?;
    let folder = workspace::target().join("fuzz/inputs");
    let names = seeds(&program, &folder)?;
    if let Some(other) = asked.targets.iter().find(|name| !names.contains(name)) {
        let known = names.join(", ");
        return Err(Error::Usage(format!(
            "there is no target “{other}”: {known}"
        )));
    }
    let chosen = |name: &&String| asked.targets.is_empty() || asked.targets.contains(name);
    let chosen: Vec<_> = names.iter().filter(chosen).collect();
    let reached = Mutex::new(Counts::read());
    let runs = shared(&chosen, &reached, 60.0 * asked.minutes);
    let runs = runs.into_iter().map(|(name, seconds)| {
        let (program, folder) = (program.as_path(), folder.join(name));
        let run = Run {
            program,
            name,
            folder,
            reached: &reached,
        };
        (run, seconds)
    });
    println!("| target | cases | a second | in all | kept | found |\n|---|---|---|---|---|---|");
    let found = at_once(runs.collect())?;
    still_missing(&chosen, &reached);
    match found.is_empty() {
        true => Ok(()),
        false => Err(Error::Content(format!(
            "found, and kept as tests:\n{}",
            found.join("\n")
        ))),
    }
}

/// How many targets run at once: libFuzzer keeps one core busy.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The targets with their seconds, those that take longest first.
fn shared<'a>(chosen: &[&'a String], reached: &Mutex<Counts>, seconds: f64) -> Vec<(&'a str, u64)> {
    let cores = cores().min(chosen.len().max(1)) as f64;
    let shares = lock(reached).all.shares(chosen, cores * seconds, seconds);
    let names = chosen.iter().map(|name| name.as_str());
    let whole = |share: f64| share.ceil() as u64;
    let mut all: Vec<_> = names.zip(shares.into_iter().map(whole)).collect();
    all.sort_by_key(|(_, seconds)| std::cmp::Reverse(*seconds));
    all
}

/// Runs them, as many at once as there are cores; what was found.
fn at_once(mut runs: Vec<(Run, u64)>) -> Result<Vec<String>, Error> {
    runs.reverse();
    let (waiting, found) = (Mutex::new(runs), Mutex::new(Vec::new()));
    let work = || -> Result<(), Error> {
        loop {
            let next = lock(&waiting).pop();
            let Some((run, seconds)) = next else {
                return Ok(());
            };
            let own = run.go(seconds)?;
            lock(&found).extend(own);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores()).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|own| {
            let stopped = |_| Err(Error::Content("fuzzing has stopped".into()));
            own.join().unwrap_or_else(stopped)
        })
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Prints how far all are, and what those need that have not had their cases.
fn still_missing(chosen: &[&String], reached: &Mutex<Counts>) {
    for name in chosen {
        let own = lock(reached).all.of(name);
        let minutes = own.needs().map_or(0.0, |seconds| seconds / 60.0);
        if own.cases < WANTED {
            let of = own.cases as f64 / WANTED as f64 * 100.0;
            println!("{name}: {of:.1} % of {WANTED} cases; some {minutes:.0} minutes more");
        }
    }
}

/// The counts of all targets and their file.
struct Counts {
    all: All,
    file: PathBuf,
}

impl Counts {
    fn read() -> Self {
        Self::of(workspace::root().join("crates/fuzz/reached.txt"))
    }

    fn of(file: PathBuf) -> Self {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let all = All::read(&text);
        Self { all, file }
    }

    /// A target ran once more; its cases in all. They are kept at once: somebody may end what runs. And they are added to
    /// what stands in the file by now: somebody may fuzz other targets beside us.
    fn add(&mut self, name: &str, cases: u64, a_second: u64) -> Result<u64, Error> {
        *self = Self::of(self.file.clone());
        let all = self.all.add(name, cases, a_second).cases;
        let text = self.all.written();
        fs::write(&self.file, text).map_err(Error::file("write", &self.file))?;
        Ok(all)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn asked(options: &[String]) -> Result<Asked, Error> {
    let mut asked = Asked {
        minutes: MINUTES,
        many: false,
        targets: Vec::new(),
    };
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match option.as_str() {
            "--minutes" => {
                let minutes = options.next().and_then(|own| own.parse().ok());
                let minutes = minutes.filter(|own: &f64| *own > 0.0 && own.is_finite());
                asked.minutes =
                    minutes.ok_or_else(|| Error::Usage("--minutes needs a number".into()))?;
            }
            "--many" => asked.many = true,
            name if !name.starts_with('-') => asked.targets.push(name.to_owned()),
            other => return Err(Error::Usage(format!("there is no option “{other}”"))),
        }
    }
    Ok(asked)
}

/// The targets with libFuzzer, in a folder of their own: nothing else is compiled so.
fn build(many: bool) -> Result<PathBuf, Error> {
    let (folder, flags) = match many {
        true => ("fuzz/many", COUNTED.to_owned()),
        false => ("fuzz", format!("{COUNTED} {COMPARED}")),
    };
    let folder = workspace::target().join(folder);
    let mut build = Shell::default().cargo();
    build.args([
        "build",
        "--quiet",
        "-p",
        "fuzz",
        "--features",
        "engine",
        "--bin",
        "fuzz",
    ]);
    build
        .args(["--profile", "fuzz", "--target", HOST, "--target-dir"])
        .arg(&folder);
    crate::shell::run(build.env("RUSTFLAGS", flags))?;
    Ok(folder.join(HOST).join("fuzz/fuzz"))
}

/// Writes what each target begins with; the names of all.
fn seeds(program: &Path, folder: &Path) -> Result<Vec<String>, Error> {
    let text = output(Command::new(program).env("FUZZ_SEEDS", folder))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// One target.
struct Run<'a> {
    program: &'a Path,
    name: &'a str,
    /// Where its inputs lie, kept from one time to the next.
    folder: PathBuf,
    reached: &'a Mutex<Counts>,
}

impl Run<'_> {
    /// Prints its row; what was found.
    fn go(&self, seconds: u64) -> Result<Option<String>, Error> {
        let (corpus, crash) = (
            kept("corpus", self.name),
            self.folder.with_extension("crash"),
        );
        let _none = fs::remove_file(&crash);
        create(&corpus)?;
        let begun = Instant::now();
        let told = self.fuzzer(&[
            &format!("-max_total_time={seconds}"),
            &format!("-exact_artifact_path={}", crash.display()),
            LONGEST,
            "-timeout=10",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
            &self.folder.display().to_string(),
            &corpus.display().to_string(),
        ])?;
        let seconds = begun.elapsed().as_secs_f64().min(seconds as f64).max(1.0);
        let cases = number(&told, "stat::number_of_executed_units:");
        let a_second = (cases as f64 / seconds).round() as u64;
        let all = lock(self.reached).add(self.name, cases, a_second)?;
        let found = match crash.is_file() {
            true => Some(self.shrunk(&crash)?),
            false => None,
        };
        if found.is_none() {
            self.keep(&corpus)?;
        }
        let (files, said) = (count(&corpus), found.as_deref().unwrap_or("–"));
        println!(
            "| {} | {cases} | {a_second} | {all} | {files} | {said} |",
            self.name
        );
        Ok(found)
    }

    /// The smallest input found in a minute that still breaks it, kept as a test.
    fn shrunk(&self, crash: &Path) -> Result<String, Error> {
        let folder = kept("regressions", self.name);
        create(&folder)?;
        let small = self.folder.with_extension("small");
        let _none = fs::remove_file(&small);
        let _told = self.fuzzer(&[
            "-minimize_crash=1",
            "-max_total_time=60",
            &format!("-exact_artifact_path={}", small.display()),
            &crash.display().to_string(),
        ])?;
        let from: &Path = if small.is_file() { &small } else { crash };
        let bytes = fs::read(from).map_err(|source| Error::File {
            doing: "read",
            path: from.to_owned(),
            source,
        })?;
        let name = bytes.iter().fold(0_u32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add((*byte).into())
        });
        let to = folder.join(format!("{name:08x}"));
        fs::write(&to, bytes).map_err(|source| Error::File {
            doing: "write",
            path: to.clone(),
            source,
        })?;
        Ok(to.display().to_string())
    }

    /// Makes the corpus anew, of the fewest inputs that together take every way that is known.
    fn keep(&self, corpus: &Path) -> Result<(), Error> {
        let new = self.folder.with_extension("new");
        let _none = fs::remove_dir_all(&new);
        create(&new)?;
        let folders = [&new, &self.folder, &corpus.to_owned()].map(|own| own.display().to_string());
        let _told = self.fuzzer(&[
            "-set_cover_merge=1",
            "-max_len=2048",
            &folders[0],
            &folders[1],
            &folders[2],
        ])?;
        thin_out(&new, corpus).map_err(|source| Error::File {
            doing: "write",
            path: corpus.to_owned(),
            source,
        })
    }

    /// libFuzzer with these arguments; what it tells.
    fn fuzzer(&self, arguments: &[&str]) -> Result<String, Error> {
        let mut command = Command::new(self.program);
        command
            .env("FUZZ_TARGET", self.name)
            .args(arguments)
            .stdin(Stdio::null());
        let told = command.output();
        let told = told.map_err(|source| Error::File {
            doing: "run",
            path: self.program.to_owned(),
            source,
        });
        told.map(|Output { stderr, .. }| String::from_utf8_lossy(&stderr).into_owned())
    }
}

/// Puts [`KEPT`] files of `from` in the place of those in `to`, from the smallest to the largest.
fn thin_out(from: &Path, to: &Path) -> io::Result<()> {
    let mut all = Vec::new();
    for file in fs::read_dir(from)? {
        let file = file?;
        all.push((file.metadata()?.len(), file.path()));
    }
    all.sort();
    fs::remove_dir_all(to)?;
    fs::create_dir_all(to)?;
    for (_, path) in all.iter().step_by(all.len().div_ceil(KEPT).max(1)) {
        fs::copy(path, to.join(path.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

fn number(told: &str, name: &str) -> u64 {
    let line = told.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|own| own.trim().parse().ok()).unwrap_or(0)
}

fn kept(what: &str, name: &str) -> PathBuf {
    workspace::root().join("crates/fuzz").join(what).join(name)
}

fn create(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| Error::File {
        doing: "create",
        path: folder.to_owned(),
        source,
    })
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Counts;

    #[test]
    fn two_runs_beside_each_other_take_nothing_from_each_other() {
        let file = std::env::temp_dir().join(format!("reached-{}", std::process::id()));
        let (mut one, mut other) = (Counts::of(file.clone()), Counts::of(file.clone()));
        let added = [
            one.add("links", 100, 5).ok(),
            other.add("paste", 30, 6).ok(),
            one.add("paste", 12, 7).ok(),
        ];
        let links = Counts::of(file.clone()).all.of("links").cases;
        let _gone = fs::remove_file(&file);
        assert_eq!(added, [Some(100), Some(30), Some(42)]);
        assert_eq!(links, 100);
    }
}
