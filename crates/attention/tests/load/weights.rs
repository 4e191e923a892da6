//! Every number of a file arrives where it belongs.

use crate::support::{FOLDERS, RELATIVES, Stored, Tensor, bytes, listed, open, settings};
use attention::Matrix;
use attention::load::{Archive, params};
use attention::model::{Params, Tensors};
use half::{bf16, f16};
use safetensors::Dtype;

#[test]
fn a_model_has_the_weights_that_its_settings_ask_for() {
    for folder in FOLDERS.into_iter().chain(RELATIVES) {
        let (family, config) = settings(folder);
        let mut found = Vec::new();
        let mut wanted = Vec::new();
        let read = Stored::fixture(folder)
            .open(&(family, config.clone()))
            .unwrap();
        read.each("", &mut |path, matrix| {
            found.push((path.to_owned(), matrix.shape()))
        });
        Params::zeros(&config).each("", &mut |path, matrix| {
            wanted.push((path.to_owned(), matrix.shape()))
        });
        assert_eq!(found, wanted, "{folder}");
        for (path, _) in wanted {
            assert!(family.place(&path, &config).is_some(), "{folder}: {path}");
        }
    }
}

#[test]
fn every_number_arrives_once() {
    let buffer = |name: &str| {
        ["attention.bias", "masked_bias", "inv_freq"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    for folder in FOLDERS.into_iter().chain(RELATIVES) {
        let mut stored = Stored::fixture(folder);
        let mut found = Vec::new();
        let read = stored.open(&settings(folder)).unwrap();
        read.each("", &mut |_, matrix| found.extend_from_slice(matrix.data()));
        stored.0.retain(|name, _| !buffer(name));
        let mut wanted: Vec<_> = stored.0.values().flat_map(Tensor::numbers).collect();
        found.sort_by(f32::total_cmp);
        wanted.sort_by(f32::total_cmp);
        assert_eq!(found, wanted, "{folder}");
    }
}

/// Entry (row, col) of a matrix is number `index(row, col)` of the tensor.
#[track_caller]
fn same(matrix: &Matrix, stored: &Stored, tensor: &str, index: impl Fn(usize, usize) -> usize) {
    let numbers = stored.numbers(tensor);
    for row in 0..matrix.rows() {
        for col in 0..matrix.cols() {
            assert_eq!(
                matrix.at(row, col),
                numbers[index(row, col)],
                "{tensor} ({row}, {col})"
            );
        }
    }
}

#[test]
fn gpt2_has_d_in_rows_and_three_in_one() {
    let stored = Stored::fixture("gpt2-tiny");
    let all = listed(&stored.open(&settings("gpt2-tiny")).unwrap());
    let like = |path: &str, tensor: &str, index: fn(usize, usize) -> usize| {
        same(&all[path], &stored, &format!("transformer.{tensor}"), index);
    };
    like("token_embedding", "wte.weight", |row, col| row * 48 + col);
    like("position_embedding", "wpe.weight", |row, col| {
        row * 48 + col
    });
    like("final_norm.gain", "ln_f.weight", |_, col| col);
    like("final_norm.bias", "ln_f.bias", |_, col| col);
    for i in 0..3 {
        let like = |path: &str, tensor: &str, index: fn(usize, usize) -> usize| {
            like(
                &format!("blocks.{i}.{path}"),
                &format!("h.{i}.{tensor}"),
                index,
            );
        };
        like("attention_norm.gain", "ln_1.weight", |_, col| col);
        like("attention_norm.bias", "ln_1.bias", |_, col| col);
        like(
            "attention.query.weight",
            "attn.c_attn.weight",
            |row, col| row * 144 + col,
        );
        like("attention.key.weight", "attn.c_attn.weight", |row, col| {
            row * 144 + 48 + col
        });
        like(
            "attention.value.weight",
            "attn.c_attn.weight",
            |row, col| row * 144 + 96 + col,
        );
        like("attention.query.bias", "attn.c_attn.bias", |_, col| col);
        like("attention.key.bias", "attn.c_attn.bias", |_, col| 48 + col);
        like("attention.value.bias", "attn.c_attn.bias", |_, col| {
            96 + col
        });
        like(
            "attention.output.weight",
            "attn.c_proj.weight",
            |row, col| row * 48 + col,
        );
        like("attention.output.bias", "attn.c_proj.bias", |_, col| col);
        like("mlp.norm.gain", "ln_2.weight", |_, col| col);
        like("mlp.norm.bias", "ln_2.bias", |_, col| col);
        like("mlp.up.weight", "mlp.c_fc.weight", |row, col| {
            row * 192 + col
        });
        like("mlp.up.bias", "mlp.c_fc.bias", |_, col| col);
        like("mlp.down.weight", "mlp.c_proj.weight", |row, col| {
            row * 48 + col
        });
        like("mlp.down.bias", "mlp.c_proj.bias", |_, col| col);
    }
    assert_eq!(all.len(), 4 + 3 * 16);
}

#[test]
fn bert_has_d_out_rows() {
    let stored = Stored::fixture("bert-tiny");
    let all = listed(&stored.open(&settings("bert-tiny")).unwrap());
    let like = |path: &str, tensor: &str, index: fn(usize, usize) -> usize| {
        same(&all[path], &stored, tensor, index);
    };
    let embeddings = ["word", "position", "token_type"];
    for (ours, theirs) in ["token", "position", "segment"].iter().zip(embeddings) {
        let theirs = format!("bert.embeddings.{theirs}_embeddings.weight");
        like(&format!("{ours}_embedding"), &theirs, |row, col| {
            row * 48 + col
        });
    }
    like(
        "head.dense.weight",
        "cls.predictions.transform.dense.weight",
        |row, col| col * 48 + row,
    );
    like("output_bias", "cls.predictions.bias", |_, col| col);
    let mut vectors = vec![
        (
            "embedding_norm.gain".into(),
            "bert.embeddings.LayerNorm.weight".into(),
        ),
        (
            "embedding_norm.bias".into(),
            "bert.embeddings.LayerNorm.bias".into(),
        ),
        (
            "head.dense.bias".into(),
            "cls.predictions.transform.dense.bias".into(),
        ),
        (
            "head.norm.gain".into(),
            "cls.predictions.transform.LayerNorm.weight".into(),
        ),
        (
            "head.norm.bias".into(),
            "cls.predictions.transform.LayerNorm.bias".into(),
        ),
    ];
    for i in 0..3 {
        for (ours, theirs) in [
            ("attention.query", "attention.self.query"),
            ("attention.key", "attention.self.key"),
            ("attention.value", "attention.self.value"),
            ("attention.output", "attention.output.dense"),
            ("attention_norm", "attention.output.LayerNorm"),
            ("mlp.up", "intermediate.dense"),
            ("mlp.down", "output.dense"),
            ("mlp.norm", "output.LayerNorm"),
        ] {
            let (ours, theirs) = (
                format!("blocks.{i}.{ours}"),
                format!("bert.encoder.layer.{i}.{theirs}"),
            );
            vectors.push((format!("{ours}.bias"), format!("{theirs}.bias")));
            let index: fn(usize, usize) -> usize = match &*ours {
                norm if norm.ends_with("norm") => {
                    vectors.push((format!("{ours}.gain"), format!("{theirs}.weight")));
                    continue;
                }
                down if down.ends_with("down") => |row, col| col * 96 + row,
                _ => |row, col| col * 48 + row,
            };
            like(
                &format!("{ours}.weight"),
                &format!("{theirs}.weight"),
                index,
            );
        }
    }
    assert_eq!(all.len(), vectors.len() + 5 + 3 * 6);
    vectors
        .iter()
        .for_each(|(ours, theirs)| like(ours, theirs, |_, col| col));
}

#[test]
fn llama_has_d_out_rows_and_few_keys() {
    let stored = Stored::fixture("llama-tiny");
    let all = listed(&stored.open(&settings("llama-tiny")).unwrap());
    let like = |path: &str, tensor: &str, index: fn(usize, usize) -> usize| {
        same(
            &all[path],
            &stored,
            &format!("model.{tensor}.weight"),
            index,
        );
    };
    like("token_embedding", "embed_tokens", |row, col| row * 48 + col);
    like("final_norm.gain", "norm", |_, col| col);
    for i in 0..3 {
        let like = |path: &str, tensor: &str, index: fn(usize, usize) -> usize| {
            like(
                &format!("blocks.{i}.{path}"),
                &format!("layers.{i}.{tensor}"),
                index,
            );
        };
        like("attention_norm.gain", "input_layernorm", |_, col| col);
        like("mlp.norm.gain", "post_attention_layernorm", |_, col| col);
        for part in ["query", "key", "value", "output"] {
            let theirs = format!("self_attn.{}_proj", &part[..1]);
            like(&format!("attention.{part}.weight"), &theirs, |row, col| {
                col * 48 + row
            });
        }
        like("mlp.gate.weight", "mlp.gate_proj", |row, col| {
            col * 48 + row
        });
        like("mlp.up.weight", "mlp.up_proj", |row, col| col * 48 + row);
        like("mlp.down.weight", "mlp.down_proj", |row, col| {
            col * 80 + row
        });
    }
    assert_eq!(all.len(), 2 + 3 * 9);
    assert_eq!(all["blocks.0.attention.key.weight"].shape(), (48, 16));
}

#[test]
fn halves_are_read_to_the_bit() {
    for folder in FOLDERS {
        let (settings, stored) = (settings(folder), Stored::fixture(folder));
        let whole = listed(&stored.open(&settings).unwrap());
        let half = stored
            .clone()
            .rewritten(Dtype::F16, |x| f16::from_f32(x).to_le_bytes());
        for (path, matrix) in listed(&half.open(&settings).unwrap()) {
            let wanted = whole[&path]
                .data()
                .iter()
                .map(|&x| f16::from_f32(x).to_f32());
            assert!(
                matrix.data().iter().copied().eq(wanted),
                "{folder} {path} f16"
            );
        }
        let brain = stored.rewritten(Dtype::BF16, |x| bf16::from_f32(x).to_le_bytes());
        for (path, matrix) in listed(&brain.open(&settings).unwrap()) {
            let wanted = whole[&path]
                .data()
                .iter()
                .map(|&x| bf16::from_f32(x).to_f32());
            assert!(
                matrix.data().iter().copied().eq(wanted),
                "{folder} {path} bf16"
            );
        }
    }
}

#[test]
fn other_names_lead_to_the_same_weights() {
    for (folder, prefix) in FOLDERS.iter().zip(["transformer.", "bert.", "model."]) {
        let (settings, stored) = (settings(folder), Stored::fixture(folder));
        let whole = stored.open(&settings).unwrap();
        let bare = stored
            .clone()
            .renamed(|name| name.trim_start_matches(prefix).into());
        assert!(!bare.0.contains_key(&format!("{prefix}norm.weight")));
        assert_eq!(bare.open(&settings).unwrap(), whole, "{folder}");
        let old = |name: &str| {
            name.replace("LayerNorm.weight", "LayerNorm.gamma")
                .replace("LayerNorm.bias", "LayerNorm.beta")
        };
        assert_eq!(
            stored.renamed(old).open(&settings).unwrap(),
            whole,
            "{folder}"
        );
    }
    let stored = Stored::fixture("bert-tiny");
    let whole = stored.open(&settings("bert-tiny")).unwrap();
    let decoder =
        stored.renamed(|name| name.replace("predictions.bias", "predictions.decoder.bias"));
    assert_eq!(decoder.open(&settings("bert-tiny")).unwrap(), whole);
}

#[test]
fn what_follows_from_the_settings_may_be_stored_too() {
    let ones = |n: usize| Tensor::f32(&[n], &vec![1.0; n]);
    let extras = |folder: &str, names: &[&str]| {
        let stored = Stored::fixture(folder);
        let whole = stored.open(&settings(folder)).unwrap();
        let more = names
            .iter()
            .fold(stored, |stored, name| stored.plus(name, ones(4)));
        assert_eq!(more.open(&settings(folder)).unwrap(), whole, "{folder}");
    };
    extras(
        "gpt2-tiny",
        &[
            "transformer.h.0.attn.bias",
            "h.1.attn.masked_bias",
            "score.weight",
        ],
    );
    let bert = [
        "bert.pooler.dense.weight",
        "bert.embeddings.position_ids",
        "cls.seq_relationship.weight",
    ];
    extras("bert-tiny", &bert);
    extras(
        "llama-tiny",
        &[
            "model.layers.2.self_attn.rotary_emb.inv_freq",
            "score.weight",
        ],
    );
    for (folder, embedding, output) in [
        ("gpt2-tiny", "transformer.wte.weight", "lm_head.weight"),
        (
            "bert-tiny",
            "bert.embeddings.word_embeddings.weight",
            "cls.predictions.decoder.weight",
        ),
        ("llama-tiny", "model.embed_tokens.weight", "lm_head.weight"),
    ] {
        let stored = Stored::fixture(folder);
        let whole = stored.open(&settings(folder)).unwrap();
        let twice = stored.0[embedding].clone();
        assert_eq!(
            stored.plus(output, twice).open(&settings(folder)).unwrap(),
            whole,
            "{folder}"
        );
    }
}

#[test]
fn an_output_of_its_own_is_read_where_the_model_is_not_tied() {
    for (folder, name) in [
        ("gpt2-tiny", "lm_head.weight"),
        ("bert-tiny", "cls.predictions.decoder.weight"),
        ("llama-tiny", "lm_head.weight"),
    ] {
        let (family, mut config) = settings(folder);
        config.tied = false;
        let shape = [config.vocab, config.d_model];
        let numbers: Vec<_> = (0..shape[0] * shape[1]).map(|i| i as f32).collect();
        let stored = Stored::fixture(folder).plus(name, Tensor::f32(&shape, &numbers));
        let read = stored.open(&(family, config)).unwrap();
        assert_eq!(read.output.unwrap().matrix().data(), numbers, "{folder}");
    }
}

#[test]
fn shards_are_one_model() {
    for folder in FOLDERS {
        let (family, config) = settings(folder);
        let stored = Stored::fixture(folder);
        let whole = stored.open(&(family, config.clone())).unwrap();
        let (mut one, mut two) = (stored.clone(), stored.clone());
        let keep: Vec<_> = stored.0.keys().step_by(2).cloned().collect();
        one.0.retain(|name, _| keep.contains(name));
        two.0.retain(|name, _| !one.0.contains_key(name));
        let (one, two) = (one.write(), two.write());
        let archive = Archive::new(&[("one", &one), ("two", &two)]).unwrap();
        assert_eq!(
            params(&config, family, &archive).unwrap(),
            whole,
            "{folder}"
        );
    }
}

#[test]
fn gradients_are_read_by_the_same_names() {
    for folder in ["gpt2-tiny", "llama-tiny"] {
        let (family, config) = settings(folder);
        let file = bytes(folder, "gradients.safetensors");
        let gradients = listed(&open(&file, family, &config).unwrap());
        let stored = Stored::read(&file);
        let embedding = stored.0.iter().find(|(name, _)| {
            name.ends_with("wte.weight") || name.ends_with("embed_tokens.weight")
        });
        assert_eq!(
            gradients["token_embedding"].data(),
            embedding.unwrap().1.numbers(),
            "{folder}"
        );
        assert_ne!(
            gradients["blocks.2.mlp.down.weight"].data(),
            vec![0.0; gradients["blocks.2.mlp.down.weight"].data().len()]
        );
    }
}

#[test]
fn gpt_neox_has_three_in_one_head_by_head() {
    let stored = Stored::fixture("neox-tiny");
    let all = listed(&stored.open(&settings("neox-tiny")).unwrap());
    // Two heads of 16 numbers: queries, keys and values of the first, then those of the second.
    for (third, part) in ["query", "key", "value"].into_iter().enumerate() {
        let place = move |col: usize| (col / 16 * 3 + third) * 16 + col % 16;
        let tensor = "gpt_neox.layers.1.attention.query_key_value";
        let weight = &all[&format!("blocks.1.attention.{part}.weight")];
        same(weight, &stored, &format!("{tensor}.weight"), |row, col| {
            place(col) * 32 + row
        });
        let bias = &all[&format!("blocks.1.attention.{part}.bias")];
        same(bias, &stored, &format!("{tensor}.bias"), |_, col| {
            place(col)
        });
    }
}

/// Reading puts many numbers at a time; `index` says of each where it stands, for whoever writes.
#[test]
fn every_weight_stands_where_its_layout_says() {
    for folder in FOLDERS.into_iter().chain(RELATIVES) {
        let (family, config) = settings(folder);
        let stored = Stored::fixture(folder);
        for (path, matrix) in listed(&stored.open(&(family, config.clone())).unwrap()) {
            let place = family.place(&path, &config).unwrap();
            let name = place.names.iter().find(|name| stored.0.contains_key(*name));
            let (tensor, shape) = (name.unwrap(), matrix.shape());
            let index = |row, col| place.layout.index(shape, row, col);
            same(&matrix, &stored, tensor, index);
        }
    }
}
