//! Models of the hub: what somebody asks for, what is offered, fetched and kept.

use leptos::prelude::*;
use lesson::lessons::models::hub::{HubTrouble, Kept, Name, Offer};
use lesson::lessons::models::link::Source;
use lesson::lessons::models::messages::Ask;

use super::asking::{Question, Topic};
use super::opening::how;
use super::{As, Inspector};
use crate::browser::{hub, page};

/// What the views of the hub read.
#[derive(Clone, Copy, Default)]
pub struct HubDesk {
    /// What stands in the field.
    pub typed: RwSignal<String>,
    /// The hub is asked what it has.
    pub looks: RwSignal<bool>,
    /// What it has, until the reader has said yes or no.
    pub offer: RwSignal<Option<Offer>>,
    /// What is fetched.
    pub fetching: RwSignal<Option<Fetching>>,
    /// What went wrong last.
    pub problem: RwSignal<Option<HubTrouble>>,
    /// What is kept in this browser.
    pub kept: RwSignal<Vec<Kept>>,
    /// What is stopped goes.
    deletes: RwSignal<bool>,
}

/// A model that is fetched.
#[derive(Clone, Debug, PartialEq)]
pub struct Fetching {
    /// What was agreed to.
    pub offer: Offer,
    /// Bytes that are there.
    pub done: u64,
    /// When the first news came, in ms, and bytes that were there then.
    began: Option<(f64, u64)>,
}

impl Fetching {
    /// Bytes a second, and seconds left; `None` before that can be said.
    pub fn pace(&self) -> Option<(f64, f64)> {
        let (began, there) = self.began?;
        let rate = (self.done - there.min(self.done)) as f64 / ((page::now() - began) / 1000.0);
        let left = self.offer.bytes().saturating_sub(self.done) as f64 / rate;
        (rate > 0.0 && left.is_finite()).then_some((rate, left))
    }
}

impl HubDesk {
    /// The hub has it.
    pub(super) fn offered(self, offer: Offer) {
        self.looks.set(false);
        // What is fetched meanwhile comes first.
        if self.fetching.with_untracked(Option::is_none) {
            self.offer.set(Some(offer));
        }
    }

    /// So many bytes are there.
    pub(super) fn progressed(self, done: u64) {
        self.fetching.update(|own| {
            if let Some(own) = own {
                own.done = done;
                own.began.get_or_insert((page::now(), done));
            }
        });
    }

    /// The worker is gone; what it had fetched is kept.
    pub(super) fn ended(self) {
        self.looks.set(false);
        self.fetching.set(None);
        self.deletes.set(false);
    }
}

impl Inspector {
    /// Asks the hub for the model whose name was typed.
    pub fn look_up(self) {
        let typed = self.hub.typed.get_untracked();
        let asked = match (hub::hub(), Name::read(&typed)) {
            (Some(hub), Some(name)) => Ok(Question::Look(hub, name)),
            (None, _) => Err(HubTrouble::Closed),
            (_, None) => Err(HubTrouble::NoName),
        };
        match asked {
            Ok(question) => {
                self.hub.problem.set(None);
                self.hub.offer.set(None);
                self.hub.looks.set(true);
                self.ask(question);
            }
            Err(problem) => self.hub.problem.set(Some(problem)),
        }
    }

    /// Fetches what was offered, or the rest of it.
    pub fn fetch_offered(self, offer: Offer) {
        let Some(hub) = hub::hub() else { return };
        hub::keep();
        self.hub.problem.set(None);
        self.hub.offer.set(None);
        let there = self.hub.kept.with_untracked(|kept| {
            let own = kept.iter().find(|own| own.offer == offer);
            own.map_or(0, |own| own.bytes)
        });
        self.hub.fetching.set(Some(Fetching {
            offer: offer.clone(),
            done: there,
            began: None,
        }));
        self.ask(Question::Fetch(hub, offer));
    }

    /// Stops what is fetched; what is there is kept, or goes.
    pub fn stop_fetching(self, delete: bool) {
        self.hub.deletes.set(delete);
        self.desk().post(&Ask::Halt);
    }

    /// Deletes what is kept of a model. One that is open stays open.
    pub fn delete_kept(self, name: Name) {
        self.ask(Question::Delete(name));
    }

    /// Opens a model that is kept. The document names it once it is open.
    pub fn open_kept(self, name: Name, int8: bool, again: bool) {
        self.hub.problem.set(None);
        let source = Source::Hub(name.clone());
        let named = As { source, int8 };
        let how = how(int8, again);
        if let Some(number) = self.make_way(named, again) {
            self.fresh.set_value(Vec::new());
            self.desk().post(&Ask::OpenKept(number, name, how));
        }
    }

    /// All of it is here: it is opened.
    pub(super) fn fetched(self) {
        // It was cancelled at its last byte.
        if self.hub.deletes.get_untracked() {
            return self.halted(Topic::Fetch);
        }
        let fetching = self.hub.fetching.try_update(Option::take).flatten();
        let Some(Fetching { offer, .. }) = fetching else {
            return;
        };
        self.hub.ended();
        self.ask(Question::Kept);
        // Where a link named it, and it was not there, the rest of the link is about it.
        let named = self.document.with_untracked(|own| match &own.source {
            Source::Hub(wanted) => offer.meets(wanted),
            _ => false,
        });
        match named && self.opened.with_untracked(Option::is_none) {
            true => self.again(),
            false => self.open_kept(offer.name.clone(), offer.only_int8(), false),
        }
    }

    /// What was asked of the hub has ended without success.
    pub(super) fn halted(self, topic: Topic) {
        if topic == Topic::Look {
            return self.hub.looks.set(false);
        }
        let offer = self
            .hub
            .fetching
            .with_untracked(|own| own.as_ref().map(|own| own.offer.clone()));
        let deletes = self.hub.deletes.get_untracked();
        self.hub.ended();
        match offer.filter(|_| deletes) {
            Some(offer) => self.ask(Question::Delete(offer.name)),
            None => self.ask(Question::Kept),
        }
    }
}
