//! Which cells there are, and which there are not.

use super::models::{IDS, PLACES, cells, read, settings, toy};
use attention::model::{Config, MlpKind, Model, NormPlace, Positions, RopeLayout, Run};
use lesson::lessons::training::block::{
    BlockCell, BlockView, Explanation, Part, covers, explain, view,
};
use std::collections::HashSet;

#[test]
fn the_view_ends_in_what_the_model_predicts() {
    for (name, config) in settings() {
        let (model, run) = read(config);
        for place in PLACES {
            let view = view(&model, &run, &IDS, 9, place);
            assert_eq!((view.step, view.place, &view.ids[..]), (9, place, &IDS[..]));
            let row = |part| view.rows.iter().find(|row| row.part == part).unwrap();
            assert_eq!(row(Part::Logits).values, run.logits().row(place), "{name}");
            let sum: f32 = row(Part::Probabilities).values.iter().sum();
            assert!(
                (sum - 1.0).abs() < 1e-6,
                "{name}: probabilities sum to {sum}"
            );
        }
    }
}

#[test]
fn rows_are_those_of_the_model() {
    let parts = |config| {
        let (model, run) = read(config);
        let rows = view(&model, &run, &IDS, 0, 1).rows;
        rows.iter()
            .map(|row| (row.layer, row.part))
            .collect::<HashSet<_>>()
    };
    let of = |layer, parts: &[Part]| {
        parts
            .iter()
            .map(|part| (layer, *part))
            .collect::<HashSet<_>>()
    };
    let config = || Config {
        n_layers: 1,
        ..toy()
    };
    let gpt2 = parts(config());
    let swiglu = parts(Config {
        mlp: MlpKind::SwiGlu,
        ..config()
    });
    assert_eq!(&swiglu - &gpt2, of(Some(0), &[Part::Gate, Part::Gated]));
    let none = parts(Config {
        mlp: MlpKind::None,
        ..config()
    });
    let mlp = [
        Part::NormMlp,
        Part::Up,
        Part::Activated,
        Part::Down,
        Part::AfterMlp,
    ];
    assert_eq!(&gpt2 - &none, of(Some(0), &mlp));
    let rope = Positions::Rope {
        theta: 1e4,
        layout: RopeLayout::HalfSplit,
        dims: None,
    };
    let rope = parts(Config {
        positions: rope,
        ..config()
    });
    assert_eq!(
        &rope - &gpt2,
        of(Some(0), &[Part::QueryPlain, Part::KeyPlain])
    );
    assert_eq!(&gpt2 - &rope, of(None, &[Part::Position]));
}

#[test]
fn a_hidden_key_is_masked_with_its_score_still_to_be_seen() {
    let (model, run) = read(toy());
    let view = view(&model, &run, &IDS, 0, 2);
    let cell = |part, col| BlockCell {
        layer: Some(1),
        part,
        head: Some(3),
        col,
    };
    assert_eq!(view.value(cell(Part::Masked, 3)), Some(f32::NEG_INFINITY));
    assert_eq!(view.value(cell(Part::Weights, 3)), Some(0.0));
    assert_ne!(view.value(cell(Part::Scores, 3)), Some(0.0));
    let seen = view.value(cell(Part::Scaled, 2));
    assert_eq!(view.value(cell(Part::Masked, 2)), seen);
}

#[test]
fn a_cell_that_is_not_there_has_no_explanation() {
    let (model, run) = read(toy());
    let query = BlockCell {
        layer: Some(1),
        part: Part::Query,
        head: Some(3),
        col: 1,
    };
    let explained = |place, cell| explain(&model, &run, &IDS, place, cell).is_some();
    assert!(explained(5, query));
    let wrong = [
        BlockCell {
            layer: Some(2),
            ..query
        },
        BlockCell {
            layer: None,
            ..query
        },
        BlockCell {
            head: Some(4),
            ..query
        },
        BlockCell {
            head: None,
            ..query
        },
        BlockCell { col: 2, ..query },
        BlockCell {
            part: Part::QueryPlain,
            ..query
        },
        BlockCell {
            part: Part::Concat,
            ..query
        },
        BlockCell {
            part: Part::Logits,
            ..query
        },
        BlockCell {
            part: Part::Gate,
            head: None,
            ..query
        },
        BlockCell {
            layer: Some(usize::MAX),
            head: Some(usize::MAX),
            col: usize::MAX,
            ..query
        },
    ];
    for cell in wrong {
        assert!(!explained(5, cell), "{cell:?}");
    }
    assert!(!explained(6, query) && !explained(usize::MAX, query));
}

#[test]
fn what_does_not_fit_together_has_no_rows() {
    let (model, run) = read(toy());
    let empty = |model: &Model, run: &Run, ids: &[u32], place| {
        view(model, run, ids, 0, place).rows.is_empty()
    };
    assert!(!empty(&model, &run, &IDS, 5));
    assert!(empty(&model, &run, &IDS, 6), "no such place");
    assert!(empty(&model, &run, &IDS[..5], 0), "another sequence");
    assert!(empty(&model, &run, &[7; 6], 0), "no such token");
    let (other, of_other) = read(Config {
        n_layers: 1,
        ..toy()
    });
    assert!(empty(&model, &of_other, &IDS, 0), "a run of another model");
    assert!(!covers(&Config {
        norm_place: NormPlace::Post,
        ..toy()
    }));
    let (post, of_post) = read(Config {
        norm_place: NormPlace::Post,
        ..toy()
    });
    assert!(empty(&post, &of_post, &IDS, 0), "not covered");
    let plain = Run::new(&other, 1, IDS.len()).unwrap();
    assert!(empty(&other, &plain, &IDS, 0), "no stages kept");
    let two = Run::with_stages(&other, 2, 3).unwrap();
    assert!(empty(&other, &two, &IDS, 0), "two sequences");
}

#[test]
fn keys_are_those_of_one_station_each() {
    let all = [&Part::EMBEDDING[..], &Part::BLOCK, &Part::OUTPUT].concat();
    let parts: HashSet<Part> = all.into_iter().collect();
    let keys: HashSet<&str> = parts.iter().map(|part| part.key()).collect();
    assert_eq!((parts.len(), keys.len()), (31, 31));
}

/// To a worker and back, −∞ included.
#[test]
fn it_survives_the_journey() {
    let (model, run) = read(Config {
        mlp: MlpKind::SwiGlu,
        ..toy()
    });
    let mut bytes = vec![0; 1 << 16];
    let there = view(&model, &run, &IDS, 9, 2);
    let sent = postcard::to_slice(&there, &mut bytes).unwrap();
    assert_eq!(postcard::from_bytes::<BlockView>(sent).unwrap(), there);
    for (cell, _) in cells(&there) {
        let there = explain(&model, &run, &IDS, 2, cell).unwrap();
        let sent = postcard::to_slice(&there, &mut bytes).unwrap();
        assert_eq!(postcard::from_bytes::<Explanation>(sent).unwrap(), there);
    }
}
