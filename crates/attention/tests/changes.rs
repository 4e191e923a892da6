//! What is changed while a model reads: keys that are hidden, rows of weights that are given, streams that come from
//! another text.

use crate::common::assert_same_bits;
use crate::common::models::{settings, toy, unsettled};
use attention::Backend;
use attention::model::{Changes, Config, Drawn, Hidden, Model, Run, Swapped};

for_each_backend!(
    a_hidden_key_leaves_its_weight_to_the_others,
    what_cannot_be_hidden_is_refused_by_name,
    weights_that_are_given_as_they_were_change_nothing,
    a_row_that_is_given_is_what_values_are_mixed_by,
    a_stream_that_is_put_back_changes_nothing,
    with_all_streams_of_another_text_it_says_what_it_says_there,
    one_place_computed_anew_is_the_whole_pass,
    what_cannot_be_given_or_swapped_is_refused,
);

const FIVE: [u32; 5] = [3, 1, 4, 1, 5];
const OTHER: [u32; 5] = [3, 2, 4, 0, 5];

fn model(config: Config, backend: Backend) -> Model {
    unsettled(&Model::random(config, 5).unwrap(), backend)
}

/// Models of all settings that have heads.
fn models(backend: Backend) -> impl Iterator<Item = (&'static str, Model)> {
    let with_heads = settings().into_iter().filter(|own| own.1.n_layers > 0);
    with_heads.map(move |(name, config)| (name, model(config, backend)))
}

fn read(model: &Model, ids: &[u32], changes: Changes<'_>) -> Run {
    let mut run = Run::new(model, 1, ids.len()).unwrap();
    model.forward_changed(ids, &mut run, changes).unwrap();
    run
}

fn whole(model: &Model, ids: &[u32]) -> Run {
    read(model, ids, Changes::default())
}

fn hiding(hidden: &[Hidden]) -> Changes<'_> {
    Changes {
        hidden,
        ..Changes::default()
    }
}

fn drawing(drawn: &[Drawn]) -> Changes<'_> {
    Changes {
        drawn,
        ..Changes::default()
    }
}

fn swapping(swapped: &[Swapped]) -> Changes<'_> {
    Changes {
        swapped,
        ..Changes::default()
    }
}

fn weights_that_are_given_as_they_were_change_nothing(backend: Backend) {
    for (name, model) in models(backend) {
        let before = whole(&model, &FIVE);
        let (layer, head, query) = (model.config().n_layers - 1, 0, 3);
        let keys = if model.config().causal {
            query + 1
        } else {
            FIVE.len()
        };
        let weights = before.weights(&model, layer, 0, head).row(query)[..keys].to_vec();
        let drawn = Drawn {
            layer,
            head,
            query,
            weights,
        };
        let after = read(&model, &FIVE, drawing(&[drawn]));
        assert_same_bits(after.logits(), before.logits(), name);
    }
}

fn a_row_that_is_given_is_what_values_are_mixed_by(backend: Backend) {
    for (name, model) in models(backend) {
        let before = whole(&model, &FIVE);
        let head = model.config().n_heads - 1;
        let drawn = Drawn {
            layer: 0,
            head,
            query: 3,
            weights: vec![0.0, 1.0],
        };
        let after = read(&model, &FIVE, drawing(&[drawn]));
        let (trace, old) = (
            after.head(&model, 0, 0, head),
            before.head(&model, 0, 0, head),
        );
        assert_eq!(trace.output.row(3), trace.v.row(1), "{name}");
        assert_eq!(trace.weights.row(3)[..3], [0.0, 1.0, 0.0], "{name}");
        for query in [0, 1, 2, 4] {
            assert_eq!(trace.weights.row(query), old.weights.row(query), "{name}");
            assert_eq!(trace.output.row(query), old.output.row(query), "{name}");
        }
        if model.config().causal {
            assert_eq!(before.logits().row(2), after.logits().row(2), "{name}");
        }
        assert_ne!(before.logits().row(3), after.logits().row(3), "{name}");
    }
}

fn stream(run: &Run, model: &Model, layer: usize, place: usize) -> Swapped {
    let stream = run.stream(model, layer).row(place).to_vec();
    Swapped {
        layer,
        place,
        stream,
    }
}

fn a_stream_that_is_put_back_changes_nothing(backend: Backend) {
    for (name, model) in models(backend) {
        let before = whole(&model, &FIVE);
        let own: Vec<Swapped> = (0..=model.config().n_layers)
            .map(|layer| stream(&before, &model, layer, layer))
            .collect();
        let after = read(&model, &FIVE, swapping(&own));
        assert_same_bits(after.logits(), before.logits(), name);
    }
}

fn with_all_streams_of_another_text_it_says_what_it_says_there(backend: Backend) {
    for (name, model) in models(backend) {
        let other = whole(&model, &OTHER);
        for layer in 0..=model.config().n_layers {
            let all: Vec<Swapped> = (0..5).map(|at| stream(&other, &model, layer, at)).collect();
            let after = read(&model, &FIVE, swapping(&all));
            assert_same_bits(after.logits(), other.logits(), name);
            assert_ne!(after.logits(), whole(&model, &FIVE).logits(), "{name}");
        }
    }
}

