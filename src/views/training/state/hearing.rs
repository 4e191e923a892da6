//! What the worker says, and what is done when it is lost.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::training::engine::keep;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::look::At;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::Settings;
use lesson::protocol::{Answer, Progress, Question, Request, Response, Side, Start};

use super::Training;
use super::standing::Source;
use crate::browser::worker::TOO_OFTEN;
use crate::views::training::asking::{Asking, Topic};

impl Training {
    pub(super) fn hear(self, response: Response) {
        match response {
            Response::Ready => {}
            Response::Opened(side, settings) => self.opened(side, settings),
            Response::Refused(side, problem) => {
                self.refused(side);
                self.pause();
                self.problem.set(Some(problem));
            }
            Response::Progress(progress) => {
                let run = self.runs[progress.side.index()];
                if run.settings.with_untracked(Option::is_none) {
                    // Said before it was closed.
                    return;
                }
                if progress.diverged
                    && self.training.get_untracked()
                    && !self.others_train(progress.side)
                {
                    self.pause();
                }
                self.stay_at_a_snapshot(&progress);
                run.progress.set(Some(progress));
            }
            Response::Keep(side, saved) => {
                let run = self.runs[side.index()];
                match run.opening.get_untracked() {
                    // What is put away trained on until the worker heard of it.
                    true => self.put_away_further(side, &saved),
                    false if run.settings.with_untracked(Option::is_none) => {
                        return self.put_away_further(side, &saved);
                    }
                    false => run.file.set_value(None),
                }
                let steps = run.progress.with_untracked(|progress| {
                    progress
                        .as_ref()
                        .map(|progress| progress.snapshots.clone())
                        .unwrap_or_default()
                });
                run.kept
                    .update_value(|kept| *kept = Some(keep(kept.take(), *saved, &steps)));
            }
            Response::Answer(number, side, answer) => self.answered(number, side, answer),
            // Another lesson's.
            Response::Cost(_) | Response::Scale(_) => {}
        }
    }

    /// A moment that is on show and was thinned out gives way to the nearest that is kept.
    fn stay_at_a_snapshot(self, progress: &Progress) {
        let At::Step(step) = self.at.get_untracked() else {
            return;
        };
        if !progress.snapshots.contains(&step) {
            let nearest = progress
                .snapshots
                .iter()
                .min_by_key(|own| own.abs_diff(step));
            self.at.set(nearest.map_or(At::Now, |own| At::Step(*own)));
        }
    }

    fn others_train(self, side: Side) -> bool {
        Side::BOTH
            .into_iter()
            .filter(|other| *other != side)
            .any(|other| {
                self.runs[other.index()]
                    .progress
                    .with_untracked(|progress| {
                        progress.as_ref().is_some_and(|progress| !progress.diverged)
                    })
            })
    }

    /// A run that could not begin leaves the one before, which is not what the document names; one that
    /// came from a file was not named yet. One that stands was asked for a step, or for its way, and still stands.
    fn refused(self, side: Side) {
        let run = self.runs[side.index()];
        if !run.opening.get_untracked() {
            return self.show_now();
        }
        run.has_begun();
        let imported = side == Side::A
            && self
                .importing
                .try_update_value(Option::take)
                .flatten()
                .is_some();
        if !imported {
            run.source.set_value(None);
        }
    }

    fn opened(self, side: Side, settings: Settings) {
        let run = self.runs[side.index()];
        if side == Side::B && self.document.with_untracked(|own| own.runs[1].is_none()) {
            // Closed again before it was there.
            return;
        }
        let file = match side {
            Side::A => self.importing.try_update_value(Option::take).flatten(),
            Side::B => None,
        };
        let coming = run.coming.try_update_value(Option::take).flatten();
        run.has_begun();
        if file.is_some() {
            self.put_away(side);
        }
        // What it was opened from is what is kept of it, until the worker says more.
        run.kept.set_value(match coming {
            Some(Start::Again(saved)) if saved.settings == settings => Some(*saved),
            _ => None,
        });
        run.seen.set(None);
        if side == Side::A {
            self.draft.set(settings.clone());
        }
        run.settings.set(Some(settings.clone()));
        run.stood.set_value(run.source.get_value());
        if let Some(file) = file {
            self.name_own(settings, file);
        }
    }

