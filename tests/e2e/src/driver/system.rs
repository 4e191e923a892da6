//! What systems do differently. Other engines than Chromium are only ever tested on Unix.

use std::io;
use std::path::Path;
use std::process::Command;

/// Puts a program into a group: 0 is one of its own.
#[cfg(unix)]
pub fn in_group(command: &mut Command, group: u32) -> &mut Command {
    use std::os::unix::process::CommandExt;
    command.process_group(group.cast_signed())
}

#[cfg(not(unix))]
pub fn in_group(command: &mut Command, _: u32) -> &mut Command {
    command
}

/// Makes a link to a folder.
#[cfg(unix)]
pub fn link(folder: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(folder, link)
}

#[cfg(not(unix))]
pub fn link(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Sends a signal to a process, or to a group if there is a minus before its number.
pub fn signal(name: &str, process: &str) {
    // A process that has ended already needs no signal.
    let script = format!("kill -s {name} -- {process}");
    let mut shell = Command::new("sh");
    let _ = shell.args(["-c", &script]).output();
}
