//! `config.json`: which kind of model, and how large.

mod bert;
mod distil_bert;
mod gpt2;
mod gpt_neo;
mod gpt_neo_x;
mod llama;
mod rope;
mod windows;

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
    /// Sanh et al. 2019, a smaller BERT; `DistilBertForMaskedLM`.
    DistilBert,
    /// Jiang et al. 2023, a Llama with windows; `MistralForCausalLM`.
    Mistral,
    /// Yang et al. 2024, a Llama with biases on queries, keys and values; `Qwen2ForCausalLM`.
    Qwen2,
    /// Yang et al. 2025, a Llama with norms of queries and keys; `Qwen3ForCausalLM`.
    Qwen3,
    /// Black et al. 2022, also Pythia; `GPTNeoXForCausalLM`.
    GptNeoX,
    /// Black et al. 2021, also TinyStories; `GPTNeoForCausalLM`.
    GptNeo,
}

const FAMILIES: [(&str, Family); 9] = [
    ("gpt2", Family::Gpt2),
    ("bert", Family::Bert),
    ("llama", Family::Llama),
    ("distilbert", Family::DistilBert),
    ("mistral", Family::Mistral),
    ("qwen2", Family::Qwen2),
    ("qwen3", Family::Qwen3),
    ("gpt_neox", Family::GptNeoX),
    ("gpt_neo", Family::GptNeo),
];

/// The activations of GPT-2, BERT and those like them. Those with tanh differ from each other in the last bits only
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
        Family::Llama | Family::Mistral | Family::Qwen2 | Family::Qwen3 => {
            llama::config(&settings, family)?
        }
        Family::DistilBert => distil_bert::config(&settings)?,
        Family::GptNeoX => gpt_neo_x::config(&settings)?,
        Family::GptNeo => gpt_neo::config(&settings)?,
    };
    config.check()?;
    Ok((family, config))
}

impl Family {
    /// Its name in messages and titles.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Gpt2 => "GPT-2",
            Self::Bert => "BERT",
            Self::Llama => "Llama",
            Self::DistilBert => "DistilBERT",
            Self::Mistral => "Mistral",
            Self::Qwen2 => "Qwen2",
            Self::Qwen3 => "Qwen3",
            Self::GptNeoX => "GPT-NeoX",
            Self::GptNeo => "GPT-Neo",
        }
    }
}

/// The most positions times the width of a head: 131 072 positions of 256 numbers. No tensor bears
/// out how many positions there are where they are computed, but a table is made of them.
const LONGEST: usize = 1 << 25;

/// How many positions there are, for a table of `d_head` numbers each.
fn max_len(settings: &Settings, d_head: usize, default: usize) -> Result<usize, LoadError> {
    let key = "max_position_embeddings";
    let max_len = settings.size(&[key], 1, default)?;
    let table = max_len.checked_mul(d_head);
    if table.is_some_and(|table| table <= LONGEST) {
        return Ok(max_len);
    }
    let most = LONGEST / d_head;
    let wanted = format!("at most {most} for heads of {d_head} numbers");
    Err(wrong(key, &max_len.into(), wanted))
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
