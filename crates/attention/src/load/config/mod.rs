//! `config.json`: which kind of model, and how large.

mod bert;
mod gpt2;
mod llama;

use super::error::LoadError;
use super::settings::{Settings, wrong};
use crate::model::{Config, MlpKind};
use serde_json::Value;

/// The kinds of model whose folders are understood, `model_type` in `config.json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Radford et al. 2019; `GPT2LMHeadModel`.
    Gpt2,
    /// Devlin et al. 2019; `BertForMaskedLM`, `BertLMHeadModel`.
    Bert,
    /// Touvron et al. 2023; `LlamaForCausalLM`.
    Llama,
}

const FAMILIES: [(&str, Family); 3] = [
    ("gpt2", Family::Gpt2),
    ("bert", Family::Bert),
    ("llama", Family::Llama),
];

/// The activations of GPT-2 and BERT. Those with tanh differ from each other in the last bits only
/// (`transformers/activations.py`).
pub(super) const ACTIVATIONS: [(&str, MlpKind); 8] = [
    ("gelu", MlpKind::Gelu),
    ("gelu_python", MlpKind::Gelu),
    ("gelu_new", MlpKind::GeluTanh),
    ("gelu_pytorch_tanh", MlpKind::GeluTanh),
    ("gelu_python_tanh", MlpKind::GeluTanh),
    ("gelu_accurate", MlpKind::GeluTanh),
    ("gelu_fast", MlpKind::GeluTanh),
    ("relu", MlpKind::Relu),
];

/// The family and the settings that a `config.json` describes, missing keys being what they are in
/// `transformers` 5.23.
///
/// # Errors
/// [`LoadError::Format`] for what is not an object, [`LoadError::Setting`] naming the key and what
/// it may say, [`LoadError::Model`] for settings that are fine one by one but make no model.
pub fn config(bytes: &[u8]) -> Result<(Family, Config), LoadError> {
    let settings = Settings::parse(bytes)?;
    let family = settings.required_word("model_type", &FAMILIES)?;
    settings.only("quantization_config", Value::Null)?;
    let config = match family {
        Family::Gpt2 => gpt2::config(&settings)?,
        Family::Bert => bert::config(&settings)?,
        Family::Llama => llama::config(&settings)?,
    };
    config.check()?;
    Ok((family, config))
}

/// The width of one head where the heads share the width of the model.
fn head_width(key: &'static str, d_model: usize, n_heads: usize) -> Result<usize, LoadError> {
    if d_model.is_multiple_of(n_heads) {
        return Ok(d_model / n_heads);
    }
    let found = Value::from(n_heads);
    Err(wrong(
        key,
        &found,
        format!("a divisor of the model's width, {d_model}"),
    ))
}
