//! Which runs the document names, and which stand: when the document changes, by a command, a link,
//! undo or redo, those that it names are opened, and what was trained in the others is put away.

use std::collections::VecDeque;

use leptos::prelude::*;
use lesson::lessons::training::engine::keep;
use lesson::lessons::training::link::{Document, read_settings};
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::Saved;
use lesson::lessons::training::settings::Settings;
use lesson::lessons::training::shipped as models;
use lesson::protocol::{Progress, Request, Side, Start};

use super::{RunState, Training};
use crate::reactive::{effect, memo};
use crate::views::training::shipped;

/// What a run is opened as.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A shipped model, by its slug.
    Shipped(String),
    /// A run of the learner's own.
    Own(Settings),
}

impl Source {
    /// What the document names for side A and side B.
    fn of(document: &Document) -> [Option<Source>; 2] {
        let shipped = document.shipped.clone().map(Source::Shipped);
        let [first, second] = document.runs.clone().map(|run| run.map(Source::Own));
        [shipped.or(first), second]
    }

    /// The settings of the run; `None` where nothing was shipped under its name.
    fn settings(&self) -> Option<Settings> {
        match self {
            Source::Shipped(slug) => read_settings(models::of(slug)?.settings).ok(),
            Source::Own(settings) => Some(settings.clone()),
        }
    }
}

/// What was trained in runs that do not stand any more, the newest last.
#[derive(Debug, Default)]
pub struct Stash(VecDeque<(Source, Start)>);

/// The most runs that are kept so: one can take some dozen megabytes.
const MOST: usize = 4;

impl Stash {
    /// Puts a run away, in the place of an older one of the same.
    pub fn put(&mut self, source: Source, start: Start) {
        self.take(&source);
        self.0.push_back((source, start));
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }

    /// Where the run of that source is kept as it was earlier on its way, it is kept as it is now, with the moments there were.
    pub fn renew(&mut self, source: &Source, now: &Saved) {
        let start = self.0.iter_mut().find(|(own, _)| own == source);
        let Some((_, Start::Again(own))) = start else {
            return;
        };
        if own.step < now.step && own.settings == now.settings {
            let both = own.snapshots.iter().chain(&now.snapshots);
            let steps: Vec<u32> = both.map(|one| one.step).collect();
            **own = keep(Some((**own).clone()), now.clone(), &steps);
        }
    }

    /// Takes the run of that source out.
    pub fn take(&mut self, source: &Source) -> Option<Start> {
        let at = self.0.iter().position(|(own, _)| own == source)?;
        self.0.remove(at).map(|(_, start)| start)
    }
}

impl RunState {
    /// What it can be taken up from: what was kept last of it, or else the file that it began as.
    pub(super) fn start(self) -> Option<Start> {
        let kept = self
            .kept
            .get_value()
            .map(|saved| Start::Again(Box::new(saved)));
        kept.or_else(|| self.file.get_value().map(Start::File))
    }

    /// Whether it stands as it would when opened at its beginning.
    fn is_untouched(self, source: &Source) -> bool {
        let first = match source {
            Source::Shipped(slug) => models::of(slug).map_or(0, |own| own.steps),
            Source::Own(_) if self.file.with_value(Option::is_some) => return false,
            Source::Own(_) => 0,
        };
        let step = |progress: &Option<Progress>| progress.as_ref().map(|progress| progress.step);
        let kept = |saved: &Option<Saved>| saved.as_ref().map(|saved| saved.step);
        let steps = [
            self.progress.with_untracked(step),
            self.kept.with_value(kept),
        ];
        steps.into_iter().flatten().all(|step| step == first)
    }
}

impl Training {
    /// Opens what the document names, now and whenever it names something else.
    pub(super) fn follow_runs(self) {
        let wanted = memo(move || self.document.with(|own| Source::of(own)));
        effect(move || {
            // Read, not only tracked: a memo that nobody reads hears of nothing.
            wanted.with(|_| ());
            untrack(|| self.stand_by_document());
        });
    }

    /// Opens the runs that the document names and that do not stand; the others go on as they are.
    pub fn stand_by_document(self) {
        let wanted = self.document.with_untracked(|own| Source::of(own));
        let stands = |side: Side| {
            let source = &self.runs[side.index()].source;
            source.with_value(|own| *own == wanted[side.index()])
        };
        let changed: Vec<Side> = Side::BOTH
            .into_iter()
            .filter(|side| !stands(*side))
            .collect();
        let opens = changed.iter().any(|side| wanted[side.index()].is_some());
        if opens {
            self.pause();
            // That there is no worker stays true.
            self.problem.update(|problem| {
                *problem = problem.take_if(|own| *own == TrainingProblem::NoWorker)
            });
            self.look_afresh();
        }
        for side in changed {
            match &wanted[side.index()] {
                Some(source) => self.open_run(side, source.clone()),
                None => self.close(side),
            }
        }
    }

