//! Small transformers, one for every switch.
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

use super::Seeded;
use attention::Backend;
use attention::model::{
    Biases, Config, MlpKind, Model, NormKind, NormPlace, Positions, RopeLayout, Tensors,
};

/// A transformer of two small blocks with the switches of GPT-2.
pub fn toy() -> Config {
    Config {
        d_mlp: 12,
        ..Config::gpt2(7, 6, 8, 2, 4)
    }
}

/// Widths that fill no vector of four, three heads that share one of keys.
pub fn odd() -> Config {
    Config {
        d_model: 7,
        n_heads: 3,
        n_kv_heads: 1,
        d_head: 3,
        d_mlp: 5,
        positions: Positions::Alibi,
        biases: Biases::ALL,
        embedding_norm: true,
        ..toy()
    }
}

/// The settings with one thing changed each, by name.
pub fn settings() -> Vec<(&'static str, Config)> {
    [first_settings(), later_settings()].concat()
}

/// Those of the families that came later: partly turned heads, windows, norms of heads, parallel blocks.
pub fn later_settings() -> Vec<(&'static str, Config)> {
    let rope = |dims| Positions::Rope {
        theta: 100.0,
        layout: RopeLayout::HalfSplit,
        dims,
    };
    let wide = || Config { d_head: 6, ..toy() };
    let (attention, attention_output) = (false, true);
    let neo = Biases {
        attention,
        attention_output,
        ..Biases::INSIDE
    };
    vec![
        (
            "a part turns",
            Config {
                positions: rope(Some(4)),
                ..wide()
            },
        ),
        (
            "a part turns, interleaved",
            Config {
                positions: Positions::Rope {
                    theta: 100.0,
                    layout: RopeLayout::Interleaved,
                    dims: Some(2),
                },
                ..wide()
            },
        ),
        (
            "a window",
            Config {
                windows: vec![Some(2)],
                ..toy()
            },
        ),
        (
            "alternating windows",
            Config {
                windows: vec![None, Some(3)],
                positions: Positions::Alibi,
                ..toy()
            },
        ),
        (
            "parallel",
            Config {
                parallel: true,
                ..toy()
            },
        ),
        (
            "parallel without MLP",
            Config {
                parallel: true,
                mlp: MlpKind::None,
                ..toy()
            },
        ),
        (
            "head norms",
            Config {
                head_norm: true,
                ..wide()
            },
        ),
        (
            "as GPT-Neo",
            Config {
                biases: neo,
                scaled: false,
                windows: vec![None, Some(2)],
                ..toy()
            },
        ),
        (
            "as GPT-NeoX",
            Config {
                parallel: true,
                positions: rope(Some(2)),
                mlp: MlpKind::Gelu,
                tied: false,
                ..wide()
            },
        ),
        (
            "as Qwen3",
            Config {
                norm: NormKind::Rms,
                mlp: MlpKind::SwiGlu,
                biases: Biases::NONE,
                n_kv_heads: 2,
                head_norm: true,
                positions: rope(None),
                ..wide()
            },
        ),
    ]
}

/// Those whose arithmetic was there from the start; a hash in `model.rs` holds it.
pub fn first_settings() -> Vec<(&'static str, Config)> {
    let rope = |layout| Positions::Rope {
        theta: 100.0,
        layout,
        dims: None,
    };
    let changed = |change: &dyn Fn(&mut Config)| {
        let mut config = toy();
        change(&mut config);
        config
    };
    vec![
        ("toy", toy()),
        ("one layer", changed(&|c| c.n_layers = 1)),
        ("no layer", changed(&|c| c.n_layers = 0)),
        ("post-norm", changed(&|c| c.norm_place = NormPlace::Post)),
        ("RMSNorm", changed(&|c| c.norm = NormKind::Rms)),
        (
            "RMSNorm, post-norm",
            changed(&|c| {
                (c.norm, c.norm_place) = (NormKind::Rms, NormPlace::Post);
            }),
        ),
        ("no MLP", changed(&|c| c.mlp = MlpKind::None)),
        (
            "no MLP, post-norm",
            changed(&|c| {
                (c.mlp, c.norm_place) = (MlpKind::None, NormPlace::Post);
            }),
        ),
        ("ReLU", changed(&|c| c.mlp = MlpKind::Relu)),
        ("GELU", changed(&|c| c.mlp = MlpKind::Gelu)),
        ("SwiGLU", changed(&|c| c.mlp = MlpKind::SwiGlu)),
        (
            "SwiGLU without biases",
            changed(&|c| {
                (c.mlp, c.biases) = (MlpKind::SwiGlu, Biases::NONE);
            }),
        ),
        ("no biases", changed(&|c| c.biases = Biases::NONE)),
        ("all biases", changed(&|c| c.biases = Biases::ALL)),
        ("free output", changed(&|c| c.tied = false)),
        ("grouped keys", changed(&|c| c.n_kv_heads = 2)),
        ("one key head", changed(&|c| c.n_kv_heads = 1)),
        ("wide heads", changed(&|c| c.d_head = 6)),
        ("no positions", changed(&|c| c.positions = Positions::None)),
        (
            "sinusoidal",
            changed(&|c| c.positions = Positions::Sinusoidal),
        ),
        (
            "RoPE, half split",
            changed(&|c| c.positions = rope(RopeLayout::HalfSplit)),
        ),
        (
            "RoPE, interleaved",
            changed(&|c| c.positions = rope(RopeLayout::Interleaved)),
        ),
        ("ALiBi", changed(&|c| c.positions = Positions::Alibi)),
        (
            "ALiBi both ways",
            changed(&|c| (c.positions, c.causal) = (Positions::Alibi, false)),
        ),
        ("both ways", changed(&|c| c.causal = false)),
        ("unscaled", changed(&|c| c.scaled = false)),
        (
            "embedding norm and segments",
            changed(&|c| (c.embedding_norm, c.segments) = (true, 2)),
        ),
        ("head transform", changed(&|c| c.head_transform = true)),
        (
            "as BERT",
            changed(&|c| {
                (c.norm_place, c.mlp, c.biases) = (NormPlace::Post, MlpKind::Gelu, Biases::ALL);
                (c.embedding_norm, c.segments, c.head_transform) = (true, 2, true);
                c.causal = false;
            }),
        ),
        (
            "as Llama",
            changed(&|c| {
                (c.norm, c.mlp, c.biases) = (NormKind::Rms, MlpKind::SwiGlu, Biases::NONE);
                (c.n_kv_heads, c.positions) = (2, rope(RopeLayout::HalfSplit));
            }),
        ),
    ]
}

/// The same model with gains off 1 and biases off 0, where mistakes with them would not show.
pub fn unsettled(model: &Model, backend: Backend) -> Model {
    let mut params = model.params().clone();
    let mut seeded = Seeded(20);
    params.each_mut("", &mut |_, weights| {
        for weight in weights.data_mut() {
            *weight += seeded.number() / 20.0;
        }
    });
    Model::new(model.config().clone(), params)
        .unwrap()
        .with_backend(backend)
}
