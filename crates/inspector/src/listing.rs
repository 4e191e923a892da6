//! What the hub says of a model, read: `GET /api/models/OWNER/NAME/revision/REVISION?blobs=true`. It comes from
//! outside, so nothing of it is believed before it is checked.

use lesson::lessons::models::hub::{Hash, HubTrouble, Listed, MOST_MEMORY, Name, Offer, is_commit};
use serde::Deserialize;

use crate::gated::Gated;

/// The longest list that is read, in bytes.
pub const MOST_LIST: usize = 4_000_000;

/// Files that every model has beside its weights.
const ALWAYS: [&str; 2] = ["config.json", "tokenizer.json"];
/// The weights in one file.
const ONE: &str = "model.safetensors";
/// The list of the files that they are cut into.
const INDEX: &str = "model.safetensors.index.json";

#[derive(Deserialize)]
struct Answer {
    id: Option<String>,
    sha: Option<String>,
    #[serde(default)]
    gated: Gated,
    #[serde(default)]
    siblings: Vec<Sibling>,
    safetensors: Option<Safetensors>,
}

#[derive(Deserialize)]
struct Sibling {
    rfilename: String,
    size: Option<u64>,
    #[serde(rename = "blobId")]
    blob: Option<String>,
    lfs: Option<Lfs>,
}

#[derive(Deserialize)]
struct Lfs {
    sha256: Option<String>,
    size: Option<u64>,
}

#[derive(Deserialize)]
struct Safetensors {
    total: Option<u64>,
}

/// What is to be fetched of the model that was asked for as `name`.
///
/// # Errors
/// [`HubTrouble`] when that is no list, lacks a file, or the model would be too large.
pub fn offer(name: &Name, json: &[u8]) -> Result<Offer, HubTrouble> {
    let no_list = || HubTrouble::NoFile(name.written());
    let answer: Answer = serde_json::from_slice(json).map_err(|_| no_list())?;
    let commit = answer
        .sha
        .filter(|sha| is_commit(sha))
        .ok_or_else(no_list)?;
    if answer.gated.0 {
        return Err(HubTrouble::Gated(name.written()));
    }
    // A model may have moved: it is fetched, and kept, by the name it has now.
    let now = answer.id.as_deref().and_then(Name::read);
    let id = now.map_or_else(|| name.id.clone(), |own| own.id);
    let files = wanted(&answer.siblings)?;
    let offer = Offer {
        name: Name {
            id,
            revision: Some(commit),
        },
        asked: name.id.clone(),
        files: files.into_iter().map(listed).collect::<Result<_, _>>()?,
        weights: answer.safetensors.and_then(|own| own.total),
    };
    let needs = offer.memory_of_int8();
    match needs > MOST_MEMORY {
        true => Err(HubTrouble::TooLarge(needs, MOST_MEMORY)),
        false => Ok(offer),
    }
}

/// What was offered, to be kept beside the files that were fetched of it.
///
/// # Errors
/// [`HubTrouble::NoStore`]; nothing that is offered leads there.
pub fn to_text(offer: &Offer) -> Result<Vec<u8>, HubTrouble> {
    serde_json::to_vec(offer).map_err(|_| HubTrouble::NoStore)
}

/// What [`to_text`] has written; `None` for what is no offer.
#[must_use]
pub fn from_text(text: &str) -> Option<Offer> {
    serde_json::from_str(text).ok()
}

/// Config, tokenizer, and the weights in one file or in several.
fn wanted(all: &[Sibling]) -> Result<Vec<&Sibling>, HubTrouble> {
    let find = |path: &str| all.iter().find(|own| own.rfilename == path);
    let need = |path: &str| find(path).ok_or_else(|| HubTrouble::Lacks(path.to_owned()));
    let mut files = ALWAYS
        .map(need)
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    match (find(ONE), find(INDEX)) {
        (Some(one), _) => files.push(one),
        (None, Some(index)) => {
            files.push(index);
            let mut shards: Vec<_> = all.iter().filter(|own| is_shard(&own.rfilename)).collect();
            shards.sort_by(|one, other| one.rfilename.cmp(&other.rfilename));
            shards.dedup_by(|one, other| one.rfilename == other.rfilename);
            if shards.is_empty() {
                return Err(HubTrouble::Lacks(ONE.to_owned()));
            }
            files.extend(shards);
        }
        (None, None) => return Err(HubTrouble::Lacks(ONE.to_owned())),
    }
    Ok(files)
}