    /// Opens that run, where it was left if it was trained before.
    fn open_run(self, side: Side, source: Source) {
        self.put_away(side);
        let known = self
            .stash
            .try_update_value(|stash| stash.take(&source))
            .flatten();
        match known {
            Some(start) => self.begin_run(side, source, start),
            None => self.open_anew(side, source),
        }
    }

    /// Opens that run at its beginning.
    pub(super) fn open_anew(self, side: Side, source: Source) {
        self.put_away(side);
        self.forget_trained(&source);
        match source.clone() {
            Source::Own(settings) => self.begin_run(side, source, Start::Fresh(settings)),
            Source::Shipped(slug) => self.open_shipped(side, slug),
        }
    }

    fn begin_run(self, side: Side, source: Source, start: Start) {
        let run = self.runs[side.index()];
        if side == Side::A {
            self.importing.set_value(None);
            if let Source::Own(settings) = &source {
                self.draft.set(settings.clone());
            }
        }
        let file = match &start {
            Start::File(bytes) => Some(bytes.clone()),
            _ => None,
        };
        run.file.set_value(file);
        run.source.set_value(Some(source));
        self.post(Request::Open(side, start));
    }

    fn open_shipped(self, side: Side, slug: String) {
        let run = self.runs[side.index()];
        let source = Source::Shipped(slug.clone());
        run.source.set_value(Some(source.clone()));
        // Nothing is asked of the one before, nor kept of it, while this one is fetched.
        run.opening.set(true);
        run.coming.set_value(None);
        leptos::task::spawn_local(async move {
            let fetched = shipped::fetch(&slug).await;
            if run.source.with_value(|own| own.as_ref() != Some(&source)) {
                // Another was opened meanwhile.
                return;
            }
            match fetched {
                Ok(bytes) => self.begin_run(side, source, Start::File(bytes)),
                Err(problem) => {
                    run.opening.set(false);
                    run.source.set_value(None);
                    self.pause();
                    self.problem.set(Some(problem));
                }
            }
        });
    }

    fn close(self, side: Side) {
        let trains = self.training.get_untracked();
        if trains {
            // So the worker says how far it has come.
            self.post(Request::Train(false));
        }
        self.put_away(side);
        let run = self.runs[side.index()];
        run.source.set_value(None);
        self.look_at(Side::A);
        run.forget();
        self.post(Request::Close(side));
        if trains {
            self.post(Request::Train(true));
        }
    }

    /// Keeps what was trained on that side for when the same is opened again.
    pub(super) fn put_away(self, side: Side) {
        let run = self.runs[side.index()];
        // The one before goes on where another could not begin.
        let source = run.source.get_value().or_else(|| run.stood.get_value());
        let Some(source) = source else {
            return;
        };
        if run.opening.get_untracked() {
            return self.put_back(side, source);
        }
        // What stands may be a run before, of which the document does not know any more.
        if source.settings() != run.settings.get_untracked() || run.is_untouched(&source) {
            return;
        }
        if let Some(start) = run.start() {
            run.left.set_value(Some(source.clone()));
            self.stash.update_value(|stash| stash.put(source, start));
        }
    }

    /// What had been trained is kept though it was only on its way there.
    fn put_back(self, side: Side, source: Source) {
        let imports = side == Side::A && self.importing.with_value(Option::is_some);
        let own = matches!(source, Source::Own(_));
        let start = self.runs[side.index()].coming.get_value();
        let start = start.filter(|start| match start {
            Start::Again(_) => true,
            Start::File(_) => own && !imports,
            Start::Fresh(_) => false,
        });
        if let Some(start) = start {
            self.stash.update_value(|stash| stash.put(source, start));
        }
    }

    /// What the worker says of a run that was put away while it trained: how far it had come by then.
    pub(super) fn put_away_further(self, side: Side, saved: &Saved) {
        if let Some(source) = self.runs[side.index()].left.get_value() {
            self.stash.update_value(|stash| stash.renew(&source, saved));
        }
    }

    /// The next run of that source begins at its beginning.
    pub(super) fn forget_trained(self, source: &Source) {
        self.stash.update_value(|stash| {
            stash.take(source);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lesson::lessons::training::task::Task;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn run(seed: u32) -> (Source, Start) {
        let settings = Settings {
            seed,
            ..Settings::of(Task::Copy)
        };
        (Source::Own(settings.clone()), Start::Fresh(settings))
    }

    #[test]
    fn a_stash_gives_back_what_was_put_there_and_keeps_few() {
        let mut stash = Stash::default();
        for seed in 0..6 {
            let (source, start) = run(seed);
            stash.put(source, start);
        }
        assert_eq!(stash.take(&run(0).0), None);
        assert_eq!(stash.take(&run(1).0), None);
        assert_eq!(stash.take(&run(4).0), Some(run(4).1));
        assert_eq!(stash.take(&run(4).0), None, "it stands again");
        let other = Start::File(vec![1]);
        stash.put(run(5).0, other.clone());
        assert_eq!(stash.take(&run(5).0), Some(other), "the newest of the same");
    }
}
