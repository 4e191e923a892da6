//! `config.json` of the families that are near to GPT-2, BERT or Llama. What `transformers` 5.23 makes of
//! missing keys was looked up in its sources.

use crate::config::{of, read};
use crate::support::{json, says, settings, with};
use attention::load::LoadError;
use attention::model::{Biases, Config, MlpKind, Positions, RopeLayout};
use serde_json::{Value, json};

fn changed(folder: &str, key: &str, value: Value) -> Result<Config, LoadError> {
    let changed = with(json(folder, "config.json"), key, value);
    Ok(read(&changed)?.1)
}

#[test]
fn the_relatives_are_what_they_are() {
    let distil = settings("distilbert-tiny").1;
    let like_bert = Config {
        d_model: 32,
        d_head: 8,
        d_mlp: 48,
        segments: 0,
        ..settings("bert-tiny").1
    };
    assert_eq!(distil, like_bert);
    let llama = Config {
        d_model: 32,
        n_heads: 4,
        d_mlp: 40,
        ..settings("llama-tiny").1
    };
    let qwen2 = Config {
        biases: Biases {
            attention: true,
            ..Biases::NONE
        },
        windows: vec![None, Some(5), Some(5)],
        ..llama.clone()
    };
    assert_eq!(settings("qwen2-tiny").1, qwen2);
    let qwen3 = Config {
        head_norm: true,
        d_head: 10,
        tied: false,
        ..llama.clone()
    };
    assert_eq!(settings("qwen3-tiny").1, qwen3);
    let mistral = Config {
        windows: vec![Some(6)],
        tied: false,
        ..llama
    };
    assert_eq!(settings("mistral-tiny").1, mistral);
    let neo = Config {
        d_mlp: 128,
        scaled: false,
        biases: Biases {
            attention: false,
            ..Biases::INSIDE
        },
        windows: vec![None, Some(5)],
        ..Config::gpt2(300, 64, 32, 3, 4)
    };
    assert_eq!(settings("gpt-neo-tiny").1, neo);
    let neox = Config {
        d_mlp: 48,
        mlp: MlpKind::Gelu,
        parallel: true,
        positions: Positions::Rope {
            theta: 10_000.0,
            layout: RopeLayout::HalfSplit,
            dims: Some(4),
        },
        tied: false,
        ..Config::gpt2(300, 64, 32, 2, 2)
    };
    assert_eq!(settings("neox-tiny").1, neox);
    let sequential = Config {
        parallel: false,
        ..neox
    };
    assert_eq!(settings("pythia-tiny").1, sequential);
}

#[test]
fn missing_keys_of_the_relatives() {
    let usual = |kind: &str| of(json!({"model_type": kind}));
    let distil = usual("distilbert");
    assert_eq!(
        (distil.n_layers, distil.d_model, distil.d_mlp),
        (6, 768, 3072)
    );
    let mistral = usual("mistral");
    assert_eq!((mistral.n_kv_heads, mistral.d_mlp), (8, 14_336));
    assert_eq!(
        (mistral.max_len, mistral.windows),
        (131_072, vec![Some(4096)])
    );
    let qwen2 = usual("qwen2");
    assert_eq!(
        (qwen2.vocab, qwen2.n_kv_heads, qwen2.d_mlp),
        (151_936, 32, 22_016)
    );
    assert!(qwen2.windows.is_empty() && !qwen2.head_norm);
    assert_eq!(usual("qwen3").d_head, 128);
    let neo = usual("gpt_neo");
    assert_eq!((neo.n_layers, neo.d_model, neo.d_mlp), (24, 2048, 8192));
    assert_eq!(neo.windows, [None, Some(256)]);
    let neox = usual("gpt_neox");
    assert_eq!(
        (neox.n_layers, neox.d_model, neox.d_mlp),
        (44, 6144, 24_576)
    );
    assert!(neox.parallel && !neox.tied && neox.d_head == 96);
    assert!(matches!(
        neox.positions,
        Positions::Rope { dims: Some(24), .. }
    ));
}

