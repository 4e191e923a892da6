//! What can keep a test from being carried out, as opposed to an expectation that is not met.

use std::fmt;
use std::io;

use fantoccini::error::{CmdError, NewSessionError};

/// Why the browser could not be driven.
pub enum Error {
    /// Something on this machine is not as it has to be.
    Setup(String),
    /// A file, a process or a socket.
    Io(&'static str, io::Error),
    /// The browser did not start.
    Session(&'static str, NewSessionError),
    /// The browser refused a command.
    Command(CmdError),
    /// The page is not what the contract says, or did not become so in time.
    Page(String),
}

impl Error {
    /// For `map_err` on an operation of the system.
    pub fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io(doing, error)
    }
}

impl From<CmdError> for Error {
    fn from(error: CmdError) -> Self {
        Self::Command(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(text) | Self::Page(text) => f.write_str(text),
            Self::Io(doing, error) => write!(f, "could not {doing}: {error}"),
            Self::Session(engine, error) => write!(f, "{engine} did not start: {error}"),
            // Some drivers give no message, but all give the kind.
            Self::Command(CmdError::Standard(error)) => {
                let (kind, message) = (&error.error, &error.message);
                write!(f, "the browser refused a command: {kind}: {message}")
            }
            Self::Command(error) => write!(f, "the browser refused a command: {error}"),
        }
    }
}

/// A test that returns an error is reported by its `Debug`; the plain words serve there too.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}
