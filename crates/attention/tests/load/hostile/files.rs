//! Settings, weights and indices of any content.

use super::changes::{change, changed, puts, with_puts};
use super::limit;
use crate::common::models::toy;
use crate::memory::most;
use crate::open::{files, opened};
use crate::support::{bytes, every, json, open, settings};
use attention::load::{Archive, Tokenizer, config, metadata, own_params, save, shards};
use attention::model::Model;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

proptest! {
    #[test]
    fn settings_of_any_form(which in 0..9_usize, changes in proptest::collection::vec(change(), 0..4), end in any::<Option<Index>>()) {
        let file = changed(bytes(every(which), "config.json"), &changes, end);
        let (_, most) = most(|| config(&file));
        prop_assert!(most <= limit(file.len()), "{most}");
    }

    /// Whatever the settings say, no memory is taken that the weights do not fill.
    #[test]
    fn settings_of_any_value(which in 0..9_usize, puts in puts()) {
        let value = with_puts(json(every(which), "config.json"), puts);
        let weights = bytes(every(which), "model.safetensors");
        if let Ok((family, config)) = config(value.to_string().as_bytes()) {
            let (_, most) = most(|| open(&weights, family, &config));
            prop_assert!(most <= limit(0) + 4 * weights.len(), "{most}");
        }
    }

    /// Most of a file is numbers; so one change in two is to its header.
    #[test]
    fn weights_of_any_form(
        which in 0..9_usize,
        header in proptest::collection::vec(change(), 0..3),
        changes in proptest::collection::vec(change(), 0..3),
        right in any::<bool>(),
        end in any::<Option<Index>>(),
    ) {
        let file = bytes(every(which), "model.safetensors");
        let length = u64::from_le_bytes(*file.first_chunk().unwrap()) as usize;
        let (family, settings) = settings(every(which));
        let new = changed(file[8..8 + length].to_vec(), &header, None);
        let claimed = if right { new.len() } else { length } as u64;
        let file = [&claimed.to_le_bytes(), &new[..], &file[8 + length..]].concat();
        let file = changed(file, &changes, end.filter(|_| !right));
        let (_, most) = most(|| open(&file, family, &settings));
        prop_assert!(most <= limit(0) + 4 * file.len(), "{most}");
    }

    /// Files under our own names, likewise.
    #[test]
    fn own_weights_of_any_form(
        header in proptest::collection::vec(change(), 0..3),
        changes in proptest::collection::vec(change(), 0..3),
    ) {
        let settings = toy();
        let model = Model::random(settings.clone(), 1).unwrap();
        let note = [("note".to_owned(), "a".repeat(20))];
        let file = save::weights(&model, None, &note).unwrap();
        let length = u64::from_le_bytes(*file.first_chunk().unwrap()) as usize;
        let new = changed(file[8..8 + length].to_vec(), &header, None);
        let file = [&(new.len() as u64).to_le_bytes(), &new[..], &file[8 + length..]].concat();
        let file = changed(file, &changes, None);
        let read = || {
            let archive = Archive::new(&[("model.safetensors", &file)])?;
            own_params(&settings, &archive)
        };
        let (_, most) = most(|| (metadata(&file), read()));
        prop_assert!(most <= limit(0) + 4 * file.len(), "{most}");
    }

    /// A folder with a change to one of its files: whatever comes of it, in proportion.
    #[test]
    fn folders_of_any_form(
        which in select(vec!["config.json", "model.safetensors.index.json", "model-00002-of-00003.safetensors"]),
        changes in proptest::collection::vec(change(), 0..3),
        end in any::<Option<Index>>(),
    ) {
        let mut files = files("mistral-tiny");
        let file = changed(files[which].clone(), &changes, end);
        files.insert(which.into(), file);
        let length: usize = files.values().map(Vec::len).sum();
        let (_, most) = most(|| opened(&files));
        // A tokenizer takes some megabytes of its own.
        prop_assert!(most <= limit(0) + (16 << 20) + 4 * length, "{most}");
    }

    #[test]
    fn any_bytes(file in proptest::collection::vec(any::<u8>(), 0..300)) {
        let (family, settings) = settings("gpt2-tiny");
        let _ = (config(&file), shards(&file), metadata(&file), Tokenizer::new(&file), open(&file, family, &settings));
    }

    #[test]
    fn an_index_of_any_form(changes in proptest::collection::vec(change(), 0..6), end in any::<Option<Index>>()) {
        let map = json!({"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"});
        let index = json!({"metadata": {"total_size": 5}, "weight_map": map}).to_string();
        if let Ok(names) = shards(&changed(index.into_bytes(), &changes, end)) {
            for name in names {
                let path = std::path::Path::new(&name);
                prop_assert_eq!(path.file_name().and_then(|name| name.to_str()), Some(&*name));
            }
        }
    }
}
