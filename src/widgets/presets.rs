//! The examples: which one is shown, whether it was changed, and what it is there for.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::lesson::Preset;

use crate::reactive::{derived, on};
use crate::shell::shell;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

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
    let unchanged = derived(move || !changed());
    let restore = move |_| {
        shell.run(Command::Preset(
            last.get_untracked().unwrap_or_default().to_owned(),
        ))
    };
    view! {
        <Chooser control="preset" label=label options=options value=value choose=move |slug| shell.run(Command::Preset(slug))/>
        <button type="button" data-action="restore" aria-label=say!(control.restore) title=say!(control.restore)
            disabled=unchanged on:click=on(restore)>
            "⟲"
        </button>
    }
}

/// What the example is there for.
#[component]
pub fn PresetNote() -> impl IntoView {
    let shell = shell();
    let current = shell.preset;
    // The last note stays while the example is being changed: nothing below it jumps.
    let note = Memo::new(move |before: Option<&String>| match current.get() {
        Some(slug) => (shell.words.preset)(slug).1,
        None => before.cloned().unwrap_or_default(),
    });
    view! { <p class="note">{derived(move || note.get())}</p> }
}
