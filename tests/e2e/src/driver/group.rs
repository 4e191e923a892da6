//! Programs that end together, and with us.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::system;
use crate::Error;

/// A program, what it starts and what is started beside it. All of it ends when this is dropped, and also when our
/// own process ends before that, where there is a shell to see to it.
pub struct Group {
    first: Child,
    beside: Vec<Child>,
    /// Ends the group when it hears no more of us; none where there is no such shell.
    warden: Option<Child>,
}

/// Waits for the end of its input, ends the group `$0` and takes the folder `$1` away.
const WARDEN: &str = r#"read -r _; kill -s KILL -- "-$0"; rm -rf -- "$1""#;

impl Group {
    /// Starts the first program; `folder` is what the group leaves behind.
    pub fn start(command: &mut Command, folder: &Path) -> Result<Self, Error> {
        let first = quietly(system::in_group(command, 0))?;
        let mut shell = Command::new("sh");
        shell.args(["-c", WARDEN, &first.id().to_string()]);
        let warden = system::in_group(shell.arg(folder), 0);
        warden.stdin(Stdio::piped()).stdout(Stdio::null());
        let warden = spawn(warden.stderr(Stdio::null())).ok();
        Ok(Self {
            first,
            beside: vec![],
            warden,
        })
    }

    /// Starts another.
    pub fn add(&mut self, command: &mut Command) -> Result<(), Error> {
        let group = self.first.id();
        self.beside.push(quietly(system::in_group(command, group))?);
        Ok(())
    }

    /// Do all that were started still run?
    pub fn is_alive(&mut self) -> bool {
        let mut all = self.beside.iter_mut().chain([&mut self.first]);
        all.all(|child| matches!(child.try_wait(), Ok(None)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // What cannot be tidied away here the system does at its next start.
        if let Some(warden) = &mut self.warden {
            drop(warden.stdin.take());
            let _ = warden.wait();
        }
        for child in self.beside.iter_mut().chain([&mut self.first]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a program that says nothing.
pub fn quietly(command: &mut Command) -> Result<Child, Error> {
    spawn(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null()),
    )
}

fn spawn(command: &mut Command) -> Result<Child, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let process = command.spawn();
    process.map_err(|error| Error::Setup(format!("could not start {program}: {error}")))
}
