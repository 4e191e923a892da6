//! What the model computed, taken along: all numbers for NumPy, or a program for `transformers` that gives the same.

use leptos::prelude::*;
use lesson::lessons::models::link::Source;
use lesson::lessons::models::messages::Programmed;

use super::state::{Inspector, Question, inspector};
use crate::browser::{files, page};
use crate::reactive::on;
use crate::text::say;

/// The two buttons.
#[component]
pub fn Take() -> impl IntoView {
    let inspector = inspector();
    let archive = move |_| inspector.ask(Question::Archive);
    let program = move |_| inspector.ask(Question::Program(Box::new(programmed(inspector))));
    view! {
        <section class="re-take" data-control="beside" aria-label=say!(models.take.title)>
            <button type="button" data-action="save-run" on:click=on(archive)>{say!(models.take.npz)}</button>
            <button type="button" data-action="save-program" on:click=on(program)>{say!(models.take.program)}</button>
            <p class="caption-line">{say!(models.take.note)}</p>
        </section>
    }
}

/// What the program says of where it comes from.
fn programmed(inspector: Inspector) -> Programmed {
    let source = inspector.document.with_untracked(|own| own.source.clone());
    let (model, shipped) = match source {
        Source::Shipped(slug, step) => (slug.clone(), Some((slug, step))),
        Source::Disk(name) => (name, None),
        Source::Hub(name) => (name.written(), None),
    };
    Programmed {
        model,
        shipped,
        link: page::address(&untrack(|| inspector.shell.link())),
        place: inspector.view.with_untracked(|view| view.token),
    }
}

/// Puts a file on the reader's disk.
pub fn save(name: &str, mime: &str, bytes: &[u8]) {
    // A browser that saves nothing says so itself.
    let _ = files::save(name, mime, bytes);
}
