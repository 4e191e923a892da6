//! The cache: long texts in any portions, what it refuses, and runs that serve with and without it.

use crate::common::assert_same_bits;
use crate::common::models::{settings, toy, unsettled};
use attention::Backend;
use attention::model::{
    Ablation, Backward, Cache, Changes, Config, Drawn, Hidden, Model, ModelError, Params, Run,
    Swapped,
};

for_each_backend!(
    long_texts_are_read_in_any_portions,
    what_a_cache_refuses_leaves_it_as_it_was,
    a_run_reads_with_a_cache_and_without,
    changes_are_the_same_with_a_cache,
    a_lean_run_has_the_same_numbers_and_no_way_back,
    a_lean_run_of_a_batch_has_the_same_numbers,
    a_cache_with_less_room_gives_the_same_bits,
);

const IDS: [u32; 7] = [3, 1, 4, 1, 5, 2, 6];

/// Three blocks of queries, the last not full.
const LONG: usize = 37;

fn model(config: Config, backend: Backend) -> Model {
    let model = Model::random(config, 5).unwrap();
    unsettled(&model, backend)
}

fn causal() -> impl Iterator<Item = (&'static str, Config)> {
    settings().into_iter().filter(|(_, config)| config.causal)
}

/// All of one sequence at once.
fn read(model: &Model, ids: &[u32]) -> Run {
    let mut run = Run::new(model, 1, ids.len()).unwrap();
    model.forward(ids, &mut run).unwrap();
    run
}

/// A portion of several blocks begins in the middle of a block of the whole.
fn long_texts_are_read_in_any_portions(backend: Backend) {
    let ids: Vec<u32> = (0..LONG as u32).map(|i| (i * i + i / 3) % 7).collect();
    for (name, config) in causal() {
        let max_len = LONG;
        let model = model(Config { max_len, ..config }, backend);
        let whole = read(&model, &ids);
        for portion in [16, 17, 20, 36] {
            let mut cache = Cache::new(&model).unwrap();
            for ids in ids.chunks(portion) {
                let past = cache.len();
                let mut run = Run::next(&model, ids.len()).unwrap();
                model.extend(&mut cache, ids, &mut run).unwrap();
                assert_eq!(cache.len(), past + ids.len());
                for i in 0..ids.len() {
                    let (found, wanted) = (run.logits().row(i), whole.logits().row(past + i));
                    assert_eq!(found, wanted, "{name}, token {} by {portion}", past + i);
                }
            }
        }
    }
}

fn what_a_cache_refuses_leaves_it_as_it_was(backend: Backend) {
    let model = model(toy(), backend);
    let (mut cache, mut three) = (Cache::new(&model).unwrap(), Run::next(&model, 3).unwrap());
    model.extend(&mut cache, &IDS[..3], &mut three).unwrap();
    let mut four = Run::next(&model, 4).unwrap();
    let refused = model.extend(&mut cache, &IDS[3..7], &mut four);
    let too_long = ModelError::TooLong {
        tokens: 7,
        max_len: 6,
    };
    assert_eq!(refused.unwrap_err(), too_long);
    let unknown = model.extend(&mut cache, &[1, 7, 1], &mut three);
    assert!(matches!(unknown, Err(ModelError::UnknownToken { .. })));
    let too_few = model.extend(&mut cache, &[1], &mut three);
    assert!(matches!(too_few, Err(ModelError::Count { .. })));
    assert_eq!(cache.len(), 3);
    model.extend(&mut cache, &IDS[3..6], &mut three).unwrap();
    let whole = read(&model, &IDS[..6]);
    assert_eq!(three.logits().row(2), whole.logits().row(5));

    let both_ways = Config {
        causal: false,
        ..toy()
    };
    let model = Model::random(both_ways, 1).unwrap().with_backend(backend);
    let (mut cache, mut run) = (Cache::new(&model).unwrap(), Run::next(&model, 2).unwrap());
    let refused = model.extend(&mut cache, &IDS[..2], &mut run);
    assert_eq!(refused.unwrap_err(), ModelError::NotCausal);
    assert!(cache.is_empty());
}

fn a_run_reads_with_a_cache_and_without(backend: Backend) {
    for (name, config) in causal() {
        let model = model(config, backend);
        let (mut cache, mut run) = (Cache::new(&model).unwrap(), Run::next(&model, 3).unwrap());
        model.extend(&mut cache, &IDS[..3], &mut run).unwrap();
        model.extend(&mut cache, &IDS[3..6], &mut run).unwrap();
        let second = run.logits().clone();
        model.forward(&IDS[3..6], &mut run).unwrap();
        let alone = read(&model, &IDS[3..6]);
        assert_same_bits(run.logits(), alone.logits(), name);
        let (mut cache, mut first) = (Cache::new(&model).unwrap(), Run::next(&model, 3).unwrap());
        model.extend(&mut cache, &IDS[..3], &mut first).unwrap();
        model.extend(&mut cache, &IDS[3..6], &mut run).unwrap();
        assert_same_bits(run.logits(), &second, name);
    }
}

