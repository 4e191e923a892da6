//! A tool as its own project built it: from the project's releases, checked against their checksum where one is
//! published. A network that does not answer costs seconds, not minutes.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use super::Tool;
use crate::shell::{Shell, answer, program_in};
use crate::workspace;

/// Where all of these projects release; a mirror may stand in for it.
const RELEASES: (&str, &str) = ("ATTENTION_LAB_RELEASES", "https://github.com");
/// How files of checksums end.
const CHECKSUMS: [&str; 2] = [".sha256sum", ".sha256"];
/// Seconds until somebody has answered, and until all is here.
const PATIENCE: [&str; 4] = ["--connect-timeout", "5", "--max-time", "180"];

/// Puts the tool's programs into `bin`, or says why not.
pub fn fetch(shell: &Shell, tool: &Tool, bin: &Path) -> Result<(), String> {
    let base = env::var(RELEASES.0).unwrap_or_else(|_| RELEASES.1.into());
    fetch_from(shell, &base, tool, bin)
}

fn fetch_from(shell: &Shell, base: &str, tool: &Tool, bin: &Path) -> Result<(), String> {
    let machine = (tool.machine)(env::consts::OS, env::consts::ARCH);
    let machine = machine.ok_or("its project builds none for this machine")?;
    let path = tool.prebuilt.replace("{version}", &tool.version);
    let address = format!("{base}/{}", path.replace("{machine}", machine));
    let folder = workspace::private_tools()
        .join("download")
        .join(tool.package);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    println!("  prebuilt, from {address}");
    let archive = folder.join("archive.tar.gz");
    download(shell, &address, &archive, &["--progress-bar"])?;
    check(shell, &address, &archive)?;
    let mut tar = shell.command("tar");
    let unpacked = tar
        .arg("-xzf")
        .arg(&archive)
        .arg("-C")
        .arg(&folder)
        .status();
    if !unpacked.is_ok_and(|status| status.success()) {
        return Err("what came cannot be unpacked".into());
    }
    let placed = tool.programs.iter().try_for_each(|program| {
        let found = find(&folder, program).ok_or(format!("what came has no {program}"))?;
        place(&found, &bin.join(program), &tool.version)
    });
    let _ = fs::remove_dir_all(&folder);
    placed
}

/// Fetches a file.
fn download(shell: &Shell, address: &str, file: &Path, how: &[&str]) -> Result<(), String> {
    let mut curl = shell.command("curl");
    curl.args(["--fail", "--location"]).args(PATIENCE).args(how);
    curl.arg("--output").arg(file).arg(address);
    match curl.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("that could not be fetched".into()),
        Err(_) => Err("there is no curl to fetch it with".into()),
    }
}

/// Fetches a checksum; false where there is none. One that cannot be had is not none.
fn fetch_sum(shell: &Shell, address: &str, sum: &Path) -> Result<bool, String> {
    let mut curl = shell.command("curl");
    curl.args(["--silent", "--location", "--write-out", "%{http_code}"]);
    curl.args(PATIENCE).arg("--output").arg(sum).arg(address);
    match answer(&mut curl).as_deref() {
        Some("200") => Ok(true),
        Some("404") => Ok(false),
        _ => Err("its checksum could not be fetched".into()),
    }
}

/// Compares what came with the checksum beside it; without one it is taken as it is.
fn check(shell: &Shell, address: &str, archive: &Path) -> Result<(), String> {
    let sum = archive.with_extension("sum");
    let mut published = false;
    for ending in CHECKSUMS {
        published = published || fetch_sum(shell, &format!("{address}{ending}"), &sum)?;
    }
    if !published {
        println!("  no checksum is published beside it");
        return Ok(());
    }
    let said = fs::read_to_string(&sum).map_err(|error| error.to_string())?;
    let bytes = fs::read(archive).map_err(|error| error.to_string())?;
    let digits: String = Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    match said.to_lowercase().contains(&digits) {
        true => Ok(()),
        false => Err("what came is not what its checksum says".into()),
    }
}

/// The file of that name in a folder or below.
fn find(folder: &Path, program: &str) -> Option<PathBuf> {
    let folders = fs::read_dir(folder).ok()?.flatten();
    let folders = folders
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    program_in(folder, program)
        .or_else(|| folders.into_iter().find_map(|path| find(&path, program)))
}

