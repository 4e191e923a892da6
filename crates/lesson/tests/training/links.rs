//! Links: whatever a scene holds comes back; nothing a stranger writes does harm.

use lesson::lessons::training::link::{self, Panel, Scene};
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::{Family, OptimiserKind, PositionKind, Settings};
use lesson::lessons::training::task::Task;
use proptest::prelude::*;

fn odd() -> Settings {
    Settings {
        n_layers: 3,
        n_heads: 8,
        d_model: 128,
        mlp: false,
        family: Family::Llama,
        positions: PositionKind::Alibi,
        scaled: false,
        causal: false,
        optimiser: OptimiserKind::Momentum,
        rate: 0.125,
        weight_decay: 0.5,
        batch: 7,
        seed: 99,
        ..Settings::of(Task::Brackets)
    }
}

#[test]
fn a_scene_comes_back() {
    let scene = Scene {
        shipped: None,
        runs: [Some(odd()), Some(Settings::of(Task::English))],
        example: 3,
        text: Some("it, & #=the <b>cat</b>".into()),
        head: (2, 5),
        pinned: Some(4),
        lines: true,
        threshold: 0.25,
        panel: Panel::Block,
    };
    assert_eq!(link::decode(&link::encode(&scene)), Ok(scene));
    assert_eq!(link::decode(""), Ok(Scene::default()));
    let unpinned = Scene {
        pinned: None,
        ..Scene::shipped("pronoun")
    };
    assert_eq!(link::decode(&link::encode(&unpinned)), Ok(unpinned));
    assert_eq!(
        link::decode(&link::encode(&Scene::default())),
        Ok(Scene::default())
    );
}

#[test]
fn settings_come_back() {
    for task in Task::ALL {
        for settings in [Settings::of(task), Settings { task, ..odd() }] {
            assert_eq!(
                link::read_settings(&link::settings(&settings)),
                Ok(settings)
            );
        }
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let wrong = |fragment: &str| link::decode(fragment).unwrap_err();
    assert_eq!(
        wrong("a=chess"),
        TrainingProblem::Link("task".into(), "chess".into())
    );
    assert_eq!(
        wrong("a=copy,layers:many"),
        TrainingProblem::Link("layers".into(), "many".into())
    );
    assert_eq!(
        wrong("least=7"),
        TrainingProblem::Link("least".into(), "7".into())
    );
    assert!(matches!(wrong("head=1"), TrainingProblem::Link(..)));
    assert!(matches!(wrong("panel=cellar"), TrainingProblem::Link(..)));
    assert!(matches!(wrong("text=%ff"), TrainingProblem::Link(..)));
    assert!(
        link::decode("nonsense&x=1&=&&a").is_ok(),
        "unknown entries are passed over"
    );
}

proptest! {
    #[test]
    fn any_bytes_are_safe(fragment in "\\PC*") {
        let _ = link::decode(&fragment);
        let _ = link::read_settings(&fragment);
    }

    #[test]
    fn anything_that_looks_like_a_link_is_safe(key in "a|b|text|head|pin|least|panel", value in "[a-z0-9:,.%-]*") {
        if let Ok(scene) = link::decode(&format!("{key}={value}")) {
            prop_assert_eq!(link::decode(&link::encode(&scene)), Ok(scene));
        }
    }
}
