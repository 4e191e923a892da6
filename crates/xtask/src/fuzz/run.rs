//! One target with libFuzzer: run, what breaks it made small, what it has found kept.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::time::Instant;
use std::{fs, io};

use super::counts::Counts;
use super::lock;
use crate::error::Error;
use crate::workspace;

/// The longest input, in bytes.
const LONGEST: &str = "-max_len=16384";

/// So many inputs are kept in the sources, of every size; all of them stay in `target/fuzz/inputs`.
const KEPT: usize = 40;

/// One target.
pub(super) struct Run<'a> {
    /// libFuzzer with all targets.
    pub program: &'a Path,
    /// Its name.
    pub name: &'a str,
    /// Where its inputs lie, kept from one time to the next.
    pub folder: PathBuf,
    /// Whether every branch is looked at: from afar nobody sees which inputs are needed.
    pub closely: bool,
    /// Where it is counted.
    pub reached: &'a Mutex<Counts>,
}

/// What a run of libFuzzer has told, and how it ended.
struct Told {
    text: String,
    ending: ExitStatus,
}

impl Run<'_> {
    /// Prints its row; what was found.
    ///
    /// # Errors
    /// [`Error::Content`] where libFuzzer did not come to its end and no input is to blame: the system has ended it, say.
    pub fn go(&self, seconds: u64) -> Result<Option<String>, Error> {
        let (corpus, crash) = (
            kept("corpus", self.name),
            self.folder.with_extension("crash"),
        );
        let _none = fs::remove_file(&crash);
        create(&corpus)?;
        let begun = Instant::now();
        let told = self.searched(seconds, &corpus, &crash)?;
        let seconds = begun.elapsed().as_secs_f64().min(seconds as f64).max(1.0);
        if !crash.is_file() && !told.ending.success() {
            let name = self.name;
            println!("| {name} | ? | ? | ? | ? | {}: no result |", told.ending);
            return Err(self.cut_short(&told));
        }
        let told = told.text;
        let cases = number(&told, "stat::number_of_executed_units:");
        let a_second = (cases as f64 / seconds).round() as u64;
        let all = lock(self.reached).add(self.name, cases, a_second)?;
        let found = match crash.is_file() && !self.only_waited(&told, &crash)? {
            true => Some(self.shrunk(&crash)?),
            false => None,
        };
        if found.is_none() && self.closely {
            self.keep(&corpus)?;
        }
        let (files, said) = (count(&corpus), found.as_deref().unwrap_or("–"));
        println!(
            "| {} | {cases} | {a_second} | {all} | {files} | {said} |",
            self.name
        );
        Ok(found)
    }

    /// Looks for new ways for so many seconds; what breaks goes to `crash`.
    fn searched(&self, seconds: u64, corpus: &Path, crash: &Path) -> Result<Told, Error> {
        self.fuzzer(&[
            &format!("-max_total_time={seconds}"),
            &format!("-exact_artifact_path={}", crash.display()),
            LONGEST,
            // By the clock on the wall, for what never ends: who waits behind other work is not slow.
            "-timeout=120",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
            &self.folder.display().to_string(),
            &corpus.display().to_string(),
        ])
    }

    /// It did not come to its end, and has left nothing that says why.
    fn cut_short(&self, told: &Told) -> Error {
        let (name, ending) = (self.name, told.ending);
        let last = told.text.lines().last().unwrap_or("nothing");
        Error::Content(format!(
            "{name}: libFuzzer ended with {ending} and left no input; what it said last: {last}"
        ))
    }

    /// Whether it took too long by the clock on the wall, behind other work, and does not when it is tried alone.
    fn only_waited(&self, told: &str, crash: &Path) -> Result<bool, Error> {
        const SLOW: &str = "libFuzzer: timeout";
        if !told.contains(SLOW) {
            return Ok(false);
        }
        let again = self.fuzzer(&["-timeout=120", &crash.display().to_string()])?;
        let again = again.text;
        Ok(again.contains("Executed ") && !again.contains("ERROR"))
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
        let bytes = fs::read(from).map_err(Error::file("read", from))?;
        let name = bytes.iter().fold(0_u32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add((*byte).into())
        });
        let to = folder.join(format!("{name:08x}"));
        fs::write(&to, bytes).map_err(Error::file("write", &to))?;
        Ok(to.display().to_string())
    }

    /// Makes the corpus anew, of the fewest inputs that together take every way that is known.
    fn keep(&self, corpus: &Path) -> Result<(), Error> {
        let new = self.folder.with_extension("new");
        let _none = fs::remove_dir_all(&new);
        create(&new)?;
        let folders = [&new, &self.folder, &corpus.to_owned()].map(|own| own.display().to_string());
        let told = self.fuzzer(&[
            "-set_cover_merge=1",
            "-max_len=2048",
            &folders[0],
            &folders[1],
            &folders[2],
        ])?;
        // What is not whole would take the place of what is.
        if !told.ending.success() {
            return Err(self.cut_short(&told));
        }
        thin_out(&new, corpus).map_err(Error::file("write", corpus))
    }

    /// libFuzzer with these arguments.
    fn fuzzer(&self, arguments: &[&str]) -> Result<Told, Error> {
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
        told.map(|output| Told {
            text: String::from_utf8_lossy(&output.stderr).into_owned(),
            ending: output.status,
        })
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
    fs::create_dir_all(folder).map_err(Error::file("create", folder))
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, Iterator::count)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_the_system_ends_is_said_to_have_no_result() {
        let reached = Mutex::new(Counts::read());
        let run = Run {
            program: Path::new("/bin/sh"),
            name: "links",
            folder: PathBuf::new(),
            closely: true,
            reached: &reached,
        };
        let told = run.fuzzer(&["-c", "echo the last words >&2; kill -9 $$"]);
        let said = told.map(|told| run.cut_short(&told).to_string());
        let said = said.unwrap_or_default();
        assert!(
            said.contains("links: libFuzzer ended with signal: 9"),
            "{said}"
        );
        assert!(said.ends_with("the last words"), "{said}");
    }
}
