//! What a screen reader hears of a step: where one stands, and the one number that it changed for the
//! query in focus. An edit is heard with the number before it, once the typing pauses.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::number;
use lesson::core::table::Axis;
use lesson::lessons::stepper::announcement::{self, Announcement, Consequence};
use lesson::{Document, Trace};

use crate::language::shown;
use crate::state::Lab;
use crate::text::{list, quoted, stage, tr};
use crate::widgets::walk::tell_when_it_pauses;

/// More numbers of a row than these are a table, not a sentence.
const FEW: usize = 6;

/// Puts the sentence into `said`, a moment after what it is about has changed. `position` says where one stands.
pub fn follow(lab: Lab, position: Signal<String>, said: RwSignal<String>) {
    let track = move || {
        position.track();
        lab.view.track();
        lab.document.track();
        lab.trace.track();
    };
    tell_when_it_pauses(
        track,
        move || Heard::now(lab),
        move |last, heard| {
            if let Some(words) = sentence(lab, &position.get(), heard, last) {
                said.set(words);
            }
        },
    );
}

/// Numbers that are the same as long as nobody has computed them anew.
#[derive(Clone)]
pub struct Same<T>(pub Arc<T>);

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What was announced of which query, and where.
#[derive(Clone, PartialEq)]
struct Heard {
    position: (lesson::Stage, usize),
    query: String,
    keys: Vec<String>,
    announcement: Announcement,
    digits: u8,
    numbers: Same<Trace>,
}

impl Heard {
    fn now(lab: Lab) -> Self {
        let announcement = lab
            .trace
            .with(|trace| lab.view.with(|view| announcement::of(trace, view)));
        let position = lab.view.with(|view| (view.stage, view.row));
        let tokens = |d: &Arc<Document>| (d.queries.clone(), d.key_tokens().to_vec());
        let (queries, keys) = lab.document.with(tokens);
        let query = queries.get(position.1).cloned().unwrap_or_default();
        Self {
            position,
            query,
            keys,
            announcement,
            digits: lab.look.get().0,
            numbers: Same(lab.trace.get()),
        }
    }

    fn key(&self, at: usize) -> &str {
        self.keys.get(at).map_or("", String::as_str)
    }

    /// The number of what is announced, where it is one.
    fn number(&self) -> Option<String> {
        match &self.announcement {
            Announcement::Best(_, value)
            | Announcement::Pair(_, value)
            | Announcement::Most(_, value) => Some(shown(*value, self.digits)),
            Announcement::Row(values) if values.len() <= FEW => {
                let numbers: Vec<_> = values
                    .iter()
                    .map(|value| number::shown(*value, self.digits))
                    .collect();
                Some(list(&numbers))
            }
            _ => None,
        }
    }

    fn words(&self) -> Option<String> {
        let value = self.number().unwrap_or_default();
        let query = &self.query;
        Some(match &self.announcement {
            Announcement::Best(keys, _) => match keys.as_slice() {
                [key] => tr!(
                    said.score,
                    query = query,
                    key = self.key(*key),
                    value = value
                ),
                keys => tr!(
                    said.score_equal,
                    query = query,
                    keys = named(&self.keys, keys),
                    value = value
                ),
            },
            Announcement::Pair(key, _) => tr!(
                said.pair,
                query = query,
                key = self.key(*key),
                value = value
            ),
            Announcement::Most(keys, _) => match keys.as_slice() {
                [key] => tr!(
                    said.weight,
                    query = query,
                    key = self.key(*key),
                    weight = value
                ),
                keys => tr!(
                    said.weight_equal,
                    query = query,
                    keys = named(&self.keys, keys),
                    weight = value
                ),
            },
            Announcement::Row(_) if value.is_empty() => return None,
            Announcement::Row(_) => tr!(said.row, query = query, value = value),
            Announcement::Allowed(allowed) => tr!(
                said.allowed,
                query = query,
                allowed = allowed,
                keys = tr!(counted.of_keys, count = self.keys.len())
            ),
            Announcement::Nothing => tr!(said.nothing, query = query),
            Announcement::Position => return None,
        })
    }

    /// The number that stands where one stands, and what it was, if it is another.
    fn beside(&self, before: &Self) -> Option<String> {
        let (now, old) = (self.number(), before.number());
        let title = stage(self.position.0);
        let same = (&now, &self.announcement) == (&old, &before.announcement);
        let what = self.words().filter(|_| !same)?;
        let what = match old.filter(|old| Some(old) != now.as_ref()) {
            Some(old) => tr!(said.was, what = what, old = old),
            None => what,
        };
        Some(tr!(said.at, title = title, what = what))
    }
}

/// Several keys of those of that name; how many, where they would be more than a sentence.
fn named(names: &[String], keys: &[usize]) -> String {
    if keys.len() > FEW {
        return tr!(counted.of_keys, count = keys.len());
    }
    let names: Vec<_> = keys.iter().filter_map(|key| names.get(*key)).collect();
    quoted(&names)
}

/// Another place: where it is and what holds there. The same place: what an edit has come to, or what has become of
/// the number that stands there.
fn sentence(lab: Lab, position: &str, heard: &Heard, before: &Heard) -> Option<String> {
    if before.position != heard.position {
        let what = heard.words();
        return Some(what.map_or(position.to_owned(), |what| {
            tr!(said.at, title = position, what = what)
        }));
    }
    let edited = of_edit(lab, &before.numbers.0, &heard.numbers.0);
    edited.or_else(|| heard.beside(before))
}

/// What an edit has come to, in a sentence: of the query that was edited or is in focus, or of the first that changed.
pub fn of_edit(lab: Lab, before: &Trace, after: &Trace) -> Option<String> {
    let asks = |cell: &lesson::Cell| lab.table(cell.name).rows == Axis::Queries;
    let edited = lab.focused.get_untracked().filter(asks);
    let row = edited.map_or_else(|| lab.view.with(|view| view.row), |cell| cell.row);
    let (row, what) = announcement::consequence(before, after, row)?;
    let digits = lab.look.get().0;
    lab.document.with(|document| {
        let query = document.queries.get(row)?;
        Some(match what {
            Consequence::Looks(keys, weight) => {
                let (names, weight) = (document.key_tokens(), shown(weight, digits));
                match keys.as_slice() {
                    [key] => tr!(
                        said.looks,
                        query = query,
                        key = names.get(*key)?,
                        weight = weight
                    ),
                    keys => tr!(
                        said.looks_equal,
                        query = query,
                        keys = named(names, keys),
                        weight = weight
                    ),
                }
            }
            Consequence::Blind => tr!(said.blind, query = query),
            Consequence::Output(numbers) if numbers.len() > FEW => tr!(said.moved, query = query),
            Consequence::Output(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(|own| shown(*own, digits)).collect();
                tr!(said.output, query = query, numbers = list(&numbers))
            }
        })
    })
}
