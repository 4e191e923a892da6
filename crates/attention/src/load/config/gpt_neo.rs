//! GPT-Neo: `transformers/models/gpt_neo/configuration_gpt_neo.py`. Its scores are not divided by √d_k.

use super::windows::pattern;
use super::{ACTIVATIONS, LoadError, Settings, head_width};
use crate::load::settings::wrong;
use crate::model::{Biases, Config};
use serde_json::{Value, json};

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    let d_model = settings.size(&["hidden_size"], 1, 2048)?;
    let n_heads = settings.size(&["num_heads", "num_attention_heads"], 1, 16)?;
    let n_layers = settings.size(&["num_layers", "num_hidden_layers"], 0, 24)?;
    let vocab = settings.size(&["vocab_size"], 1, 50_257)?;
    let max_len = settings.size(&["max_position_embeddings"], 1, 2048)?;
    let d_mlp = settings.size_or_none(&["intermediate_size"], 1)?;
    let usual = Config::gpt2(vocab, max_len, d_model, n_layers, n_heads);
    Ok(Config {
        d_head: head_width("num_heads", d_model, n_heads)?,
        d_mlp: d_mlp.unwrap_or(usual.d_mlp),
        mlp: settings.word("activation_function", usual.mlp, &ACTIVATIONS)?,
        eps: settings.number("layer_norm_epsilon", usual.eps)?,
        tied: settings.flag("tie_word_embeddings", usual.tied)?,
        biases: Biases {
            attention: false,
            ..Biases::INSIDE
        },
        windows: windows(settings, n_layers)?,
        scaled: false,
        ..usual
    })
}

fn windows(settings: &Settings, n_layers: usize) -> Result<Vec<Option<usize>>, LoadError> {
    let key = "attention_types";
    let usual = json!([[["global", "local"], 12]]);
    let found = settings.find(&[key])?.map(|(_, value)| value);
    let found = found.filter(|value| !value.is_null()).unwrap_or(&usual);
    let layers = expanded(found, n_layers).ok_or_else(|| {
        let wanted = format!("a list of [[words], count] for {n_layers} layers");
        wrong(key, found, wanted)
    })?;
    // Older files also have the list that follows.
    if let Some((key, list)) = settings.find(&["attention_layers"])?
        && *list != json!(layers)
    {
        return Err(wrong(key, list, "what attention_types says".into()));
    }
    let window = settings.size(&["window_size"], 1, 256)?;
    let of = |kind: &&str| match *kind {
        "global" => Ok(None),
        "local" => Ok(Some(window)),
        _ => Err(wrong(key, &(*kind).into(), "global or local".into())),
    };
    let windows: Result<Vec<_>, _> = layers.iter().map(of).collect();
    Ok(pattern(&windows?))
}

/// One word a layer, or `None` where there are not just so many.
fn expanded(types: &Value, n_layers: usize) -> Option<Vec<&str>> {
    let mut layers = Vec::new();
    for item in types.as_array()? {
        let [words, count] = item.as_array()?.as_slice() else {
            return None;
        };
        let words: Vec<_> = words
            .as_array()?
            .iter()
            .map(Value::as_str)
            .collect::<Option<_>>()?;
        let count = usize::try_from(count.as_u64()?).ok()?;
        let more = words.len().checked_mul(count)?;
        // A count that is not borne out by the number of layers is not believed, nor is that of too many.
        if layers.len().checked_add(more)? > n_layers.min(super::windows::MOST_LAYERS) {
            return None;
        }
        layers.extend(words.repeat(count));
    }
    (layers.len() == n_layers).then_some(layers)
}
