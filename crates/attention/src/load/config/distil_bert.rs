//! DistilBERT: `transformers/models/distilbert/configuration_distilbert.py`. Whether its positions
//! began as sinusoids (`sinusoidal_pos_embds`) changes nothing: they are stored as any others.

use super::{ACTIVATIONS, LoadError, Settings, head_width};
use crate::model::{Biases, Config, MlpKind, NormPlace};

pub(super) fn config(settings: &Settings) -> Result<Config, LoadError> {
    let d_model = settings.size(&["dim", "hidden_size"], 1, 768)?;
    let n_heads = settings.size(&["n_heads", "num_attention_heads"], 1, 12)?;
    let n_layers = settings.size(&["n_layers", "num_hidden_layers"], 0, 6)?;
    let vocab = settings.size(&["vocab_size"], 1, 30_522)?;
    let max_len = settings.size(&["max_position_embeddings"], 1, 512)?;
    Ok(Config {
        d_head: head_width("n_heads", d_model, n_heads)?,
        d_mlp: settings.size(&["hidden_dim"], 1, 3072)?,
        mlp: settings.word("activation", MlpKind::Gelu, &ACTIVATIONS)?,
        norm_place: NormPlace::Post,
        // Written into its code, not into its settings.
        eps: 1e-12,
        embedding_norm: true,
        biases: Biases::ALL,
        head_transform: true,
        tied: settings.flag("tie_word_embeddings", true)?,
        causal: false,
        ..Config::gpt2(vocab, max_len, d_model, n_layers, n_heads)
    })
}
