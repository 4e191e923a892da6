//! The training of a model that comes with the page, moment after moment.

use std::time::Duration;

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::link::Source;
use lesson::lessons::models::measures::Pattern;
use lesson::lessons::models::messages::Card;
use lesson::lessons::models::shipped::{self, Moment};

use super::{As, Inspector};
use crate::reactive::effect;

/// Time to look at a moment.
const PACE: Duration = Duration::from_millis(1200);

/// The moments of a model that can be opened.
pub fn moments(source: &Source) -> &'static [Moment] {
    match source {
        Source::Shipped(slug, _) => shipped::of(slug).map_or(&[], |own| own.moments),
        Source::Disk(_) | Source::Hub(_) => &[],
    }
}

/// Steps that a model had taken, where that is known.
pub(super) fn step(source: &Source) -> Option<u32> {
    match source {
        Source::Shipped(_, Some(step)) => Some(*step),
        source => moments(source).last().map(|own| own.step),
    }
}

/// Whether it is one model, at another moment.
pub(super) fn same_model(one: &Source, other: &Source) -> bool {
    match (one, other) {
        (Source::Shipped(one, _), Source::Shipped(other, _)) => one == other,
        _ => false,
    }
}

impl Inspector {
    /// The moment that the document names.
    pub fn moment(self) -> Option<u32> {
        self.document.with(|own| step(&own.source))
    }

    /// Opens one moment after the other, from the first where the last is open; or stops that.
    pub fn watch(self) {
        let watches = !self.watches.get_untracked();
        self.watches.set(watches);
        let all = self.document.with_untracked(|own| moments(&own.source));
        let at = self.document.with_untracked(|own| step(&own.source));
        if let (true, Some(first), true) =
            (watches, all.first(), at == all.last().map(|own| own.step))
        {
            self.go(first.step);
        }
    }

    /// Goes on while somebody watches.
    pub(super) fn follow_moments(self) {
        effect(move || {
            let rests = self.coming.with(Option::is_none) && !self.reads.get();
            let (at, named) = self.document.with(|own| (own.source.clone(), As::of(own)));
            if self.problem.with(Option::is_some) {
                self.watches.set(false);
            }
            let open = |own: &Option<(As, u32)>| own.as_ref().is_some_and(|own| own.0 == named);
            if !self.watches.get() || !rests || !self.opened.with(open) {
                return;
            }
            set_timeout(move || self.go_on(&at), PACE);
        });
    }

    /// The moment after that, unless something else was done meanwhile.
    fn go_on(self, from: &Source) {
        let still = self.document.try_with_untracked(|own| own.source == *from);
        if still != Some(true) || !self.watches.get_untracked() {
            return;
        }
        let mut left = moments(from)
            .iter()
            .skip_while(|own| Some(own.step) != step(from));
        match left.nth(1) {
            Some(next) => self.go(next.step),
            None => self.watches.set(false),
        }
    }

    fn go(self, step: u32) {
        if !self.own(Change::Moment(step)) {
            self.watches.set(false);
        }
    }

    /// Remembers how strong the strongest induction head of a moment is.
    pub(super) fn note_strongest(self, source: &Source, card: &Card) {
        let (Some(step), false) = (step(source), moments(source).is_empty()) else {
            return;
        };
        let place = Pattern::ALL
            .iter()
            .position(|own| *own == Pattern::Induction);
        let of = |place: usize| card.probe.iter().map(move |does| does.0[place].found);
        let strongest = place.map(|place| of(place).fold(0.0, f32::max));
        self.seen.update(|seen| {
            seen.insert(step, strongest.unwrap_or(0.0));
        });
    }
}
