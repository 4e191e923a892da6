//! A folder's files in memory. A page is a few megabytes, and what is in memory is quick to test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::error::Error;

/// Content by path from the folder, with `/`, in order.
pub type Files = BTreeMap<String, Vec<u8>>;

/// All files of a folder and below.
pub fn read(folder: &Path) -> Result<Files, Error> {
    let mut files = Files::new();
    collect(folder, "", &mut files)?;
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file("list", folder))? {
        let entry = entry.map_err(Error::file("list", folder))?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = format!("{prefix}{}", name.to_string_lossy());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else {
            let bytes = fs::read(&path).map_err(Error::file("read", &path))?;
            files.insert(plain(name)?, bytes);
        }
    }
    Ok(())
}

/// A name that may stand in HTML, JSON and JavaScript as it is.
fn plain(name: String) -> Result<String, Error> {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if name.bytes().all(harmless) {
        return Ok(name);
    }
    Err(Error::Content(format!(
        "a file of the page is called “{name}”; a name has letters, digits, - _ and . only"
    )))
}

/// Makes these files all that is in a folder.
pub fn replace(folder: &Path, files: &Files) -> Result<(), Error> {
    for old in read(folder)?.keys().filter(|old| !files.contains_key(*old)) {
        let path = folder.join(old);
        fs::remove_file(&path).map_err(Error::file("remove", &path))?;
    }
    write(folder, files)
}

/// Writes the files into a folder.
pub fn write(folder: &Path, files: &Files) -> Result<(), Error> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(Error::file("create", parent))?;
        }
        fs::write(&path, bytes).map_err(Error::file("write", &path))?;
    }
    Ok(())
}
