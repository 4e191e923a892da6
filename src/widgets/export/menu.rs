//! What the menu knows and does.

use leptos::prelude::*;
use lesson::share::export::{Format, Request, Subject};

use super::{Exported, words};
use crate::browser::{clipboard, files};
use crate::exporting;
use crate::screen::screen;
use crate::shell::{Shell, shell};

/// What became of what was asked for.
#[derive(Clone, PartialEq)]
pub enum Outcome {
    /// The file of that name.
    Saved(String),
    /// On the clipboard.
    Copied,
    /// The browser keeps the clipboard to itself.
    CopyRefused,
    /// There is no such file.
    Failed,
}

/// What the menu knows.
#[derive(Clone, Copy)]
pub struct Menu {
    /// What there is.
    pub exported: Exported,
    /// The key that was chosen, and which one was at work then: another one at work replaces it.
    chosen: RwSignal<(String, String)>,
    /// What became of the last thing asked for.
    pub outcome: RwSignal<Option<Outcome>>,
    dark: RwSignal<bool>,
    shell: Shell,
}

impl Menu {
    /// A menu that was not opened yet.
    pub fn of(exported: Exported) -> Menu {
        Menu {
            exported,
            chosen: RwSignal::new(Default::default()),
            outcome: RwSignal::new(None),
            dark: screen().dark,
            shell: shell(),
        }
    }

    /// It was opened or closed: what was said was about the figure as it was.
    pub fn toggled(self) {
        self.outcome.set(None);
    }

    /// The key of what is exported.
    pub fn key(self) -> String {
        let current = self.exported.current.get();
        let (chosen, then) = self.chosen.get();
        let there = |key: &str| {
            let choices = self.exported.choices;
            choices.with(|all| all.iter().any(|(own, _)| own == key))
        };
        if then == current && there(&chosen) {
            chosen
        } else {
            current
        }
    }

    /// Another one of the figure is wanted.
    pub fn choose(self, key: String) {
        let current = self.exported.current.get_untracked();
        self.chosen.set((key, current));
    }

    fn ask(self, format: Format, take: impl FnOnce(Option<Vec<u8>>) + 'static) {
        let key = untrack(|| self.key());
        let all = self.exported.choices.get_untracked();
        let title = all.into_iter().find(|(own, _)| *own == key);
        let dark = self.dark.get_untracked();
        let (digits, _) = self.shell.look.get_untracked();
        let made = move |subject: Option<Subject>| {
            let Some(subject) = subject else {
                return take(None);
            };
            let request = Request {
                format,
                subject,
                title: title.map(|(_, name)| name).unwrap_or_default(),
                digits,
                dark,
            };
            exporting::make(request, Box::new(take));
        };
        self.exported.subject.run((key, Box::new(made)));
    }

    /// Saves the figure in a form.
    pub fn save(self, format: Format) {
        let key = untrack(|| self.key());
        let name = self.exported.offer.file(format, &key);
        self.ask(format, move |bytes| {
            let saved =
                bytes.is_some_and(|bytes| files::save(&name, format.mime(), &bytes).is_ok());
            let outcome = if saved {
                Outcome::Saved(name)
            } else {
                Outcome::Failed
            };
            self.say(outcome);
        });
    }

    /// Puts the text of a form on the clipboard.
    pub fn copy(self, format: Format) {
        self.ask(format, move |bytes| {
            let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
                return self.say(Outcome::Failed);
            };
            clipboard::copy(text, move |done| {
                let outcome = if done {
                    Outcome::Copied
                } else {
                    Outcome::CopyRefused
                };
                self.say(outcome);
            });
        });
    }

    /// The menu may be gone by then.
    fn say(self, outcome: Outcome) {
        let _ = self.outcome.try_set(Some(outcome));
    }

    /// How things stand.
    pub fn words(self) -> String {
        words::standing(self.outcome.get())
    }
}
