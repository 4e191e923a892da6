//! Fragments: round trips, and everything a stranger may put behind `#`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use lesson::head::document::opened;
use lesson::head::tokens::{Dimension, Side};
use lesson::{
    Cell, Command, Mode, Name, Problem, Source, Stage, Stepper, Trace, head::codec,
    head::fill::Fill, head::presets,
};
use proptest::prelude::*;

#[test]
fn says_what_is_wrong() {
    let of = |fragment: &str| codec::decode(fragment).unwrap_err();
    assert_eq!(of("ver=2&preset=cat"), Problem::LinkNewer("2".into(), 1));
    assert_eq!(of("ver=x"), Problem::LinkNewer("x".into(), 1));
    assert_eq!(
        of("preset=nope"),
        Problem::LinkUnknown("preset".into(), "nope".into())
    );
    assert_eq!(
        of("lesson=nope"),
        Problem::LinkUnknown("lesson".into(), "nope".into())
    );
    assert_eq!(
        of("preset=cat&q=1,2;x,3"),
        Problem::LinkEntry("q".into(), "1,2;x,3".into())
    );
    assert_eq!(
        of("preset=cat&q=1,2,3"),
        Problem::LinkShape("q".into(), (1, 3), (3, 3))
    );
    assert_eq!(
        of("t=a,b&q=1;2&k=1;2&v=1"),
        Problem::LinkShape("v".into(), (1, 1), (2, 1))
    );
    assert_eq!(
        of("t=a,b&q=1;2&k=1"),
        Problem::LinkEntry("v".into(), String::new())
    );
    assert_eq!(
        of(&format!("t={}", "a,".repeat(30_000))),
        Problem::TooMany(30_001, opened::TOKENS)
    );
    assert_eq!(
        of(&"a".repeat(1 << 20)),
        Problem::LinkTooLong(1 << 20, codec::MOST_BYTES)
    );
    assert_eq!(
        of("preset=cat&stage=<script>"),
        Problem::LinkEntry("stage".into(), "<script>".into())
    );
    assert_eq!(
        of("preset=cat&t=%ff,a,b"),
        Problem::LinkEntry("t".into(), "%ff".into())
    );
    assert_eq!(
        of("preset=cat&o=scores.9.9:1"),
        Problem::LinkEntry("o".into(), "scores.9.9:1".into())
    );
}

#[test]
fn ignores_what_it_does_not_know_and_clamps_what_is_too_large() {
    let (_, view) = codec::decode("preset=cat&future=1&digits=99&row=1000&embed&=&&").unwrap();
    let (document, _) = presets::open("cat").unwrap();
    let stepper = Stepper::new(document, view);
    assert_eq!((stepper.view.digits, stepper.view.row), (6, 2));
    assert_eq!(codec::decode(""), presets::open(presets::OPENING));
}

#[test]
fn a_token_may_be_anything() {
    let (mut document, view) = presets::open("cat").unwrap();
    document.queries = vec!["<script>".into(), "a,b;c&d=é#%".into(), "猫 🐈".into()];
    assert_eq!(
        codec::decode(&codec::encode(&document, &view)).unwrap().0,
        document
    );
}

fn commands() -> impl Strategy<Value = Vec<Command>> {
    let cell =
        (0usize..18, 0usize..6, 0usize..6).prop_map(|(n, i, j)| Cell::new(Name::ALL[n], i, j));
    let side = prop_oneof![Just(Side::Queries), Just(Side::Keys)];
    let dimension = prop_oneof![
        Just(Dimension::Dk),
        Just(Dimension::Dv),
        Just(Dimension::DModel)
    ];
    let mask = prop::sample::select(vec![
        "none", "causal", "window", "prefix", "padding", "painted",
    ]);
    let one = prop_oneof![
        (cell.clone(), -1e9f32..1e9).prop_map(|(cell, value)| Command::Edit(cell, value)),
        cell.prop_map(|cell| Command::Pin(Some(cell))),
        (0usize..18, any::<u32>())
            .prop_map(|(n, seed)| Command::Fill(Name::ALL[n], Fill::Random(seed))),
        (side.clone(), "[a-z,<&]{0,5}").prop_map(|(side, name)| Command::AddToken(side, name)),
        (side.clone(), 0usize..8).prop_map(|(side, i)| Command::RemoveToken(side, i)),
        (side, 0usize..5, 0usize..5).prop_map(|(side, i, j)| Command::MoveToken(side, i, j)),
        (dimension, 0usize..18).prop_map(|(dimension, size)| Command::Resize(dimension, size)),
        (mask, 0usize..20).prop_map(|(mask, p)| Command::Mask(mask.into(), p)),
        any::<bool>().prop_map(Command::Cross),
        any::<bool>().prop_map(|p| Command::Source(if p {
            Source::Projected
        } else {
            Source::ByHand
        })),
        any::<bool>().prop_map(|o| Command::Mode(if o { Mode::One } else { Mode::All })),
        any::<bool>().prop_map(Command::OpenSoftmax),
        (0usize..11).prop_map(|i| Command::Goto(Stage::ALL[i])),
        (0usize..60).prop_map(Command::Scrub),
        Just(Command::Undo),
        Just(Command::Redo),
        Just(Command::Next),
        Just(Command::Reset),
    ];
    prop::collection::vec(one, 0..40)
}

proptest! {
    #[test]
    fn no_bytes_panic(fragment in any::<String>()) {
        let _ = codec::decode(&fragment);
    }

    #[test]
    fn near_misses_do_not_panic(fragment in "(ver=1&)?(preset=(cat|cross)&)?((t|kt|q|k|v|x|x_kv|w_q|mask|scale|o|stage|pin|row|src)=[a-z0-9.,;:%\\-]{0,20}&){0,6}") {
        if let Ok((document, view)) = codec::decode(&fragment) {
            prop_assert!(Trace::of(Stepper::new(document, view).document()).is_ok());
        }
    }

    /// Whatever is done, the state stays whole, its numbers can be computed, and its link reads back.
    #[test]
    fn any_session_round_trips(commands in commands(), cut in 0usize..2000) {
        let (document, view) = presets::open("cat").unwrap();
        let mut stepper = Stepper::new(document, view);
        for command in commands {
            let before = stepper.clone();
            if stepper.apply(command).is_err() {
                prop_assert_eq!(&stepper, &before);
            }
        }
        prop_assert!(Trace::of(stepper.document()).is_ok());
        let link = codec::encode(stepper.document(), &stepper.view);
        let (document, view) = codec::decode(&link).unwrap();
        prop_assert_eq!(&document, &**stepper.document());
        prop_assert_eq!(&view, &stepper.view);
        let _ = codec::decode(link.get(..cut).unwrap_or(&link));
    }
}
