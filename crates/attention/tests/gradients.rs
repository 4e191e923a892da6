//! Every gradient of the transformer against finite differences, for every switch of its settings.

use crate::common::Seeded;
use crate::common::models::{odd, settings, toy, unsettled};
use attention::Backend;
use attention::model::{Backward, Biases, Config, MlpKind, Model, Params, Run, Tensors};
use attention::train::{AdamW, Trainer, next_tokens};

for_each_backend!(
    every_gradient_is_the_slope_of_the_loss,
    gradients_are_added_to_what_is_there,
);

/// Two sequences of five tokens of a vocabulary of seven.
const IDS: [u32; 10] = [3, 1, 4, 1, 5, 2, 6, 5, 3, 0];
const LENGTH: usize = 5;

/// How far the slope may lie from the gradient, as a share of the gradient of its matrix: what
/// the rounding of an f32 loss leaves of a difference.
const TOLERANCE: f64 = 2e-3;

/// The same where some of the loss's corners lie within the step.
const ACROSS_CORNERS: f64 = 3e-2;

/// Biases in one kind of part only, and widths that fill no vector of four.
fn further_settings() -> Vec<(&'static str, Config)> {
    let only = |change: &dyn Fn(&mut Biases)| {
        let mut biases = Biases::NONE;
        change(&mut biases);
        Config { biases, ..toy() }
    };
    vec![
        ("attention biases", only(&|biases| biases.attention = true)),
        ("MLP biases", only(&|biases| biases.mlp = true)),
        ("norm biases", only(&|biases| biases.norm = true)),
        ("output bias", only(&|biases| biases.output = true)),
        ("odd widths", odd()),
    ]
}

fn every_gradient_is_the_slope_of_the_loss(backend: Backend) {
    let all = settings().into_iter().chain(further_settings());
    for (seed, (name, config)) in all.enumerate() {
        let model = Model::random(config, seed as u64)
            .unwrap()
            .with_backend(backend);
        let model = unsettled(&model, backend);
        let mut trainer = Trainer::new(&model, AdamW::default(), 2, LENGTH).unwrap();
        trainer
            .measure(&model, &IDS, &next_tokens(&IDS, LENGTH))
            .unwrap();
        let mut gradients = Vec::new();
        trainer.gradient().each("", &mut |path, gradient| {
            gradients.push((path.to_owned(), gradient.data().to_vec()));
        });
        for (path, gradient) in gradients {
            check(&mut trainer, &model, (name, &path), &gradient);
        }
    }
}

/// Has the loss corners, which a difference may reach across? Few lie within a short step.
fn corners(model: &Model) -> bool {
    model.config().mlp == MlpKind::Relu
}

/// The slope of the loss along the gradient itself and along two random directions.
fn check(trainer: &mut Trainer, model: &Model, (name, path): (&str, &str), gradient: &[f32]) {
    let length = gradient
        .iter()
        .map(|&g| f64::from(g) * f64::from(g))
        .sum::<f64>()
        .sqrt();
    // A bias on the keys adds the same to every score of a query, which softmax does not notice.
    let idle = path.ends_with("key.bias") || path.ends_with("key_norm.bias");
    assert!(idle || length > 1e-4, "{name}, {path}: no gradient");
    let mut seeded = Seeded(gradient.len() as u64);
    let along = gradient
        .iter()
        .map(|&g| f64::from(g) / length.max(1e-9))
        .collect();
    let random = |seeded: &mut Seeded| -> Vec<f64> {
        let all: Vec<f64> = gradient
            .iter()
            .map(|_| f64::from(seeded.number()))
            .collect();
        let length = all.iter().map(|x| x * x).sum::<f64>().sqrt();
        all.iter().map(|x| x / length).collect()
    };
    for direction in [along, random(&mut seeded), random(&mut seeded)] {
        let wanted: f64 = gradient
            .iter()
            .zip(&direction)
            .map(|(&g, d)| f64::from(g) * d)
            .sum();
        let found = slope(trainer, model, path, &direction);
        let tolerance = if corners(model) {
            ACROSS_CORNERS
        } else {
            TOLERANCE
        };
        assert!(
            (found - wanted).abs() <= tolerance * length.max(0.05),
            "{name}, {path}: slope {found}, gradient {wanted} of length {length}"
        );
    }
}

/// The slope of the loss when the weights at `path` move along `direction`: two central
/// differences, put together so that the error of the third derivative cancels (Richardson).
fn slope(trainer: &mut Trainer, model: &Model, path: &str, direction: &[f64]) -> f64 {
    let mut difference = |step: f64| {
        let mut loss = |step| f64::from(loss_at(trainer, model, path, direction, step));
        (loss(step) - loss(-step)) / (2.0 * step)
    };
    let step = if corners(model) { 0.002 } else { 0.005 };
    (4.0 * difference(step) - difference(2.0 * step)) / 3.0
}

fn loss_at(trainer: &mut Trainer, model: &Model, path: &str, direction: &[f64], step: f64) -> f32 {
    let mut params = model.params().clone();
    params.each_mut("", &mut |name, weights| {
        if name == path {
            for (weight, direction) in weights.data_mut().iter_mut().zip(direction) {
                *weight = (f64::from(*weight) + step * direction) as f32;
            }
        }
    });
    let moved = Model::new(model.config().clone(), params)
        .unwrap()
        .with_backend(model.backend());
    trainer
        .measure(&moved, &IDS, &next_tokens(&IDS, LENGTH))
        .unwrap()
}

/// [`Model::backward`] adds: the gradients of several batches can be gathered in one place.
fn gradients_are_added_to_what_is_there(backend: Backend) {
    for (name, config) in settings() {
        let model = unsettled(&Model::random(config, 5).unwrap(), backend);
        let mut run = Run::new(&model, 2, LENGTH).unwrap();
        model.forward(&IDS, &mut run).unwrap();
        let from = |start: f32| {
            let mut back = Backward::new(&model, &run);
            let mut seeded = Seeded(40);
            let slopes = back.d_logits.data_mut();
            slopes.fill_with(|| seeded.number() / 10.0);
            let mut gradient = Params::zeros(model.config());
            gradient.each_mut("", &mut |_, numbers| numbers.data_mut().fill(start));
            model
                .backward(&IDS, &run, &mut back, &mut gradient)
                .unwrap();
            let mut all = Vec::new();
            gradient.each("", &mut |path, numbers| {
                all.extend(
                    numbers
                        .data()
                        .iter()
                        .map(|&number| (path.to_owned(), number)),
                );
            });
            all
        };
        let (alone, added) = (from(0.0), from(1.0));
        for ((path, alone), (_, added)) in alone.into_iter().zip(added) {
            let error = (added - (alone + 1.0)).abs();
            let allowed = 1e-5 * alone.abs().max(1.0);
            assert!(
                error <= allowed,
                "{name}, {path}: 1 + {alone} is not {added}"
            );
        }
    }
}
