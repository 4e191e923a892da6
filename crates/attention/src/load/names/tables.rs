//! The tables: ours, theirs, what kind of part it is. `{}` stands for the number of a block.

use super::Family;

/// A part of a model.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A matrix by itself.
    Embedding,
    /// A norm with its gain and perhaps its bias.
    Norm,
    /// A norm of BERT, whose first files called these gamma and beta.
    LayerNorm,
    /// `torch.nn.Linear`.
    Linear,
    /// The `Conv1D` of GPT-2.
    Conv1d,
    /// One third of the `Conv1D` that gives queries, keys and values.
    Third(usize),
    /// One third of the `Linear` that gives queries, keys and values, head by head.
    HeadThird(usize),
    /// A matrix by itself that has gone by several names.
    EmbeddingOr(&'static [&'static str]),
    /// A row by itself.
    Vector,
    /// The bias of BERT's logits. Its decoder's own counts where both are stored.
    OutputBias,
}

type Row = (&'static str, &'static str, Kind);

/// The rows of a family.
pub(super) fn rows(family: Family) -> &'static [Row] {
    match family {
        Family::Gpt2 => &GPT2,
        Family::Bert => &BERT,
        Family::DistilBert => &DISTIL_BERT,
        Family::Llama | Family::Mistral | Family::Qwen2 | Family::Qwen3 => &LLAMA,
        Family::GptNeoX => &GPT_NEO_X,
        Family::GptNeo => &GPT_NEO,
    }
}

/// What the model without its head does not write before its names.
pub(super) fn prefix(family: Family) -> &'static str {
    match family {
        Family::Gpt2 | Family::GptNeo => "transformer.",
        Family::Bert => "bert.",
        Family::DistilBert => "distilbert.",
        Family::Llama | Family::Mistral | Family::Qwen2 | Family::Qwen3 => "model.",
        Family::GptNeoX => "gpt_neox.",
    }
}

/// How the name of anything inside a block begins, after the prefix.
pub(super) fn block(family: Family) -> &'static str {
    match family {
        Family::Gpt2 | Family::GptNeo => "h.",
        Family::Bert => "encoder.layer.",
        Family::DistilBert => "transformer.layer.",
        Family::Llama | Family::Mistral | Family::Qwen2 | Family::Qwen3 | Family::GptNeoX => {
            "layers."
        }
    }
}

/// How names end that are stored beside the weights of a block, but follow from the settings: the
/// causal mask and what stood for −∞ in it, the wavelengths of RoPE.
pub(super) fn buffers(family: Family) -> &'static [&'static str] {
    match family {
        Family::Gpt2 => &[".attn.bias", ".attn.masked_bias"],
        Family::Bert | Family::DistilBert => &[],
        Family::Llama | Family::Mistral | Family::Qwen2 | Family::Qwen3 => {
            &[".self_attn.rotary_emb.inv_freq"]
        }
        Family::GptNeoX => &[
            ".attention.bias",
            ".attention.masked_bias",
            ".attention.rotary_emb.inv_freq",
        ],
        Family::GptNeo => &[".attn.attention.bias", ".attn.attention.masked_bias"],
    }
}

#[rustfmt::skip]
const GPT2: [Row; 12] = [
    ("token_embedding", "transformer.wte.weight", Kind::Embedding),
    ("position_embedding", "transformer.wpe.weight", Kind::Embedding),
    ("blocks.{}.attention_norm", "transformer.h.{}.ln_1", Kind::Norm),
    ("blocks.{}.attention.query", "transformer.h.{}.attn.c_attn", Kind::Third(0)),
    ("blocks.{}.attention.key", "transformer.h.{}.attn.c_attn", Kind::Third(1)),
    ("blocks.{}.attention.value", "transformer.h.{}.attn.c_attn", Kind::Third(2)),
    ("blocks.{}.attention.output", "transformer.h.{}.attn.c_proj", Kind::Conv1d),
    ("blocks.{}.mlp.norm", "transformer.h.{}.ln_2", Kind::Norm),
    ("blocks.{}.mlp.up", "transformer.h.{}.mlp.c_fc", Kind::Conv1d),
    ("blocks.{}.mlp.down", "transformer.h.{}.mlp.c_proj", Kind::Conv1d),
    ("final_norm", "transformer.ln_f", Kind::Norm),
    ("output", "lm_head.weight", Kind::Embedding),
];

