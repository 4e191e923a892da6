//! What can go wrong in a chore, in words that say what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a chore stopped.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that does not exist.
    Usage(String),
    /// Something that has to be on this machine is not, and we cannot put it there.
    Missing {
        /// What is missing.
        what: String,
        /// How to get it.
        how: String,
    },
    /// A program that we started did not succeed.
    Failed {
        /// The command line.
        command: String,
        /// How it ended.
        ending: String,
    },
    /// A file or folder could not be read or written.
    File {
        /// What was to be done, for example “read”.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file does not say what it should.
    Content(String),
    /// One of the steps of `cargo xtask test` failed.
    Step {
        /// The step's name.
        name: &'static str,
        /// Why it failed.
        cause: Box<Error>,
    },
}

impl Error {
    /// For `map_err` on a file operation.
    pub fn file(doing: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File {
            doing,
            path,
            source,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Content(text) => f.write_str(text),
            Self::Missing { what, how } => write!(f, "Missing: {what}\nTo get it: {how}"),
            Self::Failed { command, ending } => write!(f, "`{command}` {ending}"),
            Self::File {
                doing,
                path,
                source,
            } => {
                write!(f, "Could not {doing} {}: {source}", path.display())
            }
            Self::Step { name, cause } => write!(f, "Failed at: {name}\n{cause}"),
        }
    }
}

impl std::error::Error for Error {}
