//! The menu by which a figure is taken along: saved or copied in every form there is.

use leptos::ev;
use leptos::prelude::*;
use lesson::export::code::Language;
use lesson::export::{Format, Request};

use crate::browser::{clipboard, export, files, lessons};
use crate::reactive::{derived, on};
use crate::screen::screen;
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// The bundle that makes the files.
const BUNDLE: &str = "export";

/// What there is to be exported.
#[derive(Clone, Copy)]
pub struct Exported {
    /// (key, name) of every matrix of the figure.
    pub matrices: Signal<Vec<(String, String)>>,
    /// The key of the one at work.
    pub current: Signal<String>,
    /// The figure's link.
    pub link: Signal<String>,
}

/// What became of what was asked for.
#[derive(Clone, PartialEq)]
enum Outcome {
    Saved(String),
    Copied,
    CopyRefused,
    Failed,
}

/// What the menu knows.
#[derive(Clone, Copy)]
struct Menu {
    exported: Exported,
    /// The matrix that was chosen, and which one was at work then: another one at work replaces it.
    chosen: RwSignal<(String, String)>,
    ready: RwSignal<bool>,
    missing: RwSignal<bool>,
    outcome: RwSignal<Option<Outcome>>,
    dark: RwSignal<bool>,
}

/// The menu. What makes the files is fetched when it is opened first.
#[component]
pub fn ExportMenu(exported: Exported) -> impl IntoView {
    let menu = Menu {
        exported,
        chosen: RwSignal::new(Default::default()),
        ready: RwSignal::new(export::is_ready()),
        missing: RwSignal::new(false),
        outcome: RwSignal::new(None),
        dark: screen().dark,
    };
    export::follow(menu.ready);
    let opened = move |_: ev::Event| {
        // What was said was about the figure as it was.
        menu.outcome.set(None);
        if !menu.ready.get_untracked() {
            lessons::fetch(BUNDLE, move || menu.missing.set(true));
        }
    };
    let choose = move |key: String| menu.chosen.set((key, exported.current.get_untracked()));
    let (matrix, value) = (say!(export.matrix), derived(move || menu.matrix()));
    let lines = Format::ALL.map(|format| view! { <Line menu=menu format=format/> }.into_any());
    view! {
        <details class="menu export" data-control="export" on:toggle=on(opened)>
            <summary>{say!(export.title)}</summary>
            <div class="menu-items">
                <Chooser control="export-matrix" label=matrix options=exported.matrices value=value choose=choose/>
                <ul>{lines}</ul>
                <p class="note" role="status" data-export=derived(move || menu.ready.get().then_some("ready"))>
                    {derived(move || menu.words())}
                </p>
            </div>
        </details>
    }
}

/// A form, to be saved and, where it is text, to be copied.
#[component]
fn Line(menu: Menu, format: Format) -> impl IntoView {
    let waiting = derived(move || !menu.ready.get());
    let copy = move || {
        view! {
            <button type="button" data-action=format!("copy-{}", format.slug()) disabled=waiting
                aria-label=say!(export.copy_named, name = called(format)) on:click=on(move |_| menu.copy(format))>
                {say!(export.copy)}
            </button>
        }
    };
    view! {
        <li>
            <button type="button" data-action=format!("export-{}", format.slug()) disabled=waiting
                on:click=on(move |_| menu.save(format))>
                {derived(move || called(format))}
            </button>
            {format.is_text().then(copy)}
        </li>
    }
}

impl Menu {
    /// The key of the matrix that is exported.
    fn matrix(self) -> String {
        let current = self.exported.current.get();
        let (chosen, then) = self.chosen.get();
        let there = |key: &str| {
            self.exported
                .matrices
                .with(|all| all.iter().any(|(own, _)| own == key))
        };
        if then == current && there(&chosen) {
            chosen
        } else {
            current
        }
    }

    fn ask(self, format: Format, take: impl FnOnce(Option<Vec<u8>>) + 'static) {
        let matrix = untrack(|| self.matrix());
        let all = self.exported.matrices.get_untracked();
        let title = all.iter().find(|(key, _)| *key == matrix);
        let request = Request {
            format,
            fragment: self.exported.link.get_untracked(),
            title: title.map(|(_, name)| name.clone()).unwrap_or_default(),
            matrix,
            dark: self.dark.get_untracked(),
        };
        export::ask(&request.to_bytes(), take);
    }

    fn save(self, format: Format) {
        let name = format.file(&untrack(|| self.matrix()));
        self.ask(format, move |bytes| {
            let saved =
                bytes.is_some_and(|bytes| files::save(&name, format.mime(), &bytes).is_ok());
            let outcome = if saved {
                Outcome::Saved(name)
            } else {
                Outcome::Failed
            };
            self.outcome.set(Some(outcome));
        });
    }

    fn copy(self, format: Format) {
        self.ask(format, move |bytes| {
            let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
                return self.outcome.set(Some(Outcome::Failed));
            };
            clipboard::copy(text, move |done| {
                let outcome = if done {
                    Outcome::Copied
                } else {
                    Outcome::CopyRefused
                };
                self.outcome.set(Some(outcome));
            });
        });
    }

    fn words(self) -> String {
        match self.outcome.get() {
            _ if self.missing.get() => tr!(export.missing),
            _ if !self.ready.get() => tr!(export.loading),
            None => tr!(export.note),
            Some(Outcome::Saved(name)) => tr!(export.saved, name = name),
            Some(Outcome::Copied) => tr!(export.copied),
            Some(Outcome::CopyRefused) => tr!(export.copy_refused),
            Some(Outcome::Failed) => tr!(export.failed),
        }
    }
}

/// What a form is called.
fn called(format: Format) -> String {
    match format {
        Format::Png => tr!(export.png),
        Format::Svg => tr!(export.svg),
        Format::Csv => tr!(export.csv),
        Format::Json => tr!(export.json),
        Format::Npy => tr!(export.npy),
        Format::Code(Language::NumPy) => tr!(export.numpy),
        Format::Code(Language::PyTorch) => tr!(export.pytorch),
        Format::Code(Language::JavaScript) => tr!(export.javascript),
        Format::Code(Language::Rust) => tr!(export.rust),
        Format::Latex => tr!(export.latex),
        Format::MathMl => tr!(export.mathml),
    }
}
