//! The path through the lessons: what each is for, how far one has come, which is next, and the words of the field.
//! Here is what every page opens with; the rest is the part `path`, fetched when somebody wants it.

mod cards;
mod contents;
mod ending;
mod pictures;
pub mod terms;

use leptos::prelude::*;
use lesson::share::path::{Path, Taken};

use crate::browser::storage;
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::on;
use crate::text::say;
use crate::widgets::modal::{Named, modal};

/// Where the path is kept.
const KEY: &str = "attention-lab-path";

page_part!(CONTENTS in path: fn() -> AnyView = || view! { <contents::Contents/> }.into_any());
page_part!(GOAL in path: fn() -> AnyView = || view! { <ending::Goal/> }.into_any());
page_part!(ENDING in path: fn() -> AnyView = || view! { <ending::Ending/> }.into_any());

/// How far one has come, kept in this browser.
#[derive(Clone, Copy)]
pub struct Walked(RwSignal<Path>);

/// The path, from any view.
pub fn walked() -> Walked {
    expect_context::<Walked>()
}

impl Walked {
    /// What was kept.
    pub fn stored() -> Self {
        Self(RwSignal::new(Self::kept().unwrap_or_default()))
    }

    fn kept() -> Option<Path> {
        storage::get(KEY).map(|text| Path::read(&text))
    }

    /// Notes how far a lesson was taken, beside what other tabs have noted or forgotten meanwhile.
    pub fn take(self, slug: &str, taken: Taken) {
        let mut path = Self::kept().unwrap_or_else(|| self.0.get_untracked());
        if path.take(slug, taken) {
            storage::set(KEY, &path.to_text());
            self.0.set(path);
        }
    }

    /// How far a lesson was taken.
    pub fn taken(self, slug: &str) -> Taken {
        self.0.with(|path| path.taken(slug))
    }

    /// Nothing is kept any more; other tabs find that, not what they know themselves.
    fn forget(self) {
        storage::set(KEY, &Path::default().to_text());
        self.0.set(Path::default());
    }
}

/// The name of the page, behind which the contents are.
#[component]
pub fn Name() -> impl IntoView {
    let opened = RwSignal::new(0);
    let named = Named {
        name: "contents",
        close: "contents-close",
        title: say!(path.contents),
        missing: || say!(site.part_missing),
    };
    view! {
        <h1>
            <button type="button" class="quiet site-name" data-action="contents" aria-haspopup="dialog" title=say!(path.contents)
                on:click=on(move |_| opened.update(|count| *count += 1))>{say!(site.name)}</button>
        </h1>
        {modal(named, opened, Fetched::of(CONTENTS))}
    }
}

/// The lesson that a goal or an ending is about.
#[derive(Clone, Copy)]
struct About(&'static str);

/// What one will be able to do after the lesson.
pub fn goal(slug: &'static str) -> AnyView {
    provide_context(About(slug));
    Fetched::of(GOAL).once_seen("goal")
}

/// The end of a lesson: its words, a question, and the next one.
pub fn ending(slug: &'static str) -> AnyView {
    provide_context(About(slug));
    Fetched::of(ENDING).once_seen("ending")
}
