//! The transformer as a whole: the same bits from every backend, with and without a cache, from
//! the same seed on every machine; and what it refuses.

use crate::common::models::{first_settings, later_settings, odd, settings, toy, unsettled};
use crate::common::{Seeded, assert_same_bits, bits};
use attention::model::{
    Backward, Biases, Cache, Config, HeadStages, MlpKind, Model, ModelError, NormKind, NormPlace,
    Params, Positions, Run, Tensors,
};
use attention::sample::{greedy, most_likely};
use attention::train::{AdamW, Trainer, next_tokens};
use attention::{Backend, Mask, Matrix, mix_with, scores_with, softmax_with, stages_with};

for_each_backend!(
    training_gives_the_bits_of_the_specification,
    training_gives_these_bits_on_every_machine,
    training_learns,
    the_cache_changes_nothing,
    the_first_weights_are_as_large_as_they_should_be,
    greedy_takes_the_most_likely_token,
    every_stage_of_every_head_is_kept,
    recording_changes_nothing,
    sequences_of_a_batch_do_not_see_each_other,
    leaving_out_hidden_keys_changes_nothing,
    a_step_gone_wrong_leaves_nothing_behind,
    what_was_made_for_another_model_is_refused,
    a_diverged_trainer_trains_on_with_good_weights,
    what_cannot_be_is_refused,
);

const IDS: [u32; 10] = [3, 1, 4, 1, 5, 2, 6, 5, 3, 0];

fn model(config: Config, backend: Backend) -> Model {
    let model = Model::random(config, 5).unwrap();
    unsettled(&model, backend)
}

fn forward(model: &Model, batch: usize, ids: &[u32]) -> Run {
    let mut run = Run::with_stages(model, batch, ids.len() / batch).unwrap();
    model.forward(ids, &mut run).unwrap();
    run
}

/// The weights and the losses of three steps.
fn train(config: Config, backend: Backend) -> (Vec<u32>, Vec<f32>) {
    let mut model = model(config, backend);
    let mut trainer = Trainer::new(&model, AdamW::default(), 2, 5).unwrap();
    let targets = next_tokens(&IDS, 5);
    let losses = (0..3).map(|_| trainer.step(&mut model, &IDS, &targets).unwrap());
    let losses = losses.collect();
    let mut weights = Vec::new();
    model
        .params()
        .each("", &mut |_, matrix| weights.extend(bits(matrix)));
    (weights, losses)
}

fn training_gives_the_bits_of_the_specification(backend: Backend) {
    let odd_rms = Config {
        norm: NormKind::Rms,
        ..odd()
    };
    let widths = [("odd widths", odd()), ("odd widths, RMSNorm", odd_rms)];
    for (name, config) in settings().into_iter().chain(widths) {
        let (found, wanted) = (
            train(config.clone(), backend),
            train(config, Backend::Scalar),
        );
        assert_eq!(found.1, wanted.1, "{name}: losses");
        assert!(found.0 == wanted.0, "{name}: weights");
    }
}

/// One number for all settings of a list, so that a native build and one for the browser, of today and of
/// tomorrow, can be held to the same bits. It changes when the arithmetic does, and only then.
fn training_gives_these_bits_on_every_machine(backend: Backend) {
    let hash = |settings| hash(settings, backend);
    assert_eq!(hash(first_settings()), "b75579f8160c897f");
    assert_eq!(hash(later_settings()), "d1a61783606f10cf");
}

