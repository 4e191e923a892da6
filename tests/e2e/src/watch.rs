//! What a test has to do with a page on the way from the server to the browser: scripts put before
//! its own, files that cannot be had, and complaints that come back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::server::{FOLDER, lock};
use crate::{Engine, Error, Lie};

/// The name of the script before all others.
const BEFORE: &str = "e2e-before.js";
/// The name of nothing at all, which is asked for with a complaint.
const COMPLAINT: &str = "e2e-complaint";

/// All of it, for one server.
pub struct Watch {
    before: Mutex<String>,
    refused: Mutex<Vec<&'static str>>,
    lied: Mutex<Vec<(&'static str, Lie)>>,
    /// Some file was refused, lied about or exchanged, whether or not it is by now.
    interfered: AtomicBool,
    /// Servers of one test have them in common.
    complaints: Arc<Mutex<Vec<String>>>,
}

impl Watch {
    /// Nothing, but in an engine whose console nobody reads: there complaints are collected.
    pub fn new() -> Result<Self, Error> {
        let collector = || include_str!("collector.js").replace("COMPLAINT", COMPLAINT);
        let before = match Engine::chosen()? {
            Engine::Chromium => String::new(),
            Engine::Firefox | Engine::WebKit => collector(),
        };
        Ok(Self {
            before: Mutex::new(before),
            refused: Mutex::default(),
            lied: Mutex::default(),
            interfered: AtomicBool::new(false),
            complaints: Arc::default(),
        })
    }

    /// Puts a script before a page's own, after those that are there already.
    pub fn put_before(&self, source: &str) {
        let mut before = lock(&self.before);
        before.push_str(source);
        before.push('\n');
    }

    /// Refuses all files whose path has one of these in it.
    pub fn refuse(&self, parts: &[&'static str]) {
        self.interfere();
        lock(&self.refused).extend(parts);
    }

    /// Lies about all files whose path has this in it.
    pub fn lie(&self, part: &'static str, lie: Lie) {
        self.interfere();
        lock(&self.lied).push((part, lie));
    }

    /// What is to come in the place of a file.
    pub fn lie_of(&self, path: &str) -> Option<Lie> {
        let lied = lock(&self.lied);
        let found = lied.iter().find(|(part, _)| path.contains(part));
        found.map(|(_, lie)| *lie)
    }

    /// Refuses no file any more, and lies about none.
    pub fn forgive(&self) {
        lock(&self.refused).clear();
        lock(&self.lied).clear();
    }

    /// Says that files do not come as they were any more.
    pub fn interfere(&self) {
        self.interfered.store(true, Ordering::SeqCst);
    }

    /// Whether all files have always come as they are.
    pub fn has_let_be(&self) -> bool {
        !self.interfered.load(Ordering::SeqCst)
    }

    /// Whether a file is refused.
    pub fn refuses(&self, path: &str) -> bool {
        lock(&self.refused).iter().any(|part| path.contains(part))
    }

    /// Keeps a complaint.
    pub fn complain(&self, text: String) {
        lock(&self.complaints).push(text);
    }

    /// All complaints so far, which are then kept no longer.
    pub fn complaints(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.complaints))
    }

    /// Hears what is complained of to another server too.
    pub fn hear(&mut self, other: &Self) {
        self.complaints = Arc::clone(&other.complaints);
    }

    /// Answers what no site has: the script before all others, and nothing to a complaint.
    pub fn answer(&self, target: &str) -> Option<(&'static str, String)> {
        let name = target.strip_prefix(FOLDER)?;
        if name == BEFORE {
            return Some(("text/javascript; charset=utf-8", lock(&self.before).clone()));
        }
        let text = name.strip_prefix(COMPLAINT)?.trim_start_matches('?');
        self.complain(text.to_owned());
        Some(("text/plain", String::new()))
    }

    /// A page with the script before all others in it; nothing if there is none to be put.
    pub fn page(&self, mime: &str, bytes: &[u8]) -> Option<Vec<u8>> {
        if !mime.starts_with("text/html") || lock(&self.before).is_empty() {
            return None;
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let script = format!("<head><script src=\"{FOLDER}{BEFORE}\"></script>");
        Some(text.replacen("<head>", &script, 1).into_bytes())
    }
}
