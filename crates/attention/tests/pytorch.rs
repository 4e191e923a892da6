//! The transformer against PyTorch: small models of every family of Hugging Face with all they compute.
#![cfg(feature = "load")]
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

mod common;

use attention::load::{Archive, Family, config, params};
use attention::model::{Config, Model, Params, Run, Tensors};
use attention::sample::{greedy, most_likely};
use attention::train::{AdamW, Trainer, next_tokens};
use attention::{Backend, Matrix};
use safetensors::SafeTensors;
use serde::Deserialize;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

for_each_backend!(
    logits_are_those_of_pytorch,
    hidden_states_are_those_of_pytorch,
    attentions_are_those_of_pytorch,
    every_gradient_is_that_of_pytorch,
    ten_steps_of_adamw_lose_what_pytorch_loses,
    greedy_writes_what_pytorch_writes,
);

/// The largest difference allowed to a number that PyTorch computed in f32 (the losses and
/// gradients in f64), absolute.
const TOLERANCE: f32 = 1e-5;

/// A folder of tests/fixtures. In a browser there are no files, so they are compiled in.
struct Fixture {
    name: &'static str,
    config: &'static [u8],
    /// model.safetensors, or its shards.
    weights: Vec<&'static [u8]>,
    expected: &'static [u8],
    cases: &'static str,
}

macro_rules! fixture {
    ($name:literal) => {
        fixture!($name, ["model.safetensors"])
    };
    ($name:literal, [$($weights:literal),+]) => {
        Fixture {
            name: $name,
            config: file!($name, "config.json"),
            weights: vec![$(file!($name, $weights)),+],
            expected: file!($name, "expected.safetensors"),
            cases: include_str!(concat!("../../../tests/fixtures/", $name, "/expected.json")),
        }
    };
}

macro_rules! file {
    ($folder:literal, $name:literal) => {
        include_bytes!(concat!("../../../tests/fixtures/", $folder, "/", $name))
    };
}

/// Its name, gradients.safetensors and training.json.
type Training = (Fixture, &'static [u8], &'static str);

fn training() -> [Training; 2] {
    [
        (
            fixture!("gpt2-tiny"),
            file!("gpt2-tiny", "gradients.safetensors"),
            include_str!("../../../tests/fixtures/gpt2-tiny/training.json"),
        ),
        (
            fixture!("llama-tiny"),
            file!("llama-tiny", "gradients.safetensors"),
            include_str!("../../../tests/fixtures/llama-tiny/training.json"),
        ),
    ]
}

fn fixtures() -> Vec<Fixture> {
    vec![
        fixture!("gpt2-tiny"),
        fixture!("bert-tiny"),
        fixture!("llama-tiny"),
        fixture!("distilbert-tiny"),
        fixture!("qwen2-tiny"),
        fixture!("qwen3-tiny"),
        fixture!("neox-tiny"),
        fixture!("pythia-tiny"),
        fixture!("gpt-neo-tiny"),
        fixture!(
            "mistral-tiny",
            [
                "model-00001-of-00003.safetensors",
                "model-00002-of-00003.safetensors",
                "model-00003-of-00003.safetensors"
            ]
        ),
        fixture!("gpt2-f16-tiny"),
        fixture!("llama-bf16-tiny"),
    ]
}

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    ids: Vec<u32>,
    top5: Vec<u32>,
    greedy_12: Option<Vec<u32>>,
}

#[derive(Deserialize)]
struct Steps {
    ids: Vec<Vec<u32>>,
    loss: f64,
    adamw_losses: Vec<f64>,
}

impl Fixture {
    fn settings(&self) -> (Family, Config) {
        config(self.config).unwrap()
    }

    fn params(&self, files: &[&[u8]]) -> Params {
        let (family, config) = self.settings();
        let files: Vec<_> = files.iter().map(|bytes| (self.name, *bytes)).collect();
        let archive = Archive::new(&files).unwrap();
        params(&config, family, &archive).unwrap()
    }

    fn model(&self, backend: Backend) -> Model {
        let (_, config) = self.settings();
        let params = self.params(&self.weights);
        Model::new(config, params).unwrap().with_backend(backend)
    }

    fn cases(&self) -> Vec<Case> {
        let cases = serde_json::from_str::<Cases>(self.cases).unwrap().cases;
        assert!(matches!(cases.len(), 3 | 5), "{}", self.name);
        cases
    }

    /// The numbers of a tensor of expected.safetensors, and its shape.
    fn expected(&self, name: &str) -> (Vec<f32>, Vec<usize>) {
        let file = SafeTensors::deserialize(self.expected).unwrap();
        let tensor = file.tensor(name).unwrap();
        let (numbers, []) = tensor.data().as_chunks() else {
            unreachable!("an f32 has four bytes")
        };
        let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        (numbers.collect(), tensor.shape().to_vec())
    }

    /// Each case with what the model computes for it.
    fn runs(&self, backend: Backend) -> Vec<(usize, Case, Model, Run)> {
        let run = |(index, case): (usize, Case)| {
            let model = self.model(backend);
            let mut run = Run::new(&model, 1, case.ids.len()).unwrap();
            model.forward(&case.ids, &mut run).unwrap();
            (index, case, model, run)
        };
        self.cases().into_iter().enumerate().map(run).collect()
    }
}

