//! What a transformer is made of: one set of switches for the toy, GPT-2, BERT, Llama and their relatives.

mod check;
mod cost;

/// The sizes and switches of a transformer. All sizes count numbers, none may be 0
/// (but `n_layers`, `segments`, and `d_mlp` where there is no MLP).
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How many different tokens there are.
    pub vocab: usize,
    /// The longest sequence, in tokens.
    pub max_len: usize,
    /// The width of the residual stream. The embedding enters it as it is: Vaswani et al. 2017,
    /// §3.4, multiply it by √d_model; GPT-2, BERT and Llama do not. There is no dropout.
    pub d_model: usize,
    /// How many blocks follow each other.
    pub n_layers: usize,
    /// How many heads of queries each block has.
    pub n_heads: usize,
    /// How many heads of keys and values: as many as `n_heads` (multi-head attention; Vaswani et
    /// al. 2017, §3.2.2), fewer (grouped-query; Ainslie et al. 2023, §2.2) or 1 (multi-query;
    /// Shazeer 2019). Divides `n_heads`; query head `h` uses key head `h / (n_heads / n_kv_heads)`.
    pub n_kv_heads: usize,
    /// The width of one head, d_k = d_v; usually `d_model / n_heads`.
    pub d_head: usize,
    /// The width inside the MLP.
    pub d_mlp: usize,
    /// What the MLP of each block computes.
    pub mlp: MlpKind,
    /// How activations are normalised.
    pub norm: NormKind,
    /// Where in the block.
    pub norm_place: NormPlace,
    /// Is each query and each key normalised by itself, over its d_head numbers and before it is turned, as in
    /// Qwen3 (Henry et al. 2020)? All query heads of a layer share a gain, and all key heads another.
    pub head_norm: bool,
    /// Do attention and MLP of a block read the same, x + Attention(Norm(x)) + MLP(Norm(x)), as in GPT-J and
    /// GPT-NeoX (Wang and Komatsuzaki 2021)? Needs [`NormPlace::Pre`]. Otherwise the MLP reads what attention
    /// has written.
    pub parallel: bool,
    /// What is added to a variance before its root is taken.
    pub eps: f32,
    /// Is the embedding normalised too, as in BERT?
    pub embedding_norm: bool,
    /// How the model knows where a token stands.
    pub positions: Positions,
    /// Rows of the segment embedding ("token types" in BERT), 0 for none.
    /// Every token belongs to segment 0.
    pub segments: usize,
    /// Which parts add a bias.
    pub biases: Biases,
    /// A dense layer, the MLP's activation (GELU where there is no MLP) and a norm before the
    /// logits, as in BERT's masked-language head?
    pub head_transform: bool,
    /// Are the logits read off with the token embedding (Press and Wolf 2017)?
    /// Otherwise with a matrix of their own.
    pub tied: bool,
    /// May a token look only at itself and at what came before?
    pub causal: bool,
    /// How many keys a token may look at, itself and those right before it (Beltagy et al. 2020, §3.1; Mistral:
    /// Jiang et al. 2023, §2), or `None` for all. The list is gone through again and again: layer `l` has entry
    /// `l % windows.len()`, so that one entry is for all layers and two alternate as in GPT-Neo. Empty: no
    /// windows. Needs `causal`.
    pub windows: Vec<Option<usize>>,
    /// Are scores multiplied by 1/√d_k?
    pub scaled: bool,
}

/// How a row is normalised. Both then multiply by a learned gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormKind {
    /// (x − mean) / √(variance + eps) (Ba et al. 2016).
    Layer,
    /// x / √(mean of squares + eps) (Zhang and Sennrich 2019).
    Rms,
}

/// Where a block normalises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormPlace {
    /// x + f(Norm(x)), and one more norm before the logits (GPT-2, Llama).
    Pre,
    /// Norm(x + f(x)) (Vaswani et al. 2017, §3.1; BERT).
    Post,
}

/// What the MLP computes between its two projections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MlpKind {
    /// No MLP: attention only.
    None,
    /// max(0, x) (Vaswani et al. 2017, §3.3).
    Relu,
    /// x·Φ(x), Φ being the normal distribution (Hendrycks and Gimpel 2016; BERT).
    Gelu,
    /// GELU with Φ approximated by tanh (the same paper, §2; GPT-2).
    GeluTanh,
    /// silu(x·W_gate) ∘ (x·W_up) (Shazeer 2020; Llama).
    SwiGlu,
}

