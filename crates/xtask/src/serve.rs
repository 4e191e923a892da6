//! `cargo xtask serve`: the page on this machine, rebuilt on every change.

use std::fs;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::build;
use crate::error::Error;
use crate::shell::{Shell, run};
use crate::tools;
use crate::workspace;

/// Gets the tools, then serves until it is interrupted. `options` go to `trunk serve` as they are.
pub fn serve(options: &[String]) -> Result<(), Error> {
    let mut shell = Shell::default();
    tools::for_the_page(&mut shell)?;
    let port = port(options)?;
    refuse_taken(port)?;
    println!("Building the page; the first time takes a minute or two …");
    thread::spawn(move || announce(port));
    run(build::trunk(&shell).arg("serve").args(options))
}

/// The port from the options, else from `Trunk.toml`.
fn port(options: &[String]) -> Result<u16, Error> {
    match port_option(options) {
        Some(text) => text
            .parse()
            .map_err(|_| Error::Usage(format!("“{text}” is not a port; ports are 1 to 65535"))),
        None => configured_port(),
    }
}

/// The value of `-p N`, `--port N` or `--port=N`.
fn port_option(options: &[String]) -> Option<&str> {
    let mut options = options.iter();
    while let Some(option) = options.next() {
        if option == "--port" || option == "-p" {
            return options.next().map(String::as_str);
        }
        if let Some(value) = option.strip_prefix("--port=") {
            return Some(value);
        }
    }
    None
}

/// The port that `Trunk.toml` names.
fn configured_port() -> Result<u16, Error> {
    let path = workspace::root().join("Trunk.toml");
    let text = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
    text.lines()
        .find_map(|line| line.strip_prefix("port = ")?.parse().ok())
        .ok_or_else(|| Error::Content("Trunk.toml names no port (`port = 8080`)".into()))
}

/// A clear word before the build, instead of Trunk's after it.
fn refuse_taken(port: u16) -> Result<(), Error> {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(_) => Ok(()),
        Err(error) => Err(Error::Usage(format!(
            "Port {port} cannot be used ({error}). Try another: cargo xtask serve --port 8081"
        ))),
    }
}

/// Prints the URL once somebody answers there, which Trunk does after the first build.
fn announce(port: u16) {
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        thread::sleep(Duration::from_millis(300));
    }
    println!("\n  The page is at http://127.0.0.1:{port}/   (Ctrl-C ends)\n");
}

#[cfg(test)]
mod tests {
    use super::port_option;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn every_way_to_name_a_port_is_read() {
        for line in ["--port 9000", "--open -p 9000", "--port=9000 --open"] {
            assert_eq!(port_option(&words(line)), Some("9000"), "{line}");
        }
        assert_eq!(port_option(&words("--open")), None);
    }
}
