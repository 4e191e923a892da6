//! Trained weights to and from the reader's disk.

use std::time::Duration;

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::protocol::Question;

use super::asking::Topic;
use super::training;
use crate::browser;
use crate::reactive::{effect, on};
use crate::text::say;

/// The time between two files: of several that are offered at once WebKit saves the last alone.
const APART: Duration = Duration::from_millis(200);

/// Export and import.
#[component]
pub fn Files() -> impl IntoView {
    let training = training();
    effect(move || {
        for (place, (name, bytes)) in (0_u32..).zip(training.files.get()) {
            set_timeout(move || save(&name, &bytes), APART * place);
        }
    });
    let export = move |_| {
        let (side, at) = (training.side.get_untracked(), training.at.get_untracked());
        training.ask(Topic::Files, side, Question::Files(at));
    };
    let import =
        move |event: Event| browser::files::chosen(&event, move |file| training.import(file));
    view! {
        <section class="card files" data-control="beside">
            <h3>{say!(files.title)}</h3>
            <p class="note">{say!(files.note)}</p>
            <div class="row">
                <button type="button" data-action="export" on:click=on(export)>{say!(files.export)}</button>
                <label class="file">
                    <span>{say!(files.import)}</span>
                    <input type="file" accept=".safetensors" data-control="import" on:change=on(import)/>
                </label>
            </div>
        </section>
    }
}

fn save(name: &str, bytes: &[u8]) {
    if let Err(error) = browser::files::save(name, "application/octet-stream", bytes) {
        leptos::logging::warn!("{name}: {error:?}");
    }
}
