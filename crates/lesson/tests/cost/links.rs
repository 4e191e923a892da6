//! Links: whatever a state holds comes back; nothing a stranger writes does harm.

use lesson::Problem;
use lesson::core::player::{read, write};
use lesson::lessons::cost::Cost;
use lesson::lessons::cost::fit::Quantity;
use lesson::lessons::cost::link::View;
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{Settings, Setup};
use proptest::prelude::*;

fn odd() -> (Settings, View) {
    let settings = Settings {
        setup: Setup {
            d: 16,
            causal: true,
            window: 37,
            seed: 4_000_000_000,
        },
        methods: vec![Method::Textbook, Method::Linear],
        largest: 512,
        budget: 9,
    };
    let view = View {
        show: Quantity::Memory,
        at: Some((Method::Linear, 256)),
    };
    (settings, view)
}

fn again(settings: &Settings, view: &View) -> Result<(Settings, View), Problem> {
    read::<Cost>(&write::<Cost>(settings, view))
}

#[test]
fn a_state_comes_back() {
    let (settings, view) = odd();
    assert_eq!(again(&settings, &view), Ok((settings, view)));
    let (usual, view) = (Settings::default(), View::default());
    assert_eq!(write::<Cost>(&usual, &view), "ver=1&lesson=cost");
    let usual = Ok((usual, view));
    assert_eq!(read::<Cost>("lesson=cost"), usual);
    assert_eq!(read::<Cost>(""), usual);
    let (twice, _) = read::<Cost>("to=64&methods=linear.fused.linear").unwrap();
    assert_eq!(twice.methods, [Method::Fused, Method::Linear]);
    // Somebody who was about to choose others finds it as it was.
    let (none, view) = read::<Cost>("to=64&methods=").unwrap();
    assert_eq!(none.methods, []);
    assert_eq!(again(&none, &view), Ok((none, view)));
}

/// Whether it can be measured, or could once there is a method to measure.
fn can_stand(settings: &Settings) -> bool {
    matches!(settings.check(), Ok(()) | Err(CostProblem::NoMethod))
}

#[test]
fn what_cannot_be_is_refused_in_terms_of_what_is_wrong() {
    let refused = |fragment: &str| read::<Cost>(fragment).unwrap_err();
    let entry = |key: &str, text: &str| Problem::LinkEntry(key.into(), text.into());
    let range = |fragment: &str, key: &str, found: &str, part: &str| match refused(fragment) {
        Problem::LinkRange(own, text, known) => {
            assert_eq!((own, text.as_str()), (key, found), "{fragment}");
            assert!(known.contains(part), "{fragment}: {known}");
        }
        other => panic!("{fragment}: {other:?}"),
    };
    range("d=12", "d", "12", "16");
    range("window=0", "window", "0", "8192");
    range("window=9000", "window", "9000", "8192");
    range("to=65", "to", "65", "64");
    range("to=1048576", "to", "1048576", "8192");
    range("budget=4096", "budget", "4096", "3072");
    for (key, text) in [
        ("d", "-64"),
        ("d", "99999999999999999999999"),
        ("causal", "yes"),
        ("window", "1e3"),
        ("methods", "fused.<b>"),
        ("show", "%00"),
        ("at", "fused"),
        ("at", "fused.100"),
        ("at", "nothing.64"),
    ] {
        assert_eq!(refused(&format!("{key}={text}")), entry(key, text));
    }
    let long = refused(&format!("methods={}", "x".repeat(100_000)));
    let Problem::LinkEntry(_, quoted) = long else {
        panic!("{long:?}");
    };
    assert!(quoted.len() < 50);
    let megabyte = refused(&format!("methods={}", "x".repeat(1_000_000)));
    assert!(
        matches!(megabyte, Problem::LinkTooLong(1_000_008, _)),
        "{megabyte:?}"
    );
}

proptest! {
    #[test]
    fn nothing_a_stranger_writes_does_harm(text in ".{0,200}") {
        if let Ok((settings, _)) = read::<Cost>(&text) {
            prop_assert!(can_stand(&settings));
        }
    }

    #[test]
    fn near_misses_do_no_harm(
        key in "(d|causal|window|methods|to|budget|show|at|seed)",
        value in "[0-9a-z.%-]{0,30}",
    ) {
        if let Ok((settings, view)) = read::<Cost>(&format!("lesson=cost&{key}={value}")) {
            prop_assert!(can_stand(&settings));
            prop_assert_eq!(again(&settings, &view), Ok((settings, view)));
        }
    }
}
