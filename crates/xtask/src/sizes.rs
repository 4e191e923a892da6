//! How big a folder's files are, as they lie there and as `gzip -9` leaves them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::Error;

/// One file's sizes in bytes.
struct Row {
    name: String,
    raw: usize,
    gzip: usize,
}

/// Prints the table of all files under `folder` under a title, the biggest first, with the total.
pub fn print(title: &str, folder: &Path) -> Result<(), Error> {
    let mut rows = files(folder)?
        .iter()
        .map(|file| measure(folder, file))
        .collect::<Result<Vec<_>, _>>()?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.gzip));
    rows.push(Row {
        name: "total".into(),
        raw: rows.iter().map(|row| row.raw).sum(),
        gzip: rows.iter().map(|row| row.gzip).sum(),
    });
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    println!("\n{title:width$}  {:>9}  {:>9}", "bytes", "gzip -9");
    for Row { name, raw, gzip } in rows {
        println!("{name:width$}  {raw:>9}  {gzip:>9}");
    }
    Ok(())
}

/// All files under a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::file("list", &folder))? {
            let path = entry.map_err(Error::file("list", &folder))?.path();
            if path.is_dir() {
                folders.push(path)
            } else {
                found.push(path)
            }
        }
    }
    Ok(found)
}

/// The sizes of one file.
fn measure(folder: &Path, file: &Path) -> Result<Row, Error> {
    let bytes = fs::read(file).map_err(Error::file("read", file))?;
    let gzip = gzip_size(&bytes).map_err(Error::file("compress", file))?;
    let name = file
        .strip_prefix(folder)
        .unwrap_or(file)
        .display()
        .to_string();
    Ok(Row {
        name,
        raw: bytes.len(),
        gzip,
    })
}

/// The number of bytes that `gzip -9` leaves.
fn gzip_size(bytes: &[u8]) -> io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
