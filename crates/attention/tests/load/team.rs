//! Models that several workers share: the same bits as of one.

use crate::common::waiting::wait;
use crate::support::{FOLDERS, RELATIVES, bytes};
use attention::Matrix;
use attention::load::{Loaded, open_shard};
use attention::model::{
    BlockRun, Cache, Changes, Form, HeadsRun, Hidden, Kind, MlpRun, Model, ModelError, Question,
    Run, Shard, Swapped, Team,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;

const TEXT: &str = "the cat sat on";

fn shard(name: &str, form: Form, shard: Shard) -> Loaded {
    let files = ["config.json", "tokenizer.json", "model.safetensors"];
    let files: BTreeMap<_, _> = files
        .map(|file| (file.to_owned(), bytes(name, file)))
        .into();
    open_shard(&files, form, shard, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

fn whole(name: &str, form: Form) -> Loaded {
    shard(name, form, Shard::WHOLE)
}

/// A question on its way to another thread.
struct Sent {
    number: u32,
    kind: Kind,
    of: Vec<u32>,
    x: Option<Matrix>,
}

impl Sent {
    fn new(number: u32, question: &Question<'_>) -> Self {
        Self {
            number,
            kind: question.kind,
            of: question.of.to_vec(),
            x: question.x.cloned(),
        }
    }

    fn answer(&self, helper: &Model, say: &mut dyn FnMut(Vec<f32>)) {
        let question = Question {
            kind: self.kind,
            of: &self.of,
            x: self.x.as_ref(),
        };
        helper.answer(&question, say).unwrap();
    }
}

/// The model `name` over so many workers, each helper in a thread of its own.
fn shared(name: &str, form: Form, workers: usize) -> Model {
    let team: Arc<OnceLock<Weak<Team>>> = Arc::default();
    let helpers: Vec<Sender<Sent>> = (1..workers)
        .map(|helper| {
            let (to, from) = channel::<Sent>();
            let loaded = shard(name, form, Shard::new(helper, workers).unwrap());
            let (model, team) = (loaded.model(16).unwrap(), Arc::clone(&team));
            thread::spawn(move || {
                for sent in from {
                    sent.answer(&model, &mut |piece| {
                        if let Some(team) = team.get().and_then(Weak::upgrade) {
                            team.answer(helper, sent.number, piece);
                        }
                    });
                }
            });
            to
        })
        .collect();
    let own = Arc::new(Team::new(workers - 1, move |helper, number, question| {
        helpers[helper - 1]
            .send(Sent::new(number, question))
            .unwrap();
    }));
    team.set(Arc::downgrade(&own)).unwrap();
    let leader = shard(name, form, Shard::new(0, workers).unwrap());
    leader.model(16).unwrap().with_team(own)
}

fn read(model: &Model, ids: &[u32], changes: Changes<'_>) -> Run {
    let mut run = Run::lean(model, 1, ids.len()).unwrap();
    wait(model.forward_changed_async(ids, &mut run, changes)).unwrap();
    run
}

fn same(found: &Run, wanted: &Run, what: &str) {
    assert_eq!(found.logits(), wanted.logits(), "{what}");
    for (found, wanted) in found.blocks.iter().zip(&wanted.blocks) {
        let (own, other) = (&found.attention, &wanted.attention);
        let of = |run: &HeadsRun| {
            let HeadsRun { q, k, v, heads, .. } = run;
            let HeadsRun {
                max,
                sum,
                weights,
                out,
                ..
            } = run;
            [q, k, v, max, sum, weights, heads, out].map(Matrix::clone)
        };
        assert_eq!(of(own), of(other), "{what}");
        let inside = |mlp: &MlpRun| mlp.hidden().clone();
        let of = |run: &BlockRun| run.mlp.as_ref().map(|(mlp, _)| inside(mlp));
        assert_eq!(of(found), of(wanted), "{what}");
    }
}

#[test]
fn several_workers_compute_the_bits_of_one() {
    for name in FOLDERS.iter().chain(RELATIVES.iter()).copied() {
        for form in [Form::Plain, Form::Panels, Form::Int8] {
            let loaded = whole(name, form);
            let ids = loaded.encode(TEXT).unwrap();
            let alone = loaded.model(16).unwrap();
            let hidden = [Hidden {
                layer: 0,
                head: 1,
                query: 2,
                key: 1,
            }];
            let hiding = Changes {
                hidden: &hidden,
                ..Changes::default()
            };
            for workers in [2, 3] {
                let (what, shared) = (
                    format!("{name}, {form:?}, {workers} workers"),
                    shared(name, form, workers),
                );
                for n in [1, ids.len()] {
                    let wanted = read(&alone, &ids[..n], Changes::default());
                    same(
                        &read(&shared, &ids[..n], Changes::default()),
                        &wanted,
                        &what,
                    );
                }
                let (found, wanted) = (read(&shared, &ids, hiding), read(&alone, &ids, hiding));
                same(&found, &wanted, &what);
                looked_into(&shared, &alone, (&found, &wanted), hiding, &what);
            }
        }
    }
}

/// What is asked of runs that were read.
fn looked_into(
    shared: &Model,
    alone: &Model,
    (found, wanted): (&Run, &Run),
    changes: Changes<'_>,
    what: &str,
) {
    for layer in 0..=alone.config().n_layers {
        let lens = wait(found.lens_async(shared, layer, 1)).unwrap();
        assert_eq!(lens, wanted.lens(alone, layer, 1).unwrap(), "{what}");
    }
    // In the vocabulary's first and second half.
    for token in [7, alone.config().vocab as u32 - 1] {
        let toward = wait(found.toward_async(shared, 1, token)).unwrap();
        assert_eq!(toward, wanted.toward(alone, 1, token), "{what}");
    }
    assert_eq!(found.added(shared, 0, 1, 2), wanted.added(alone, 0, 1, 2));
    let swapped = Swapped {
        layer: 1,
        place: 0,
        stream: vec![0.5; alone.config().d_model],
    };
    let both = (found, &mut found.clone());
    let logits = wait(shared.logits_with_async(&swapped, 2, both, changes)).unwrap();
    let both = (wanted, &mut wanted.clone());
    assert_eq!(
        logits,
        alone.logits_with(&swapped, 2, both, changes).unwrap(),
        "{what}"
    );
}

#[test]
fn writing_on_gives_the_same_bits() {
    let (alone, shared) = (
        whole("llama-tiny", Form::Panels).model(16).unwrap(),
        shared("llama-tiny", Form::Panels, 2),
    );
    let ids = whole("llama-tiny", Form::Panels).encode(TEXT).unwrap();
    let wanted = read(&alone, &ids, Changes::default());
    let mut cache = Cache::new(&shared).unwrap();
    let mut one = Run::next(&shared, 1).unwrap();
    for (place, id) in ids.iter().enumerate() {
        let changes = Changes::default();
        wait(shared.extend_changed_async(&mut cache, &[*id], &mut one, changes)).unwrap();
        assert_eq!(one.logits().row(0), wanted.logits().row(place));
    }
}

#[test]
fn each_worker_holds_its_share_of_the_memory() {
    for form in [Form::Panels, Form::Int8] {
        let alone = whole("gpt2-tiny", form).bytes;
        let share = |index| shard("gpt2-tiny", form, Shard::new(index, 2).unwrap()).bytes;
        let (leader, helper) = (share(0), share(1));
        assert!(
            helper < leader && leader < alone,
            "{leader}, {helper} of {alone}"
        );
        // What is no large matrix stands in both: norms, biases, positions.
        assert!(
            (leader + helper) as f64 <= 1.15 * alone as f64,
            "{leader}, {helper} of {alone}"
        );
    }
}

#[test]
fn a_helper_that_is_lost_or_answers_wrong_is_an_error() {
    let leader = || {
        let loaded = shard("gpt2-tiny", Form::Panels, Shard::new(0, 2).unwrap());
        loaded.model(16).unwrap()
    };
    let mut run = Run::lean(&leader(), 1, 2).unwrap();
    // Nobody to ask, and nobody who waits.
    assert_eq!(
        leader().forward(&[1, 2], &mut run),
        Err(ModelError::Divided)
    );
    let team = Arc::new(Team::new(1, |_, _, _| {}));
    let asking = leader().with_team(Arc::clone(&team));
    assert_eq!(asking.forward(&[1, 2], &mut run), Err(ModelError::Divided));
    team.lose();
    let lost = wait(asking.forward_changed_async(&[1, 2], &mut run, Changes::default()));
    assert_eq!(lost, Err(ModelError::Lost));
    // One that answers with too few numbers.
    let wrong: Arc<OnceLock<Weak<Team>>> = Arc::default();
    let own = Arc::clone(&wrong);
    let team = Arc::new(Team::new(1, move |helper, number, _| {
        let team = own.get().and_then(Weak::upgrade).unwrap();
        team.answer(helper, number, vec![1.0; 3]);
        // Nobody asked for these.
        team.answer(0, number, vec![]);
        team.answer(7, number + 1, vec![]);
    }));
    wrong.set(Arc::downgrade(&team)).unwrap();
    let asking = leader().with_team(team);
    let lost = wait(asking.forward_changed_async(&[1, 2], &mut run, Changes::default()));
    assert_eq!(lost, Err(ModelError::Lost));
}

#[test]
fn a_helper_refuses_what_does_not_fit() {
    let helper = shard("gpt2-tiny", Form::Panels, Shard::new(1, 2).unwrap());
    let helper = helper.model(16).unwrap();
    let d = helper.config().d_model;
    let asked = |kind, of: &[u32], x: Option<&Matrix>| {
        let mut all = Vec::new();
        let mut say = |piece: Vec<f32>| all.extend(piece);
        helper
            .answer(&Question { kind, of, x }, &mut say)
            .map(|()| all)
    };
    let (fits, other, long) = (
        Matrix::zeros(2, d),
        Matrix::zeros(2, d + 1),
        Matrix::zeros(helper.config().max_len + 1, d),
    );
    for (kind, of) in [(Kind::Products, 1), (Kind::Heads, 1), (Kind::Hidden, 0)] {
        assert!(asked(kind, &[of], Some(&fits)).is_some(), "{kind:?}");
        assert_eq!(asked(kind, &[of], Some(&other)), None, "{kind:?}");
        assert_eq!(asked(kind, &[of], None), None, "{kind:?}");
        assert_eq!(asked(kind, &[], Some(&fits)), None, "{kind:?}");
        assert_eq!(asked(kind, &[9999], Some(&fits)), None, "{kind:?}");
    }
    // There are no positions for so many.
    assert_eq!(asked(Kind::Heads, &[0], Some(&long)), None);
    assert_eq!(asked(Kind::Rows, &[9999, 1], None), None);
    assert_eq!(asked(Kind::Rows, &[0, 0], None), Some(vec![]));
}
