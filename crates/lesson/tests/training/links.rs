//! Links: whatever a state holds comes back; nothing a stranger writes does harm.

use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::player::{preset, read, write};
use lesson::lessons::training::Training;
use lesson::lessons::training::lesson::{Change, Trainer};
use lesson::lessons::training::link::{self, Document, Panel, View};
use lesson::lessons::training::look::{Instead, Without};
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

const fn out(layer: usize, head: usize, instead: Instead) -> Without {
    Without {
        layer,
        head,
        instead,
    }
}

type State = (Document, View);

fn again((document, view): &State) -> Result<State, Problem> {
    read::<Training>(&write::<Training>(document, view))
}

#[test]
fn a_state_comes_back() {
    let document = Document {
        shipped: None,
        runs: [Some(odd()), Some(Settings::of(Task::English))],
        example: 3,
        text: Some("it, & #=the <b>cat</b>".into()),
        without: vec![out(0, 1, Instead::Mean), out(1, 0, Instead::Zero)],
    };
    let view = View {
        head: (2, 5),
        pinned: Some(4),
        lines: true,
        threshold: 0.25,
        panel: Panel::Block,
    };
    let state = (document, view);
    assert_eq!(again(&state), Ok(state));
    let opening = link::shipped(link::OPENING);
    assert_eq!(read::<Training>(""), Ok(opening.clone()));
    let (document, mut view) = link::shipped("pronoun");
    assert_eq!(
        preset::<Training>("pronoun"),
        Ok((document.clone(), view.clone()))
    );
    assert!(view.pinned.take().is_some());
    let unpinned = (document, view);
    assert_eq!(again(&unpinned), Ok(unpinned));
    assert_eq!(again(&opening), Ok(opening));
}

#[test]
fn heads_that_are_taken_out_are_in_the_link() {
    let mut player = Trainer::open("").unwrap();
    let mut apply = |change| player.apply(Command::Own(change)).unwrap();
    apply(Change::Without((1, 0), Some(Instead::Zero)));
    apply(Change::Without((0, 1), Some(Instead::Zero)));
    apply(Change::Without((0, 1), Some(Instead::Mean)));
    let link = player.link();
    assert!(link.ends_with("&off=0.1:mean,1.0"), "{link}");
    let both = [out(0, 1, Instead::Mean), out(1, 0, Instead::Zero)];
    assert_eq!(read::<Training>(&link).unwrap().0.without, both);
    player.apply(Command::Undo).unwrap();
    assert_eq!(player.document().without[0], out(0, 1, Instead::Zero));
    player.apply(Command::Own(Change::AllHeads)).unwrap();
    assert!(!player.link().contains("off="));
    // Another model has all its heads.
    player.apply(Command::Undo).unwrap();
    let fresh = Change::Reset(Settings::of(Task::Copy));
    player.apply(Command::Own(fresh)).unwrap();
    assert!(player.document().without.is_empty());
    let none = read::<Training>("off=7.0,1.9").unwrap().0.without;
    assert_eq!(none, [], "the model has no such heads");
    assert!(read::<Training>("off=1.0:twice").is_err());
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
    let wrong = |fragment: &str| read::<Training>(fragment).unwrap_err();
    assert_eq!(
        wrong("a=chess"),
        Problem::LinkEntry("task".into(), "chess".into())
    );
    assert_eq!(
        wrong("a=copy,layers:many"),
        Problem::LinkEntry("layers".into(), "many".into())
    );
    assert_eq!(
        wrong("least=7"),
        Problem::LinkEntry("least".into(), "7".into())
    );
    assert!(matches!(wrong("head=1"), Problem::LinkEntry(..)));
    assert!(matches!(wrong("panel=cellar"), Problem::LinkEntry(..)));
    assert!(matches!(wrong("text=%ff"), Problem::LinkEntry(..)));
    assert!(
        read::<Training>("nonsense&x=1&=&&later").is_ok(),
        "unknown entries are passed over"
    );
    // An entry without `=` says nothing, in every lesson: that is no task.
    assert_eq!(wrong("a"), Problem::LinkEntry("task".into(), String::new()));
}

/// A later page may know more settings, so such a link opens; but nobody trains another run without hearing of it.
#[test]
fn what_is_left_out_is_named() {
    let named = |link: &str| match link::left_out(link) {
        Some(Problem::LinkUnknown(key, name, known)) => (key, name, known.is_empty()),
        other => unreachable!("{link}: {other:?}"),
    };
    let said = |key: &str, name: &str| (key.to_owned(), name.to_owned(), false);
    assert_eq!(named("a=repeat,heds:1"), said("a", "heds"));
    assert_eq!(named("a=copy&b=copy,later:1"), said("b", "later"));
    assert_eq!(named("model=pronoum"), said("model", "pronoum"));
    assert!(read::<Training>("a=repeat,heds:1").is_ok());
    assert!(matches!(
        link::left_out("a=repeat,heads"),
        Some(Problem::LinkEntry(..))
    ));
    let whole = format!("a={}&b=copy", link::settings(&odd()));
    for plain in ["", "a=repeat", "model=pronoun", "a=copy,&example=2", &whole] {
        assert_eq!(link::left_out(plain), None, "{plain}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_safe(fragment in "\\PC*") {
        let _ = read::<Training>(&fragment);
        let _ = link::read_settings(&fragment);
    }

    #[test]
    fn anything_that_looks_like_a_link_is_safe(key in "a|b|text|head|pin|least|panel", value in "[a-z0-9:,.%-]*") {
        if let Ok(state) = read::<Training>(&format!("{key}={value}")) {
            prop_assert_eq!(again(&state), Ok(state));
        }
    }
}
