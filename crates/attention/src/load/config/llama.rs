//! Llama and its like: `transformers/models/llama/configuration_llama.py`, and those of `mistral`,
//! `qwen2` and `qwen3`.

use super::rope::Parameters;
use super::{Family, LoadError, Settings, head_width, max_len, windows};
use crate::model::{Biases, Config, MlpKind, NormKind, NormPlace, Positions, RopeLayout};
use serde_json::Value;

const ACTIVATIONS: [(&str, MlpKind); 2] = [("silu", MlpKind::SwiGlu), ("swish", MlpKind::SwiGlu)];

/// What a key that is missing says.
struct Usual {
    vocab: usize,
    max_len: usize,
    d_mlp: usize,
    /// `None`: as many as heads of queries.
    n_kv_heads: Option<usize>,
}

pub(super) fn config(settings: &Settings, family: Family) -> Result<Config, LoadError> {
    let usual = usual(family);
    let d_model = settings.size(&["hidden_size"], 1, 4096)?;
    let n_heads = settings.size(&["num_attention_heads"], 1, 32)?;
    let n_layers = settings.size(&["num_hidden_layers"], 0, 32)?;
    let d_head = head(settings, family, d_model, n_heads)?;
    let parameters = Parameters::find(settings)?;
    parameters.whole(settings)?;
    Ok(Config {
        vocab: settings.size(&["vocab_size"], 1, usual.vocab)?,
        max_len: max_len(settings, d_head, usual.max_len)?,
        d_model,
        n_layers,
        n_heads,
        n_kv_heads: key_heads(settings, &usual)?.unwrap_or(n_heads),
        d_head,
        d_mlp: settings.size(&["intermediate_size"], 1, usual.d_mlp)?,
        mlp: settings.word("hidden_act", MlpKind::SwiGlu, &ACTIVATIONS)?,
        norm: NormKind::Rms,
        norm_place: NormPlace::Pre,
        head_norm: family == Family::Qwen3,
        parallel: false,
        eps: settings.number("rms_norm_eps", 1e-6)?,
        embedding_norm: false,
        positions: Positions::Rope {
            theta: parameters.theta(settings, &["rope_theta"])?,
            layout: RopeLayout::HalfSplit,
            dims: None,
        },
        segments: 0,
        biases: biases(settings, family)?,
        head_transform: false,
        tied: settings.flag("tie_word_embeddings", false)?,
        causal: true,
        windows: windows(settings, family, n_layers)?,
        scaled: true,
    })
}

fn usual(family: Family) -> Usual {
    let llama = Usual {
        vocab: 32_000,
        max_len: 2048,
        d_mlp: 11_008,
        n_kv_heads: None,
    };
    match family {
        Family::Mistral => Usual {
            max_len: 131_072,
            d_mlp: 14_336,
            n_kv_heads: Some(8),
            ..llama
        },
        Family::Qwen2 | Family::Qwen3 => Usual {
            vocab: 151_936,
            max_len: 32_768,
            d_mlp: 22_016,
            n_kv_heads: Some(32),
        },
        _ => llama,
    }
}

/// The width of a head, which Qwen3 alone does not derive from the width of the model.
fn head(
    settings: &Settings,
    family: Family,
    d_model: usize,
    n_heads: usize,
) -> Result<usize, LoadError> {
    if family == Family::Qwen3 {
        return settings.size(&["head_dim"], 1, 128);
    }
    match settings.size_or_none(&["head_dim"], 1)? {
        Some(d_head) => Ok(d_head),
        None => head_width("num_attention_heads", d_model, n_heads),
    }
}

/// `null` stands for as many as heads of queries.
fn key_heads(settings: &Settings, usual: &Usual) -> Result<Option<usize>, LoadError> {
    let key = "num_key_value_heads";
    match settings.find(&[key])? {
        None => Ok(usual.n_kv_heads),
        Some(_) => settings.size_or_none(&[key], 1),
    }
}

fn biases(settings: &Settings, family: Family) -> Result<Biases, LoadError> {
    let both = |bias| Biases {
        attention: bias,
        attention_output: bias,
        ..Biases::NONE
    };
    Ok(match family {
        Family::Qwen2 => Biases {
            attention: true,
            ..Biases::NONE
        },
        Family::Qwen3 => both(settings.flag("attention_bias", false)?),
        Family::Mistral => Biases::NONE,
        _ => Biases {
            mlp: settings.flag("mlp_bias", false)?,
            ..both(settings.flag("attention_bias", false)?)
        },
    })
}

fn windows(
    settings: &Settings,
    family: Family,
    n_layers: usize,
) -> Result<Vec<Option<usize>>, LoadError> {
    match family {
        Family::Qwen2 | Family::Qwen3 => windows::qwen(settings, n_layers),
        Family::Mistral => {
            settings.only("layer_types", Value::Null)?;
            let key = "sliding_window";
            let window = match settings.find(&[key])? {
                None => Some(4096),
                Some(_) => settings.size_or_none(&[key], 1)?,
            };
            Ok(windows::pattern(&[window]))
        }
        _ => Ok(Vec::new()),
    }
}
