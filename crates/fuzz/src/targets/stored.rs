//! What is fetched as a file or kept by the browser: translations, progress, runs, lists of models.

use lesson::lessons::models::hub::{Hub, Name};
use lesson::lessons::training::curve::{from_text, to_text};
use lesson::lessons::training::file;
use lesson::lessons::training::link::{read_settings, settings};
use lesson::lessons::training::look::At;
use lesson::lessons::training::session::{Saved, Session};
use lesson::lessons::training::settings::Settings;
use lesson::lessons::training::task::Task;
use lesson::share::path::Path;
use lesson::share::quiz::Progress;
use texts::files::{Wording, names, read};

use super::{text, texts};
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
            comes_back(text);
        }
    }
}

/// A text with each name where it stood has the same names, and is the same when that is done again.
fn comes_back(text: &str) {
    let names_of = names(text);
    let places: Vec<_> = names_of
        .iter()
        .map(|name| format!("{{{{ {name} }}}}"))
        .collect();
    let values: Vec<(&str, &dyn std::fmt::Display)> = names_of
        .iter()
        .zip(&places)
        .map(|(name, place)| (*name, place as &dyn std::fmt::Display))
        .collect();
    let written = texts::fill(text, &values);
    assert_eq!(names(&written), names_of, "{text:?}");
    assert_eq!(texts::fill(&written, &values), written, "{text:?}");
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
        let texts = texts(&[
            "0,,3.2,0.1;10,2.5,2.4,0.25",
            "copy,layers:1,heads:2,d_model:32,rate:0.01,seed:7",
        ]);
        let small = smallest();
        small
            .into_iter()
            .chain([file.to_vec()])
            .chain(texts)
            .collect()
    },
    words: || {
        [
            "attention_lab",
            "curves",
            "steps",
            "layers",
            "heads",
            "d_model",
            "positions",
            "rope",
            "llama",
            "copy",
            "modular",
            "data_offsets",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: "{}[]:,;\"&= \n",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

/// The file of a run as small as may be, which libFuzzer can change as a whole.
fn smallest() -> Option<Vec<u8>> {
    let settings = Settings {
        n_layers: 1,
        n_heads: 1,
        d_model: 16,
        mlp: false,
        ..Settings::of(Task::Copy)
    };
    let session = Session::new(settings).ok()?;
    let files = file::write(&session, At::Now).ok()?;
    files.into_iter().next().map(|(_, bytes)| bytes)
}

/// A run of more weights is written in the same way, but takes up more time than a case may: it is measured anew.
const FEW: usize = 4096;

fn run(input: &[u8]) {
    let saved = file::read(input).ok();
    if let Some(saved) = saved.filter(|own| own.weights.len() <= FEW) {
        goes_on(saved);
    }
    let text = text(input);
    let points = from_text(text);
    assert_eq!(from_text(&to_text(&points, u32::MAX)), points, "{text:?}");
    if let Ok(own) = read_settings(text) {
        assert_eq!(read_settings(&settings(&own)).ok(), Some(own), "{text:?}");
    }
}

/// What was read is taken up, and written as what reads the same. Of its curves as many points are kept as fit.
fn goes_on(saved: Saved) {
    let compared = |own: &Saved| (own.settings.clone(), own.step, own.weights.clone());
    let wanted = compared(&saved);
    let Ok(session) = Session::resume(saved) else {
        unreachable!("{wanted:?} was read, and is refused");
    };
    let files = file::write(&session, At::Now).unwrap_or_default();
    let again = files.first().and_then(|(_, bytes)| file::read(bytes).ok());
    assert_eq!(again.as_ref().map(compared), Some(wanted));
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
