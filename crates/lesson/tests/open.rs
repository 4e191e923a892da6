//! A head of a model, opened in the stepper, has the weights that it has in the model.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use attention::model::{Config, Model, Positions, RopeLayout, Run};
use attention::positions::alibi_slopes;
use attention::{Matrix, Scale};
use lesson::core::fragment::MOST_BYTES;
use lesson::head::document::opened;
use lesson::lessons::stepper;
use lesson::lessons::training::open;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::protocol::HeadNumbers;
use lesson::{Document, Name, Stage, Stepper, Trace};

const HEADS: usize = 4;

fn config(positions: Positions, n: usize, d_head: usize) -> Config {
    Config {
        positions,
        ..Config::gpt2(11, n, HEADS * d_head, 2, HEADS)
    }
}

/// What the worker would answer about a head of a random model.
fn numbers(config: Config, n: usize, (layer, head): (usize, usize)) -> HeadNumbers {
    let ids: Vec<u32> = (0..n as u32).map(|i| i * i % 11).collect();
    let (factor, causal, d_k) = (config.scale(), config.causal, config.d_head);
    let slope = (config.positions == Positions::Alibi).then(|| alibi_slopes(HEADS)[head]);
    let model = Model::random(config, 7).unwrap();
    let mut run = Run::with_stages(&model, 1, n).unwrap();
    model.forward(&ids, &mut run).unwrap();
    let trace = run.head(&model, layer, 0, head);
    HeadNumbers {
        layer,
        head,
        ids,
        d_k,
        q: trace.q.data().to_vec(),
        k: trace.k.data().to_vec(),
        v: trace.v.data().to_vec(),
        factor,
        causal,
        slope,
        weights: trace.weights.data().to_vec(),
    }
}

fn words(numbers: &HeadNumbers) -> Vec<String> {
    numbers.ids.iter().map(u32::to_string).collect()
}

fn document(numbers: &HeadNumbers) -> Document {
    let (document, view) = open::document(numbers, words(numbers)).unwrap();
    assert_eq!(
        (view.stage, view.row),
        (Stage::Weights, numbers.ids.len() - 1)
    );
    document
}

/// The largest difference between the weights of the stepper and of the model.
fn distance(weights: &Matrix, model: &[f32]) -> f32 {
    let pairs = weights.data().iter().zip(model);
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

fn rope() -> Positions {
    Positions::Rope {
        theta: 10_000.0,
        layout: RopeLayout::HalfSplit,
        dims: None,
    }
}

#[test]
fn the_weights_are_those_of_the_model_to_the_bit() {
    for positions in [
        Positions::None,
        Positions::Sinusoidal,
        Positions::Learned,
        rope(),
    ] {
        for (causal, scaled) in [(true, true), (false, true), (true, false)] {
            let config = Config {
                causal,
                scaled,
                ..config(positions, 12, 6)
            };
            let numbers = numbers(config, 12, (1, 2));
            let document = document(&numbers);
            let usual = if scaled { Scale::SqrtDk } else { Scale::None };
            assert_eq!(document.scale, usual);
            let trace = Trace::of(&document).unwrap();
            assert_eq!(
                trace.get(Name::Weights).data(),
                numbers.weights,
                "{positions:?} {causal} {scaled}"
            );
        }
    }
}

#[test]
fn with_alibi_columns_of_q_and_k_carry_the_penalty() {
    for causal in [true, false] {
        for head in 0..HEADS {
            let config = Config {
                causal,
                ..config(Positions::Alibi, 24, 16)
            };
            let numbers = numbers(config, 24, (1, head));
            let document = document(&numbers);
            assert_eq!(document.d_k(), if causal { 18 } else { 40 });
            let trace = Trace::of(&document).unwrap();
            let off = distance(trace.get(Name::Weights), &numbers.weights);
            assert!(off < 1e-6, "causal={causal}, head {head}: {off}");
        }
    }
}

#[test]
fn the_scores_with_alibi_are_those_of_the_model() {
    let numbers = numbers(config(Positions::Alibi, 24, 16), 24, (1, 0));
    let slope = numbers.slope.unwrap();
    let plain = HeadNumbers {
        slope: None,
        ..numbers.clone()
    };
    let [with, without] = [&numbers, &plain].map(|own| Trace::of(&document(own)).unwrap());
    for i in 0..24 {
        for j in 0..=i {
            let lost = slope * (i - j) as f32;
            let scaled = |trace: &Trace| trace.get(Name::Scaled).at(i, j);
            let off = (scaled(&with) - (scaled(&without) - lost)).abs();
            assert!(off < 1e-5, "({i}, {j}): {off}");
        }
    }
}

/// The longest sequence and the widest head that the page can train, with every column of ALiBi.
#[test]
fn the_largest_head_opens_walks_and_fits_into_a_link() {
    let config = Config {
        causal: false,
        ..Config::gpt2(11, opened::TOKENS, 128, 1, 1)
    };
    let plain = numbers(config, opened::TOKENS, (0, 0));
    let numbers = HeadNumbers {
        slope: Some(0.3),
        ..plain
    };
    let (document, view) = open::document(&numbers, words(&numbers)).unwrap();
    assert_eq!(document.q.shape(), (opened::TOKENS, opened::DIMENSIONS));
    let stepper = Stepper::new(document.clone(), view);
    let link = stepper::encode(stepper.document(), &stepper.view);
    assert!(link.len() < MOST_BYTES, "{} bytes", link.len());
    let (again, view) = stepper::decode(&link).unwrap();
    assert_eq!((again, view), (document, stepper.view));
}

#[test]
fn what_is_no_head_is_refused() {
    let right = numbers(config(Positions::None, 6, 4), 6, (0, 0));
    let refused = |numbers: &HeadNumbers| open::document(numbers, words(numbers)).unwrap_err();
    let long = HeadNumbers {
        ids: vec![0; 33],
        ..right.clone()
    };
    assert_eq!(refused(&long), TrainingProblem::Full(32));
    let mut infinite = right.clone();
    infinite.k[3] = f32::INFINITY;
    let wrong = [
        HeadNumbers {
            ids: vec![],
            ..right.clone()
        },
        HeadNumbers {
            ids: vec![1; 5],
            ..right.clone()
        },
        HeadNumbers {
            d_k: 0,
            ..right.clone()
        },
        HeadNumbers { d_k: 3, ..right },
        infinite,
    ];
    for numbers in wrong {
        assert!(matches!(refused(&numbers), TrainingProblem::Model(_)));
    }
}
