//! `cargo xtask fuzz`: every way in from outside with libFuzzer, which keeps what takes a new way through the code. What it
//! finds goes to `crates/fuzz/regressions`, as small as it can be made, and is a test from then on; a small set of inputs
//! that together take every way that was found goes to `crates/fuzz/corpus`, which the tests begin with. How many cases
//! each target has had stands in `crates/fuzz/reached.txt`, and decides who gets how much of the time.

mod counts;
mod outcome;
mod reached;
mod run;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::Error;
use crate::shell::{Shell, output};
use crate::workspace;
use counts::Counts;
use outcome::Outcome;
use reached::WANTED;
use run::Run;

const HOST: &str = "x86_64-unknown-linux-gnu";

/// Has the compiler count which ways are taken, as `cargo fuzz` does.
const COUNTED: &str = "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table";

/// Every branch is a way, and what is compared is looked at as well: libFuzzer writes what was wanted into the input.
const CLOSELY: &str =
    "-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-trace-compares";

/// Only which functions are reached: with every branch, what libFuzzer does with the counts is two fifths of the time of
/// a target that goes through much code. So `--many` goes on with what was found so far.
const FROM_AFAR: &str = "-Cllvm-args=-sanitizer-coverage-level=1";

/// Minutes for all targets together, unless another number is asked for.
const MINUTES: f64 = 10.0;

/// What is asked for.
struct Asked {
    minutes: f64,
    /// Whether as many cases as can be are wanted rather than new ways through the code.
    many: bool,
    /// None: all.
    targets: Vec<String>,
}

/// Fuzzes, and prints a table; errs where something was found, and where a run did not come to its end.
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
            closely: !asked.many,
            reached: &reached,
        };
        (run, seconds)
    });
    println!("| target | cases | a second | in all | kept | found |\n|---|---|---|---|---|---|");
    let outcome = at_once(runs.collect());
    still_missing(&chosen, &reached);
    outcome.said()
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

/// Runs them, as many at once as there are cores; what goes wrong with one is no reason not to run the others.
fn at_once(mut runs: Vec<(Run, u64)>) -> Outcome {
    runs.reverse();
    let (waiting, outcome) = (Mutex::new(runs), Mutex::new(Outcome::default()));
    let work = || {
        loop {
            let next = lock(&waiting).pop();
            let Some((run, seconds)) = next else { return };
            let own = run.go(seconds);
            lock(&outcome).add(own);
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..cores()).map(|_| scope.spawn(work)).collect();
        for own in workers {
            if own.join().is_err() {
                lock(&outcome).add(Err(Error::Content("fuzzing has stopped".into())));
            }
        }
    });
    outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
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
    let (folder, looks) = match many {
        true => ("fuzz/many", FROM_AFAR),
        false => ("fuzz", CLOSELY),
    };
    let flags = format!("--cfg fuzzing -Cpasses=sancov-module {looks} {COUNTED}");
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
