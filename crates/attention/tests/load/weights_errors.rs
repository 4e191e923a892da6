//! What is wrong with a file of weights is said by name.

use crate::support::{Stored, Tensor, bytes, open, says, settings};
use attention::load::{Archive, LoadError, shards};
use attention::model::{Config, Params};
use safetensors::Dtype;

fn gpt2(change: impl Fn(Stored) -> Stored) -> Result<Params, LoadError> {
    change(Stored::fixture("gpt2-tiny")).open(&settings("gpt2-tiny"))
}

#[test]
fn a_missing_tensor_is_named() {
    let says = |name: &'static str, words: &str| says(gpt2(|stored| stored.minus(name)), words);
    says(
        "transformer.wte.weight",
        "the tensor transformer.wte.weight is missing",
    );
    says(
        "transformer.h.1.attn.c_attn.bias",
        "the tensor transformer.h.1.attn.c_attn.bias is missing",
    );
    says(
        "transformer.ln_f.bias",
        "the tensor transformer.ln_f.bias is missing",
    );
    let (family, config) = settings("gpt2-tiny");
    let untied = Config {
        tied: false,
        ..config.clone()
    };
    crate::support::says(
        Stored::fixture("gpt2-tiny").open(&(family, untied)),
        "the tensor lm_head.weight is missing",
    );
    let deep = Config {
        n_layers: 1_000_000,
        ..config
    };
    crate::support::says(
        Stored::fixture("gpt2-tiny").open(&(family, deep)),
        "the tensor transformer.h.3.ln_1.weight is missing",
    );
    let encoder = Stored::fixture("bert-tiny").minus("cls.predictions.transform.dense.weight");
    crate::support::says(
        encoder.open(&settings("bert-tiny")),
        "the tensor cls.predictions.transform.dense.weight is missing",
    );
}

#[test]
fn a_wrong_shape_is_said_with_the_right_one() {
    let (family, config) = settings("gpt2-tiny");
    let refuse = |config: Config, words: &str| {
        says(Stored::fixture("gpt2-tiny").open(&(family, config)), words)
    };
    let wide = Config {
        d_mlp: 100,
        ..config.clone()
    };
    refuse(
        wide,
        "the tensor transformer.h.0.mlp.c_fc.weight is 48×192, but by config.json it must be 48×100",
    );
    let long = Config {
        max_len: 65,
        ..config.clone()
    };
    refuse(
        long,
        "transformer.wpe.weight is 64×48, but by config.json it must be 65×48",
    );
    let words = Config {
        vocab: 1 << 40,
        ..config
    };
    refuse(
        words,
        "transformer.wte.weight is 300×48, but by config.json it must be 1099511627776×48",
    );
    let flat = |stored: Stored| stored.plus("transformer.ln_f.weight", Tensor::f32(&[], &[1.0]));
    says(
        gpt2(flat),
        "transformer.ln_f.weight is a single number, but by config.json it must be 48",
    );
    let turned = |stored: Stored| {
        let numbers = stored.numbers("transformer.h.0.mlp.c_fc.weight");
        stored.plus(
            "transformer.h.0.mlp.c_fc.weight",
            Tensor::f32(&[192, 48], &numbers),
        )
    };
    says(
        gpt2(turned),
        "transformer.h.0.mlp.c_fc.weight is 192×48, but by config.json it must be 48×192",
    );
    let (family, config) = settings("llama-tiny");
    let heads = Config {
        n_kv_heads: 3,
        ..config
    };
    says(
        Stored::fixture("llama-tiny").open(&(family, heads)),
        "self_attn.k_proj.weight is 16×48, but by config.json it must be 24×48",
    );
}

#[test]
fn numbers_of_another_kind_are_refused() {
    for (dtype, width) in [
        (Dtype::F64, 8),
        (Dtype::I8, 1),
        (Dtype::U8, 1),
        (Dtype::F8_E4M3, 1),
    ] {
        let other = Tensor {
            dtype,
            shape: vec![48],
            bytes: vec![0; 48 * width],
        };
        let words =
            format!("transformer.ln_f.weight holds {dtype:?} numbers; F32, F16 and BF16 are read");
        says(
            gpt2(|stored| stored.plus("transformer.ln_f.weight", other.clone())),
            &words,
        );
    }
}

#[test]
fn infinities_are_refused() {
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let one = |stored: Stored| {
            let mut numbers = stored.numbers("transformer.wpe.weight");
            numbers[77] = odd;
            stored.plus("transformer.wpe.weight", Tensor::f32(&[64, 48], &numbers))
        };
        says(
            gpt2(one),
            "the tensor transformer.wpe.weight holds an infinity or",
        );
    }
    let half = Tensor {
        dtype: Dtype::F16,
        shape: vec![48],
        bytes: [0x00, 0x7c].repeat(48),
    };
    says(
        gpt2(|stored| stored.plus("transformer.ln_f.bias", half.clone())),
        "transformer.ln_f.bias holds an infinity",
    );
}

