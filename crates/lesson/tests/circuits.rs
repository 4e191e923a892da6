//! What a task says one can see form does form: a small transformer, trained for some seconds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use attention::model::{Config, Model, Run};
use attention::train::{AdamW, Trainer};
use lesson::lessons::training::heads::{HeadKind, HeadScores, Measure};
use lesson::lessons::training::task::{Objective, Split, Task, batch};

const SEQUENCES: usize = 64;

/// Two layers of two heads, trained on 32 examples a step.
fn trained(task: Task, steps: u64) -> Model {
    let mut config = Config::gpt2(task.words().len(), task.n(), 32, 2, 2);
    config.causal = task.objective() == Objective::Next;
    let mut model = Model::random(config, 1).unwrap();
    let optimiser = AdamW {
        rate: 0.003,
        ..AdamW::default()
    };
    let mut trainer = Trainer::new(&model, optimiser, 32, task.n()).unwrap();
    for step in 0..steps {
        let (ids, targets) = batch(task, 1, step, Split::Train, 32);
        trainer.step(&mut model, &ids, &targets).unwrap();
    }
    model
}

/// The share of held-out targets that are predicted, and the scores of all heads by layer.
fn tested(task: Task, model: &Model) -> (f32, [[HeadScores; 2]; 2]) {
    let (ids, targets) = batch(task, 1, 0, Split::HeldOut, SEQUENCES);
    let mut run = Run::new(model, SEQUENCES, task.n()).unwrap();
    model.forward(&ids, &mut run).unwrap();
    let asked = targets
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((i, (*t)?)));
    let best = |i: usize| {
        let row = run.logits().row(i);
        (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b]))
    };
    let (all, right) = asked.fold((0.0, 0.0), |(all, right), (i, target)| {
        let hit = best(i) == Some(target as usize);
        (all + 1.0, right + f32::from(u8::from(hit)))
    });
    let scores = [0, 1].map(|layer| [0, 1].map(|head| measured(task, model, &run, (layer, head))));
    (right / all, scores)
}

fn measured(task: Task, model: &Model, run: &Run, (layer, head): (usize, usize)) -> HeadScores {
    let (ids, _) = batch(task, 1, 0, Split::HeldOut, SEQUENCES);
    let mut measure = Measure::new(task, task.mask());
    for (sequence, ids) in ids.chunks(task.n()).enumerate() {
        let weights = run.weights(model, layer, sequence, head);
        measure.add(ids, &weights).unwrap();
    }
    measure.finish()
}

#[test]
fn repeating_from_random_letters_on_forms_induction_heads_in_the_second_layer() {
    let (right, [first, second]) = tested(Task::Repeat, &trained(Task::Repeat, 700));
    assert!(right > 0.98, "{right} of held-out patterns");
    for head in second {
        let (kind, strength) = head.label();
        assert_eq!(kind, HeadKind::Induction);
        assert!(strength > 0.8, "{strength}");
    }
    for head in first {
        assert_ne!(head.label().0, HeadKind::Induction);
    }
}

#[test]
fn copying_forms_a_head_that_looks_at_the_source() {
    let (right, layers) = tested(Task::Copy, &trained(Task::Copy, 200));
    assert!(right > 0.99, "{right} of held-out letters");
    let mut labels = layers.iter().flatten().map(HeadScores::label);
    assert!(labels.any(|(kind, strength)| kind == HeadKind::Source && strength > 0.8));
}

/// Which heads form here depends on the seed: some models carry the noun to a word beside it, and
/// look there. So only the answers are promised.
#[test]
fn english_is_understood_in_combinations_never_shown() {
    let (right, _) = tested(Task::English, &trained(Task::English, 600));
    assert!(right > 0.98, "{right} of held-out sentences");
}
