//! What the hub lists of a model, and what was kept of it.

use inspector::listing::{from_text, offer, to_text};
use lesson::lessons::models::hub::{Hub, MOST_MEMORY, Name, Offer};

use super::models::JSON;
use super::{text, texts};
use crate::{MOST_BYTES, Target};

/// A model in one file. `gated` says nothing here, at length.
const ONE: &str = r#"{"id": "openai-community/gpt2", "sha": "607a30d783dfa663caf39e06633721c8d4cfcd7e", "gated": [{"a": 0}],
"siblings": [
{"rfilename": "config.json", "size": 665, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "tokenizer.json", "size": 665, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "model.safetensors", "size": 9, "lfs": {"sha256": "abababababababababababababababababababababababababababababababab", "size": 9}}],
"safetensors": {"parameters": {"F32": 137022720}, "total": 137022720}}"#;

/// A model in two files.
const SHARDS: &str = r#"{"sha": "607a30d783dfa663caf39e06633721c8d4cfcd7e", "gated": false, "siblings": [
{"rfilename": "config.json", "size": 1, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "tokenizer.json", "size": 1, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "model.safetensors.index.json", "size": 1, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "model-00001-of-00002.safetensors", "size": 1, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"},
{"rfilename": "model-00002-of-00002.safetensors", "size": 1, "blobId": "607a30d783dfa663caf39e06633721c8d4cfcd7e"}]}"#;

/// Who asks its authors may have it.
const GATED: &str = r#"{"sha": "607a30d783dfa663caf39e06633721c8d4cfcd7e", "gated": "manual"}"#;

/// A list of files, as the hub answers.
pub const LISTING: Target = Target {
    name: "listing",
    run: listing,
    seeds: || texts(&[ONE, SHARDS, GATED]),
    words,
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn words() -> Vec<String> {
    [
        "rfilename",
        "blobId",
        "lfs",
        "sha256",
        "total",
        "model.safetensors",
        "model-../x-of-1.safetensors",
        "../config.json",
        "a/b/c",
        "null",
        "auto",
    ]
    .map(str::to_owned)
    .into()
}

fn asked() -> Option<Name> {
    Name::read("gpt2")
}

fn listing(input: &[u8]) {
    let Some(name) = asked() else { return };
    let Ok(offer) = offer(&name, input) else {
        return;
    };
    assert!(offer.meets(&name), "{offer:?}");
    assert!(offer.memory_of_int8() <= MOST_MEMORY, "{offer:?}");
    let written = offer.name.written();
    assert_eq!(Name::read(&written).as_ref(), Some(&offer.name));
    for file in &offer.files {
        let leads_out = file.path.contains(['/', '\\']) || file.path.starts_with('.');
        assert!(!leads_out, "{file:?}");
    }
    comes_back(&offer);
}

/// What is kept is read as it was written.
fn comes_back(offer: &Offer) {
    let written = to_text(offer).unwrap_or_default();
    assert_eq!(from_text(text(&written)).as_ref(), Some(offer));
}

/// What was offered, as the browser keeps it beside the files.
pub const KEPT: Target = Target {
    name: "kept",
    run: kept,
    seeds: || {
        let offers = asked().map(|name| [ONE, SHARDS].map(|own| offer(&name, own.as_bytes())));
        let offers = offers.into_iter().flatten().flatten();
        offers.filter_map(|own| to_text(&own).ok()).collect()
    },
    words,
    separators: JSON,
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn kept(input: &[u8]) {
    let Some(offer) = from_text(text(input)) else {
        return;
    };
    comes_back(&offer);
    assert!(offer.meets(&offer.name), "{offer:?}");
    let base = "https://huggingface.co".to_owned();
    let others = Vec::new();
    let hub = Hub { base, others };
    for file in &offer.files {
        let address = offer.name.file(&hub, &file.path);
        assert!(address.starts_with(&hub.base), "{address}");
    }
    let _said = (offer.name.short(), offer.name.list(&hub), offer.only_int8());
}
