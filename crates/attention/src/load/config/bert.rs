//! BERT: `transformers/models/bert/configuration_bert.py`.

use super::{ACTIVATIONS, LoadError, Settings, head_width};
use crate::model::{Biases, Config, MlpKind, NormKind, NormPlace, Positions};

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    settings.only("add_cross_attention", false)?;
    settings.only("position_embedding_type", "absolute")?;
    let d_model = settings.size(&["hidden_size"], 1, 768)?;
    let n_heads = settings.size(&["num_attention_heads"], 1, 12)?;
    Ok(Config {
        vocab: settings.size(&["vocab_size"], 1, 30_522)?,
        max_len: settings.size(&["max_position_embeddings"], 1, 512)?,
        d_model,
        n_layers: settings.size(&["num_hidden_layers"], 0, 12)?,
        n_heads,
        n_kv_heads: n_heads,
        d_head: head_width("num_attention_heads", d_model, n_heads)?,
        d_mlp: settings.size(&["intermediate_size"], 1, 3072)?,
        mlp: settings.word("hidden_act", MlpKind::Gelu, &ACTIVATIONS)?,
        norm: NormKind::Layer,
        norm_place: NormPlace::Post,
        head_norm: false,
        parallel: false,
        eps: settings.number("layer_norm_eps", 1e-12)?,
        embedding_norm: true,
        positions: Positions::Learned,
        segments: settings.size(&["type_vocab_size"], 1, 2)?,
        biases: Biases::ALL,
        head_transform: true,
        tied: settings.flag("tie_word_embeddings", true)?,
        causal: settings.flag("is_decoder", false)?,
        windows: Vec::new(),
        scaled: true,
    })
}
