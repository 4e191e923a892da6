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
    /// The bias of BERT's logits. Its decoder's own counts where both are stored.
    OutputBias,
}

type Row = (&'static str, &'static str, Kind);

/// The rows of a family.
pub(super) fn rows(family: Family) -> &'static [Row] {
    match family {
        Family::Gpt2 => &GPT2,
        Family::Bert => &BERT,
        Family::Llama => &LLAMA,
    }
}

/// What the model without its head does not write before its names.
pub(super) fn prefix(family: Family) -> &'static str {
    match family {
        Family::Gpt2 => "transformer.",
        Family::Bert => "bert.",
        Family::Llama => "model.",
    }
}

/// How the name of anything inside a block begins, after the prefix.
pub(super) fn block(family: Family) -> &'static str {
    match family {
        Family::Gpt2 => "h.",
        Family::Bert => "encoder.layer.",
        Family::Llama => "layers.",
    }
}

/// How names end that are stored beside the weights of a block, but follow from the settings: the
/// causal mask and what stood for −∞ in it, the wavelengths of RoPE.
pub(super) fn buffers(family: Family) -> &'static [&'static str] {
    match family {
        Family::Gpt2 => &[".attn.bias", ".attn.masked_bias"],
        Family::Bert => &[],
        Family::Llama => &[".self_attn.rotary_emb.inv_freq"],
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
const LLAMA: [Row; 12] = [
    ("token_embedding", "model.embed_tokens.weight", Kind::Embedding),
    ("blocks.{}.attention_norm", "model.layers.{}.input_layernorm", Kind::Norm),
    ("blocks.{}.attention.query", "model.layers.{}.self_attn.q_proj", Kind::Linear),
    ("blocks.{}.attention.key", "model.layers.{}.self_attn.k_proj", Kind::Linear),
    ("blocks.{}.attention.value", "model.layers.{}.self_attn.v_proj", Kind::Linear),
    ("blocks.{}.attention.output", "model.layers.{}.self_attn.o_proj", Kind::Linear),
    ("blocks.{}.mlp.norm", "model.layers.{}.post_attention_layernorm", Kind::Norm),
    ("blocks.{}.mlp.gate", "model.layers.{}.mlp.gate_proj", Kind::Linear),
    ("blocks.{}.mlp.up", "model.layers.{}.mlp.up_proj", Kind::Linear),
    ("blocks.{}.mlp.down", "model.layers.{}.mlp.down_proj", Kind::Linear),
    ("final_norm", "model.norm", Kind::Norm),
    ("output", "lm_head.weight", Kind::Embedding),
];