/// Copies a program to its place, if it runs here.
fn place(found: &Path, to: &Path, version: &str) -> Result<(), String> {
    let runs = answer(Command::new(found).arg("--version").stdin(Stdio::null()));
    if runs.is_none_or(|text| text.split_whitespace().nth(1) != Some(version)) {
        return Err("what came does not run here".into());
    }
    let copied = fs::create_dir_all(to.parent().unwrap_or(to)).and_then(|()| fs::copy(found, to));
    copied.map(drop).map_err(|error| error.to_string())
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::os::unix::fs::PermissionsExt;
    use std::thread;

    use super::*;

    /// A file that cannot be had now.
    const BUSY: &[u8] = b"busy";

    /// A server of some files; all others are not there.
    fn serve(files: Vec<(String, Vec<u8>)>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let mut line = String::new();
                let mut reader = BufReader::new(&stream);
                reader.read_line(&mut line).unwrap();
                let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                while reader.read_line(&mut line).is_ok_and(|read| read > 2) {}
                let file = files.iter().find(|(name, _)| *name == path);
                let (status, body) = match file {
                    Some((_, body)) if body == BUSY => ("503 Service Unavailable", &[][..]),
                    Some((_, body)) => ("200 OK", &body[..]),
                    None => ("404 Not Found", &[][..]),
                };
                let head = format!(
                    "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                    body.len()
                );
                let _ = (&stream).write_all(&[head.as_bytes(), body].concat());
            }
        });
        base
    }

    fn tool(package: &'static str) -> Tool {
        Tool {
            package,
            programs: &["made-up"],
            version: "1.2.3".into(),
            minutes: 0,
            optimised: &[],
            whole: true,
            prebuilt: "releases/v{version}/made-up-{machine}.tar.gz",
            machine: |_, _| Some("here"),
        }
    }

    /// An archive with a program that says this of itself.
    fn archive(says: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("made-up-here");
        fs::create_dir(&inner).unwrap();
        let program = inner.join("made-up");
        fs::write(&program, format!("#!/bin/sh\necho {says}\n")).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut tar = Command::new("tar");
        tar.args(["-czf", "a.tar.gz", "made-up-here"])
            .current_dir(folder.path());
        assert!(tar.status().unwrap().success());
        fs::read(folder.path().join("a.tar.gz")).unwrap()
    }

    fn fetched(package: &'static str, files: Vec<(String, Vec<u8>)>) -> (Result<(), String>, bool) {
        let bin = tempfile::tempdir().unwrap();
        let base = serve(files);
        let outcome = fetch_from(&Shell::default(), &base, &tool(package), bin.path());
        (outcome, bin.path().join("made-up").exists())
    }

    const FILE: &str = "/releases/v1.2.3/made-up-here.tar.gz";

    #[test]
    fn a_tool_comes_with_or_without_a_checksum() {
        let bytes = archive("made-up 1.2.3");
        let digits: String = Sha256::digest(&bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let sum = (
            format!("{FILE}.sha256"),
            format!("{digits}  made-up\n").into_bytes(),
        );
        let file = (FILE.to_owned(), bytes);
        assert_eq!(fetched("checked", vec![file.clone(), sum]), (Ok(()), true));
        assert_eq!(fetched("unchecked", vec![file]), (Ok(()), true));
    }

    #[test]
    fn what_is_not_there_or_not_as_it_should_be_is_refused() {
        let of = |package, files| {
            let (outcome, placed) = fetched(package, files);
            assert!(!placed);
            outcome.unwrap_err()
        };
        assert!(of("missing", vec![]).contains("could not be fetched"));
        let file = |says| (FILE.to_owned(), archive(says));
        let sum = (format!("{FILE}.sha256sum"), b"0000  made-up".to_vec());
        assert!(of("wrong", vec![file("made-up 1.2.3"), sum]).contains("checksum"));
        let busy = (format!("{FILE}.sha256"), BUSY.to_vec());
        let unchecked = of("busy", vec![file("made-up 1.2.3"), busy]);
        assert!(unchecked.contains("checksum could not be fetched"));
        assert!(of("other", vec![file("made-up 1.2.4")]).contains("does not run"));
        assert!(of("broken", vec![(FILE.to_owned(), b"<html>".to_vec())]).contains("unpacked"));
    }
}
