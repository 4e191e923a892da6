//! Fragments: round trips, and everything a stranger may put behind `#`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use lesson::Change;
use lesson::core::command::Edit;
use lesson::core::fragment::MOST_BYTES;
use lesson::head::change::Change as Head;
use lesson::head::document::opened;
use lesson::head::tokens::{Dimension, Side};
use lesson::lessons::stepper;
use lesson::{
    Cell, Command, Mode, Name, Problem, Source, Stage, Stepper, Trace, core::fill::Fill,
    head::presets, registry,
};
use proptest::prelude::*;

#[test]
fn says_what_is_wrong() {
    let of = |fragment: &str| stepper::decode(fragment).unwrap_err();
    assert_eq!(of("ver=2&preset=cat"), Problem::LinkNewer("2".into(), 1));
    assert_eq!(of("ver=x"), Problem::LinkNewer("x".into(), 1));
    assert_eq!(
        of("preset=nope"),
        Problem::LinkUnknown(
            "preset".into(),
            "nope".into(),
            stepper::META.presets.iter().map(|own| own.slug).collect()
        )
    );
    assert_eq!(
        of("lesson=nope"),
        Problem::LinkUnknown("lesson".into(), "nope".into(), vec!["stepper"])
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
        Problem::LinkTooLong(1 << 20, MOST_BYTES)
    );
    assert_eq!(
        of("preset=cat&stage=<script>"),
        Problem::LinkRange(
            "stage",
            "<script>".into(),
            Stage::ALL.map(Stage::key).join(", ")
        )
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
    let (_, view) = stepper::decode("preset=cat&future=1&digits=99&row=1000&embed&=&&").unwrap();
    let (document, _) = stepper::preset("cat").unwrap();
    let stepper = Stepper::new(document, view);
    assert_eq!((stepper.view.digits, stepper.view.row), (6, 2));
    assert_eq!(
        stepper::decode(""),
        stepper::preset(presets::PRESETS[0].slug)
    );
}

#[test]
fn what_is_projected_needs_no_q_k_and_v() {
    let link = "src=projected&x=1,2;3,4&w_q=1,0;0,1&w_k=0,1;1,0&w_v=1;1";
    let (document, _) = stepper::decode(link).unwrap();
    assert_eq!(document.source, Source::Projected);
    let trace = Trace::of(&document).unwrap();
    assert_eq!(trace.get(Name::K).row(0), [2.0, 1.0]);
    assert_eq!(trace.get(Name::V).row(1), [7.0]);
    assert!(stepper::decode(&link.replace("&w_v=1;1", "")).is_err());
    let misfit = link.replace("w_k=0,1;1,0", "w_k=0,1");
    assert!(stepper::decode(&misfit).is_err());
}

/// A lesson's reader reads its own links, of versions that it knows.
#[test]
fn a_link_of_another_lesson_or_time_is_refused_by_every_reader() {
    let other = stepper::decode("lesson=flash&preset=cat");
    assert_eq!(
        other,
        Err(Problem::LinkUnknown(
            "lesson".into(),
            "flash".into(),
            vec!["stepper"]
        ))
    );
    for lesson in registry::LESSONS {
        let newer = registry::open(&format!("ver=2&lesson={}", lesson.slug));
        assert_eq!(newer.err(), Some(Problem::LinkNewer("2".into(), 1)));
    }
}

#[test]
fn a_token_may_be_anything() {
    let (mut document, view) = stepper::preset("cat").unwrap();
    document.queries = vec!["<script>".into(), "a,b;c&d=é#%".into(), "猫 🐈".into()];
    assert_eq!(
        stepper::decode(&stepper::encode(&document, &view))
            .unwrap()
            .0,
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
        (cell.clone(), -1e9f32..1e9)
            .prop_map(|(cell, value)| Command::Edit(Edit::Set(cell, value))),
        cell.prop_map(|cell| Command::Pin(Some(cell))),
        (0usize..18, any::<u32>())
            .prop_map(|(n, seed)| Command::Edit(Edit::Fill(Name::ALL[n], Fill::Random(seed)))),
        (side.clone(), "[a-z,<&]{0,5}")
            .prop_map(|(side, name)| Command::Own(Change::Head(Head::AddToken(side, name)))),
        (side.clone(), 0usize..8)
            .prop_map(|(side, i)| Command::Own(Change::Head(Head::RemoveToken(side, i)))),
        (side, 0usize..5, 0usize..5)
            .prop_map(|(side, i, j)| Command::Own(Change::Head(Head::MoveToken(side, i, j)))),
        (dimension, 0usize..18).prop_map(|(dimension, size)| Command::Own(Change::Head(
            Head::Resize(dimension, size)
        ))),
        (mask, 0usize..20)
            .prop_map(|(mask, p)| Command::Own(Change::Head(Head::Mask(mask.into(), p)))),
        any::<bool>().prop_map(|it| Command::Own(Change::Head(Head::Cross(it)))),
        any::<bool>().prop_map(|p| Command::Own(Change::Head(Head::Source(if p {
            Source::Projected
        } else {
            Source::ByHand
        })))),
        any::<bool>().prop_map(|o| Command::Own(Change::Mode(if o {
            Mode::One
        } else {
            Mode::All
        }))),
        any::<bool>().prop_map(|it| Command::Own(Change::OpenSoftmax(it))),
        (0usize..11).prop_map(|i| Command::Goto(Stage::ALL[i].key())),
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
        let _ = stepper::decode(&fragment);
    }

    #[test]
    fn near_misses_do_not_panic(fragment in "(ver=1&)?(preset=(cat|cross)&)?((t|kt|q|k|v|x|x_kv|w_q|mask|scale|o|stage|pin|row|src)=[a-z0-9.,;:%\\-]{0,20}&){0,6}") {
        if let Ok((document, view)) = stepper::decode(&fragment) {
            prop_assert!(Trace::of(Stepper::new(document, view).document()).is_ok());
        }
    }

    /// Whatever is done, the state stays whole, its numbers can be computed, and its link reads back.
    #[test]
    fn any_session_round_trips(commands in commands(), cut in 0usize..2000) {
        let (document, view) = stepper::preset("cat").unwrap();
        let mut stepper = Stepper::new(document, view);
        for command in commands {
            let before = stepper.clone();
            if stepper.apply(command).is_err() {
                prop_assert_eq!(&stepper, &before);
            }
        }
        prop_assert!(Trace::of(stepper.document()).is_ok());
        let link = stepper::encode(stepper.document(), &stepper.view);
        let (document, view) = stepper::decode(&link).unwrap();
        prop_assert_eq!(&document, &**stepper.document());
        prop_assert_eq!(&view, &stepper.view);
        let _ = stepper::decode(link.get(..cut).unwrap_or(&link));
    }
}
