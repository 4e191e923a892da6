//! GPT-NeoX and Pythia: `transformers/models/gpt_neox/configuration_gpt_neox.py`.

use super::rope::{Parameters, part};
use super::{ACTIVATIONS, LoadError, Settings, head_width, max_len};
use crate::load::settings::wrong;
use crate::model::{Biases, Config, MlpKind, Positions, RopeLayout};

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    let d_model = settings.size(&["hidden_size"], 1, 6144)?;
    let n_heads = settings.size(&["num_attention_heads"], 1, 64)?;
    let d_head = head_width("num_attention_heads", d_model, n_heads)?;
    settings.only("head_dim", d_head)?;
    let n_layers = settings.size(&["num_hidden_layers"], 0, 44)?;
    let vocab = settings.size(&["vocab_size"], 1, 50_432)?;
    let bias = settings.flag("attention_bias", true)?;
    let usual = Config::gpt2(
        vocab,
        max_len(settings, d_head, 2048)?,
        d_model,
        n_layers,
        n_heads,
    );
    Ok(Config {
        d_head,
        d_mlp: settings.size(&["intermediate_size"], 1, 24_576)?,
        mlp: settings.word("hidden_act", MlpKind::Gelu, &ACTIVATIONS)?,
        eps: settings.number("layer_norm_eps", usual.eps)?,
        parallel: settings.flag("use_parallel_residual", true)?,
        positions: positions(settings, d_head)?,
        biases: Biases {
            attention: bias,
            attention_output: bias,
            ..Biases::INSIDE
        },
        tied: settings.flag("tie_word_embeddings", false)?,
        ..usual
    })
}

/// A quarter of each head turns unless something else is said.
fn positions(settings: &Settings, d_head: usize) -> Result<Positions, LoadError> {
    let parameters = Parameters::find(settings)?;
    let outside = settings.find(&["rotary_pct", "partial_rotary_factor"])?;
    let found = parameters.get("partial_rotary_factor");
    let dims = match found.or(outside.map(|(_, value)| value)) {
        Some(value) => part(value, d_head)?,
        None => part(&0.25.into(), d_head)?,
    };
    if dims == 0 {
        let found = settings.find(&["rotary_pct"])?;
        let value = found.map_or(&serde_json::Value::Null, |(_, value)| value);
        return Err(wrong(
            "rotary_pct",
            value,
            "enough for a pair of components".into(),
        ));
    }
    Ok(Positions::Rope {
        theta: parameters.theta(settings, &["rotary_emb_base", "rope_theta"])?,
        layout: RopeLayout::HalfSplit,
        dims: (dims < d_head).then_some(dims),
    })
}