#[track_caller]
fn assert_close(found: &[f32], wanted: &[f32], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let error = (found - wanted).abs();
        assert!(error <= TOLERANCE, "{what}, {i}: {found}, PyTorch {wanted}");
    }
}

fn logits_are_those_of_pytorch(backend: Backend) {
    for fixture in fixtures() {
        for (index, case, _, run) in fixture.runs(backend) {
            let (wanted, shape) = fixture.expected(&format!("{index}.logits"));
            assert_eq!(shape, [run.logits().rows(), run.logits().cols()]);
            assert_close(run.logits().data(), &wanted, fixture.name);
            let last = run.logits().row(case.ids.len() - 1);
            assert_eq!(most_likely(last), case.top5.first().copied());
        }
    }
}

fn hidden_states_are_those_of_pytorch(backend: Backend) {
    for fixture in fixtures() {
        for (index, case, model, run) in fixture.runs(backend) {
            let (wanted, shape) = fixture.expected(&format!("{index}.hidden_states"));
            let layers = 0..=model.config().n_layers;
            let width = model.config().d_model;
            assert_eq!(shape, [layers.end() + 1, case.ids.len(), width]);
            for (layer, wanted) in layers.zip(wanted.chunks(shape[1] * shape[2])) {
                let what = format!("{} case {index}, layer {layer}", fixture.name);
                assert_close(run.hidden(&model, layer).data(), wanted, &what);
            }
        }
    }
}

fn attentions_are_those_of_pytorch(backend: Backend) {
    for fixture in fixtures() {
        for (index, case, model, run) in fixture.runs(backend) {
            let (wanted, shape) = fixture.expected(&format!("{index}.attentions"));
            let (n, config) = (case.ids.len(), model.config());
            assert_eq!(shape, [config.n_layers, config.n_heads, n, n]);
            for (place, wanted) in wanted.chunks(n * n).enumerate() {
                let (layer, head) = (place / config.n_heads, place % config.n_heads);
                let what = format!("{} case {index}, head {layer}.{head}", fixture.name);
                let found = run.weights(&model, layer, 0, head);
                assert_close(found.data(), wanted, &what);
            }
        }
    }
}

fn trainer(model: &Model, steps: &Steps) -> (Trainer, Vec<u32>, Vec<Option<u32>>) {
    let (batch, n) = (steps.ids.len(), steps.ids[0].len());
    let ids = steps.ids.concat();
    let targets = next_tokens(&ids, n);
    let trainer = Trainer::new(model, AdamW::default(), batch, n).unwrap();
    (trainer, ids, targets)
}

fn every_gradient_is_that_of_pytorch(backend: Backend) {
    for (fixture, gradients, steps) in training() {
        let model = fixture.model(backend);
        let steps: Steps = serde_json::from_str(steps).unwrap();
        let (mut trainer, ids, targets) = trainer(&model, &steps);
        let loss = trainer.measure(&model, &ids, &targets).unwrap();
        assert!((f64::from(loss) - steps.loss).abs() <= f64::from(TOLERANCE));
        let wanted = named(&fixture.params(&[gradients]));
        let found = named(trainer.gradient());
        assert_eq!(found.len(), wanted.len());
        for ((name, found), (_, wanted)) in found.iter().zip(&wanted) {
            assert_close(
                found.data(),
                wanted.data(),
                &format!("{} {name}", fixture.name),
            );
        }
    }
}

fn named(params: &Params) -> Vec<(String, Matrix)> {
    let mut all = Vec::new();
    params.each("", &mut |path, matrix| {
        all.push((path.to_owned(), matrix.clone()))
    });
    all
}

fn ten_steps_of_adamw_lose_what_pytorch_loses(backend: Backend) {
    for (fixture, _, steps) in training() {
        let mut model = fixture.model(backend);
        let steps: Steps = serde_json::from_str(steps).unwrap();
        let (mut trainer, ids, targets) = trainer(&model, &steps);
        assert_eq!(steps.adamw_losses.len(), 10);
        for (step, wanted) in steps.adamw_losses.iter().enumerate() {
            let loss = trainer.step(&mut model, &ids, &targets).unwrap();
            let error = (f64::from(loss) - wanted).abs();
            assert!(
                error <= f64::from(TOLERANCE),
                "{} step {step}: {loss}, PyTorch {wanted}",
                fixture.name
            );
        }
    }
}

/// With a cache; that it changes nothing, to the bit, is tested in model.rs for every setting.
fn greedy_writes_what_pytorch_writes(backend: Backend) {
    let mut written = 0;
    for fixture in fixtures() {
        let model = fixture.model(backend);
        for case in fixture.cases() {
            let Some(wanted) = case.greedy_12 else {
                continue;
            };
            assert_eq!(
                greedy(&model, &case.ids, 12).unwrap(),
                wanted,
                "{}",
                fixture.name
            );
            assert_eq!(
                without_cache(&model, &case.ids, 12),
                wanted,
                "{}",
                fixture.name
            );
            written += 1;
        }
    }
    assert_eq!(written, 10);
}

fn without_cache(model: &Model, prompt: &[u32], count: usize) -> Vec<u32> {
    let mut ids = prompt.to_vec();
    for _ in 0..count {
        let mut run = Run::new(model, 1, ids.len()).unwrap();
        model.forward(&ids, &mut run).unwrap();
        ids.push(most_likely(run.logits().row(ids.len() - 1)).unwrap());
    }
    ids.split_off(prompt.len())
}