/// Also while other things are changed.
fn one_place_computed_anew_is_the_whole_pass(backend: Backend) {
    for (name, model) in models(backend) {
        let other = whole(&model, &OTHER);
        let hidden = [Hidden {
            layer: 0,
            head: 0,
            query: 2,
            key: 1,
        }];
        let before = read(&model, &FIVE, hiding(&hidden));
        let mut scratch = before.clone();
        for layer in 0..=model.config().n_layers {
            for place in [1, 3] {
                let own = stream(&other, &model, layer, place);
                let runs = (&before, &mut scratch);
                let found = model.logits_with(&own, 4, runs, hiding(&hidden)).unwrap();
                let changes = Changes {
                    hidden: &hidden,
                    ..swapping(std::slice::from_ref(&own))
                };
                let wanted = read(&model, &FIVE, changes);
                assert_eq!(found, wanted.logits().row(4), "{name} {layer} {place}");
            }
        }
    }
}

fn what_cannot_be_given_or_swapped_is_refused(backend: Backend) {
    let model = model(toy(), backend);
    let before = whole(&model, &FIVE);
    let drawn = |layer, head, query, count| Drawn {
        layer,
        head,
        query,
        weights: vec![0.1; count],
    };
    let far = usize::MAX;
    for wrong in [
        drawn(9, 0, 0, 1),
        drawn(0, far, 0, 1),
        drawn(0, 0, far, 1),
        drawn(0, 0, 5, 1),
        drawn(0, 0, 2, 4),
    ] {
        let mut run = before.clone();
        let refused = model.forward_changed(&FIVE, &mut run, drawing(std::slice::from_ref(&wrong)));
        assert!(refused.is_err(), "{wrong:?}");
        assert_same_bits(run.logits(), before.logits(), "as it was");
    }
    let d_model = model.config().d_model;
    let swapped = |layer, place, count| Swapped {
        layer,
        place,
        stream: vec![0.0; count],
    };
    for wrong in [
        swapped(3, 0, d_model),
        swapped(far, 0, d_model),
        swapped(0, 5, d_model),
        swapped(0, far, d_model),
        swapped(0, 0, d_model - 1),
    ] {
        let mut run = before.clone();
        let refused =
            model.forward_changed(&FIVE, &mut run, swapping(std::slice::from_ref(&wrong)));
        assert!(refused.is_err(), "{wrong:?}");
        let none = model.logits_with(&wrong, 0, (&before, &mut run), Changes::default());
        assert!(none.is_err(), "{wrong:?}");
    }
    let own = stream(&before, &model, 1, 1);
    let (mut longer, short) = (Run::new(&model, 1, 6).unwrap(), Changes::default());
    assert!(
        model
            .logits_with(&own, 0, (&before, &mut longer), short)
            .is_err()
    );
    assert!(
        model
            .logits_with(&own, 9, (&before, &mut before.clone()), short)
            .is_err()
    );
}

/// Weights of the row add up to 1 without the key, in the proportions that the others had; rows before it, and heads
/// beside it, keep their bits.
fn a_hidden_key_leaves_its_weight_to_the_others(backend: Backend) {
    for (name, config) in settings() {
        if config.n_layers == 0 {
            continue;
        }
        let model = model(config.clone(), backend);
        let whole = read(&model, &FIVE, Changes::default());
        let hidden = Hidden {
            layer: 0,
            head: 1 % config.n_heads,
            query: 3,
            key: 2,
        };
        let changed = read(&model, &FIVE, hiding(&[hidden]));
        for head in 0..config.n_heads {
            let (before, after) = (
                whole.weights(&model, 0, 0, head),
                changed.weights(&model, 0, 0, head),
            );
            for query in 0..FIVE.len() {
                if (head, query) != (hidden.head, hidden.query) {
                    assert_eq!(before.row(query), after.row(query), "{name}");
                    continue;
                }
                let left = 1.0 - before.at(query, hidden.key);
                for key in 0..FIVE.len() {
                    let wanted = match key == hidden.key {
                        true => 0.0,
                        false => before.at(query, key) / left,
                    };
                    assert!((after.at(query, key) - wanted).abs() < 1e-5, "{name}");
                }
            }
        }
        if config.causal {
            assert_eq!(whole.logits().row(2), changed.logits().row(2), "{name}");
        }
        assert_ne!(whole.logits().row(3), changed.logits().row(3), "{name}");
    }
}

fn what_cannot_be_hidden_is_refused_by_name(backend: Backend) {
    let model = model(toy(), backend);
    let mut run = Run::new(&model, 1, FIVE.len()).unwrap();
    let hidden = |layer, head, query, key| Hidden {
        layer,
        head,
        query,
        key,
    };
    let far = usize::MAX;
    for wrong in [
        hidden(9, 0, 0, 0),
        hidden(0, far, 0, 0),
        hidden(0, 0, FIVE.len(), 0),
        hidden(0, 0, 0, far),
    ] {
        let refused = model.forward_changed(&FIVE, &mut run, hiding(&[wrong]));
        assert!(refused.is_err(), "{wrong:?}");
    }
}
