//! Llama: `transformers/models/llama/configuration_llama.py` and `modeling_rope_utils.py`.

use super::{LoadError, Settings, head_width};
use crate::load::settings::{number, wrong};
use crate::model::{Biases, Config, MlpKind, NormKind, NormPlace, Positions, RopeLayout};
use serde_json::{Map, Value};

const ACTIVATIONS: [(&str, MlpKind); 2] = [("silu", MlpKind::SwiGlu), ("swish", MlpKind::SwiGlu)];

/// The most positions times the width of a head: 131 072 positions of 256 numbers. No tensor bears
/// out how many positions there are, but a table is made of them.
const LONGEST: usize = 1 << 25;

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    let d_model = settings.size(&["hidden_size"], 1, 4096)?;
    let n_heads = settings.size(&["num_attention_heads"], 1, 32)?;
    let n_kv_heads = settings.size_or_none(&["num_key_value_heads"], 1)?;
    let d_head = match settings.size_or_none(&["head_dim"], 1)? {
        Some(d_head) => d_head,
        None => head_width("num_attention_heads", d_model, n_heads)?,
    };
    Ok(Config {
        vocab: settings.size(&["vocab_size"], 1, 32_000)?,
        max_len: max_len(settings, d_head)?,
        d_model,
        n_layers: settings.size(&["num_hidden_layers"], 0, 32)?,
        n_heads,
        n_kv_heads: n_kv_heads.unwrap_or(n_heads),
        d_head,
        d_mlp: settings.size(&["intermediate_size"], 1, 11_008)?,
        mlp: settings.word("hidden_act", MlpKind::SwiGlu, &ACTIVATIONS)?,
        norm: NormKind::Rms,
        norm_place: NormPlace::Pre,
        eps: settings.number("rms_norm_eps", 1e-6)?,
        embedding_norm: false,
        positions: Positions::Rope {
            theta: theta(settings)?,
            layout: RopeLayout::HalfSplit,
        },
        segments: 0,
        biases: Biases {
            attention: settings.flag("attention_bias", false)?,
            mlp: settings.flag("mlp_bias", false)?,
            ..Biases::NONE
        },
        head_transform: false,
        tied: settings.flag("tie_word_embeddings", false)?,
        causal: true,
        scaled: true,
    })
}

fn max_len(settings: &Settings, d_head: usize) -> Result<usize, LoadError> {
    let key = "max_position_embeddings";
    let max_len = settings.size(&[key], 1, 2048)?;
    if max_len
        .checked_mul(d_head)
        .is_some_and(|table| table <= LONGEST)
    {
        return Ok(max_len);
    }
    let most = LONGEST / d_head;
    Err(wrong(
        key,
        &max_len.into(),
        format!("at most {most} for heads of {d_head} numbers"),
    ))
}

/// The base of RoPE. As in `transformers`, `rope_scaling`, the older key, counts before
/// `rope_parameters`, and a base inside of either before one beside it.
fn theta(settings: &Settings) -> Result<f32, LoadError> {
    let part = settings.find(&["partial_rotary_factor"])?;
    whole(part.map(|(_, part)| part))?;
    let mut parameters = &Map::new();
    for key in ["rope_parameters", "rope_scaling"] {
        match settings.find(&[key])? {
            None | Some((_, Value::Null)) => {}
            Some((_, Value::Object(map))) if map.is_empty() => {}
            Some((_, Value::Object(map))) => parameters = map,
            Some((_, value)) => return Err(wrong(key, value, "an object or null".into())),
        }
    }
    whole(parameters.get("partial_rotary_factor"))?;
    unscaled(parameters)?;
    match parameters.get("rope_theta") {
        Some(value) => number("rope_theta", value),
        None => settings.number("rope_theta", 10_000.0),
    }
}

/// Errs for waves that are stretched to reach further.
fn unscaled(parameters: &Map<String, Value>) -> Result<(), LoadError> {
    let kind = parameters.get("rope_type").or(parameters.get("type"));
    match kind.filter(|kind| kind.as_str() != Some("default")) {
        Some(kind) => Err(wrong(
            "rope_type",
            kind,
            "\"default\": nothing else is supported".into(),
        )),
        None => Ok(()),
    }
}

/// Errs for heads of which a part only is turned.
fn whole(part: Option<&Value>) -> Result<(), LoadError> {
    match part {
        Some(part) if !part.is_null() && part.as_f64() != Some(1.0) => Err(wrong(
            "partial_rotary_factor",
            part,
            "1: nothing else is supported".into(),
        )),
        _ => Ok(()),
    }
}
