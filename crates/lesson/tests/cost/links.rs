//! Links: whatever a scene holds comes back; nothing a stranger writes does harm.

use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::link::{self, Scene};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{Settings, Setup};
use proptest::prelude::*;

fn odd() -> Scene {
    Scene {
        settings: Settings {
            setup: Setup {
                d: 16,
                causal: true,
                window: 37,
                seed: 4_000_000_000,
            },
            methods: vec![Method::Textbook, Method::Linear],
            largest: 512,
            budget: 9,
        },
        show: Quantity::Memory,
        at: Some((Method::Linear, 256)),
    }
}

#[test]
fn a_scene_comes_back() {
    assert_eq!(link::decode(&link::encode(&odd())), Ok(odd()));
    assert_eq!(link::encode(&Scene::default()), "lesson=cost");
    assert_eq!(link::decode("lesson=cost"), Ok(Scene::default()));
    assert_eq!(link::decode(""), Ok(Scene::default()));
    let again = link::decode("to=64&methods=linear.fused.linear").unwrap();
    assert_eq!(again.settings.methods, [Method::Fused, Method::Linear]);
}

#[test]
fn what_cannot_be_is_refused_in_terms_of_what_is_wrong() {
    let refused = |fragment: &str| link::decode(fragment).unwrap_err();
    let entry = |key: &str, text: &str| CostProblem::Link(key.into(), text.into());
    assert_eq!(refused("d=12"), CostProblem::Width(12));
    assert_eq!(refused("window=0"), CostProblem::Window(0, 8192));
    assert_eq!(refused("window=9000"), CostProblem::Window(9000, 8192));
    assert_eq!(refused("to=65"), CostProblem::Largest(65));
    assert_eq!(refused("to=1048576"), CostProblem::Largest(1_048_576));
    assert_eq!(refused("budget=4096"), CostProblem::Budget(4096, 3072));
    for (key, text) in [
        ("d", "-64"),
        ("d", "99999999999999999999999"),
        ("causal", "yes"),
        ("window", "1e3"),
        ("methods", ""),
        ("methods", "fused.<b>"),
        ("show", "%00"),
        ("at", "fused"),
        ("at", "fused.100"),
        ("at", "nothing.64"),
    ] {
        assert_eq!(refused(&format!("{key}={text}")), entry(key, text));
    }
    let long = refused(&format!("methods={}", "x".repeat(1_000_000)));
    let CostProblem::Link(_, quoted) = long else {
        panic!("{long:?}");
    };
    assert!(quoted.len() < 50);
}

proptest! {
    #[test]
    fn nothing_a_stranger_writes_does_harm(text in ".{0,200}") {
        if let Ok(scene) = link::decode(&text) {
            prop_assert_eq!(scene.settings.check(), Ok(()));
        }
    }

    #[test]
    fn near_misses_do_no_harm(
        key in "(d|causal|window|methods|to|budget|show|at|seed)",
        value in "[0-9a-z.%-]{0,30}",
    ) {
        if let Ok(scene) = link::decode(&format!("lesson=cost&{key}={value}")) {
            prop_assert_eq!(scene.settings.check(), Ok(()));
            prop_assert_eq!(link::decode(&link::encode(&scene)), Ok(scene));
        }
    }
}
