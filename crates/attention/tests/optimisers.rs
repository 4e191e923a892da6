//! The optimisers against PyTorch's (tests/fixtures/optimisers.json, computed in f64), trainings
//! that are interrupted, and evaluation.

use crate::common::models::{odd, settings, toy, unsettled};
use attention::Backend;
use attention::model::{Config, Model, ModelError, Params, Run, Tensors};
use attention::sample::most_likely;
use attention::train::{
    AdamW, Evaluation, Optimiser, Progress, Sgd, Trainer, evaluate, next_tokens,
};
use serde::Deserialize;

for_each_backend!(
    five_steps_are_those_of_pytorch,
    every_optimiser_gives_the_bits_of_the_specification,
    an_interrupted_training_goes_on_as_if_it_had_not_been,
    progress_of_another_model_is_refused,
    weights_in_one_row_come_back,
    a_row_of_another_length_is_refused,
    an_evaluation_gives_the_loss_of_training,
    an_evaluation_counts_what_is_right,
    an_evaluation_without_targets_is_of_nothing,
);

/// The largest difference allowed to PyTorch's f64; the weights are around 1.
const TOLERANCE: f64 = 2e-6;
const IDS: [u32; 10] = [3, 1, 4, 1, 5, 2, 6, 5, 3, 0];

#[derive(Deserialize)]
struct Fixture {
    vocab: usize,
    length: usize,
    width: usize,
    ids: Vec<u32>,
    start: Vec<f64>,
    sgd: Steps,
    momentum: Steps,
    adam: Steps,
    adamw: Steps,
}

/// The loss before each step, and the weights after the last.
#[derive(Deserialize)]
struct Steps {
    losses: Vec<f64>,
    weights: Vec<f64>,
}

fn adamw(weight_decay: f32) -> AdamW {
    AdamW {
        rate: 0.01,
        weight_decay,
        ..AdamW::default()
    }
}

fn sgd(momentum: f32) -> Sgd {
    Sgd {
        rate: 0.1,
        momentum,
    }
}

fn every_optimiser() -> [Optimiser; 4] {
    [
        sgd(0.0).into(),
        sgd(0.9).into(),
        adamw(0.0).into(),
        adamw(0.1).into(),
    ]
}

fn model(config: Config, backend: Backend) -> Model {
    unsettled(&Model::random(config, 5).unwrap(), backend)
}

fn bits(flat: &[f32]) -> Vec<u32> {
    flat.iter().map(|x| x.to_bits()).collect()
}

fn five_steps_are_those_of_pytorch(backend: Backend) {
    let fixture: Fixture =
        serde_json::from_str(include_str!("../../../tests/fixtures/optimisers.json")).unwrap();
    let steps = [
        &fixture.sgd,
        &fixture.momentum,
        &fixture.adam,
        &fixture.adamw,
    ];
    for (optimiser, wanted) in every_optimiser().into_iter().zip(steps) {
        let config = Config::gpt2(fixture.vocab, fixture.length, fixture.width, 0, 1);
        let start: Vec<_> = fixture.start.iter().map(|&weight| weight as f32).collect();
        let params = Params::from_flat(&config, &start).unwrap();
        let mut model = Model::new(config, params).unwrap().with_backend(backend);
        let mut trainer = Trainer::new(&model, optimiser, 1, fixture.length).unwrap();
        let targets = next_tokens(&fixture.ids, fixture.length);
        for wanted in &wanted.losses {
            let loss = trainer.step(&mut model, &fixture.ids, &targets).unwrap();
            assert_close(loss, *wanted, &optimiser);
        }
        let found = model.params().to_flat();
        assert_eq!(found.len(), wanted.weights.len());
        for (found, wanted) in found.iter().zip(&wanted.weights) {
            assert_close(*found, *wanted, &optimiser);
        }
    }
}

#[track_caller]
fn assert_close(found: f32, wanted: f64, optimiser: &Optimiser) {
    let error = (f64::from(found) - wanted).abs();
    assert!(
        error <= TOLERANCE,
        "{optimiser:?}: {found}, PyTorch {wanted}"
    );
}

/// Weights and moments after three steps.
fn train(config: Config, optimiser: Optimiser, backend: Backend) -> (Vec<u32>, Progress) {
    let mut model = model(config, backend);
    let mut trainer = Trainer::new(&model, optimiser, 2, 5).unwrap();
    let targets = next_tokens(&IDS, 5);
    for _ in 0..3 {
        trainer.step(&mut model, &IDS, &targets).unwrap();
    }
    (bits(&model.params().to_flat()), trainer.progress())
}

fn every_optimiser_gives_the_bits_of_the_specification(backend: Backend) {
    for optimiser in every_optimiser() {
        let (found, wanted) = (
            train(odd(), optimiser, backend),
            train(odd(), optimiser, Backend::Scalar),
        );
        assert!(found == wanted, "{optimiser:?}");
    }
}

