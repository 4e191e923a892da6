//! Models that come: from beside the page, from the reader's disk.

use leptos::prelude::*;
use lesson::core::problem::quoted;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::link::{Document, Source};
use lesson::lessons::models::messages::{Ask, How, Trouble};
use lesson::lessons::models::{notebook, shipped};
use wasm_bindgen_futures::spawn_local;

use super::Inspector;
use super::asking::Topic;
use crate::browser::fetch;
use crate::browser::files::{Chosen, Handle};
use crate::browser::worker::at_once;

/// What a model is opened as.
#[derive(Clone, Debug, PartialEq)]
pub struct As {
    /// Which model.
    pub source: Source,
    /// Its weights are held as whole numbers of eight bits.
    pub int8: bool,
}

impl As {
    /// What a document names.
    pub fn of(document: &Document) -> Self {
        Self {
            source: document.source.clone(),
            int8: document.int8,
        }
    }
}

/// A model on its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Coming {
    /// What it is opened as.
    pub named: As,
    /// It is the model that is open, held otherwise.
    pub again: bool,
    /// Bytes read, and bytes in all; 0 before that is known.
    pub bytes: (u64, u64),
}

/// How a model is opened on this device.
pub(super) fn how(int8: bool, again: bool) -> How {
    let at_once = at_once();
    How {
        int8,
        again,
        at_once,
    }
}

/// The files that make a model, by how their names end.
const WANTED: [&str; 2] = [".json", TENSORS];
const TENSORS: &str = ".safetensors";

/// What files are opened as. One file of tensors by itself is a notebook's, and is called what it was called.
fn named(folder: Option<String>, files: Vec<Handle>) -> (String, Vec<Handle>) {
    let model = folder.unwrap_or_else(|| "model".to_owned());
    match <[Handle; 1]>::try_from(files) {
        Ok([mut only]) if only.name.ends_with(TENSORS) => {
            let name = only.name.trim_end_matches(TENSORS).to_owned();
            only.name = notebook::FILE.to_owned();
            (name, vec![only])
        }
        Ok([only]) => (model, vec![only]),
        Err(files) => (model, files),
    }
}

impl Inspector {
    /// Opens the files that somebody chose or dropped.
    pub fn take(self, (files, folder): Chosen) {
        let wanted = |file: &Handle| WANTED.iter().any(|end| file.name.ends_with(end));
        let files: Vec<Handle> = files.into_iter().filter(wanted).collect();
        if files.is_empty() {
            return self.problem.set(Some(Trouble::NoFiles));
        }
        let (name, files) = named(folder, files);
        let (source, int8) = (Source::Disk(quoted(&name)), false);
        self.start(As { source, int8 }, files, false);
    }

    /// The model that comes with the page.
    pub fn open_shipped(self, slug: &str) {
        self.own(Change::Model(Source::shipped(slug), false));
    }

    /// The model that memory refused as f32, as whole numbers.
    pub fn open_denied(self) {
        let Some(source) = self.denied.try_update(Option::take).flatten() else {
            return;
        };
        let files = self.denied_files.get_value();
        let named = As { source, int8: true };
        match &named.source {
            Source::Hub(name) => self.open_kept(name.clone(), true, false),
            _ => self.start(named, files, false),
        }
    }

    /// The document names a model: it is opened, unless it is the one that is open or comes. Another that comes is not
    /// waited for any more.
    pub(super) fn stand_by(self, named: As) {
        let same = |own: &Option<(As, u32)>| own.as_ref().is_some_and(|own| own.0 == named);
        let comes = |own: &Option<Coming>| own.as_ref().is_some_and(|own| own.named == named);
        if self.coming.with_untracked(comes) {
            return;
        }
        self.leave_coming();
        let sure = !self.unsure.get_value();
        if sure && self.opened.with_untracked(same) {
            return;
        }
        let kept = self.files.with_value(|all| {
            let own = all.iter().find(|(own, _)| *own == named.source);
            own.map(|(_, files)| files.clone())
        });
        let again =
            |own: &Option<(As, u32)>| own.as_ref().is_some_and(|own| own.0.source == named.source);
        let again = sure && self.opened.with_untracked(again);
        let As { source, int8 } = named;
        match (kept, source) {
            (_, Source::Hub(name)) => self.open_kept(name, int8, again),
            (Some(files), source) => self.start(As { source, int8 }, files, again),
            (None, Source::Shipped(slug, step)) => self.fetch(slug, step, int8),
            (None, Source::Disk(name)) => {
                self.forget();
                self.problem.set(Some(Trouble::Wanted(name)));
            }
        }
    }

    /// What could not be fetched.
    pub fn fetch_again(self) {
        self.problem.set(None);
        self.stand_by(self.document.with_untracked(|own| As::of(own)));
    }

    fn fetch(self, slug: String, step: Option<u32>, int8: bool) {
        let source = Source::Shipped(slug.clone(), step);
        let named = As { source, int8 };
        self.coming.set(Some(Coming {
            named: named.clone(),
            again: false,
            bytes: (0, 0),
        }));
        spawn_local(async move {
            let mut files = Vec::new();
            let wanted = shipped::files(&slug, step);
            for (name, path) in &wanted {
                let bytes = fetch::unpacked(path).await.ok();
                files.extend(bytes.and_then(|bytes| Handle::of(name, &bytes)));
            }
            // Something else may have been asked for meanwhile.
            let still = |own: &Option<Coming>| own.as_ref().is_some_and(|own| own.named == named);
            if self.coming.try_with_untracked(still) != Some(true) {
                return;
            }
            if files.len() == wanted.len() {
                self.start(named, files, false);
            } else {
                // Nothing of another model stays under its name.
                self.forget();
                self.problem.set(Some(Trouble::Unfetched(slug)));
            }
        });
    }

    /// Has the worker open these files. What is open stays until they are.
    pub(super) fn start(self, named: As, files: Vec<Handle>, again: bool) {
        let int8 = named.int8;
        let how = how(int8, again);
        if let Some(number) = self.make_way(named, again) {
            self.fresh.set_value(files.clone());
            let desk = self.desk();
            desk.post_with(&Ask::Open(number, how), &files);
        }
    }

    /// A model begins to come: the number of the question that opens it.
    pub(super) fn make_way(self, named: As, again: bool) -> Option<u32> {
        self.problem.set(None);
        self.denied.set(None);
        self.leave_coming();
        self.coming.set(Some(Coming {
            named,
            again,
            bytes: (0, 0),
        }));
        self.asking
            .try_update_value(|asking| asking.begin(Topic::Open))
    }
}
