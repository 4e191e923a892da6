//! A folder on disk; the one place of this module that touches the file system.

use super::error::LoadError;
use super::files::{Files, trouble};
use super::loaded::Loaded;
use super::open::open;
use crate::model::Form;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

/// Opens a Hugging Face folder on disk, as [`open`].
///
/// # Errors
/// As [`open`].
pub fn folder(path: &Path) -> Result<Loaded, LoadError> {
    folder_as(path, Form::Plain)
}

/// As [`folder`], with large matrices held as `form` says.
///
/// # Errors
/// As [`open`].
pub fn folder_as(path: &Path, form: Form) -> Result<Loaded, LoadError> {
    if !path.is_dir() {
        let path = path.display().to_string();
        let problem = "there is no such folder".into();
        return Err(LoadError::File { path, problem });
    }
    let opened = open(&Folder(path), form, &mut |_, _| ControlFlow::Continue(()));
    opened.map_err(|error| match error {
        LoadError::File {
            path: name,
            problem,
        } => LoadError::File {
            path: path.join(name).display().to_string(),
            problem,
        },
        other => other,
    })
}

struct Folder<'a>(&'a Path);

impl Files for Folder<'_> {
    fn size(&self, name: &str) -> Option<u64> {
        let metadata = self.0.join(name).metadata().ok()?;
        metadata.is_file().then_some(metadata.len())
    }

    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        let mut read = || {
            let mut file = File::open(self.0.join(name))?;
            file.seek(SeekFrom::Start(at))?;
            file.read_exact(into)
        };
        read().map_err(|error: std::io::Error| trouble(name, &error.to_string()))
    }
}
