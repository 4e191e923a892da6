//! The moments of a run: going to one, and playing them all. Where the moments of a shipped run are not there, they
//! are trained again from its seed, and whoever asked waits for them.

use std::time::Duration;

use leptos::prelude::*;
use lesson::lessons::training::look::At;
use lesson::lessons::training::session::moments_of;
use lesson::lessons::training::{pace, shipped};
use lesson::protocol::{Again, Progress, Request, Side};

use super::{RunState, Training};
use crate::reactive::{effect, memo};

impl RunState {
    /// Something of the newest report; `None` before the first.
    fn known<T>(self, of: impl Fn(&Progress) -> T) -> Option<T> {
        self.progress.with(|progress| progress.as_ref().map(of))
    }

    /// The step of a moment: of the present that whose weights the model has.
    pub fn step_at(self, at: At) -> Option<u32> {
        match at {
            At::Now => self.known(Progress::step_of_model),
            At::Step(step) => Some(step),
        }
    }

    /// The step of the moment that is on show.
    fn seen_step(self) -> Option<u32> {
        self.seen.with(|seen| seen.as_ref().map(|seen| seen.step))
    }
}

impl Training {
    /// The steps that can be gone back to: those that all open runs have kept, so that two runs are
    /// seen at the same moment.
    pub fn moments(self) -> Vec<u32> {
        let kept = |run: RunState| run.known(|progress| progress.snapshots.clone());
        let [first, second] = self.runs.map(kept);
        let mut steps = first.unwrap_or_default();
        if let Some(second) = second {
            steps.retain(|step| second.contains(step));
        }
        steps
    }

    /// The moments there are or will be: those that are still trained again are known by their steps.
    pub fn moments_to_come(self) -> Vec<u32> {
        let settings = self.runs[Side::A.index()].settings.get();
        match settings.filter(|_| self.waits()) {
            Some(settings) => moments_of(&settings, self.last_step()),
            None => self.moments(),
        }
    }

    /// The step that was asked for last, or else is on show.
    pub fn heads_for(self) -> u32 {
        self.wanted.get().unwrap_or_else(|| self.here())
    }

    /// The last step of the open runs.
    pub fn last_step(self) -> u32 {
        let steps = self.runs.map(|run| run.known(|progress| progress.step));
        steps.into_iter().flatten().max().unwrap_or(0)
    }

    /// The step that is on show.
    pub fn here(self) -> u32 {
        let at = self.at.get();
        let steps = self.runs.map(|run| run.step_at(at));
        steps.into_iter().flatten().max().unwrap_or(0)
    }

    /// How it stands with the run that is trained again for its moments.
    pub fn again(self) -> Again {
        let run = self.runs[Side::A.index()];
        run.known(|progress| progress.again).unwrap_or_default()
    }

    /// Could the way to this run be had, though it is not there?
    pub fn has_lost_way(self) -> bool {
        let named = self.document.with(|own| own.shipped.clone());
        let steps = named
            .and_then(|slug| shipped::of(&slug))
            .map(|own| own.steps);
        let run = self.runs[Side::A.index()];
        let bare = |progress: &Progress| {
            Some(progress.step) == steps && progress.snapshots.first() != Some(&0)
        };
        self.again() == Again::No && run.known(bare).unwrap_or(false)
    }

    /// Whether there is, or can be had, more than one moment.
    pub fn has_moments(self) -> bool {
        self.moments().len() > 1 || self.has_lost_way() || matches!(self.again(), Again::At(_))
    }

    /// Whether the runs stand where they began, with nothing yet to play: to train is what there is to do.
    pub fn is_untrained(self) -> bool {
        let known = self.runs[Side::A.index()].known(|_| ()).is_some();
        known && !self.has_moments()
    }

    /// The present, and nothing plays any more.
    pub fn show_now(self) {
        self.playing.set(false);
        self.wanted.set(None);
        self.at.set(At::Now);
    }

