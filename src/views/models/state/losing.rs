//! What is done when a model could not be opened, and when its worker is lost.

use leptos::prelude::*;
use lesson::lessons::models::messages::Trouble;

use super::asking::{Asking, Question};
use super::{As, Coming, Inspector};
use crate::browser::worker::{Losses, TOO_OFTEN};
use crate::reactive::effect;

impl Inspector {
    /// A model that could not be opened.
    pub(super) fn denied(self, trouble: &Trouble) {
        let coming = self.coming.try_update(Option::take).flatten();
        let files = self.fresh.try_update_value(std::mem::take);
        if self.unsure.get_value() {
            // It may hold what was asked for before.
            self.end_worker();
        }
        let kept = self.is_held_as_before(coming.as_ref());
        let named = self.document.with_untracked(|own| As::of(own));
        let other = coming.as_ref().is_some_and(|own| own.named != named);
        // The worker was started anew for it, and holds nothing.
        if other && self.opened.with_untracked(Option::is_none) {
            self.again();
        }
        // What a link names is not there, so nothing of another model stays under its name. One that was open
        // under that name already is still there.
        let open = |own: &Option<(As, u32)>| own.as_ref().is_some_and(|own| own.0 == named);
        if !other && !self.opened.with_untracked(open) {
            self.forget();
        }
        let denied = coming.filter(|own| !kept && may_fit(trouble) && !own.named.int8);
        self.denied_files.set_value(files.unwrap_or_default());
        self.denied.set(denied.map(|own| own.named.source));
        if matches!(trouble, Trouble::Hub(_)) {
            self.ask(Question::Kept);
        }
    }

    /// The model that is open was to be held otherwise, and could not be: the document says again how it is held. False
    /// where it was something else.
    fn is_held_as_before(self, coming: Option<&Coming>) -> bool {
        let before = self.opened.get_untracked().map(|own| own.0);
        let named = self.document.with_untracked(|own| As::of(own));
        let again = coming.filter(|own| own.again && own.named == named);
        match again.zip(before) {
            Some((own, before)) if own.named.source == before.source => self.name(before),
            _ => false,
        }
    }

    /// A model that was left, because what it was asked ended every worker, is opened again for something else.
    pub(super) fn follow_what_ended_workers(self) {
        effect(move || {
            self.document.track();
            let idle = self.opened.with_untracked(Option::is_none)
                && self.coming.with_untracked(Option::is_none);
            if idle && self.losses.with_value(Losses::are_too_many) {
                untrack(|| self.again());
            }
        });
    }

    /// The worker is gone, and the model with it: what is shown stays, and another worker opens it again. It was asked to
    /// open what comes, or (`opens` false) the page still fetches that.
    pub(super) fn lost(self, trouble: Trouble, opens: bool) {
        self.desk.set_value(None);
        let coming = self.coming.try_update(Option::take).flatten();
        // What the page itself still fetches comes to another worker.
        let (coming, on_its_way) = match opens {
            true => (coming, None),
            false => (None, coming),
        };
        let there = trouble == Trouble::Lost;
        if there {
            self.is_held_as_before(coming.as_ref());
        }
        self.asking.update_value(Asking::forget_all);
        let fetched = self.hub.fetching.with_untracked(Option::is_some);
        self.hub.ended();
        self.idle();
        let opened_nothing = coming.is_none();
        match coming.filter(|own| self.document.with_untracked(|now| As::of(now)) == own.named) {
            // It would end the next one too.
            Some(_) => {
                self.forget();
                self.problem
                    .set(Some(if there { Trouble::Ended } else { trouble }));
            }
            None => {
                self.problem.set(Some(trouble));
                self.come_again(there, on_its_way, opened_nothing);
            }
        }
        // What was fetched so far can be seen, and taken up.
        if there && fetched {
            self.ask(Question::Kept);
        }
    }

    /// Another worker opens what was open, or what is on its way to the page; not again and again where it was asked
    /// about that (`counts`).
    fn come_again(self, there: bool, on_its_way: Option<Coming>, counts: bool) {
        let document = self.document.get_untracked();
        let lost = counts.then(|| self.losses.try_update_value(|own| own.count(document)));
        let lost = lost.flatten();
        if on_its_way.is_some() {
            self.coming.set(on_its_way);
        } else if there && lost.is_some_and(|times| times >= TOO_OFTEN) {
            // What is asked ends every worker: what is seen is of before, until something else is asked.
            self.stale.set(true);
            self.problem.set(Some(Trouble::Absent));
        } else if there && self.card.with_untracked(Option::is_some) {
            let problem = self.problem.get_untracked();
            self.again();
            self.problem.set(problem);
        }
    }
}

/// Whether a smaller model would not have it.
fn may_fit(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Memory)
}
