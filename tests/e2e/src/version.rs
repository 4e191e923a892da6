//! Versions of the page: the next one, made of the built one as `cargo xtask seal` would have made it.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::site::{Site, WORKER, plain};
use crate::{Error, Outcome};

const INDEX: &str = "index.html";
/// Around the worker's list of files, which is JSON.
const LIST: (&str, &str) = (", FILES = ", ";\n");
const VERSION: &str = "const VERSION = \"";

impl Site {
    /// The next version: these files (by their plain names) say something else, and are called so.
    ///
    /// Only files that nothing but the page itself names can be changed so.
    pub fn next_version(&self, changed: &[&str], what: &str) -> Result<Self, Error> {
        let mut next = self.clone();
        for plain in changed {
            next.change(plain, what)?;
        }
        next.list_files(what)?;
        Ok(next)
    }

    /// The name that a file has in this version.
    pub fn name_of(&self, wanted: &str) -> Result<String, Error> {
        let mut names = self.0.keys();
        let found = names.find(|name| *name == wanted || plain(name) == wanted);
        let none = || Error::Setup(format!("the built page has no {wanted}"));
        found.cloned().ok_or_else(none)
    }

    /// Whether there is a file of exactly this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn change(&mut self, wanted: &str, what: &str) -> Outcome {
        let old = self.name_of(wanted)?;
        let mut bytes = self
            .0
            .remove(&old)
            .map_or_else(Vec::new, |file| file.bytes.to_vec());
        bytes.extend_from_slice(format!("\n// {what}\n").as_bytes());
        let hash: String = Sha256::digest(&bytes)
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let (stem, ending) = wanted.rsplit_once('.').unwrap_or((wanted, ""));
        let new = format!("{stem}-{hash}.{ending}");
        self.put(&new, bytes);
        let index = self.text(INDEX)?.replace(&old, &new);
        self.put(INDEX, index.into_bytes());
        Ok(())
    }

    /// Writes the worker's list anew.
    fn list_files(&mut self, version: &str) -> Outcome {
        let worker = self.text(WORKER)?;
        let no_list = || Error::Setup(format!("{WORKER} lists no files; is the page sealed?"));
        let start = worker.find(LIST.0).ok_or_else(no_list)? + LIST.0.len();
        let end = worker[start..].find(LIST.1).ok_or_else(no_list)? + start;
        let listed: BTreeMap<String, String> =
            serde_json::from_str(&worker[start..end]).map_err(|_| no_list())?;
        let files = self.0.iter().filter(|(name, _)| {
            let was = |old: &String| plain(old) == plain(name);
            listed.keys().any(was)
        });
        let files: BTreeMap<&String, String> = files
            .map(|(name, file)| (name, STANDARD.encode(Sha256::digest(file.bytes.as_slice()))))
            .map(|(name, hash)| (name, format!("sha256-{hash}")))
            .collect();
        let list = serde_json::to_string(&files).map_err(|_| no_list())?;
        let worker = format!("{}{list}{}", &worker[..start], &worker[end..]);
        let worker = worker.replace(VERSION, &format!("{VERSION}{version}-"));
        self.put(WORKER, worker.into_bytes());
        Ok(())
    }

    fn text(&self, name: &str) -> Result<String, Error> {
        let file = self.get(name);
        let text = file.and_then(|file| String::from_utf8(file.bytes.to_vec()).ok());
        text.ok_or_else(|| Error::Setup(format!("the built page has no text {name}")))
    }
}