#[test]
fn switches_of_the_relatives_arrive() {
    let windows = |folder, key, value| changed(folder, key, value).unwrap().windows;
    assert!(windows("mistral-tiny", "/sliding_window", Value::Null).is_empty());
    assert!(
        windows(
            "qwen2-tiny",
            "/layer_types",
            json!(vec!["full_attention"; 3])
        )
        .is_empty()
    );
    let first = windows("qwen2-tiny", "/layer_types", Value::Null);
    assert_eq!(first, [None, Some(5), Some(5)], "by max_window_layers");
    let types = json!(["sliding_attention", "full_attention", "sliding_attention"]);
    let alternating = windows("qwen2-tiny", "/layer_types", types);
    assert_eq!(alternating, [Some(5), None]);
    assert!(
        windows(
            "gpt-neo-tiny",
            "/attention_layers",
            json!(["global", "local", "global"])
        )
        .len()
            == 2
    );
    let part = |value: Value| match changed("pythia-tiny", "/rotary_pct", value)
        .unwrap()
        .positions
    {
        Positions::Rope { dims, .. } => dims,
        other => panic!("{other:?}"),
    };
    assert_eq!((part(json!(0.5)), part(json!(1))), (Some(8), None));
    let base = changed("pythia-tiny", "/rotary_emb_base", 77.into()).unwrap();
    assert!(matches!(
        base.positions,
        Positions::Rope { theta: 77.0, .. }
    ));
    let biased = changed("qwen3-tiny", "/attention_bias", true.into()).unwrap();
    assert!(biased.biases.attention && biased.biases.attention_output);
    let bare = changed("neox-tiny", "/attention_bias", false.into()).unwrap();
    assert!(!bare.biases.attention && !bare.biases.attention_output && bare.biases.mlp);
}

#[test]
fn what_the_relatives_do_not_support_is_said() {
    let refuse = |folder: &str, key: &str, value: Value, words: &str| {
        says(changed(folder, key, value), words);
    };
    let types = json!(["full_attention", "linear_attention", "full_attention"]);
    refuse(
        "qwen2-tiny",
        "/layer_types",
        types,
        "layer_types is \"linear_attention\"",
    );
    refuse(
        "qwen3-tiny",
        "/layer_types",
        json!([]),
        "it must be a list of 3 words",
    );
    let sliding = json!(vec!["sliding_attention"; 3]);
    refuse(
        "qwen3-tiny",
        "/layer_types",
        sliding,
        "where no window is used",
    );
    let sliding = json!(vec!["sliding_attention"; 3]);
    refuse(
        "mistral-tiny",
        "/layer_types",
        sliding,
        "layer_types is a list",
    );
    refuse(
        "mistral-tiny",
        "/sliding_window",
        0.into(),
        "a whole number from 1 up",
    );
    refuse(
        "qwen2-tiny",
        "/rope_parameters/rope_type",
        "yarn".into(),
        "rope_type is \"yarn\"",
    );
    refuse(
        "neox-tiny",
        "/rope_parameters/rope_type",
        "linear".into(),
        "rope_type is \"linear\"",
    );
    refuse(
        "pythia-tiny",
        "/rotary_pct",
        0.01.into(),
        "rotary_pct is 0.01; it must be enough",
    );
    refuse(
        "pythia-tiny",
        "/rotary_pct",
        1.5.into(),
        "a number from 0 to 1",
    );
    refuse(
        "pythia-tiny",
        "/rotary_pct",
        0.33.into(),
        "RoPE turns pairs of components, so 5",
    );
    refuse(
        "pythia-tiny",
        "/partial_rotary_factor",
        0.5.into(),
        "it must be what rotary_pct is",
    );
    refuse("neox-tiny", "/head_dim", 8.into(), "head_dim is 8");
    for types in [
        json!("local"),
        json!([["global", 3]]),
        json!([[["global"], 2]]),
        json!([[["global"], u64::MAX]]),
        json!([[["global", 3], 1]]),
    ] {
        refuse(
            "gpt-neo-tiny",
            "/attention_types",
            types,
            "it must be a list of [[words], count] for 3 layers",
        );
    }
    let axial = json!([[["axial"], 3]]);
    let config = with(
        json("gpt-neo-tiny", "config.json"),
        "/attention_layers",
        json!(vec!["axial"; 3]),
    );
    says(
        read(&with(config, "/attention_types", axial)),
        "it must be global or local",
    );
    let other = json!(["local", "local", "local"]);
    refuse(
        "gpt-neo-tiny",
        "/attention_layers",
        other,
        "what attention_types says",
    );
}
