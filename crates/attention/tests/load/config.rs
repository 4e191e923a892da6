//! `config.json` to settings. What `transformers` 5.23 makes of the same files was looked up with it.

use crate::support::{FOLDERS, json, says, settings, with};
use attention::load::{Family, LoadError, config};
use attention::model::{Biases, Config, MlpKind, NormKind, NormPlace, Positions, RopeLayout};
use serde_json::{Value, json};

pub fn read(value: &Value) -> Result<(Family, Config), LoadError> {
    config(value.to_string().as_bytes())
}

#[track_caller]
pub fn of(value: Value) -> Config {
    read(&value).unwrap().1
}

#[test]
fn the_fixtures_are_what_they_are() {
    let gpt2 = Config {
        vocab: 300,
        max_len: 64,
        d_model: 48,
        n_layers: 3,
        n_heads: 4,
        n_kv_heads: 4,
        d_head: 12,
        d_mlp: 192,
        mlp: MlpKind::GeluTanh,
        norm: NormKind::Layer,
        norm_place: NormPlace::Pre,
        head_norm: false,
        parallel: false,
        eps: 1e-5,
        embedding_norm: false,
        positions: Positions::Learned,
        segments: 0,
        biases: Biases::INSIDE,
        head_transform: false,
        tied: true,
        causal: true,
        windows: Vec::new(),
        scaled: true,
    };
    let bert = Config {
        vocab: 220,
        d_mlp: 96,
        mlp: MlpKind::Gelu,
        norm_place: NormPlace::Post,
        eps: 1e-12,
        embedding_norm: true,
        segments: 2,
        biases: Biases::ALL,
        head_transform: true,
        causal: false,
        ..gpt2.clone()
    };
    let llama = Config {
        n_heads: 6,
        n_kv_heads: 2,
        d_head: 8,
        d_mlp: 80,
        mlp: MlpKind::SwiGlu,
        norm: NormKind::Rms,
        eps: 1e-6,
        positions: Positions::Rope {
            theta: 10_000.0,
            layout: RopeLayout::HalfSplit,
            dims: None,
        },
        biases: Biases::NONE,
        ..gpt2.clone()
    };
    let families = [Family::Gpt2, Family::Bert, Family::Llama];
    for ((folder, family), config) in FOLDERS.iter().zip(families).zip([gpt2, bert, llama]) {
        assert_eq!(settings(folder), (family, config), "{folder}");
    }
}

#[test]
fn missing_keys_are_the_first_published_models() {
    let gpt2 = of(json!({"model_type": "gpt2"}));
    assert_eq!(
        (gpt2.vocab, gpt2.max_len, gpt2.d_model),
        (50_257, 1024, 768)
    );
    assert_eq!(
        (gpt2.n_layers, gpt2.n_heads, gpt2.d_head, gpt2.d_mlp),
        (12, 12, 64, 3072)
    );
    assert!(gpt2.tied && gpt2.scaled && gpt2.causal && gpt2.eps == 1e-5);
    assert_eq!(gpt2.mlp, MlpKind::GeluTanh);
    let bert = of(json!({"model_type": "bert"}));
    assert_eq!(
        (bert.vocab, bert.max_len, bert.d_model, bert.segments),
        (30_522, 512, 768, 2)
    );
    assert_eq!(
        (bert.n_layers, bert.n_heads, bert.d_head, bert.d_mlp),
        (12, 12, 64, 3072)
    );
    assert!(bert.tied && !bert.causal && bert.eps == 1e-12 && bert.mlp == MlpKind::Gelu);
    let llama = of(json!({"model_type": "llama"}));
    assert_eq!(
        (llama.vocab, llama.max_len, llama.d_model),
        (32_000, 2048, 4096)
    );
    assert_eq!(
        (llama.n_layers, llama.n_heads, llama.n_kv_heads),
        (32, 32, 32)
    );
    assert_eq!(
        (llama.d_head, llama.d_mlp, llama.biases),
        (128, 11_008, Biases::NONE)
    );
    assert!(!llama.tied && llama.eps == 1e-6 && llama.mlp == MlpKind::SwiGlu);
}

#[test]
fn gpt2_goes_by_other_keys_too() {
    let other = json!({"model_type": "gpt2", "vocab_size": 300, "hidden_size": 48,
        "num_attention_heads": 4, "num_hidden_layers": 3, "max_position_embeddings": 64});
    assert_eq!(of(other.clone()), settings("gpt2-tiny").1);
    let both = with(other.clone(), "/n_embd", 48.into());
    assert_eq!(of(both), settings("gpt2-tiny").1);
    says(
        read(&with(other, "/n_embd", 64.into())),
        "hidden_size is 48; it must be what n_embd is, 64",
    );
    let oldest = |n_positions| {
        with(
            json!({"model_type": "gpt2", "n_ctx": 7}),
            "/n_positions",
            n_positions,
        )
    };
    assert_eq!(of(json!({"model_type": "gpt2", "n_ctx": 7})).max_len, 7);
    assert_eq!(
        of(oldest(9.into())).max_len,
        9,
        "n_ctx counts only where nothing newer stands"
    );
    let wide = of(json!({"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_inner": 5}));
    assert_eq!((wide.d_mlp, wide.d_head), (5, 4));
}