    /// Shows the moment that is nearest to `step`, as soon as it is there.
    pub fn go_to(self, step: u32) {
        self.wanted.set(Some(step));
    }

    /// After a worker was lost. The moments of a run that was trained again went with it: the one on show is asked for again,
    /// unless workers end one after the other.
    pub(super) fn keep_moment(self, may: bool) {
        let lent = untrack(|| self.again()) != Again::No;
        if !lent && self.wanted.get_untracked().is_none() {
            return;
        }
        if let (true, true, At::Step(step)) = (may, lent, self.at.get_untracked()) {
            self.wanted.update(|own| *own = own.or(Some(step)));
        }
        if !may {
            self.show_now();
        }
        let run = self.runs[Side::A.index()];
        run.progress.update(|own| {
            if let Some(own) = own.as_mut().filter(|_| lent) {
                own.again = Again::No;
                own.snapshots.retain(|step| *step == own.step);
            }
        });
    }

    /// Plays on from the moment on show, or from the beginning where that is the last; or stops.
    pub fn play(self) {
        let playing = !self.playing.get_untracked();
        if playing && self.at.get_untracked() == At::Now {
            self.pause();
            self.go_to(0);
        }
        self.playing.set(playing);
    }

    pub(super) fn follow_moments(self) {
        let moments = memo(move || self.moments());
        effect(move || self.find_wanted(&moments.get()));
        // Of each worker anew, once it has the run.
        let run = self.runs[Side::A.index()];
        let lacks_way =
            memo(move || self.wanted.get().is_some() && !run.opening.get() && self.has_lost_way());
        effect(move || {
            if lacks_way.get() {
                self.post(Request::Retrace(Side::A));
            }
        });
        effect(move || {
            if self.playing.get() && self.wanted.get().is_none() {
                self.play_on(&moments.get());
            }
        });
    }

    /// Goes to the moment that was asked for, if it is there or will not come.
    fn find_wanted(self, moments: &[u32]) {
        let Some(step) = self.wanted.get() else {
            return;
        };
        let (now, waits) = (self.last_step(), self.waits());
        let reached = moments.iter().filter(|own| **own < now || !waits);
        if waits && reached.clone().all(|own| *own < step) {
            return;
        }
        let nearest = reached.chain([&now]).min_by_key(|own| own.abs_diff(step));
        let nearest = nearest.copied().filter(|own| *own < now);
        self.wanted.set(None);
        self.at.set(nearest.map_or(At::Now, At::Step));
    }

    /// Are moments on their way?
    fn waits(self) -> bool {
        self.has_lost_way() || matches!(self.again(), Again::At(_))
    }

    /// The next moment after its time, counted from when this one was seen.
    fn play_on(self, moments: &[u32]) {
        let (here, now) = (self.here(), self.last_step());
        let next = moments.iter().find(|own| **own > here).copied();
        let next = next.filter(|own| *own < now || !self.waits());
        // Of two runs one may have ended before the other: there is nothing to wait for at the end.
        let unseen = self.at.get() != At::Now && self.shown().seen_step() != Some(here);
        if unseen || (next.is_none() && self.waits()) {
            return;
        }
        // After the present nothing comes, though a run that has diverged is then before its last step.
        let on = next.or_else(|| (here < now).then_some(now));
        let Some(to) = on.filter(|_| self.at.get() != At::Now) else {
            return self.show_now();
        };
        let run = self.runs[Side::A.index()];
        let dwell = run.known(|progress| pace::dwell(&progress.points, here, to));
        let then = move || {
            if self.playing.try_get_untracked() == Some(true)
                && self.at.get_untracked() == At::Step(here)
            {
                self.at.set(if to < now { At::Step(to) } else { At::Now });
            }
        };
        set_timeout(
            then,
            Duration::from_micros((dwell.unwrap_or(pace::LEAST) * 1000.0) as u64),
        );
    }
}
