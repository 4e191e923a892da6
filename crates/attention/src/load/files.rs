//! Where the bytes of a model's files come from.

use super::error::{LoadError, short};
use std::collections::BTreeMap;

/// The files of one folder, wherever they are: on a disk, chosen in a page, in memory.
pub trait Files {
    /// The length of the file `name` in bytes, or `None` where there is no such file.
    fn size(&self, name: &str) -> Option<u64>;

    /// Fills `into` with the bytes of the file `name` from byte `at` on.
    ///
    /// # Errors
    /// [`LoadError::File`] where the file does not have as many, or cannot be read.
    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError>;
}

/// Files in memory, by their names.
impl Files for BTreeMap<String, Vec<u8>> {
    fn size(&self, name: &str) -> Option<u64> {
        self.get(name).map(|bytes| bytes.len() as u64)
    }

    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        let bytes = self.get(name).map_or(&[][..], Vec::as_slice);
        copy(bytes, at, into).ok_or_else(|| trouble(name, "it ends too early"))
    }
}

/// Fills `into` with `bytes` from `at` on, where there are as many.
pub(super) fn copy(bytes: &[u8], at: u64, into: &mut [u8]) -> Option<()> {
    let start = usize::try_from(at).ok()?;
    let end = start.checked_add(into.len())?;
    into.copy_from_slice(bytes.get(start..end)?);
    Some(())
}

/// The length of a file that must be there.
pub(super) fn length(files: &dyn Files, name: &str) -> Result<u64, LoadError> {
    let missing = || trouble(name, "there is no such file");
    files.size(name).ok_or_else(missing)
}

/// `length` zeros, to be read over.
pub(super) fn room(name: &str, length: u64) -> Result<Vec<u8>, LoadError> {
    let refused = || trouble(name, &format!("no memory for its {length} bytes"));
    let length = usize::try_from(length).map_err(|_| refused())?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| refused())?;
    bytes.resize(length, 0);
    Ok(bytes)
}

pub(super) fn trouble(name: &str, problem: &str) -> LoadError {
    LoadError::File {
        path: short(name),
        problem: problem.into(),
    }
}
