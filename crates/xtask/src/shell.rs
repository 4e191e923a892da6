//! Finds and runs other programs.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use crate::error::Error;
use crate::workspace;

/// Runs programs with our own tool folders first on PATH.
#[derive(Clone, Default)]
pub struct Shell {
    /// Folders searched before those of PATH, the first one first.
    folders: Vec<PathBuf>,
    /// What the environment of programs says besides ours.
    variables: Vec<(&'static str, String)>,
    /// What is to be said once more when all is done.
    notes: Vec<String>,
}

impl Shell {
    /// Has every program hear of a variable.
    pub fn say(&mut self, variable: &'static str, value: String) {
        self.variables.push((variable, value));
    }

    /// Has something said once more when all is done.
    pub fn note(&mut self, text: String) {
        self.notes.push(text);
    }

    /// All of that, in order.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Puts `folder` before everything that is on PATH.
    pub fn prefer(&mut self, folder: PathBuf) {
        if !self.folders.contains(&folder) {
            self.folders.insert(0, folder);
        }
    }

    /// The file that `program` stands for, if there is one.
    pub fn find(&self, program: &str) -> Option<PathBuf> {
        self.search_path()
            .iter()
            .find_map(|folder| program_in(folder, program))
    }

    /// A command to be run from the workspace's root, with nothing on its standard input.
    pub fn command(&self, program: &str) -> Command {
        let file = self.find(program).unwrap_or_else(|| PathBuf::from(program));
        let mut command = Command::new(file);
        command.current_dir(workspace::root()).stdin(Stdio::null());
        if let Ok(path) = env::join_paths(self.search_path()) {
            command.env("PATH", path);
        }
        command.envs(self.variables.iter().cloned());
        command
    }

    /// The cargo that runs us.
    pub fn cargo(&self) -> Command {
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        self.command(&cargo)
    }

    /// The same, strict.
    pub fn strict_cargo(&self) -> Command {
        strict(self.cargo())
    }

    /// What `program arguments…` prints, if it can be run and succeeds.
    pub fn answer(&self, program: &str, arguments: &[&str]) -> Option<String> {
        answer(self.command(program).args(arguments))
    }

    /// All folders that may hold programs, in order.
    fn search_path(&self) -> Vec<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        self.folders
            .iter()
            .cloned()
            .chain(env::split_paths(&path))
            .collect()
    }
}

/// Cargo, or what calls it, with clippy in the compiler's place for our own crates: what it makes is what the compiler makes,
/// but every warning ends it. So what is compiled for a test need not be checked once more.
pub fn strict(mut cargo: Command) -> Command {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    // As `cargo clippy -- -D warnings` does, which only checks.
    let words = ["-D", "warnings"].map(|word| format!("{word}__CLIPPY_HACKERY__"));
    cargo.env("CLIPPY_ARGS", words.concat());
    cargo
}

/// The file of `program` in `folder`, with the endings that Windows gives to programs.
pub fn program_in(folder: &Path, program: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd", ""]
    } else {
        &[""]
    };
    endings
        .iter()
        .map(|ending| folder.join(format!("{program}{ending}")))
        .find(|file| file.is_file())
}

/// Runs a command, showing its output, and says clearly when it does not succeed.
pub fn run(command: &mut Command) -> Result<(), Error> {
    let status = command.status();
    succeeded(command, status)
}

/// As [`run`], and each line that the command prints is given to `hear` as well.
pub fn run_heard(command: &mut Command, mut hear: impl FnMut(&str)) -> Result<(), Error> {
    let child = command.stdout(Stdio::piped()).spawn();
    let status = child.and_then(|mut child| {
        let printed = child.stdout.take().map(BufReader::new);
        for line in printed.into_iter().flat_map(|out| out.split(b'\n')) {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            println!("{}", line.trim_end());
            hear(line.trim_end());
        }
        child.wait()
    });
    command.stdout(Stdio::inherit());
    succeeded(command, status)
}

/// As [`run`], but what the command prints is given back; its complaints are shown.
pub fn output(command: &mut Command) -> Result<String, Error> {
    let output = command.stderr(Stdio::inherit()).output();
    let (status, text) = output.map_or_else(
        |error| (Err(error), Vec::new()),
        |output| (Ok(output.status), output.stdout),
    );
    succeeded(command, status)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Says clearly when a command did not succeed.
fn succeeded(command: &Command, status: io::Result<ExitStatus>) -> Result<(), Error> {
    let ending = match status {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => format!("ended with {status}"),
        Err(error) => format!("could not be started: {error}"),
    };
    let command = shown(command);
    Err(Error::Failed { command, ending })
}

/// What a command prints, if it can be run and succeeds.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// A command as one would type it, the program without its folder.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program())
        .file_name()
        .map(OsString::from);
    std::iter::once(program.unwrap_or_default())
        .chain(command.get_args().map(OsString::from))
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
