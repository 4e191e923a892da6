//! One file of weights, in memory or elsewhere.

use crate::load::error::LoadError;
use crate::load::files::{Files, copy, length, room, trouble};
use std::fmt;

/// Where the bytes of one file of weights are.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    /// Its name and all of it.
    Memory(&'a str, &'a [u8]),
    /// Its name among others.
    Files(&'a str, &'a dyn Files),
}

impl Source<'_> {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Memory(name, _) | Self::Files(name, _) => name,
        }
    }

    pub(super) fn size(&self) -> Result<u64, LoadError> {
        match self {
            Self::Memory(_, bytes) => Ok(bytes.len() as u64),
            Self::Files(name, files) => length(*files, name),
        }
    }

    pub(super) fn read(&self, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        match self {
            Self::Memory(name, bytes) => {
                copy(bytes, at, into).ok_or_else(|| trouble(name, "it ends too early"))
            }
            Self::Files(name, files) => files.read(name, at, into),
        }
    }

    /// `length` zeros, to be read over.
    pub(super) fn room(&self, length: u64) -> Result<Vec<u8>, LoadError> {
        room(self.name(), length)
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
