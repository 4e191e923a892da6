//! What is fetched as a file or kept by the browser: translations, progress, runs, lists of models.

use lesson::lessons::models::hub::{Hub, Name};
use lesson::lessons::training::curve::from_text;
use lesson::lessons::training::file;
use lesson::lessons::training::link::read_settings;
use lesson::share::path::Path;
use lesson::share::quiz::Progress;
use texts::files::{Wording, names, read};

use super::{none, text, texts};
use crate::{MOST_BYTES, Target};

/// A file of translations, and its texts with values in them.
pub const TEXTS: Target = Target {
    name: "texts",
    run: translations,
    seeds: || {
        texts(&[
            r#"{"language": {"name": "Deutsch", "decimal": ","}, "a": {"one": "{{ count }} Kopf", "other": "{{ count }} Köpfe"}, "b": "{{ x }} {{x}} {{"}"#,
            r#"{"a": {"b": {"c": "d"}}}"#,
        ])
    },
    words: || {
        [
            "language",
            "one",
            "other",
            "few",
            "{{ count }}",
            "{{",
            "}}",
            "null",
            "[]",
            "\\u0000",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: "{}[]:,\" ",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn translations(input: &[u8]) {
    let Ok(all) = read(text(input)) else { return };
    for wording in all.values() {
        let texts: Vec<&String> = match wording {
            Wording::Plain(text) => vec![text],
            Wording::Forms(forms) => forms.values().collect(),
        };
        for text in texts {
            let values = names(text);
            let values: Vec<(&str, &dyn std::fmt::Display)> =
                values.iter().map(|name| (*name, &1.5 as _)).collect();
            let filled = texts::fill(text, &values);
            assert!(values.is_empty() || filled != **text, "{text:?}");
        }
    }
}

/// What has been answered and how far one came, as the browser keeps it.
pub const PROGRESS: Target = Target {
    name: "progress",
    run: progress,
    seeds: || {
        let mut own = Progress::default();
        own.see(7);
        own.answer(u64::MAX, lesson::share::quiz::Verdict::Right);
        let mut path = Path::default();
        path.take("stepper", lesson::share::path::Taken::Finished);
        texts(&[own.to_text(), path.to_text()])
    },
    words: || {
        [
            "attention-lab-path 1",
            "attention-lab-quiz 1",
            "stepper",
            "flash",
            "ffffffffffffffff",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: " \n",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn progress(input: &[u8]) {
    let text = text(input);
    if let Ok(own) = Progress::read(text) {
        assert_eq!(Progress::read(&own.to_text()), Ok(own), "it comes back");
    }
    let path = Path::read(text);
    assert_eq!(Path::read(&path.to_text()), path, "it comes back");
}

/// A run that was kept or is opened from a file, its settings, its curves.
pub const RUN: Target = Target {
    name: "run",
    run,
    seeds: || {
        let file = include_bytes!("../../../../assets/models/pronoun.safetensors");
        vec![
            file.to_vec(),
            b"0 3.2 3.1\n10 2.5 2.4".to_vec(),
            b"task=induction&steps=200".to_vec(),
        ]
    },
    words: none,
    separators: "{}[]:,\"&= \n",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn run(input: &[u8]) {
    let _refused = file::read(input);
    let text = text(input);
    let _points = from_text(text);
    let _settings = read_settings(text);
}

/// Names and hosts of models.
pub const HUB: Target = Target {
    name: "hub",
    run: hub,
    seeds: || {
        texts(&[
            "openai-community/gpt2@main",
            "https://huggingface.co/gpt2/tree/0123456789abcdef0123456789abcdef01234567",
            "https://huggingface.co https://*.hf.co",
        ])
    },
    words: || {
        [
            "https://",
            "/tree/",
            "@",
            "huggingface.co",
            "..",
            "*.hf.co",
            "refs/pr/1",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: "/@.:?# ",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn hub(input: &[u8]) {
    let text = text(input);
    if let Some(name) = Name::read(text) {
        assert_eq!(Name::read(&name.written()), Some(name.clone()));
        assert!(!name.id.contains(".."), "{name:?}");
    }
    if let Some(hub) = Hub::read(text) {
        let _hosts = hub.hosts().count();
        assert!(hub.allows(&hub.base) || hub.base.contains("*."), "{hub:?}");
    }
}