fn an_interrupted_training_goes_on_as_if_it_had_not_been(backend: Backend) {
    let targets = next_tokens(&IDS, 5);
    for optimiser in every_optimiser() {
        let mut one = model(toy(), backend);
        let mut whole = Trainer::new(&one, optimiser, 2, 5).unwrap();
        for _ in 0..3 {
            whole.step(&mut one, &IDS, &targets).unwrap();
        }
        let params = Params::from_flat(&toy(), &one.params().to_flat()).unwrap();
        let mut two = Model::new(toy(), params).unwrap().with_backend(backend);
        let mut resumed = Trainer::resume(&two, optimiser, 2, 5, &whole.progress()).unwrap();
        assert_eq!(resumed.progress(), whole.progress());
        for _ in 0..3 {
            let losses = [
                whole.step(&mut one, &IDS, &targets).unwrap(),
                resumed.step(&mut two, &IDS, &targets).unwrap(),
            ];
            assert_eq!(losses[0].to_bits(), losses[1].to_bits(), "{optimiser:?}");
        }
        assert!(one.params() == two.params(), "{optimiser:?}");
        assert_eq!(resumed.progress(), whole.progress());
        assert_eq!(whole.progress().steps, 6);
    }
}

fn progress_of_another_model_is_refused(backend: Backend) {
    let (this, other) = (model(toy(), backend), model(odd(), backend));
    let trainer = Trainer::new(&other, AdamW::default(), 2, 5).unwrap();
    let mut progress = trainer.progress();
    let refused = |progress: &Progress| {
        let resumed = Trainer::resume(&this, Sgd::default(), 2, 5, progress);
        assert!(matches!(resumed, Err(ModelError::Count { .. })));
    };
    refused(&progress);
    progress.moments[0] = this.params().to_flat();
    refused(&progress);
    progress.moments[1] = this.params().to_flat();
    assert!(Trainer::resume(&this, Sgd::default(), 2, 5, &progress).is_ok());
}

fn weights_in_one_row_come_back(backend: Backend) {
    for (name, config) in settings() {
        let params = model(config.clone(), backend).params().clone();
        let flat = params.to_flat();
        assert_eq!(Some(flat.len()), config.count(), "{name}");
        let first = params.token_embedding.matrix();
        let first = first.data();
        assert_eq!(flat[..first.len()], *first, "{name}");
        let mut in_order: Vec<f32> = Vec::new();
        params.each("", &mut |_, matrix| in_order.extend(matrix.data()));
        assert_eq!(flat, in_order, "{name}");
        assert!(
            Params::from_flat(&config, &flat).unwrap() == params,
            "{name}"
        );
    }
}

fn a_row_of_another_length_is_refused(_: Backend) {
    let wanted = toy().count().unwrap();
    for found in [0, 1, wanted - 1, wanted + 1] {
        let error = Params::from_flat(&toy(), &vec![0.0; found]).unwrap_err();
        let count = ModelError::Count {
            what: "weights",
            found,
            wanted,
        };
        assert_eq!(error, count);
        assert!(error.to_string().contains(&found.to_string()));
    }
    let none = Config {
        n_heads: 0,
        ..toy()
    };
    let error = Params::from_flat(&none, &[]).unwrap_err();
    assert!(matches!(error, ModelError::Config { .. }));
}

fn an_evaluation_gives_the_loss_of_training(backend: Backend) {
    let mut targets = next_tokens(&IDS, 5);
    targets[2] = None;
    for (name, config) in settings() {
        let model = model(config, backend);
        let mut trainer = Trainer::new(&model, AdamW::default(), 2, 5).unwrap();
        let mut run = Run::new(&model, 2, 5).unwrap();
        let found = evaluate(&model, &mut run, &IDS, &targets).unwrap();
        let wanted = trainer.measure(&model, &IDS, &targets).unwrap();
        assert_eq!(found.loss.to_bits(), wanted.to_bits(), "{name}");
        assert_eq!(found.targets, 7, "{name}");
        assert_eq!(run.logits(), trainer.run().logits(), "{name}");
    }
}

fn an_evaluation_counts_what_is_right(backend: Backend) {
    let model = model(toy(), backend);
    let mut run = Run::new(&model, 2, 5).unwrap();
    model.forward(&IDS, &mut run).unwrap();
    let mut targets: Vec<_> = run.logits().iter_rows().map(most_likely).collect();
    let right = |targets: &[Option<u32>], run: &mut Run| {
        let found = evaluate(&model, run, &IDS, targets).unwrap();
        (found.right, found.targets)
    };
    assert_eq!(right(&targets, &mut run), (10, 10));
    targets[3] = None;
    targets[4] = targets[4].map(|token| (token + 1) % 7);
    assert_eq!(right(&targets, &mut run), (8, 9));
}

fn an_evaluation_without_targets_is_of_nothing(backend: Backend) {
    let model = model(toy(), backend);
    let mut run = Run::new(&model, 2, 5).unwrap();
    let nothing = Evaluation {
        loss: 0.0,
        right: 0,
        targets: 0,
    };
    let found = evaluate(&model, &mut run, &IDS, &[None; 10]).unwrap();
    assert_eq!(found, nothing);
    let wrong = [&[None; 9][..], &[Some(7); 10]];
    let errors = wrong.map(|targets| evaluate(&model, &mut run, &IDS, targets).unwrap_err());
    assert!(matches!(errors[0], ModelError::Count { .. }));
    assert!(matches!(errors[1], ModelError::UnknownToken { .. }));
}
