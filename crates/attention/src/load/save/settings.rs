//! `config.json`, written.

use crate::load::config::{ACTIVATIONS, Family, config};
use crate::load::error::{LoadError, sentence};
use crate::model::{Config, Positions};
use serde::Serialize;

/// GPT-2 as `transformers` spells its settings. What our models do not have is said to be off:
/// dropout, and tokens that begin and end a text, which would not be in the vocabulary.
#[derive(Serialize)]
struct Gpt2 {
    model_type: &'static str,
    architectures: [&'static str; 1],
    vocab_size: usize,
    n_positions: usize,
    n_embd: usize,
    n_layer: usize,
    n_head: usize,
    n_inner: usize,
    activation_function: Option<&'static str>,
    layer_norm_epsilon: f32,
    scale_attn_weights: bool,
    tie_word_embeddings: bool,
    attn_pdrop: f32,
    embd_pdrop: f32,
    resid_pdrop: f32,
    bos_token_id: Option<u32>,
    eos_token_id: Option<u32>,
}

/// Llama, likewise. RoPE's base stands twice, for `transformers` before 5 and from 5 on.
#[derive(Serialize)]
struct Llama {
    model_type: &'static str,
    architectures: [&'static str; 1],
    vocab_size: usize,
    max_position_embeddings: usize,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    num_key_value_heads: usize,
    head_dim: usize,
    intermediate_size: usize,
    hidden_act: &'static str,
    rms_norm_eps: f32,
    rope_theta: Option<f32>,
    rope_parameters: Rope,
    attention_bias: bool,
    mlp_bias: bool,
    tie_word_embeddings: bool,
    bos_token_id: Option<u32>,
    eos_token_id: Option<u32>,
}

#[derive(Serialize)]
struct Rope {
    rope_type: &'static str,
    rope_theta: Option<f32>,
}

impl Gpt2 {
    fn new(config: &Config) -> Self {
        let mut activations = ACTIVATIONS.iter();
        let activation = activations.find(|(_, kind)| *kind == config.mlp);
        Self {
            model_type: "gpt2",
            architectures: ["GPT2LMHeadModel"],
            vocab_size: config.vocab,
            n_positions: config.max_len,
            n_embd: config.d_model,
            n_layer: config.n_layers,
            n_head: config.n_heads,
            n_inner: config.d_mlp,
            activation_function: activation.map(|(word, _)| *word),
            layer_norm_epsilon: config.eps,
            scale_attn_weights: config.scaled,
            tie_word_embeddings: config.tied,
            attn_pdrop: 0.0,
            embd_pdrop: 0.0,
            resid_pdrop: 0.0,
            bos_token_id: None,
            eos_token_id: None,
        }
    }
}

impl Llama {
    fn new(config: &Config) -> Self {
        let rope_theta = match config.positions {
            Positions::Rope { theta, .. } => Some(theta),
            _ => None,
        };
        Self {
            model_type: "llama",
            architectures: ["LlamaForCausalLM"],
            vocab_size: config.vocab,
            max_position_embeddings: config.max_len,
            hidden_size: config.d_model,
            num_hidden_layers: config.n_layers,
            num_attention_heads: config.n_heads,
            num_key_value_heads: config.n_kv_heads,
            head_dim: config.d_head,
            intermediate_size: config.d_mlp,
            hidden_act: "silu",
            rms_norm_eps: config.eps,
            rope_theta,
            rope_parameters: Rope {
                rope_type: "default",
                rope_theta,
            },
            attention_bias: config.biases.attention,
            mlp_bias: config.biases.mlp,
            tie_word_embeddings: config.tied,
            bos_token_id: None,
            eos_token_id: None,
        }
    }
}

impl Family {
    /// GPT-2 or Llama, where these settings are exactly some that it can have: those that come back
    /// when its `config.json` is written and read. Otherwise, and for the other families, which are not
    /// written, `None`.
    #[must_use]
    pub fn of(settings: &Config) -> Option<Self> {
        [Self::Gpt2, Self::Llama].into_iter().find(|family| {
            let back = json(*family, settings).and_then(|text| config(text.as_bytes()));
            back.is_ok_and(|(found, back)| found == *family && back == *settings)
        })
    }
}

/// `config.json` of a model that `transformers` knows as GPT-2 or Llama.
///
/// # Errors
/// [`LoadError::Unlike`] where [`Family::of`] gives none.
pub fn config_json(config: &Config) -> Result<String, LoadError> {
    match Family::of(config) {
        Some(family) => json(family, config),
        None => Err(LoadError::Unlike {
            families: "GPT-2 or Llama",
        }),
    }
}

/// The settings as `family` spells them, whether or not it can have them.
fn json(family: Family, config: &Config) -> Result<String, LoadError> {
    let text = match family {
        Family::Gpt2 => serde_json::to_string_pretty(&Gpt2::new(config)),
        Family::Llama => serde_json::to_string_pretty(&Llama::new(config)),
        _ => {
            return Err(LoadError::Unlike {
                families: "GPT-2 or Llama",
            });
        }
    };
    text.map_err(|error| LoadError::Format {
        file: "config.json".into(),
        problem: sentence(&error.to_string()),
    })
}