/// How the model knows where a token stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Positions {
    /// Not at all.
    None,
    /// A fixed wave added to the embedding (Vaswani et al. 2017, §3.5).
    Sinusoidal,
    /// A learned row per position added to the embedding (GPT-2, BERT).
    Learned,
    /// Queries and keys are turned by an angle that grows with the position (Su et al. 2021).
    Rope {
        /// The base of the wavelengths, 10 000 in the paper.
        theta: f32,
        /// Which two components turn together.
        layout: RopeLayout,
        /// How many components of each head turn, the first ones; the rest stay as they are (GPT-J, GPT-NeoX).
        /// `None`: all d_head.
        dims: Option<usize>,
    },
    /// A penalty on the score that grows with the distance (Press et al. 2021).
    Alibi,
}

/// Which two components of a query or key turn together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RopeLayout {
    /// Components 2i and 2i + 1 (the paper, GPT-J).
    Interleaved,
    /// Components i and i + d/2 of the d that turn (Llama as Hugging Face stores it).
    HalfSplit,
}

/// Which parts add a bias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Biases {
    /// The projections of attention to queries, keys and values.
    pub attention: bool,
    /// The projection of what the heads put out, W_O.
    pub attention_output: bool,
    /// The projections of the MLP and of the head transform.
    pub mlp: bool,
    /// The norms.
    pub norm: bool,
    /// The logits.
    pub output: bool,
}

impl Biases {
    /// None anywhere, as in Llama.
    pub const NONE: Self = Self {
        attention: false,
        attention_output: false,
        mlp: false,
        norm: false,
        output: false,
    };
    /// Everywhere but on the logits, as in GPT-2.
    pub const INSIDE: Self = Self {
        attention: true,
        attention_output: true,
        mlp: true,
        norm: true,
        output: false,
    };
    /// Everywhere, as in BERT.
    pub const ALL: Self = Self {
        attention: true,
        attention_output: true,
        mlp: true,
        norm: true,
        output: true,
    };
}

impl Config {
    /// A model with GPT-2's switches (Radford et al. 2019, §2.3): norms first, GELU with tanh,
    /// learned positions, biases but on the logits, the embedding also reads them off; heads of
    /// width d_model/n_heads, an MLP of width 4·d_model. Change what is to differ; sizes that make
    /// no model are found by [`Config::check`].
    #[must_use]
    pub fn gpt2(
        vocab: usize,
        max_len: usize,
        d_model: usize,
        n_layers: usize,
        n_heads: usize,
    ) -> Self {
        Self {
            vocab,
            max_len,
            d_model,
            n_layers,
            n_heads,
            n_kv_heads: n_heads,
            d_head: d_model.checked_div(n_heads).unwrap_or(0),
            d_mlp: d_model.saturating_mul(4),
            mlp: MlpKind::GeluTanh,
            norm: NormKind::Layer,
            norm_place: NormPlace::Pre,
            head_norm: false,
            parallel: false,
            eps: 1e-5,
            embedding_norm: false,
            positions: Positions::Learned,
            segments: 0,
            biases: Biases::INSIDE,
            head_transform: false,
            tied: true,
            causal: true,
            windows: Vec::new(),
            scaled: true,
        }
    }

    /// The width of all queries side by side, `n_heads · d_head`.
    #[must_use]
    pub fn d_queries(&self) -> usize {
        self.n_heads * self.d_head
    }

    /// The width of all keys (or values) side by side, `n_kv_heads · d_head`.
    #[must_use]
    pub fn d_keys(&self) -> usize {
        self.n_kv_heads * self.d_head
    }

    /// How many keys a token may look at in layer `layer`, itself included; `None` for all that `causal` leaves.
    #[must_use]
    pub fn window(&self, layer: usize) -> Option<usize> {
        let entry = layer.checked_rem(self.windows.len())?;
        self.windows.get(entry).copied().flatten()
    }

    /// The factor on the scores.
    #[must_use]
    pub fn scale(&self) -> f32 {
        let scale = if self.scaled {
            crate::Scale::SqrtDk
        } else {
            crate::Scale::None
        };
        scale.factor(self.d_head)
    }
}