    /// What is shown is the learner's own run. Where that is locked, what was there before comes back.
    fn name_own(self, settings: Settings, file: Vec<u8>) {
        let run = self.runs[Side::A.index()];
        let source = Some(Source::Own(settings.clone()));
        run.source.set_value(source.clone());
        run.stood.set_value(source);
        run.file.set_value(Some(file));
        if !self.own(Change::Imported(settings)) {
            run.source.set_value(None);
            run.stood.set_value(None);
            self.stand_by_document();
        }
    }

    fn answered(self, number: u32, side: Side, answer: Result<Answer, TrainingProblem>) {
        let next = self
            .asking
            .try_update_value(|asking| asking.answered(number))
            .flatten();
        if let Some((number, side, question)) = next {
            self.post(Request::Ask(number, side, question));
        }
        match answer {
            Err(problem) => self.problem.set(Some(problem)),
            Ok(Answer::Seen(seen)) => self.runs[side.index()].seen.set(Some(Arc::new(seen))),
            Ok(Answer::Written(written)) => self.written.set(Some(Arc::new(written))),
            Ok(Answer::Head(head)) => self.head_numbers.set(Some(Arc::new(head))),
            Ok(Answer::Block(block)) => self.block.set(Some(Arc::new(*block))),
            Ok(Answer::Explained(explained)) => self.explanation.set(Some(Arc::new(explained))),
            Ok(Answer::Files(files)) => self.files.set(files),
        }
    }

    /// Asks, or remembers to ask once the last answer on the topic is here: of many questions on
    /// one topic only the newest matters.
    pub fn ask(self, topic: Topic, side: Side, question: Question) {
        let now = self
            .asking
            .try_update_value(|asking| asking.ask(topic, side, question))
            .flatten();
        if let Some((number, side, question)) = now {
            self.post(Request::Ask(number, side, question));
        }
    }

    /// The worker was lost: another one takes the runs up where they were kept last.
    pub(super) fn recover(self) {
        let steps = self.runs.map(|run| {
            let step = |progress: &Option<Progress>| progress.as_ref().map(|own| own.step);
            run.progress.with_untracked(step)
        });
        let lost = self.losses.try_update_value(|own| own.count(steps));
        let lost = lost.unwrap_or(TOO_OFTEN);
        // One that is lost again and again before it got any further trains no more, and then is no more.
        let was_training = self.training.get_untracked() && lost < TOO_OFTEN;
        self.asking.set_value(Asking::default());
        if lost > 2 * TOO_OFTEN {
            return self.do_without_worker();
        }
        self.start_worker();
        self.keep_moment(lost < TOO_OFTEN);
        for side in Side::BOTH {
            self.open_again(side);
        }
        self.stand_by_document();
        self.problem.set(Some(TrainingProblem::WorkerLost));
        self.training.set(was_training);
        if was_training {
            self.post(Request::Train(true));
        }
    }

    /// What was to begin begins in the new worker, and else what stood; not a file once more, for that it was may be why.
    fn open_again(self, side: Side) {
        let run = self.runs[side.index()];
        let import = match side {
            Side::A => self.importing.try_update_value(Option::take).flatten(),
            Side::B => None,
        };
        let stood = || {
            let settings = run.settings.get_untracked()?;
            Some(run.start().unwrap_or(Start::Fresh(settings)))
        };
        let start = match run.opening.get_untracked() && import.is_none() {
            // Nothing where it is still fetched.
            true => run.coming.get_value(),
            false => stood(),
        };
        if let Some(start) = start {
            self.post(Request::Open(side, start));
        }
    }

    /// Nobody computes: nothing is waited for.
    pub(super) fn do_without_worker(self) {
        self.show_now();
        self.training.set(false);
        self.problem.set(Some(TrainingProblem::NoWorker));
    }
}
