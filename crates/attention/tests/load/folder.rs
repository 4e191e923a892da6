//! Whole folders on disk.

use crate::support::{FOLDERS, RELATIVES, Stored, bytes, fixture, json, says, settings, with};
use attention::load::{Family, folder};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of a fixture that may be changed.
fn copy(name: &str) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::write(copy.path().join(file), bytes(name, file)).unwrap();
    }
    copy
}

/// Replaces the weights by shards of them.
fn shard(path: &Path, stored: &Stored) {
    fs::remove_file(path.join("model.safetensors")).unwrap();
    let mut map = Map::new();
    for shard in 0..3 {
        let file = format!("model-{:05}-of-00003.safetensors", shard + 1);
        let part = stored.0.iter().enumerate().filter(|(i, _)| i % 3 == shard);
        let part = Stored(
            part.map(|(_, (name, tensor))| (name.clone(), tensor.clone()))
                .collect(),
        );
        map.extend(
            part.0
                .keys()
                .map(|name| (name.clone(), file.clone().into())),
        );
        fs::write(path.join(&file), part.write()).unwrap();
    }
    write_index(
        path,
        json!({"metadata": {"total_size": 1}, "weight_map": map}),
    );
}

fn write_index(path: &Path, index: Value) {
    fs::write(path.join("model.safetensors.index.json"), index.to_string()).unwrap();
}

#[test]
fn the_fixtures_open() {
    for (name, family) in FOLDERS
        .iter()
        .zip([Family::Gpt2, Family::Bert, Family::Llama])
    {
        let loaded = folder(&fixture(name)).unwrap();
        assert_eq!((loaded.family, loaded.config.clone()), settings(name));
        assert_eq!(loaded.family, family);
        assert_eq!(
            loaded.params,
            Stored::fixture(name).open(&settings(name)).unwrap()
        );
        assert!(loaded.tokenizer.encode("the cat").unwrap().len() >= 2);
    }
    for (name, family) in RELATIVES.iter().zip([
        Family::DistilBert,
        Family::Qwen2,
        Family::Qwen3,
        Family::GptNeoX,
        Family::GptNeoX,
        Family::GptNeo,
    ]) {
        assert_eq!(folder(&fixture(name)).unwrap().family, family, "{name}");
    }
    let sharded = folder(&fixture("mistral-tiny")).unwrap();
    assert_eq!(sharded.family, Family::Mistral);
    assert_eq!(sharded.config.windows, [Some(6)]);
}

#[test]
fn shards_open_as_the_whole_does() {
    for name in FOLDERS {
        let whole = folder(&fixture(name)).unwrap();
        let copy = copy(name);
        shard(copy.path(), &Stored::fixture(name));
        assert_eq!(folder(copy.path()).unwrap().params, whole.params, "{name}");
    }
}

#[test]
fn missing_files_are_named() {
    says(
        folder(Path::new("/no/such/folder")),
        "/no/such/folder: there is no such folder",
    );
    says(
        folder(&fixture("gpt2-tiny").join("config.json")),
        "config.json: there is no such folder",
    );
    for file in ["config.json", "tokenizer.json"] {
        let copy = copy("gpt2-tiny");
        fs::remove_file(copy.path().join(file)).unwrap();
        says(
            folder(copy.path()),
            &format!("/{file}: there is no such file"),
        );
        fs::create_dir(copy.path().join(file)).unwrap();
        says(
            folder(copy.path()),
            &format!("/{file}: there is no such file"),
        );
    }
    let copy = copy("gpt2-tiny");
    fs::remove_file(copy.path().join("model.safetensors")).unwrap();
    says(
        folder(copy.path()),
        "/model.safetensors: there is no such file, and no model.safetensors.index.json beside it",
    );
}

#[test]
fn shards_must_be_there_and_in_the_folder() {
    let copy = copy("gpt2-tiny");
    shard(copy.path(), &Stored::fixture("gpt2-tiny"));
    fs::remove_file(copy.path().join("model-00002-of-00003.safetensors")).unwrap();
    says(
        folder(copy.path()),
        "/model-00002-of-00003.safetensors: there is no such file",
    );
    write_index(
        copy.path(),
        json!({"weight_map": {"a": "../gpt2-tiny/model.safetensors"}}),
    );
    says(
        folder(copy.path()),
        "is not the name of a file in this folder",
    );
    write_index(
        copy.path(),
        json!({"weight_map": {"a": "model-00001-of-00003.safetensors"}}),
    );
    says(folder(copy.path()), "is missing");
}

#[test]
fn a_file_that_is_too_long_is_not_read() {
    let copy = copy("gpt2-tiny");
    let file = fs::File::create(copy.path().join("tokenizer.json")).unwrap();
    file.set_len(1 << 40).unwrap();
    says(
        folder(copy.path()),
        "tokenizer.json: 1099511627776 bytes are more than the 67108864 that are read",
    );
}

#[test]
fn what_is_wrong_inside_is_said_as_for_bytes() {
    let copy = copy("gpt2-tiny");
    let config = with(json("gpt2-tiny", "config.json"), "/n_layer", 4.into());
    fs::write(copy.path().join("config.json"), config.to_string()).unwrap();
    says(
        folder(copy.path()),
        "the tensor transformer.h.3.ln_1.weight is missing",
    );
    fs::write(copy.path().join("model.safetensors"), b"nonsense").unwrap();
    says(folder(copy.path()), "model.safetensors: ");
}