/// All that can be changed, token by token.
fn changes_are_the_same_with_a_cache(backend: Backend) {
    for (name, config) in causal().filter(|(_, config)| config.n_layers > 0) {
        let max_len = IDS.len();
        let model = model(
            Config {
                max_len,
                ..config.clone()
            },
            backend,
        );
        let off = [Ablation {
            layer: 0,
            head: 0,
            output: vec![0.25; config.d_head],
        }];
        let hidden = [Hidden {
            layer: 0,
            head: config.n_heads - 1,
            query: 4,
            key: 3,
        }];
        let drawn = [Drawn {
            layer: 0,
            head: 0,
            query: 3,
            weights: vec![0.5, 0.0, 0.25],
        }];
        let swapped = [Swapped {
            layer: 1,
            place: 2,
            stream: vec![0.5; config.d_model],
        }];
        let changes = Changes {
            off: &off,
            hidden: &hidden,
            drawn: &drawn,
            swapped: &swapped,
        };
        let mut whole = Run::new(&model, 1, IDS.len()).unwrap();
        model.forward_changed(&IDS, &mut whole, changes).unwrap();
        let mut cache = Cache::new(&model).unwrap();
        let mut one = Run::next(&model, 1).unwrap();
        for (place, id) in IDS.iter().enumerate() {
            model
                .extend_changed(&mut cache, &[*id], &mut one, changes)
                .unwrap();
            assert_eq!(one.logits().row(0), whole.logits().row(place), "{name}");
        }
    }
}

/// Of every kind of model, whichever pass was the last, and after a part of a pass too.
fn a_lean_run_has_the_same_numbers_and_no_way_back(backend: Backend) {
    for (name, config) in settings() {
        let model = model(config, backend);
        let n = IDS.len().min(model.config().max_len);
        let mut lean = Run::lean(&model, 1, n).unwrap();
        for shift in 0..3 {
            let ids: Vec<u32> = IDS[..n].iter().map(|id| (id + shift) % 7).collect();
            let whole = read(&model, &ids);
            model.forward(&ids, &mut lean).unwrap();
            assert_same_bits(lean.logits(), whole.logits(), name);
            for layer in 0..=model.config().n_layers {
                let (found, wanted) = (lean.hidden(&model, layer), whole.hidden(&model, layer));
                assert_same_bits(found, wanted, name);
            }
        }
        let last = model.config().n_layers;
        let swapped = Swapped {
            layer: last / 2,
            place: 1,
            stream: vec![0.25; model.config().d_model],
        };
        let (whole, mut scratch) = (read(&model, &IDS[..n]), lean.clone());
        model.forward(&IDS[..n], &mut lean).unwrap();
        let found = model.logits_with(&swapped, n - 1, (&lean, &mut scratch), Changes::default());
        let mut other = whole.clone();
        let wanted = model.logits_with(&swapped, n - 1, (&whole, &mut other), Changes::default());
        assert_eq!(found, wanted, "{name}");

        let (mut back, mut gradient) =
            (Backward::new(&model, &lean), Params::zeros(model.config()));
        let refused = model.backward(&IDS[..n], &lean, &mut back, &mut gradient);
        assert!(
            matches!(refused, Err(ModelError::MadeForOther { .. })),
            "{name}"
        );
    }
}

/// Several sequences at once.
fn a_lean_run_of_a_batch_has_the_same_numbers(backend: Backend) {
    for (name, config) in settings() {
        let model = model(config, backend);
        let n = IDS.len().min(model.config().max_len);
        let shifted = |shift: u32| IDS[..n].iter().map(move |id| (id + shift) % 7);
        let two: Vec<u32> = shifted(0).chain(shifted(3)).collect();
        let (mut lean, mut whole) = (
            Run::lean(&model, 2, n).unwrap(),
            Run::new(&model, 2, n).unwrap(),
        );
        model.forward(&two, &mut lean).unwrap();
        model.forward(&two, &mut whole).unwrap();
        assert_same_bits(lean.logits(), whole.logits(), name);
        for layer in 0..model.config().n_layers {
            let of = |run: &Run| run.weights(&model, layer, 1, 0);
            assert_eq!(of(&lean), of(&whole), "{name}");
        }
    }
}

fn a_cache_with_less_room_gives_the_same_bits(backend: Backend) {
    let max_len = LONG;
    let model = model(Config { max_len, ..toy() }, backend);
    let whole = read(&model, &IDS);
    let mut cache = Cache::of(&model, IDS.len()).unwrap();
    for (i, id) in IDS.iter().enumerate() {
        let mut run = Run::next_of(&model, 1, IDS.len()).unwrap();
        model.extend(&mut cache, &[*id], &mut run).unwrap();
        assert_eq!(run.logits().row(0), whole.logits().row(i), "token {i}");
    }
    let mut run = Run::next_of(&model, 1, IDS.len()).unwrap();
    let full = model.extend(&mut cache, &[1], &mut run).unwrap_err();
    let (tokens, max_len) = (IDS.len() + 1, IDS.len());
    assert_eq!(full, ModelError::TooLong { tokens, max_len });
    let mut other = Run::next(&model, 1).unwrap();
    let unlike = model.extend(&mut cache, &[1], &mut other).unwrap_err();
    assert!(
        matches!(unlike, ModelError::MadeForOther { .. }),
        "{unlike}"
    );
    assert!(matches!(
        Cache::of(&model, LONG + 1),
        Err(ModelError::TooLong { .. })
    ));
    assert!(matches!(
        Run::next_of(&model, 1, LONG + 1),
        Err(ModelError::TooLong { .. })
    ));
}
