//! The examples: which one is shown, whether it was changed, and what it is there for.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::lesson::Preset;
use lesson::core::table::Axis;

use crate::reactive::{derived, on};
use crate::shell::shell;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::markup::typeset;

/// The chooser, and the way back to what it opened.
#[component]
pub fn PresetChooser() -> impl IntoView {
    let shell = shell();
    let current = shell.preset;
    let last = shell.example;
    let value = derived(move || last.get().unwrap_or_default().to_owned());
    let options = derived(move || {
        let own = last
            .get()
            .is_none()
            .then(|| (String::new(), tr!(control.preset_own)));
        let title = |preset: &Preset| (preset.slug.to_owned(), (shell.words.preset)(preset.slug).0);
        own.into_iter()
            .chain(shell.meta.presets.iter().map(title))
            .collect::<Vec<_>>()
    });
    let changed = move || current.get().is_none() && last.get().is_some();
    let label = text::following(move || {
        if changed() {
            tr!(control.preset_changed)
        } else {
            tr!(control.preset)
        }
    });
    let unchanged = derived(move || (!changed()).then_some("true"));
    let restore = move |_| {
        if untrack(changed) {
            let example = last.get_untracked().unwrap_or_default();
            shell.run(Command::Preset(example.to_owned()));
        }
    };
    view! {
        <Chooser control="preset" label=label options=options value=value choose=move |slug| shell.run(Command::Preset(slug))/>
        <button type="button" data-action="restore" aria-label=say!(control.restore)
            aria-disabled=unchanged on:click=on(restore)>
            <i class="sign" aria-hidden="true" title=say!(control.restore)>"⟲"</i>
        </button>
    }
}

/// What the example is there for.
#[component]
pub fn PresetNote() -> impl IntoView {
    let shell = shell();
    let current = shell.preset;
    let tokens = move || {
        shell
            .lesson
            .with(|own| [Axis::Queries, Axis::Keys].map(|axis| own.labels(axis)))
    };
    // The last note stays while the example is being changed: nothing below it jumps. But it may name tokens, so it
    // goes with them.
    let note = Memo::new(move |before: Option<&(String, [Vec<String>; 2])>| {
        let (tokens, before) = (tokens(), before.cloned());
        match (current.get(), before) {
            (Some(slug), _) => ((shell.words.preset)(slug).1, tokens),
            (None, Some((note, same))) if same == tokens => (note, tokens),
            (None, _) => (String::new(), tokens),
        }
    });
    // What it says of the example need not be true of what was made of it: its place stays, empty.
    let past = derived(move || current.get().is_none());
    view! { <p class="note preset-note" class:past=past data-control="preset-note" inner_html=derived(move || note.with(|(note, _)| typeset(note)))></p> }
}