#[rustfmt::skip]
const BERT: [Row; 16] = [
    ("token_embedding", "bert.embeddings.word_embeddings.weight", Kind::Embedding),
    ("position_embedding", "bert.embeddings.position_embeddings.weight", Kind::Embedding),
    ("segment_embedding", "bert.embeddings.token_type_embeddings.weight", Kind::Embedding),
    ("embedding_norm", "bert.embeddings.LayerNorm", Kind::LayerNorm),
    ("blocks.{}.attention.query", "bert.encoder.layer.{}.attention.self.query", Kind::Linear),
    ("blocks.{}.attention.key", "bert.encoder.layer.{}.attention.self.key", Kind::Linear),
    ("blocks.{}.attention.value", "bert.encoder.layer.{}.attention.self.value", Kind::Linear),
    ("blocks.{}.attention.output", "bert.encoder.layer.{}.attention.output.dense", Kind::Linear),
    ("blocks.{}.attention_norm", "bert.encoder.layer.{}.attention.output.LayerNorm", Kind::LayerNorm),
    ("blocks.{}.mlp.up", "bert.encoder.layer.{}.intermediate.dense", Kind::Linear),
    ("blocks.{}.mlp.down", "bert.encoder.layer.{}.output.dense", Kind::Linear),
    ("blocks.{}.mlp.norm", "bert.encoder.layer.{}.output.LayerNorm", Kind::LayerNorm),
    ("head.dense", "cls.predictions.transform.dense", Kind::Linear),
    ("head.norm", "cls.predictions.transform.LayerNorm", Kind::LayerNorm),
    ("output", "cls.predictions.decoder.weight", Kind::Embedding),
    ("output_bias", "cls.predictions", Kind::OutputBias),
];

#[rustfmt::skip]
const LLAMA: [Row; 14] = [
    ("token_embedding", "model.embed_tokens.weight", Kind::Embedding),
    ("blocks.{}.attention_norm", "model.layers.{}.input_layernorm", Kind::Norm),
    ("blocks.{}.attention.query", "model.layers.{}.self_attn.q_proj", Kind::Linear),
    ("blocks.{}.attention.key", "model.layers.{}.self_attn.k_proj", Kind::Linear),
    ("blocks.{}.attention.value", "model.layers.{}.self_attn.v_proj", Kind::Linear),
    ("blocks.{}.attention.output", "model.layers.{}.self_attn.o_proj", Kind::Linear),
    // Of these Qwen3 alone has these two.
    ("blocks.{}.attention.query_norm", "model.layers.{}.self_attn.q_norm", Kind::Norm),
    ("blocks.{}.attention.key_norm", "model.layers.{}.self_attn.k_norm", Kind::Norm),
    ("blocks.{}.mlp.norm", "model.layers.{}.post_attention_layernorm", Kind::Norm),
    ("blocks.{}.mlp.gate", "model.layers.{}.mlp.gate_proj", Kind::Linear),
    ("blocks.{}.mlp.up", "model.layers.{}.mlp.up_proj", Kind::Linear),
    ("blocks.{}.mlp.down", "model.layers.{}.mlp.down_proj", Kind::Linear),
    ("final_norm", "model.norm", Kind::Norm),
    ("output", "lm_head.weight", Kind::Embedding),
];

