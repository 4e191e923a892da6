//! What a screen reader hears of a step: where one stands, and the one number that it changed for the
//! query in focus. An edit is heard with the number before it, once the typing pauses.

use std::time::Duration;

use leptos::prelude::*;
use lesson::core::number;
use lesson::lessons::stepper::announcement::{self, Announcement};

use crate::language::shown;
use crate::reactive::effect;
use crate::state::Lab;
use crate::text::{list, stage, tr};

/// Milliseconds without a change until it is said: a word for every key would be chatter.
const PAUSE: u64 = 600;
/// More numbers of a row than these are a table, not a sentence.
const FEW: usize = 6;

/// Puts the sentence into `said`, a moment after what it is about has changed. `position` says where one stands.
pub fn follow(lab: Lab, position: Signal<String>, said: RwSignal<String>) {
    let before = StoredValue::new(None::<Heard>);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    effect(move || {
        let (heard, position) = (Heard::now(lab), position.get());
        if let Some(timer) = timer.get_value() {
            timer.clear();
        }
        let say = move || {
            // Another lesson may have been opened meanwhile, and this one is gone.
            let Some(last) = before.try_get_value() else {
                return;
            };
            // A page that has just been opened speaks when it is asked, and one fact is said once.
            if let Some(last) = last.filter(|last| *last != heard) {
                said.try_set(sentence(&position, &heard, &last));
            }
            before.try_set_value(Some(heard));
        };
        timer.set_value(set_timeout_with_handle(say, Duration::from_millis(PAUSE)).ok());
    });
    on_cleanup(move || {
        if let Some(timer) = timer.try_get_value().flatten() {
            timer.clear();
        }
    });
}

/// What was announced of which query, and where.
#[derive(Clone, PartialEq)]
struct Heard {
    position: (lesson::Stage, usize),
    query: String,
    keys: Vec<String>,
    announcement: Announcement,
    digits: u8,
}

impl Heard {
    fn now(lab: Lab) -> Self {
        let announcement = lab
            .trace
            .with(|trace| lab.view.with(|view| announcement::of(trace, view)));
        let position = lab.view.with(|view| (view.stage, view.row));
        let tokens =
            |d: &std::sync::Arc<lesson::Document>| (d.queries.clone(), d.key_tokens().to_vec());
        let (queries, keys) = lab.document.with(tokens);
        let query = queries.get(position.1).cloned().unwrap_or_default();
        Self {
            position,
            query,
            keys,
            announcement,
            digits: lab.look.get().0,
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
            Announcement::Best(key, _) => tr!(
                said.score,
                query = query,
                key = self.key(*key),
                value = value
            ),
            Announcement::Pair(key, _) => tr!(
                said.pair,
                query = query,
                key = self.key(*key),
                value = value
            ),
            Announcement::Most(key, _) => tr!(
                said.weight,
                query = query,
                key = self.key(*key),
                weight = value
            ),
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
}

/// Another place: where it is and what holds there. The same place: what has become of its number.
fn sentence(position: &str, heard: &Heard, before: &Heard) -> String {
    let Some(what) = heard.words() else {
        return position.to_owned();
    };
    if before.position != heard.position {
        return tr!(said.at, title = position, what = what);
    }
    let title = stage(heard.position.0).0;
    match before
        .number()
        .filter(|old| Some(old) != heard.number().as_ref())
    {
        Some(old) => tr!(
            said.at,
            title = title,
            what = tr!(said.was, what = what, old = old)
        ),
        None => tr!(said.at, title = title, what = what),
    }
}