#[test]
fn what_would_compute_something_else_is_refused() {
    let extra = Tensor::f32(&[48], &[1.0; 48]);
    for name in [
        "transformer.h.0.attn.q_norm.weight",
        "h.1.crossattention.c_attn.weight",
        "transformer.h.3.ln_1.weight",
    ] {
        let words =
            format!("there is a tensor {name}, but by config.json the model has no place for it");
        says(gpt2(|stored| stored.plus(name, extra.clone())), &words);
    }
    let biased = Stored::fixture("llama-tiny").plus("model.layers.0.self_attn.q_proj.bias", extra);
    says(
        biased.open(&settings("llama-tiny")),
        "there is a tensor model.layers.0.self_attn.q_proj.bias",
    );
    let other =
        |stored: Stored| stored.plus("lm_head.weight", Tensor::f32(&[300, 48], &[0.5; 300 * 48]));
    says(gpt2(other), "but lm_head.weight differs from it");
}

#[test]
fn broken_files_are_named() {
    let file = bytes("gpt2-tiny", "model.safetensors");
    let (family, config) = settings("gpt2-tiny");
    let refuse = |bytes: &[u8], words: &str| says(open(bytes, family, &config), words);
    refuse(b"", "model.safetensors: it ends before its header does");
    refuse(&file[..7], "it ends before its header does");
    refuse(&file[..100], "it ends before its header does");
    refuse(
        &file[..file.len() - 1],
        "its tensors do not end where the file ends; was it cut off?",
    );
    refuse(
        &[file.clone(), vec![0]].concat(),
        "its tensors do not end where the file ends",
    );
    refuse(
        &u64::MAX.to_le_bytes(),
        "its header claims to be longer than 100 MB",
    );
    refuse(
        &99_999_999_u64.to_le_bytes(),
        "it ends before its header does",
    );
    let file = |header: &str| [&(header.len() as u64).to_le_bytes(), header.as_bytes()].concat();
    refuse(&file("{}"), "the tensor transformer.wte.weight is missing");
    refuse(&file("{"), "not a safetensors file");
    refuse(&file("[]"), "not a safetensors file");
    refuse(
        &file(r#"{"a": {"dtype": "X9", "shape": [], "data_offsets": [0, 4]}}"#),
        "not a safetensors file",
    );
    let tensor = |shape: &str, from: u64, to: u64| {
        file(&format!(
            r#"{{"a": {{"dtype": "F32", "shape": {shape}, "data_offsets": [{from}, {to}]}}}}"#
        ))
    };
    refuse(
        &tensor("[1]", 0, 4),
        "its tensors do not end where the file ends",
    );
    refuse(
        &tensor("[1]", 8, 4),
        "the tensor a does not begin where the one before it ends",
    );
    refuse(
        &tensor("[2]", 0, 4),
        "a tensor's bytes are not as many as its shape asks for",
    );
    let huge = "[4611686018427387904, 4611686018427387904]";
    refuse(
        &tensor(huge, 0, 4),
        "a tensor's bytes are not as many as its shape asks for",
    );
    refuse(&tensor("[-1]", 0, 4), "not a safetensors file");
    refuse(&file(&"[".repeat(100_000)), "not a safetensors file");
}

#[test]
fn a_tensor_may_stand_in_one_file_only() {
    let one = Stored::fixture("gpt2-tiny").write();
    let twice = Archive::new(&[("one", &one), ("two", &one)]);
    says(twice, "stands in two files");
}

#[test]
fn an_index_lists_files_of_its_own_folder() {
    let index = |name: &str| {
        let map = serde_json::json!({"metadata": {"total_size": 3}, "weight_map": {"a": name, "b": name}});
        shards(map.to_string().as_bytes())
    };
    assert_eq!(
        index("model-00001-of-00002.safetensors"),
        Ok(vec!["model-00001-of-00002.safetensors".into()])
    );
    for name in [
        "../model.safetensors",
        "/etc/model.safetensors",
        "a/b.safetensors",
        "a\\b.safetensors",
        "C:x.safetensors",
        "..",
        ".",
        "",
        "model.bin",
        ".safetensors",
        "a\0.safetensors",
        "ä.safetensors",
        &"x".repeat(300),
    ] {
        says(index(name), "is not the name of a file in this folder");
    }
    says(
        shards(b"{}"),
        "model.safetensors.index.json: missing field `weight_map`",
    );
    says(shards(br#"{"weight_map": {}}"#), "it lists no shards");
    says(
        shards(br#"{"weight_map": {"a": 3}}"#),
        "invalid type: integer `3`",
    );
    says(shards(b"[1]"), "model.safetensors.index.json: ");
    says(
        shards(&vec![b' '; (16 << 20) + 1]),
        "more than the 16777216 that are read",
    );
}
