//! The examples: which one is shown, whether it was changed, and what it is there for.

use leptos::prelude::*;
use lesson::{Command, head::presets};

use crate::reactive::{derived, on};
use crate::state::lab;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

/// The chooser, and the way back to what it opened.
#[component]
pub fn PresetChooser() -> impl IntoView {
    let lab = lab();
    let current = lab.preset;
    let last = lab.example;
    let value = derived(move || last.get().unwrap_or_default().to_owned());
    let options = derived(move || {
        let own = last
            .get()
            .is_none()
            .then(|| (String::new(), tr!(control.preset_own)));
        let title =
            |preset: &presets::Preset| (preset.slug.to_owned(), text::preset(preset.slug).0);
        own.into_iter()
            .chain(presets::PRESETS.iter().map(title))
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
        lab.run(Command::Preset(
            last.get_untracked().unwrap_or_default().to_owned(),
        ))
    };
    view! {
        <Chooser control="preset" label=label options=options value=value choose=move |slug| lab.run(Command::Preset(slug))/>
        <button type="button" data-action="restore" aria-label=say!(control.restore) title=say!(control.restore)
            disabled=unchanged on:click=on(restore)>
            "⟲"
        </button>
    }
}

/// What the example is there for.
#[component]
pub fn PresetNote() -> impl IntoView {
    let current = lab().preset;
    // The last note stays while the example is being changed: nothing below it jumps.
    let note = Memo::new(move |before: Option<&String>| match current.get() {
        Some(slug) => text::preset(slug).1,
        None => before.cloned().unwrap_or_default(),
    });
    view! { <p class="note">{derived(move || note.get())}</p> }
}
