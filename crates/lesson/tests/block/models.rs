//! Small models, one for every switch, and every cell of their views.

use attention::model::{
    Biases, Config, MlpKind, Model, NormKind, Params, Positions, RopeLayout, Run, Tensors,
};
use lesson::lessons::training::block::{BlockCell, BlockView, Explanation, explain, view};

/// What the models read.
pub const IDS: [u32; 6] = [3, 0, 6, 6, 1, 4];
/// The tokens that are looked at.
pub const PLACES: [usize; 3] = [0, 3, 5];

/// Two blocks, four heads, the switches of GPT-2; room for one token more than is read.
pub fn toy() -> Config {
    Config {
        d_mlp: 12,
        ..Config::gpt2(7, 7, 8, 2, 4)
    }
}

/// The settings with something changed each, by name.
pub fn settings() -> Vec<(&'static str, Config)> {
    let rope = |layout| Positions::Rope {
        theta: 100.0,
        layout,
        dims: None,
    };
    let of = |change: &dyn Fn(&mut Config)| {
        let mut config = toy();
        change(&mut config);
        config
    };
    vec![
        ("toy", toy()),
        (
            "one layer, one head",
            of(&|c| (c.n_layers, c.n_heads, c.n_kv_heads, c.d_head) = (1, 1, 1, 8)),
        ),
        (
            "four layers, eight heads",
            of(&|c| (c.n_layers, c.n_heads, c.n_kv_heads, c.d_head) = (4, 8, 8, 1)),
        ),
        ("no layer", of(&|c| c.n_layers = 0)),
        ("no MLP", of(&|c| c.mlp = MlpKind::None)),
        ("ReLU", of(&|c| c.mlp = MlpKind::Relu)),
        ("GELU", of(&|c| c.mlp = MlpKind::Gelu)),
        ("SwiGLU", of(&|c| c.mlp = MlpKind::SwiGlu)),
        ("RMSNorm", of(&|c| c.norm = NormKind::Rms)),
        ("no biases", of(&|c| c.biases = Biases::NONE)),
        (
            "biases everywhere, own output",
            of(&|c| (c.biases, c.tied) = (Biases::ALL, false)),
        ),
        ("no positions", of(&|c| c.positions = Positions::None)),
        ("sinusoidal", of(&|c| c.positions = Positions::Sinusoidal)),
        (
            "RoPE, neighbours",
            of(&|c| (c.positions, c.d_head) = (rope(RopeLayout::Interleaved), 6)),
        ),
        (
            "RoPE, halves",
            of(&|c| (c.positions, c.d_head) = (rope(RopeLayout::HalfSplit), 6)),
        ),
        ("ALiBi", of(&|c| c.positions = Positions::Alibi)),
        (
            "ALiBi, not causal",
            of(&|c| (c.positions, c.causal) = (Positions::Alibi, false)),
        ),
        (
            "not causal, not scaled",
            of(&|c| (c.causal, c.scaled) = (false, false)),
        ),
        (
            "shared keys, widths of no vector",
            of(&|c| {
                (c.d_model, c.d_mlp, c.d_head, c.n_kv_heads) = (7, 5, 3, 2);
            }),
        ),
        (
            "Llama",
            of(&|c| {
                (c.positions, c.n_kv_heads) = (rope(RopeLayout::HalfSplit), 2);
                (c.norm, c.mlp, c.biases, c.tied) =
                    (NormKind::Rms, MlpKind::SwiGlu, Biases::NONE, false);
            }),
        ),
    ]
}

/// A model in which no weight is 0 or 1, and what it computes for [`IDS`].
pub fn read(config: Config) -> (Model, Run) {
    let mut params = Params::zeros(&config);
    let mut state = 7_u64;
    params.each_mut("", &mut |_, weights| {
        for weight in weights.data_mut() {
            // Knuth's MMIX generator: the same numbers on every machine, here in [−1, 1).
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            *weight = (state >> 40) as f32 / 8_388_608.0 - 1.0;
        }
    });
    let model = Model::new(config, params).unwrap();
    let mut run = Run::with_stages(&model, 1, IDS.len()).unwrap();
    model.forward(&IDS, &mut run).unwrap();
    (model, run)
}

/// Every cell with its number.
pub fn cells(view: &BlockView) -> impl Iterator<Item = (BlockCell, f32)> {
    view.rows.iter().flat_map(|row| {
        let (layer, part, head) = (row.layer, row.part, row.head);
        let cell = move |col| BlockCell {
            layer,
            part,
            head,
            col,
        };
        row.values
            .iter()
            .enumerate()
            .map(move |(col, value)| (cell(col), *value))
    })
}

/// Does `check` for every cell of every view of every model.
pub fn each_cell(check: impl Fn(&str, &BlockView, &Explanation)) {
    for (name, config) in settings() {
        let (model, run) = read(config);
        for place in PLACES {
            let view = view(&model, &run, &IDS, 9, place);
            for (cell, value) in cells(&view) {
                let explanation = explain(&model, &run, &IDS, place, cell);
                let Some(explanation) = explanation else {
                    panic!("{name}, place {place}: nothing explains {cell:?} = {value}");
                };
                check(name, &view, &explanation);
            }
        }
    }
}
