//! Runs begun, compared, trained and ended.

use leptos::prelude::*;
use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::link::Scene;
use lesson::lessons::training::look::At;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::Settings;
use lesson::protocol::{Request, Side, Start};

use super::Training;
use crate::browser::files::MOST_MILLIONS;
use crate::views::training::shipped;

impl Training {
    /// Opens what the scene names.
    pub fn open_runs(self) {
        let (shipped, runs) = self
            .scene
            .with_untracked(|scene| (scene.shipped.clone(), scene.runs.clone()));
        match shipped {
            Some(slug) => self.open_shipped(slug),
            None => {
                if let Some(settings) = runs[0].clone() {
                    self.post(Request::Open(Side::A, Start::Fresh(settings)));
                }
            }
        }
        match runs[1].clone() {
            Some(settings) => self.post(Request::Open(Side::B, Start::Fresh(settings))),
            None => self.close_second(),
        }
    }

    fn open_shipped(self, slug: String) {
        leptos::task::spawn_local(async move {
            match shipped::fetch(&slug).await {
                Ok(bytes) => self.post(Request::Open(Side::A, Start::File(bytes))),
                Err(problem) => self.problem.set(Some(problem)),
            }
        });
    }

    /// A fresh run of these settings on side A, or the settings' problem.
    pub fn reset(self, settings: Settings) {
        if let Err(problem) = settings.check() {
            self.problem.set(Some(problem));
            return;
        }
        self.pause();
        self.problem.set(None);
        let another = untrack(|| self.task()) != settings.task;
        self.scene.update(|scene| {
            // What was said in the words of another task is not understood in this one.
            if another {
                (scene.text, scene.pinned) = (None, None);
            }
            scene.shipped = None;
            scene.runs[0] = Some(settings.clone());
        });
        self.now_with_all_heads();
        self.post(Request::Open(Side::A, Start::Fresh(settings)));
        if let Some(second) = self.scene.with_untracked(|scene| scene.runs[1].clone()) {
            self.post(Request::Open(Side::B, Start::Fresh(second)));
        }
    }

    /// Sets up two runs that differ in one thing.
    pub fn compare(self, experiment: Experiment) {
        let [first, second] = experiment.settings();
        self.draft.set(first.clone());
        self.scene.update(|scene| scene.runs[1] = Some(second));
        self.reset(first);
    }

    /// One run again.
    pub fn close_second(self) {
        self.scene.update(|scene| scene.runs[1] = None);
        self.side.set(Side::A);
        self.runs[1].forget();
        self.post(Request::Close(Side::B));
    }

    /// A shipped model instead of run A.
    pub fn show_shipped(self, slug: &str) {
        self.pause();
        self.scene.set(Scene::shipped(slug));
        self.now_with_all_heads();
        self.open_runs();
    }

    /// A file from the learner's disk, or how many million bytes it has too many to be read.
    pub fn import(self, file: Result<Vec<u8>, u32>) {
        let bytes = match file {
            Ok(bytes) => bytes,
            Err(millions) => {
                let problem = TrainingProblem::FileTooLarge(millions, MOST_MILLIONS);
                return self.problem.set(Some(problem));
            }
        };
        self.pause();
        self.importing.set_value(true);
        self.now_with_all_heads();
        self.post(Request::Open(Side::A, Start::File(bytes)));
    }

    pub(super) fn now_with_all_heads(self) {
        self.at.set(At::Now);
        self.without.set(Vec::new());
        self.written_ids.set(None);
        self.cell.set(None);
    }

    /// Trains, or pauses.
    pub fn train(self, on: bool) {
        self.training.set(on);
        if on {
            self.at.set(At::Now);
            self.problem.set(None);
        }
        self.post(Request::Train(on));
    }

    /// Pauses.
    pub fn pause(self) {
        if self.training.get_untracked() {
            self.train(false);
        }
    }

    /// One step of every run.
    pub fn step(self) {
        self.pause();
        self.at.set(At::Now);
        self.post(Request::Step);
    }
}