fn hash(settings: Vec<(&str, Config)>, backend: Backend) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (_, config) in settings {
        let (weights, losses) = train(config, backend);
        for word in weights
            .into_iter()
            .chain(losses.iter().map(|loss| loss.to_bits()))
        {
            hash = (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn training_learns(backend: Backend) {
    for (name, config) in settings() {
        let can_see = config.n_layers > 0 && config.causal;
        let mut model = Model::random(config, 1).unwrap().with_backend(backend);
        let rate = AdamW {
            rate: 0.02,
            ..AdamW::default()
        };
        let mut trainer = Trainer::new(&model, rate, 2, 5).unwrap();
        let targets = next_tokens(&IDS, 5);
        let first = trainer.step(&mut model, &IDS, &targets).unwrap();
        for _ in 0..60 {
            trainer.step(&mut model, &IDS, &targets).unwrap();
        }
        let last = trainer.measure(&model, &IDS, &targets).unwrap();
        let share = if can_see { 0.5 } else { 0.95 };
        assert!(
            last < first * share,
            "{name}: the loss went from {first} to {last}"
        );
    }
}

fn the_cache_changes_nothing(backend: Backend) {
    let ids = &IDS[..6];
    for (name, config) in settings().into_iter().filter(|(_, config)| config.causal) {
        let model = model(config, backend);
        let whole = forward(&model, 1, ids);
        for first in 1..ids.len() {
            let mut cache = Cache::new(&model).unwrap();
            let mut start = Run::next(&model, first).unwrap();
            model.extend(&mut cache, &ids[..first], &mut start).unwrap();
            let mut one = Run::next(&model, 1).unwrap();
            for (i, id) in ids.iter().enumerate().skip(first) {
                assert_eq!(cache.len(), i);
                model.extend(&mut cache, &[*id], &mut one).unwrap();
                assert_eq!(
                    one.logits().row(0),
                    whole.logits().row(i),
                    "{name}, token {i}"
                );
                for (layer, head) in heads(&model) {
                    let (found, wanted) = (
                        one.weights(&model, layer, 0, head),
                        whole.weights(&model, layer, 0, head),
                    );
                    assert_eq!(found.row(0), &wanted.row(i)[..=i], "{name}, token {i}");
                }
            }
        }
    }
}

/// Gains 1, biases 0, and all else normally distributed with the deviation that is promised.
fn the_first_weights_are_as_large_as_they_should_be(_: Backend) {
    let config = Config {
        vocab: 64,
        d_model: 48,
        d_mlp: 96,
        d_head: 16,
        n_layers: 3,
        biases: Biases::ALL,
        head_transform: true,
        tied: false,
        ..toy()
    };
    let model = Model::random(config, 3).unwrap();
    model.params().each("", &mut |path, weights| {
        let all = |wanted: f32| weights.data().iter().all(|weight| *weight == wanted);
        if path.ends_with("gain") {
            return assert!(all(1.0), "{path}");
        }
        if path.ends_with("bias") {
            return assert!(all(0.0), "{path}");
        }
        let into_stream = path.ends_with("output.weight") || path.ends_with("down.weight");
        let width = if path.ends_with(".weight") {
            weights.rows()
        } else {
            weights.cols()
        };
        let wanted = (width as f64 * if into_stream { 6.0 } else { 1.0 }).powf(-0.5);
        let squares = weights
            .data()
            .iter()
            .map(|&weight| f64::from(weight).powi(2));
        let found = (squares.sum::<f64>() / weights.data().len() as f64).sqrt();
        // The deviation of n numbers is off by √(1/2n) of itself: four times that at most.
        let tolerance = 4.0 * (0.5 / weights.data().len() as f64).sqrt();
        assert!(
            (found / wanted - 1.0).abs() < tolerance,
            "{path}: {found}, not {wanted}"
        );
    });
}

fn heads(model: &Model) -> impl Iterator<Item = (usize, usize)> {
    let heads = model.config().n_heads;
    (0..model.config().n_layers).flat_map(move |layer| (0..heads).map(move |head| (layer, head)))
}

fn greedy_takes_the_most_likely_token(backend: Backend) {
    let model = model(toy(), backend);
    let mut ids = vec![3, 1];
    let written = greedy(&model, &ids, 4).unwrap();
    for token in written.iter().copied() {
        let run = forward(&model, 1, &ids);
        let logits = run.logits().row(ids.len() - 1);
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(logits[token as usize], most);
        ids.push(token);
    }
    assert_eq!(ids.len(), 6);
    assert!(greedy(&model, &[2], 0).unwrap().is_empty());
    assert_eq!(most_likely(&[1.0, 3.0, 3.0, 2.0]), Some(1));
    assert_eq!(
        most_likely(&[f32::NAN, 1.0, f32::NAN, 2.0, f32::NAN]),
        Some(3)
    );
    assert_eq!(most_likely(&[]), None);
}

/// What is kept agrees with the stages that the stepper computes from the same Q, K and V.
fn every_stage_of_every_head_is_kept(backend: Backend) {
    for (name, config) in settings() {
        let (scale, causal) = (config.scale(), config.causal);
        let alibi = config.positions == Positions::Alibi;
        let model = model(config, backend);
        let run = forward(&model, 2, &IDS);
        for (layer, head) in heads(&model) {
            let mask = match model.config().window(layer) {
                Some(window) => Mask::Window(window),
                None => Mask::Causal,
            };
            let keep = causal.then(|| mask.keep(5, 5).unwrap());
            for sequence in 0..2 {
                let found = run.head(&model, layer, sequence, head);
                let wanted = (&found.q, &found.k, &found.v, keep.as_ref());
                let (q, k, v, keep) = wanted;
                let wanted = stages_with(backend, q, k, v, keep, scale).unwrap();
                let HeadStages {
                    scores,
                    scaled,
                    masked,
                } = found.stages.as_ref().unwrap();
                assert_same_bits(scores, &wanted.scores, name);
                assert_same_bits(scaled, &wanted.scaled, name);
                let softmax = if alibi {
                    softmax_with(backend, masked)
                } else {
                    wanted.softmax
                };
                assert_same_bits(&found.max, &softmax.max, name);
                assert_same_bits(&found.sum, &softmax.sum, name);
                assert_same_bits(&found.weights, &softmax.weights, name);
                assert_same_bits(
                    &found.weights,
                    &run.weights(&model, layer, sequence, head),
                    name,
                );
                let output = mix_with(backend, &found.weights, v).unwrap();
                assert_same_bits(&found.output, &output, name);
                if alibi {
                    check_penalty(&model, (layer, head), scaled, masked);
                } else {
                    assert_same_bits(masked, &wanted.masked, name);
                }
            }
        }
    }
}

/// ALiBi takes its head's slope from each visible score for every token of distance.
fn check_penalty(model: &Model, (layer, head): (usize, usize), scaled: &Matrix, masked: &Matrix) {
    let slope = attention::positions::alibi_slopes(model.config().n_heads)[head];
    for i in 0..scaled.rows() {
        for j in 0..scaled.cols() {
            let window = model.config().window(layer).unwrap_or(usize::MAX);
            let hidden = model.config().causal && (i < j || i - j >= window);
            let wanted = scaled.at(i, j) - slope * i.abs_diff(j) as f32;
            let wanted = if hidden { f32::NEG_INFINITY } else { wanted };
            assert_eq!(masked.at(i, j), wanted, "head {head}, ({i}, {j})");
        }
    }
}

fn recording_changes_nothing(backend: Backend) {
    let model = model(toy(), backend);
    let mut plain = Run::new(&model, 2, 5).unwrap();
    model.forward(&IDS, &mut plain).unwrap();
    assert!(plain.blocks[0].attention.stages.is_none());
    assert_same_bits(plain.logits(), forward(&model, 2, &IDS).logits(), "logits");
    // A run is written over by the next pass, and nothing of the last remains.
    model.forward(&[0; 10], &mut plain).unwrap();
    model.forward(&IDS, &mut plain).unwrap();
    assert_same_bits(plain.logits(), forward(&model, 2, &IDS).logits(), "again");
}

fn sequences_of_a_batch_do_not_see_each_other(backend: Backend) {
    for (name, config) in settings() {
        let model = model(config, backend);
        let both = forward(&model, 2, &IDS);
        for (sequence, ids) in IDS.chunks(5).enumerate() {
            let alone = forward(&model, 1, ids);
            for i in 0..5 {
                assert_eq!(
                    both.logits().row(5 * sequence + i),
                    alone.logits().row(i),
                    "{name}"
                );
            }
        }
    }
}

/// Long enough for several blocks of queries, each with the keys that it may see: the last block
/// is not full.
const LONG: usize = 37;

/// The settings for sequences of [`LONG`] tokens, and two such sequences.
fn long() -> (Vec<(&'static str, Config)>, Vec<u32>) {
    let long = |(name, config)| {
        (
            name,
            Config {
                max_len: LONG,
                ..config
            },
        )
    };
    let ids = (0..2 * LONG as u32).map(|i| (i * i + i / 3) % 7);
    (settings().into_iter().map(long).collect(), ids.collect())
}

/// A run that keeps all stages computes the hidden scores too, for the picture; one for training
/// leaves them out. Logits, weights and gradients are the same, to the bit.
fn leaving_out_hidden_keys_changes_nothing(backend: Backend) {
    let (settings, ids) = long();
    for (name, config) in settings {
        let model = model(config, backend);
        let all = forward(&model, 2, &ids);
        let mut some = Run::new(&model, 2, LONG).unwrap();
        model.forward(&ids, &mut some).unwrap();
        assert_same_bits(some.logits(), all.logits(), name);
        for (layer, head) in heads(&model) {
            let kept = all.head(&model, layer, 1, head);
            let scores = &kept.stages.as_ref().unwrap().scores;
            let wanted = scores_with(backend, &kept.q, &kept.k).unwrap();
            assert_same_bits(scores, &wanted, name);
            let [some, all] = [&some, &all].map(|run| run.weights(&model, layer, 1, head));
            assert_same_bits(&some, &all, name);
        }
        let [some, all] = [&some, &all].map(|run| gradient(&model, &ids, run));
        assert!(some == all, "{name}: gradients");
    }
}

fn gradient(model: &Model, ids: &[u32], run: &Run) -> Params {
    let mut back = Backward::new(model, run);
    let mut seeded = Seeded(40);
    back.d_logits.data_mut().fill_with(|| seeded.number());
    let mut gradient = Params::zeros(model.config());
    model.backward(ids, run, &mut back, &mut gradient).unwrap();
    gradient
}

/// After numbers that were not finite, the same buffers give with good weights what new ones give.
fn a_step_gone_wrong_leaves_nothing_behind(backend: Backend) {
    let (settings, ids) = long();
    let targets = next_tokens(&ids, LONG);
    for (name, config) in settings {
        let good = model(config.clone(), backend);
        let mut params = good.params().clone();
        params.each_mut("", &mut |_, weights| weights.data_mut().fill(f32::NAN));
        let bad = Model::new(config, params).unwrap().with_backend(backend);
        let mut used = Trainer::new(&good, AdamW::default(), 2, LONG).unwrap();
        let mut fresh = used.clone();
        assert!(used.measure(&bad, &ids, &targets).unwrap().is_nan());
        let losses = [&mut used, &mut fresh].map(|t| t.measure(&good, &ids, &targets).unwrap());
        assert_eq!(losses[0], losses[1], "{name}");
        assert!(used.gradient() == fresh.gradient(), "{name}");
    }
}

fn what_was_made_for_another_model_is_refused(backend: Backend) {
    let smaller = Config {
        n_layers: 1,
        ..toy()
    };
    let (this, other) = (model(toy(), backend), model(smaller, backend));
    let refused = |result: Result<(), ModelError>| {
        assert!(matches!(result, Err(ModelError::MadeForOther { .. })));
    };
    let mut run = Run::new(&other, 2, 5).unwrap();
    refused(this.forward(&IDS, &mut run));
    let mut back = Backward::new(&other, &run);
    refused(this.backward(&IDS, &run, &mut back, &mut Params::zeros(&toy())));
    let (mut cache, mut one) = (Cache::new(&other).unwrap(), Run::next(&this, 1).unwrap());
    refused(this.extend(&mut cache, &[1], &mut one));
    // A run for whole sequences has no room for what a cache remembers, and one with a cache does
    // not hold what the way back needs.
    let mut cache = Cache::new(&this).unwrap();
    refused(this.extend(&mut cache, &[1], &mut Run::new(&this, 1, 1).unwrap()));
    this.extend(&mut cache, &[1], &mut one).unwrap();
    let mut back = Backward::new(&this, &one);
    refused(this.backward(&[1], &one, &mut back, &mut Params::zeros(&toy())));
    let mut trainer = Trainer::new(&other, AdamW::default(), 2, 5).unwrap();
    refused(
        trainer
            .measure(&this, &IDS, &next_tokens(&IDS, 5))
            .map(drop),
    );
}

/// A step that has no finite loss changes nothing, so the next good one is as if it had not been.
fn a_diverged_trainer_trains_on_with_good_weights(backend: Backend) {
    let good = model(toy(), backend);
    let mut params = good.params().clone();
    params.each_mut("", &mut |_, weights| weights.data_mut().fill(f32::INFINITY));
    let mut bad = Model::new(toy(), params).unwrap().with_backend(backend);
    let mut used = Trainer::new(&good, AdamW::default(), 2, 5).unwrap();
    let mut fresh = used.clone();
    let targets = next_tokens(&IDS, 5);
    assert!(!used.step(&mut bad, &IDS, &targets).unwrap().is_finite());
    let (mut one, mut two) = (good.clone(), good);
    for _ in 0..3 {
        let losses = [
            used.step(&mut one, &IDS, &targets).unwrap(),
            fresh.step(&mut two, &IDS, &targets).unwrap(),
        ];
        assert_eq!(losses[0], losses[1]);
    }
    assert!(one.params() == two.params());
}

fn what_cannot_be_is_refused(backend: Backend) {
    let model = model(toy(), backend);
    let too_long = ModelError::TooLong {
        tokens: 7,
        max_len: 6,
    };
    assert_eq!(Run::new(&model, 1, 7).unwrap_err(), too_long);
    assert_eq!(greedy(&model, &[1, 2, 3], 5).unwrap_err(), too_long);
    assert_eq!(greedy(&model, &[1, 2, 3], 4).unwrap().len(), 4);
    assert!(matches!(
        Run::new(&model, 0, 3),
        Err(ModelError::Count { .. })
    ));
    assert!(matches!(
        greedy(&model, &[], 3),
        Err(ModelError::Count { .. })
    ));
    let mut run = Run::new(&model, 2, 5).unwrap();
    assert!(matches!(
        model.forward(&IDS[..9], &mut run),
        Err(ModelError::Count { .. })
    ));
    let mut ids = IDS;
    ids[3] = 7;
    let unknown = ModelError::UnknownToken {
        token: 7,
        place: 3,
        vocab: 7,
    };
    assert_eq!(model.forward(&ids, &mut run).unwrap_err(), unknown);
    let mut trainer = Trainer::new(&model, AdamW::default(), 2, 5).unwrap();
    let targets = [Some(7); 10];
    assert!(matches!(
        trainer.measure(&model, &IDS, &targets),
        Err(ModelError::UnknownToken { .. })
    ));
    assert!(matches!(
        trainer.measure(&model, &IDS, &[]),
        Err(ModelError::Count { .. })
    ));
    assert_eq!(trainer.measure(&model, &IDS, &[None; 10]).unwrap(), 0.0);
    let both_ways = Config {
        causal: false,
        ..toy()
    };
    let both_ways = Model::random(both_ways, 1).unwrap();
    assert_eq!(
        greedy(&both_ways, &[1], 1).unwrap_err(),
        ModelError::NotCausal
    );
    let other = Params::zeros(&Config {
        norm_place: NormPlace::Post,
        ..toy()
    });
    assert!(matches!(
        Model::new(toy(), other),
        Err(ModelError::Weights { .. })
    ));
    assert!(next_tokens(&[], 0).is_empty());
    assert_eq!(next_tokens(&[1, 2], 0), [None, None]);
    settings_that_make_no_model();
    what_memory_cannot_hold();
}

fn what_memory_cannot_hold() {
    let model = Model::random(toy(), 1).unwrap();
    let huge = [usize::MAX / 2, usize::MAX / 5000];
    for batch in huge {
        assert!(matches!(
            Run::new(&model, batch, 5),
            Err(ModelError::Memory { .. })
        ));
    }
    // The whole memory that 32 bits can address may be there; that of 64 bits never is.
    let wide = Config {
        max_len: usize::MAX / 3,
        positions: Positions::Sinusoidal,
        ..toy()
    };
    let wide = Model::random(wide, 1);
    assert!(matches!(wide, Err(ModelError::Memory { .. })));
    let no_mlp = Config {
        mlp: MlpKind::None,
        d_mlp: usize::MAX,
        ..toy()
    };
    let no_mlp = Model::random(no_mlp, 1).unwrap();
    assert!(Run::new(&no_mlp, 1, 1).is_ok());
    let long = Config {
        max_len: usize::MAX / 3,
        positions: Positions::None,
        ..toy()
    };
    let long = Model::random(long, 1).unwrap();
    assert!(matches!(Cache::new(&long), Err(ModelError::Memory { .. })));
    assert!(matches!(
        greedy(&long, &[1], 2),
        Err(ModelError::Memory { .. })
    ));
    if cfg!(target_pointer_width = "64") {
        let vocab = isize::MAX as usize / 64;
        let vast = Model::random(Config { vocab, ..toy() }, 1);
        assert!(matches!(vast, Err(ModelError::Memory { .. })));
    }
}

fn settings_that_make_no_model() {
    let refused = |change: &dyn Fn(&mut Config)| {
        let mut config = toy();
        change(&mut config);
        let error = Model::random(config, 0).unwrap_err();
        match error {
            ModelError::Config { setting, .. } => setting,
            _ => "something else",
        }
    };
    assert_eq!(refused(&|c| c.vocab = 0), "vocab");
    assert_eq!(refused(&|c| c.n_heads = 0), "n_heads");
    assert_eq!(refused(&|c| c.n_kv_heads = 0), "n_kv_heads");
    assert_eq!(refused(&|c| c.n_kv_heads = 3), "n_kv_heads");
    assert_eq!(refused(&|c| c.d_mlp = 0), "d_mlp");
    assert_eq!(refused(&|c| c.eps = f32::NAN), "eps");
    assert_eq!(refused(&|c| c.n_layers = usize::MAX), "sizes");
    assert_eq!(refused(&|c| c.d_mlp = usize::MAX / 2), "sizes");
    assert_eq!(refused(&|c| c.vocab = usize::MAX / 2), "sizes");
    let rope = |theta| Positions::Rope {
        theta,
        layout: attention::model::RopeLayout::HalfSplit,
        dims: None,
    };
    assert_eq!(
        refused(&|c| (c.positions, c.d_head) = (rope(1e4), 3)),
        "d_head"
    );
    assert_eq!(refused(&|c| c.positions = rope(0.0)), "theta");
    for dims in [0, 1, 4] {
        let part = Positions::Rope {
            theta: 1e4,
            layout: attention::model::RopeLayout::HalfSplit,
            dims: Some(dims),
        };
        assert_eq!(refused(&|c| c.positions = part), "dims");
    }
    assert_eq!(refused(&|c| c.windows = vec![None, Some(0)]), "windows");
    assert_eq!(
        refused(&|c| (c.windows, c.causal) = (vec![Some(3)], false)),
        "windows"
    );
    assert_eq!(
        refused(&|c| (c.parallel, c.norm_place) = (true, NormPlace::Post)),
        "parallel"
    );
}
