//! GPT-2: `transformers/models/gpt2/configuration_gpt2.py`.

use super::{ACTIVATIONS, LoadError, Settings, head_width};
use crate::model::Config;

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    settings.only("add_cross_attention", false)?;
    settings.only("scale_attn_by_inverse_layer_idx", false)?;
    let d_model = settings.size(&["n_embd", "hidden_size"], 1, 768)?;
    let n_heads = settings.size(&["n_head", "num_attention_heads"], 1, 12)?;
    let d_mlp = settings.size_or_none(&["n_inner"], 1)?;
    let (vocab, max_len) = (
        settings.size(&["vocab_size"], 1, 50_257)?,
        max_len(settings)?,
    );
    let n_layers = settings.size(&["n_layer", "num_hidden_layers"], 0, 12)?;
    let usual = Config::gpt2(vocab, max_len, d_model, n_layers, n_heads);
    Ok(Config {
        d_head: head_width("n_head", d_model, n_heads)?,
        d_mlp: d_mlp.unwrap_or(usual.d_mlp),
        mlp: settings.word("activation_function", usual.mlp, &ACTIVATIONS)?,
        eps: settings.number("layer_norm_epsilon", usual.eps)?,
        tied: settings.flag("tie_word_embeddings", usual.tied)?,
        scaled: settings.flag("scale_attn_weights", usual.scaled)?,
        ..usual
    })
}

/// `n_ctx` is what the first files called it; where a newer key stands as well, that one counts.
fn max_len(settings: &Settings) -> Result<usize, LoadError> {
    let keys = ["n_positions", "max_position_embeddings"];
    if settings.find(&keys)?.is_some() {
        settings.size(&keys, 1, 0)
    } else {
        settings.size(&["n_ctx"], 1, 1024)
    }
}
