//! The files of the built page, in memory.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Error;

/// One file, ready to be sent. Clones share what it holds: every test has a site of its own.
#[derive(Clone)]
pub struct File {
    /// Its content.
    pub bytes: Arc<Vec<u8>>,
    /// Its MIME type.
    pub mime: &'static str,
    /// As `gzip -9` leaves it, from when that is first asked for.
    packed: Arc<OnceLock<Vec<u8>>>,
}

impl File {
    fn new(name: &str, bytes: Vec<u8>) -> Self {
        Self {
            bytes: Arc::new(bytes),
            mime: mime(name),
            packed: Arc::default(),
        }
    }

    /// As `gzip -9` leaves it: compressed once, whichever tests ask for it.
    pub fn packed(&self) -> io::Result<&[u8]> {
        if let Some(packed) = self.packed.get() {
            return Ok(packed);
        }
        let packed = gzip(&self.bytes)?;
        Ok(self.packed.get_or_init(|| packed))
    }
}

/// All files of a page by their path relative to its folder, `a/b.css`.
#[derive(Clone)]
pub struct Site(pub(crate) HashMap<String, File>);

/// What keeps the page for when there is no network.
pub(crate) const WORKER: &str = "service-worker.js";

impl Site {
    /// The built page with a service worker that does nothing. Every test has a fresh browser, which
    /// would fetch the whole page to keep it, and answer from there what a test wants to see asked for.
    pub fn built() -> Result<Self, Error> {
        let mut site = Self::with_worker()?;
        site.put(WORKER, b"// Does nothing.".to_vec());
        Ok(site)
    }

    /// The folder that `ATTENTION_LAB_DIST` names, else the workspace's `dist/`: read once.
    pub fn with_worker() -> Result<Self, Error> {
        let default = || workspace().join("dist");
        let dist = env::var_os("ATTENTION_LAB_DIST").map_or_else(default, PathBuf::from);
        if !dist.join("index.html").is_file() {
            return Err(Error::Setup(format!(
                "there is no built page at {}; run `cargo xtask build` first",
                dist.display()
            )));
        }
        static KNOWN: Mutex<Option<(PathBuf, Site)>> = Mutex::new(None);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((folder, site)) if *folder == dist => Ok(site.clone()),
            _ => {
                let site = Self::of(&[("", dist.clone())])?;
                *known = Some((dist, site.clone()));
                Ok(site)
            }
        }
    }

    /// Reads folders, each to be served below a prefix: empty, or `a/`.
    pub fn of(folders: &[(&str, PathBuf)]) -> Result<Self, Error> {
        let mut files = HashMap::new();
        for (prefix, folder) in folders {
            collect(folder, prefix, &mut files).map_err(Error::io("read what is to be served"))?;
        }
        Ok(Self(files))
    }

    /// Adds a file, or puts it in the place of another.
    pub fn put(&mut self, path: &str, bytes: Vec<u8>) {
        self.0.insert(path.to_owned(), File::new(path, bytes));
    }

    /// The content of a file.
    pub fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        self.0.get(path).map(|file| file.bytes.to_vec())
    }

    /// The paths of all files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Replaces a text in every file that is text.
    pub fn replace(&mut self, from: &str, to: &str) {
        for file in self.0.values_mut() {
            if let Ok(text) = std::str::from_utf8(&file.bytes) {
                *file = File {
                    mime: file.mime,
                    ..File::new("", text.replace(from, to).into_bytes())
                };
            }
        }
    }

    /// Takes away every file whose path holds that text.
    pub fn remove(&mut self, part: &str) {
        self.0.retain(|path, _| !path.contains(part));
    }

    /// The file at a path; the empty path is the page itself.
    pub fn get(&self, path: &str) -> Option<&File> {
        self.0
            .get(if path.is_empty() { "index.html" } else { path })
    }
}

/// A file's name without the hash of its content that a release build puts there.
pub fn plain(name: &str) -> String {
    let parts = name
        .rsplit_once('.')
        .and_then(|(stem, ending)| Some((stem.rsplit_once('-')?, ending)));
    match parts {
        Some(((stem, hash), ending)) if hash.len() == 16 => format!("{stem}.{ending}"),
        _ => name.to_owned(),
    }
}

/// The workspace's root folder; cargo says where our package is when it runs a test.
pub fn workspace() -> PathBuf {
    let compiled = || env!("CARGO_MANIFEST_DIR").into();
    let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(compiled, PathBuf::from);
    here.ancestors().nth(2).unwrap_or(&here).to_owned()
}

/// Adds the files of a folder and all below it.
fn collect(folder: &Path, prefix: &str, files: &mut HashMap<String, File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            let file = File::new(&name, fs::read(entry.path())?);
            files.insert(name, file);
        }
    }
    Ok(())
}

/// The MIME type by a file name's ending; browsers insist on the one for wasm.
fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The bytes as `gzip -9` leaves them.
pub fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The number of bytes that `gzip -9` leaves.
pub fn gzip_size(bytes: &[u8]) -> Result<usize, Error> {
    gzip(bytes)
        .map(|bytes| bytes.len())
        .map_err(Error::io("compress"))
}

#[cfg(test)]
mod tests {
    use super::{mime, plain};

    #[test]
    fn only_the_hash_goes() {
        let sealed = "models/induction-0123456789abcdef.safetensors";
        assert_eq!(plain(sealed), "models/induction.safetensors");
        assert_eq!(plain("service-worker.js"), "service-worker.js");
    }

    #[test]
    fn the_last_ending_decides() {
        assert_eq!(mime("attention-lab-0123_bg.wasm"), "application/wasm");
        assert_eq!(mime("a.b/c.min.js"), "text/javascript; charset=utf-8");
        assert_eq!(mime("LICENSE"), "application/octet-stream");
    }
}
