//! `cargo xtask dist`: the page as one file for any static host.

mod headers;
mod zip;

use std::fs;

use crate::build;
use crate::error::Error;
use crate::seal::folder::{self, Files};
use crate::workspace;

/// Builds the page and writes `target/attention-lab-<version>.zip`.
pub fn dist(options: &[String]) -> Result<(), Error> {
    build::build(&mut build::with_hub(options)?)?;
    let files = with_hosting(folder::read(&workspace::dist())?)?;
    let bytes = zip::pack(&files)?;
    let name = concat!("attention-lab-", env!("CARGO_PKG_VERSION"), ".zip");
    // Where HOSTING.md and the workflow say, wherever cargo builds.
    let folder = workspace::root().join("target");
    fs::create_dir_all(&folder).map_err(Error::file("make", &folder))?;
    let file = folder.join(name);
    fs::write(&file, &bytes).map_err(Error::file("write", &file))?;
    let (count, size) = (files.len(), bytes.len());
    println!("\n{}: {count} files, {size} bytes", file.display());
    Ok(())
}

/// The files of the page with what a host, or whoever sets one up, reads.
fn with_hosting(mut files: Files) -> Result<Files, Error> {
    let guide = workspace::root().join("docs/HOSTING.md");
    let text = fs::read(&guide).map_err(Error::file("read", &guide))?;
    let rules = headers::headers(&files);
    if rules.len() > headers::MOST {
        let (count, most) = (rules.len(), headers::MOST);
        return Err(Error::Content(format!(
            "{count} rules for hosts, and one of them reads {most}: crates/xtask/src/dist/headers.rs"
        )));
    }
    files.insert("HOSTING.md".into(), text);
    files.insert("_headers".into(), rules.concat().into_bytes());
    // GitHub Pages otherwise leaves out what begins with an underscore.
    files.insert(".nojekyll".into(), Vec::new());
    Ok(files)
}