#[test]
fn switches_arrive() {
    let gpt2 = |key: &str, value: Value| of(with(json("gpt2-tiny", "config.json"), key, value));
    for (word, mlp) in [
        ("gelu_new", MlpKind::GeluTanh),
        ("gelu_pytorch_tanh", MlpKind::GeluTanh),
        ("gelu_fast", MlpKind::GeluTanh),
        ("gelu", MlpKind::Gelu),
        ("relu", MlpKind::Relu),
    ] {
        assert_eq!(gpt2("/activation_function", word.into()).mlp, mlp, "{word}");
    }
    assert!(!gpt2("/scale_attn_weights", false.into()).scaled);
    assert!(!gpt2("/tie_word_embeddings", false.into()).tied);
    let bert = |key: &str, value: Value| of(with(json("bert-tiny", "config.json"), key, value));
    assert!(bert("/is_decoder", true.into()).causal);
    assert_eq!(bert("/hidden_act", "relu".into()).mlp, MlpKind::Relu);
    assert_eq!(
        bert("/hidden_act", "gelu_new".into()).mlp,
        MlpKind::GeluTanh
    );
    assert_eq!(bert("/type_vocab_size", 1.into()).segments, 1);
    assert_eq!(
        bert("/position_embedding_type", "absolute".into()),
        settings("bert-tiny").1
    );
    let llama = |key: &str, value: Value| of(with(json("llama-tiny", "config.json"), key, value));
    assert!(llama("/attention_bias", true.into()).biases.attention);
    assert!(llama("/mlp_bias", true.into()).biases.mlp);
    assert_eq!(llama("/num_key_value_heads", Value::Null).n_kv_heads, 6);
    assert_eq!(llama("/head_dim", 10.into()).d_head, 10);
    assert_eq!(llama("/head_dim", Value::Null).d_head, 8);
    assert_eq!(
        llama("/hidden_act", "swish".into()),
        settings("llama-tiny").1
    );
}