/// `model-00001-of-00002.safetensors`; no other name, so that none leads out of a folder.
fn is_shard(path: &str) -> bool {
    let numbers = path
        .strip_prefix("model-")
        .and_then(|rest| rest.strip_suffix(".safetensors"));
    let numbers = numbers.and_then(|rest| rest.split_once("-of-"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    numbers.is_some_and(|(at, all)| digits(at) && digits(all))
}

fn listed(own: &Sibling) -> Result<Listed, HubTrouble> {
    let lacks = || HubTrouble::Lacks(own.rfilename.clone());
    let (bytes, hash) = match &own.lfs {
        Some(lfs) => (lfs.size.or(own.size), lfs.sha256.clone().map(Hash::Sha256)),
        None => (own.size, own.blob.clone().map(Hash::Git)),
    };
    let hash = hash.filter(|hash| match hash {
        Hash::Sha256(digits) => digits.len() == 64,
        Hash::Git(digits) => is_commit(digits),
    });
    Ok(Listed {
        path: own.rfilename.clone(),
        bytes: bytes.ok_or_else(lacks)?,
        hash: hash.ok_or_else(lacks)?,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use serde_json::{Value, json};

    const COMMIT: &str = "607a30d783dfa663caf39e06633721c8d4cfcd7e";

    fn name() -> Name {
        Name::read("gpt2").unwrap()
    }

    fn small(path: &str) -> Value {
        json!({ "rfilename": path, "size": 665, "blobId": COMMIT })
    }

    fn large(path: &str, size: u64) -> Value {
        let sha256 = "ab".repeat(32);
        json!({ "rfilename": path, "size": size, "blobId": COMMIT, "lfs": { "sha256": sha256, "size": size } })
    }

    fn answer(files: &[Value]) -> Vec<u8> {
        let all = json!({ "id": "openai-community/gpt2", "sha": COMMIT, "siblings": files,
            "safetensors": { "parameters": { "F32": 137_022_720 }, "total": 137_022_720 } });
        all.to_string().into_bytes()
    }

    fn read(files: &[Value]) -> Result<Offer, HubTrouble> {
        offer(&name(), &answer(files))
    }

    #[test]
    fn what_makes_a_model_is_taken_and_nothing_else() {
        let files = ["config.json", "README.md", "tokenizer.json", "vocab.json"].map(small);
        let weights = [
            large("model.safetensors", 548_105_171),
            large("pytorch_model.bin", 9),
            large("onnx/model.safetensors", 9),
        ];
        let all: Vec<_> = files.into_iter().chain(weights).collect();
        let offer = read(&all).unwrap();
        let paths: Vec<_> = offer.files.iter().map(|own| own.path.as_str()).collect();
        assert_eq!(
            paths,
            ["config.json", "tokenizer.json", "model.safetensors"]
        );
        assert_eq!(offer.bytes(), 548_106_501);
        assert_eq!(
            offer.name.written(),
            format!("openai-community/gpt2@{COMMIT}")
        );
        assert_eq!(offer.memory(), Some(548_090_880));
        // It has moved; a link with the old name finds it all the same.
        assert!(offer.meets(&name()) && !offer.meets(&Name::read("gpt").unwrap()));
        assert_eq!(offer.files[0].hash, Hash::Git(COMMIT.into()));
    }

    #[test]
    fn shards_come_with_their_index_and_with_no_other_name() {
        let mut all = [
            "config.json",
            "tokenizer.json",
            "model.safetensors.index.json",
        ]
        .map(small)
        .to_vec();
        all.extend(
            [
                "model-00001-of-00002.safetensors",
                "model-00002-of-00002.safetensors",
            ]
            .map(|own| large(own, 5)),
        );
        all.extend(
            [
                "model-../x-of-1.safetensors",
                "model-1-of-.safetensors",
                "../model-1-of-1.safetensors",
            ]
            .map(|own| large(own, 5)),
        );
        assert_eq!(read(&all).unwrap().files.len(), 5);
    }

    #[test]
    fn what_cannot_be_opened_is_refused_before_anything_is_fetched() {
        let [config, words] = ["config.json", "tokenizer.json"].map(small);
        let weights = large("model.safetensors", 5);
        let lacks = |path: &str| Err(HubTrouble::Lacks(path.to_owned()));
        assert_eq!(
            read(&[words.clone(), weights.clone()]),
            lacks("config.json")
        );
        assert_eq!(read(&[config.clone(), weights]), lacks("tokenizer.json"));
        assert_eq!(
            read(&[config.clone(), words.clone()]),
            lacks("model.safetensors")
        );
        let nameless = json!({ "rfilename": "model.safetensors", "size": 5 });
        assert_eq!(
            read(&[config.clone(), words.clone(), nameless]),
            lacks("model.safetensors")
        );
        // As f32 it would not fit, as whole numbers it does.
        let half = large("model.safetensors", MOST_MEMORY + 1);
        let offered = read(&[config.clone(), words.clone(), half]).unwrap();
        assert!(offered.only_int8());
        let huge = large("model.safetensors", MOST_MEMORY * 4);
        assert!(matches!(
            read(&[config, words, huge]),
            Err(HubTrouble::TooLarge(..))
        ));
    }

    #[test]
    fn what_is_not_for_all_is_said_before_anything_is_fetched() {
        let json = json!({ "sha": COMMIT, "gated": "manual", "siblings": [] }).to_string();
        let found = offer(&name(), json.as_bytes());
        assert_eq!(found, Err(HubTrouble::Gated("gpt2".into())));
        // Whatever is no text says nothing.
        for open in ["false", "null", "-1.5", "[[1], {}]", "{\"auto\": [true]}"] {
            let json = format!("{{\"sha\": \"{COMMIT}\", \"gated\": {open}}}");
            let found = offer(&name(), json.as_bytes());
            assert_eq!(
                found,
                Err(HubTrouble::Lacks("config.json".into())),
                "{open}"
            );
        }
    }

    #[test]
    fn what_was_kept_is_read_again() {
        let files = ["config.json", "tokenizer.json"].map(small);
        let files = [&files[..], &[large("model.safetensors", 5)]].concat();
        let offer = read(&files).unwrap();
        let text = String::from_utf8(to_text(&offer).unwrap()).unwrap();
        assert_eq!(from_text(&text), Some(offer));
        assert_eq!(from_text("{}"), None);
    }

    #[test]
    fn what_is_no_list_is_said_to_be_none() {
        for wrong in [
            "",
            "<html>",
            "[]",
            "{}",
            "{\"sha\":\"main\",\"siblings\":[]}",
            "{\"sha\":1}",
        ] {
            let found = offer(&name(), wrong.as_bytes());
            assert_eq!(found, Err(HubTrouble::NoFile("gpt2".into())), "{wrong}");
        }
    }
}
