//! Runs begun, compared, trained and ended.

use leptos::prelude::*;
use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::Settings;
use lesson::protocol::{Request, Side, Start};

use super::Training;
use super::standing::Source;
use crate::browser::files::{MOST_MILLIONS, Unread};

impl Training {
    /// A fresh run of these settings on side A, and beside it the second from its beginning; or the
    /// settings' problem.
    pub fn reset(self, settings: Settings) {
        if let Err(problem) = settings.check() {
            self.problem.set(Some(problem));
            return;
        }
        self.pause();
        self.problem.set(None);
        if !self.own(Change::Reset(settings.clone())) {
            return;
        }
        self.look_afresh();
        self.open_anew(Side::A, Source::Own(settings));
        if let Some(second) = self.document.with_untracked(|own| own.runs[1].clone()) {
            self.open_anew(Side::B, Source::Own(second));
        }
    }

    /// Sets up two runs that differ in one thing; what was trained of them goes on.
    pub fn compare(self, experiment: Experiment) {
        self.own(Change::Compare(experiment.settings()));
    }

    /// One run again.
    pub fn close_second(self) {
        self.own(Change::OneRun);
    }

    /// A shipped model instead of run A, as it was shipped.
    pub fn show_shipped(self, slug: &str) {
        if self.own(Change::Model(slug.to_owned())) {
            self.forget_trained(&Source::Shipped(slug.to_owned()));
        }
    }

    /// A file from the learner's disk, or why it was not read.
    pub fn import(self, file: Result<Vec<u8>, Unread>) {
        let problem = match file {
            Ok(bytes) => return self.open_file(bytes),
            Err(Unread::TooLarge(millions)) => {
                TrainingProblem::FileTooLarge(millions, MOST_MILLIONS)
            }
            Err(Unread::Failed(why)) => TrainingProblem::File(why),
        };
        self.problem.set(Some(problem));
    }

    fn open_file(self, bytes: Vec<u8>) {
        self.pause();
        self.importing.set_value(Some(bytes.clone()));
        self.look_afresh();
        self.post(Request::Open(Side::A, Start::File(bytes)));
    }

    /// Of another model the one that trains is shown, and nothing that was asked of the one before.
    pub(super) fn look_afresh(self) {
        self.show_now();
        self.written_ids.set(None);
        self.cell.set(None);
    }

    /// Trains, or pauses.
    pub fn train(self, on: bool) {
        if on && self.has_nothing_to_train() {
            return;
        }
        self.training.set(on);
        if on {
            self.show_now();
            self.problem.set(None);
        }
        self.post(Request::Train(on));
    }

    /// Whether there is no worker, or no run because it was refused or its model could not be fetched: what is said of that
    /// stays, with the way out of it.
    pub fn has_nothing_to_train(self) -> bool {
        let runs = || {
            self.runs.iter().any(|run| {
                run.settings.with_untracked(Option::is_some) || run.opening.get_untracked()
            })
        };
        self.problem.with_untracked(|problem| match problem {
            Some(TrainingProblem::NoWorker) => true,
            Some(_) => !runs(),
            None => false,
        })
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
        self.show_now();
        self.post(Request::Step);
    }
}