#[test]
fn the_base_of_rope_stands_where_it_has_stood_over_the_years() {
    let theta = |more: Value| {
        let mut value = json!({"model_type": "llama"});
        value
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        match of(value).positions {
            Positions::Rope {
                theta,
                layout: RopeLayout::HalfSplit,
                dims: None,
            } => theta,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(theta(json!({})), 10_000.0);
    assert_eq!(
        theta(json!({"rope_theta": 500_000.0, "rope_scaling": null})),
        500_000.0
    );
    assert_eq!(
        theta(json!({"rope_theta": 5, "rope_parameters": null})),
        5.0
    );
    assert_eq!(
        theta(json!({"rope_theta": 5, "rope_parameters": {"rope_theta": 77}})),
        77.0
    );
    assert_eq!(theta(json!({"rope_theta": 5, "rope_scaling": {}})), 5.0);
    let both =
        json!({"rope_scaling": {"rope_type": "default"}, "rope_parameters": {"rope_theta": 77}});
    assert_eq!(
        theta(both),
        10_000.0,
        "the older key wins, as in transformers"
    );
    assert_eq!(
        theta(json!({"rope_scaling": {"type": "default", "rope_theta": 6}})),
        6.0
    );
    assert_eq!(theta(json!({"partial_rotary_factor": 1})), 10_000.0);
}

#[test]
fn what_is_not_supported_is_said_by_key_value_and_choice() {
    let refuse = |folder: &str, key: &str, value: Value, words: &str| {
        let changed = with(json(folder, "config.json"), key, value);
        says(read(&changed), words);
    };
    says(
        read(&json!({})),
        "model_type is missing; it must be one of gpt2, bert, llama",
    );
    refuse(
        "gpt2-tiny",
        "/model_type",
        "mamba".into(),
        "model_type is \"mamba\"; it must be one of gpt2, bert, llama",
    );
    refuse(
        "gpt2-tiny",
        "/scale_attn_by_inverse_layer_idx",
        true.into(),
        "scale_attn_by_inverse_layer_idx is true",
    );
    refuse(
        "gpt2-tiny",
        "/add_cross_attention",
        true.into(),
        "add_cross_attention is true",
    );
    refuse(
        "gpt2-tiny",
        "/activation_function",
        "tanh".into(),
        "is \"tanh\"; it must be one of gelu, ",
    );
    refuse(
        "gpt2-tiny",
        "/quantization_config",
        json!({"bits": 4}),
        "quantization_config is an object",
    );
    refuse(
        "bert-tiny",
        "/add_cross_attention",
        true.into(),
        "add_cross_attention is true",
    );
    refuse(
        "bert-tiny",
        "/position_embedding_type",
        "relative_key".into(),
        "is \"relative_key\"; it must be \"absolute\"",
    );
    refuse(
        "bert-tiny",
        "/hidden_act",
        "tanh".into(),
        "hidden_act is \"tanh\"; it must be one of gelu, ",
    );
    refuse(
        "llama-tiny",
        "/hidden_act",
        "gelu".into(),
        "hidden_act is \"gelu\"; it must be one of silu, swish",
    );
    refuse(
        "llama-tiny",
        "/rope_parameters/rope_type",
        "yarn".into(),
        "rope_type is \"yarn\"; it must be \"default\"",
    );
    refuse(
        "llama-tiny",
        "/rope_scaling",
        json!({"type": "linear", "factor": 2}),
        "rope_type is \"linear\"",
    );
    refuse(
        "llama-tiny",
        "/rope_parameters/partial_rotary_factor",
        0.5.into(),
        "partial_rotary_factor is 0.5",
    );
    refuse(
        "llama-tiny",
        "/partial_rotary_factor",
        0.5.into(),
        "partial_rotary_factor is 0.5",
    );
}

#[test]
fn senseless_values_are_errors() {
    let refuse = |folder: &str, key: &str, value: Value, words: &str| {
        let changed = with(json(folder, "config.json"), key, value);
        says(read(&changed), words);
    };
    for (value, shown) in [
        (json!(-3), "-3"),
        (json!(0), "0"),
        (json!(48.0), "48.0"),
        (json!("48"), "\"48\""),
        (json!(true), "true"),
        (json!([48]), "a list"),
        (Value::Null, "null"),
        (json!(1e30), "1e+30"),
    ] {
        let words = format!("n_embd is {shown}; it must be a whole number from 1 up");
        refuse("gpt2-tiny", "/n_embd", value, &words);
    }
    refuse(
        "gpt2-tiny",
        "/n_head",
        5.into(),
        "n_head is 5; it must be a divisor of the model's width, 48",
    );
    refuse(
        "gpt2-tiny",
        "/layer_norm_epsilon",
        "x".into(),
        "layer_norm_epsilon is \"x\"; it must be a number",
    );
    refuse(
        "gpt2-tiny",
        "/layer_norm_epsilon",
        1e39.into(),
        "it must be a number that fits an f32",
    );
    refuse(
        "gpt2-tiny",
        "/layer_norm_epsilon",
        (-1).into(),
        "eps: -1 is not a number from 0 up",
    );
    refuse(
        "gpt2-tiny",
        "/scale_attn_weights",
        1.into(),
        "scale_attn_weights is 1; it must be true or false",
    );
    refuse(
        "gpt2-tiny",
        "/tie_word_embeddings",
        Value::Null,
        "tie_word_embeddings is null",
    );
    refuse(
        "gpt2-tiny",
        "/n_layer",
        1_000_000_000_000_000_000_u64.into(),
        "more weights than memory has addresses",
    );
    refuse(
        "gpt2-tiny",
        "/vocab_size",
        u64::MAX.into(),
        "more weights than memory has addresses",
    );
    refuse(
        "llama-tiny",
        "/num_key_value_heads",
        4.into(),
        "6 query heads cannot share 4 key heads evenly",
    );
    refuse(
        "llama-tiny",
        "/max_position_embeddings",
        1_000_000_000_000_000_000_u64.into(),
        "max_position_embeddings is 1000000000000000000; it must be at most 4194304 for heads of 8 numbers",
    );
    refuse("llama-tiny", "/head_dim", 7.into(), "7 must be even");
    refuse(
        "llama-tiny",
        "/rope_parameters",
        "none".into(),
        "rope_parameters is \"none\"",
    );
    refuse(
        "llama-tiny",
        "/rope_parameters/rope_theta",
        Value::Null,
        "rope_theta is null",
    );
    refuse(
        "llama-tiny",
        "/rope_parameters/rope_theta",
        0.into(),
        "theta: 0 is not a positive number",
    );
    let long = "x".repeat(100_000);
    refuse(
        "gpt2-tiny",
        "/activation_function",
        long.into(),
        "xxx…\"; it must be one of",
    );
}

#[test]
fn what_is_no_object_is_said() {
    says(config(b""), "config.json: not valid JSON");
    says(config(b"{\"model_type\": \"gpt2\""), "not valid JSON");
    says(config(b"\xff\xfe"), "not valid JSON");
    says(config(b"[]"), "expected an object");
    says(config("[".repeat(100_000).as_bytes()), "not valid JSON");
    says(config(b"{\"n_embd\": 1e999}"), "not valid JSON");
    says(
        config(&vec![b' '; (1 << 20) + 1]),
        "1048577 bytes are more than the 1048576",
    );
}
