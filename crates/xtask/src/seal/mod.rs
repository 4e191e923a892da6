//! `cargo xtask seal`: finishes a release build of the page, as a hook of Trunk's, so that plain
//! `trunk build --release` gives the same. In debug builds nothing of this happens.
//!
//! 1. The page's module is cut into what it opens with and parts that are fetched later (`crate::split`).
//! 1. Every file of the page's own gets a name with the hash of its content (`names`, `rename`), so that
//!    a host may let browsers keep it for ever, and two versions never share a name. A file comes after the files
//!    that it names, with their digests where it is to have them.
//! 2. `index.html` gets the table of those names and a Content-Security-Policy with the hash of Trunk's one inline
//!    script (`page`, `policy`).
//! 3. The element for other people's pages gets its words in every language (`spoken`).
//! 4. The service worker gets the list of all files with their hashes (`worker`).
//!
//! All of it works on files in memory, and its tests on a small made-up build.
//!
//! - Rust asks for a file of ours by its plain name, through `browser::shipped::address`, and for nothing otherwise.
//!   Without the table (`trunk serve`) that is the name itself.
//! - `assets/service-worker.js` fetches a version as a whole, each file checked against its hash, or not at all. A tab
//!   stays with its version; what an older tab still asks for is found by its hash in the older cache. It answers for
//!   the page's own address and files, for nothing else. `browser::offline` registers it once the first figure stands,
//!   never in somebody's frame.
//! - `tests/e2e/tests/page/offline` checks this in a real browser; all other tests are served a worker that does
//!   nothing.

mod digest;
pub mod folder;
pub mod hub;
mod names;
mod page;
mod policy;
mod rename;
mod spoken;
#[cfg(test)]
mod tests;
mod worker;

use std::env;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::split;
use crate::workspace;
use folder::Files;

pub use digest::mark;
pub use names::is_hashed;

/// The page itself.
pub const INDEX: &str = "index.html";
/// The service worker.
pub const WORKER: &str = "service-worker.js";

/// Seals what Trunk has just built, where that is a release of the page.
///
/// Trunk runs its hooks for every page it builds (a bench has one of its own) and in debug builds too,
/// where names must stay as they are from one rebuild to the next.
pub fn hook() -> Result<(), Error> {
    let of = |name: &str| env::var_os(name).map(PathBuf::from);
    let (Some(staging), Some(html)) = (of("TRUNK_STAGING_DIR"), of("TRUNK_HTML_FILE")) else {
        return Err(Error::Usage(
            "`cargo xtask seal` is run by Trunk, at the end of `cargo xtask build`".into(),
        ));
    };
    let release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    if release && is_the_page(&html) {
        seal_folder(&staging, split::split)?;
    }
    Ok(())
}

/// Whether a source is the one that the page is built from.
fn is_the_page(html: &Path) -> bool {
    let own = workspace::root().join(INDEX);
    match (html.canonicalize(), own.canonicalize()) {
        (Ok(html), Ok(own)) => html == own,
        _ => false,
    }
}

/// Seals the files of a folder, once `first` was done with them.
fn seal_folder(
    folder: &Path,
    first: impl FnOnce(&mut Files) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut files = folder::read(folder)?;
    first(&mut files)?;
    folder::replace(folder, &seal(files)?)
}

/// The same files, sealed. Files that are sealed already are given back as they are.
pub fn seal(files: Files) -> Result<Files, Error> {
    let index = text(&files, INDEX)?;
    if policy::is_in(index) {
        return Ok(files);
    }
    let (mut files, renamed) = rename::rename(spoken::at_once(spoken::spoken(files)?)?)?;
    let index = page::finish(text(&files, INDEX)?, &renamed)?;
    files.insert(INDEX.into(), index.into_bytes());
    let worker = worker::filled_in(text(&files, WORKER)?, &files)?;
    files.insert(WORKER.into(), worker.into_bytes());
    Ok(files)
}

/// A file that has to be there and to be text.
fn text<'a>(files: &'a Files, name: &str) -> Result<&'a str, Error> {
    let bytes = files
        .get(name)
        .ok_or_else(|| Error::Content(format!("the build has no {name}")))?;
    str::from_utf8(bytes).map_err(|_| Error::Content(format!("{name} is no text")))
}