#[rustfmt::skip]
const DISTIL_BERT: [Row; 15] = [
    ("token_embedding", "distilbert.embeddings.word_embeddings.weight", Kind::Embedding),
    ("position_embedding", "distilbert.embeddings.position_embeddings.weight", Kind::Embedding),
    ("embedding_norm", "distilbert.embeddings.LayerNorm", Kind::LayerNorm),
    ("blocks.{}.attention.query", "distilbert.transformer.layer.{}.attention.q_lin", Kind::Linear),
    ("blocks.{}.attention.key", "distilbert.transformer.layer.{}.attention.k_lin", Kind::Linear),
    ("blocks.{}.attention.value", "distilbert.transformer.layer.{}.attention.v_lin", Kind::Linear),
    ("blocks.{}.attention.output", "distilbert.transformer.layer.{}.attention.out_lin", Kind::Linear),
    ("blocks.{}.attention_norm", "distilbert.transformer.layer.{}.sa_layer_norm", Kind::Norm),
    ("blocks.{}.mlp.up", "distilbert.transformer.layer.{}.ffn.lin1", Kind::Linear),
    ("blocks.{}.mlp.down", "distilbert.transformer.layer.{}.ffn.lin2", Kind::Linear),
    ("blocks.{}.mlp.norm", "distilbert.transformer.layer.{}.output_layer_norm", Kind::Norm),
    ("head.dense", "vocab_transform", Kind::Linear),
    ("head.norm", "vocab_layer_norm", Kind::Norm),
    ("output", "vocab_projector.weight", Kind::Embedding),
    ("output_bias", "vocab_projector.bias", Kind::Vector),
];

/// `embed_out` until `transformers` 5, which reads and writes both.
const GPT_NEO_X_OUTPUT: Kind = Kind::EmbeddingOr(&["embed_out.weight", "lm_head.weight"]);

#[rustfmt::skip]
const GPT_NEO_X: [Row; 11] = [
    ("token_embedding", "gpt_neox.embed_in.weight", Kind::Embedding),
    ("blocks.{}.attention_norm", "gpt_neox.layers.{}.input_layernorm", Kind::Norm),
    ("blocks.{}.attention.query", "gpt_neox.layers.{}.attention.query_key_value", Kind::HeadThird(0)),
    ("blocks.{}.attention.key", "gpt_neox.layers.{}.attention.query_key_value", Kind::HeadThird(1)),
    ("blocks.{}.attention.value", "gpt_neox.layers.{}.attention.query_key_value", Kind::HeadThird(2)),
    ("blocks.{}.attention.output", "gpt_neox.layers.{}.attention.dense", Kind::Linear),
    ("blocks.{}.mlp.norm", "gpt_neox.layers.{}.post_attention_layernorm", Kind::Norm),
    ("blocks.{}.mlp.up", "gpt_neox.layers.{}.mlp.dense_h_to_4h", Kind::Linear),
    ("blocks.{}.mlp.down", "gpt_neox.layers.{}.mlp.dense_4h_to_h", Kind::Linear),
    ("final_norm", "gpt_neox.final_layer_norm", Kind::Norm),
    ("output", "", GPT_NEO_X_OUTPUT),
];

#[rustfmt::skip]
const GPT_NEO: [Row; 12] = [
    ("token_embedding", "transformer.wte.weight", Kind::Embedding),
    ("position_embedding", "transformer.wpe.weight", Kind::Embedding),
    ("blocks.{}.attention_norm", "transformer.h.{}.ln_1", Kind::Norm),
    ("blocks.{}.attention.query", "transformer.h.{}.attn.attention.q_proj", Kind::Linear),
    ("blocks.{}.attention.key", "transformer.h.{}.attn.attention.k_proj", Kind::Linear),
    ("blocks.{}.attention.value", "transformer.h.{}.attn.attention.v_proj", Kind::Linear),
    ("blocks.{}.attention.output", "transformer.h.{}.attn.attention.out_proj", Kind::Linear),
    ("blocks.{}.mlp.norm", "transformer.h.{}.ln_2", Kind::Norm),
    ("blocks.{}.mlp.up", "transformer.h.{}.mlp.c_fc", Kind::Linear),
    ("blocks.{}.mlp.down", "transformer.h.{}.mlp.c_proj", Kind::Linear),
    ("final_norm", "transformer.ln_f", Kind::Norm),
    ("output", "lm_head.weight", Kind::Embedding),
];
