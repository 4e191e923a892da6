//! Walking, editing, undoing: what buttons and keys do, without a browser.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use lesson::Change;
use lesson::core::command::Edit;
use lesson::head::change::Change as Head;
use lesson::head::document::{MOST, opened};
use lesson::head::tokens::{Dimension, Side};
use lesson::lessons::stepper;
use lesson::{Cell, Command, Mode, Name, Problem, Source, Stage, Stepper, Trace};

fn open(slug: &str) -> Stepper {
    let (document, view) = stepper::preset(slug).unwrap();
    Stepper::new(document, view)
}

fn doing(stepper: &mut Stepper, commands: impl IntoIterator<Item = Command>) {
    for command in commands {
        stepper.apply(command).unwrap();
    }
}

const Q01: Cell = Cell::new(Name::Q, 0, 1);

#[test]
fn walks_every_stage_and_stops_at_the_ends() {
    let mut stepper = open("cat");
    let mut seen = vec![stepper.view.stage];
    for _ in 0..20 {
        stepper.apply(Command::Next).unwrap();
        seen.push(stepper.view.stage);
    }
    seen.dedup();
    assert_eq!(seen, Stage::ALL[1..]);
    doing(
        &mut stepper,
        [
            Command::Back,
            Command::Own(Change::OpenSoftmax(false)),
            Command::Back,
        ],
    );
    assert_eq!(stepper.view.stage, Stage::Masked);
    stepper
        .apply(Command::Own(Change::Head(Head::Source(Source::Projected))))
        .unwrap();
    stepper.apply(Command::Reset).unwrap();
    assert_eq!(stepper.view.stage, Stage::Project);
}

#[test]
fn playing_one_query_walks_cell_by_cell_and_ends() {
    let mut stepper = open("cat");
    doing(
        &mut stepper,
        [Command::Own(Change::Mode(Mode::One)), Command::Play],
    );
    let mut places = 1;
    while stepper.playback.playing {
        places += usize::from(stepper.tick(1.0));
    }
    assert_eq!(places, stepper.places().len());
    assert_eq!(stepper.selected(), Cell::new(Name::Output, 1, 1));
    assert!(!stepper.tick(10.0));
}

#[test]
fn undo_survives_stage_changes_and_typing_is_one_step() {
    let mut stepper = open("cat");
    let start = stepper.document().clone();
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Set(Q01, 2.0)),
            Command::Edit(Edit::Set(Q01, 2.5)),
            Command::Settle,
        ],
    );
    doing(
        &mut stepper,
        [
            Command::Next,
            Command::Edit(Edit::Set(Q01, 3.0)),
            Command::Goto(Stage::Output.key()),
        ],
    );
    doing(&mut stepper, [Command::Undo]);
    assert_eq!(
        (stepper.document().q.at(0, 1), stepper.view.stage),
        (2.5, Stage::Output)
    );
    doing(&mut stepper, [Command::Undo]);
    assert_eq!(*stepper.document(), start);
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Set(Q01, 9.0)),
            Command::Cancel(Cell::new(Name::Q, 0, 0)),
        ],
    );
    assert_eq!(
        stepper.document().q.at(0, 1),
        9.0,
        "another cell's Esc is none of ours"
    );
    doing(&mut stepper, [Command::Cancel(Q01)]);
    assert_eq!(*stepper.document(), start);
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Set(Q01, 2.5)),
            Command::Settle,
            Command::Edit(Edit::Set(Q01, 3.0)),
            Command::Undo,
        ],
    );
    doing(&mut stepper, [Command::Redo]);
    assert_eq!(stepper.document().q.at(0, 1), 3.0);
}

#[test]
fn what_is_typed_back_to_what_it_was_leaves_nothing_to_take_back() {
    let mut stepper = open("cat");
    let start = stepper.document().clone();
    let was = start.q.at(0, 1);
    let first = Command::Edit(Edit::Set(Cell::new(Name::Q, 1, 1), 7.0));
    doing(&mut stepper, [first, Command::Settle]);
    let back = [2.0, was].map(|number| Command::Edit(Edit::Set(Q01, number)));
    doing(&mut stepper, back);
    doing(&mut stepper, [Command::Undo]);
    assert_eq!(*stepper.document(), start);
    // What is typed on after that is a step again.
    let on = [2.0, was, 3.0].map(|number| Command::Edit(Edit::Set(Q01, number)));
    doing(&mut stepper, on);
    doing(&mut stepper, [Command::Undo]);
    assert_eq!(*stepper.document(), start);
}

#[test]
fn one_stroke_over_the_mask_is_one_step_back() {
    let mut stepper = open("cat");
    let start = stepper.document().clone();
    let at = |col| Cell::new(Name::Mask, 0, col);
    let stroke = [0, 1, 2].map(|col| Command::Edit(Edit::Paint(at(0), at(col), 1.0)));
    doing(&mut stepper, stroke);
    doing(&mut stepper, [Command::Settle]);
    assert_ne!(*stepper.document(), start);
    doing(&mut stepper, [Command::Undo]);
    assert_eq!(*stepper.document(), start);
}

#[test]
fn overrides_flow_on_and_are_let_go() {
    let mut stepper = open("cat");
    let before = Trace::of(stepper.document()).unwrap();
    let weight = Cell::new(Name::Weights, 0, 0);
    let hidden = Cell::new(Name::Mask, 0, 1);
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Set(weight, 0.9)),
            Command::Edit(Edit::Set(hidden, 1.0)),
        ],
    );
    let trace = Trace::of(stepper.document()).unwrap();
    assert_eq!(
        (trace.value(weight), trace.value(hidden)),
        (Some(0.9), Some(f32::NEG_INFINITY))
    );
    assert_eq!(trace.get(Name::Weights).at(0, 1), 0.0);
    assert_ne!(
        trace.get(Name::Output).row(0),
        before.get(Name::Output).row(0)
    );
    assert_eq!(
        trace.get(Name::Output).row(1),
        before.get(Name::Output).row(1)
    );
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Clear(weight)),
            Command::Edit(Edit::ClearAll),
        ],
    );
    assert_eq!(Trace::of(stepper.document()).unwrap(), before);
    let fixed = stepper.apply(Command::Edit(Edit::Set(Cell::new(Name::Exp, 0, 0), 1.0)));
    assert_eq!(fixed, Err(Problem::Fixed(Name::Exp.key())));
}

#[test]
fn a_query_that_sees_nothing_gives_zeros_and_says_so() {
    let mut stepper = open("cat");
    doing(
        &mut stepper,
        (0..3).map(|j| Command::Edit(Edit::Set(Cell::new(Name::Mask, 1, j), 1.0))),
    );
    let trace = Trace::of(stepper.document()).unwrap();
    assert!(trace.rows[1].sees_nothing && !trace.rows[0].sees_nothing);
    assert_eq!(trace.get(Name::Output).row(1), [0.0, 0.0]);
}

#[test]
fn a_mask_painted_over_counts_as_painted_until_the_paint_is_gone() {
    let mut stepper = open("cat");
    let cell = Cell::new(Name::Mask, 0, 1);
    for chosen in ["none", "causal", "window"] {
        stepper
            .apply(Command::Own(Change::Head(Head::Mask(chosen.into(), 1))))
            .unwrap();
        assert_eq!(stepper.document().mask_key(), chosen);
        let shown = stepper.document().keep().get(0, 1) == Some(true);
        let (other, same) = if shown { (1.0, 0.0) } else { (0.0, 1.0) };
        stepper
            .apply(Command::Edit(Edit::Set(cell, other)))
            .unwrap();
        assert_eq!(stepper.document().mask_key(), "painted", "{chosen}");
        assert_eq!(stepper.document().mask.key(), chosen, "what a link says");
        stepper.apply(Command::Edit(Edit::Set(cell, same))).unwrap();
        assert_eq!(stepper.document().mask_key(), chosen);
    }
    let score = Cell::new(Name::Scores, 0, 1);
    stepper.apply(Command::Edit(Edit::Set(score, 7.0))).unwrap();
    assert_eq!(stepper.document().mask_key(), "window");
}

#[test]
fn numbers_masks_and_overrides_move_with_their_tokens() {
    let mut stepper = open("cat");
    let (score, mask) = (Cell::new(Name::Scores, 1, 2), Cell::new(Name::Mask, 0, 1));
    doing(
        &mut stepper,
        [
            Command::Edit(Edit::Set(score, 7.0)),
            Command::Edit(Edit::Set(mask, 1.0)),
        ],
    );
    let before = Trace::of(stepper.document()).unwrap();
    doing(
        &mut stepper,
        [Command::Own(Change::Head(Head::MoveToken(
            Side::Queries,
            2,
            0,
        )))],
    );
    assert_eq!(stepper.document().queries, ["sat", "the", "cat"]);
    let after = Trace::of(stepper.document()).unwrap();
    assert_eq!(after.get(Name::Scores).at(2, 0), 7.0);
    let (a, b) = (
        before.get(Name::Output).row(1),
        after.get(Name::Output).row(2),
    );
    assert!(
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6),
        "equivariant: {a:?} {b:?}"
    );
    doing(
        &mut stepper,
        [Command::Own(Change::Head(Head::RemoveToken(
            Side::Queries,
            0,
        )))],
    );
    assert_eq!(
        stepper.document().overrides.len(),
        1,
        "the score's key is gone, the mask's is not"
    );
}

#[test]
fn switching_source_or_cross_changes_no_number() {
    let mut stepper = open("cat");
    let before = Trace::of(stepper.document()).unwrap();
    for command in [
        Command::Own(Change::Head(Head::Source(Source::Projected))),
        Command::Own(Change::Head(Head::Cross(true))),
        Command::Own(Change::Head(Head::Cross(false))),
    ] {
        stepper.apply(command).unwrap();
        let now = Trace::of(stepper.document()).unwrap();
        assert_eq!(now.get(Name::Output), before.get(Name::Output));
    }
}

#[test]
fn wrong_shapes_are_refused_with_the_shapes_and_nothing_changes() {
    let mut stepper = open("cat");
    let before = stepper.clone();
    let wide = vec![vec![1.0; 3]; 3];
    let at = Cell::new(Name::Q, 0, 0);
    assert_eq!(
        stepper.apply(Command::Edit(Edit::Paste(at, wide.clone()))),
        Err(Problem::Shape(Name::Q.key(), (3, 3), (3, 2)))
    );
    let huge = vec![vec![0.0; 2]; opened::TOKENS + 1];
    assert_eq!(
        stepper.apply(Command::Edit(Edit::Replace(Name::Q, huge))),
        Err(Problem::TooMany(opened::TOKENS + 1, opened::TOKENS))
    );
    assert_eq!(
        stepper.apply(Command::Own(Change::Head(Head::Resize(Dimension::Dk, 0)))),
        Err(Problem::TooFew)
    );
    assert_eq!(stepper, before);
    stepper
        .apply(Command::Edit(Edit::Replace(Name::Q, wide)))
        .unwrap();
    assert_eq!(
        (stepper.document().d_k(), stepper.document().k.shape()),
        (3, (3, 3))
    );
    assert!(Trace::of(stepper.document()).is_ok());
}

#[test]
fn what_was_pasted_larger_can_shrink_by_hand_but_not_grow() {
    let mut stepper = open("cat");
    let wide = vec![vec![1.0; 64]; 24];
    stepper
        .apply(Command::Edit(Edit::Replace(Name::Q, wide)))
        .unwrap();
    assert_eq!(stepper.document().q.shape(), (24, 64));
    let resize = |size| Command::Own(Change::Head(Head::Resize(Dimension::Dk, size)));
    for grown in [64, 65] {
        assert_eq!(
            stepper.apply(resize(grown)),
            Err(Problem::TooMany(grown, MOST))
        );
    }
    let added = Command::Own(Change::Head(Head::AddToken(
        Side::Queries,
        "one more".into(),
    )));
    assert_eq!(stepper.apply(added), Err(Problem::TooMany(25, MOST)));
    stepper.apply(resize(63)).unwrap();
    stepper
        .apply(Command::Own(Change::Head(Head::RemoveToken(
            Side::Queries,
            0,
        ))))
        .unwrap();
    assert_eq!(stepper.document().q.shape(), (23, 63));
    assert!(Trace::of(stepper.document()).is_ok());
    let link = stepper::encode(stepper.document(), &stepper.view);
    assert_eq!(stepper::decode(&link).unwrap().0, **stepper.document());
}

#[test]
fn next_and_back_go_cell_by_cell_along_one_query() {
    let mut stepper = open("cat");
    stepper
        .apply(Command::Own(Change::Mode(Mode::One)))
        .unwrap();
    stepper.apply(Command::Reset).unwrap();
    let at = |stepper: &Stepper| (stepper.view.stage, stepper.view.col);
    for col in 0..3 {
        assert_eq!(at(&stepper), (Stage::Scores, col));
        stepper.apply(Command::Next).unwrap();
    }
    assert_eq!(at(&stepper), (Stage::Scaled, 0));
    assert_eq!(stepper.view.pinned, Some(Cell::new(Name::Scaled, 1, 0)));
    stepper.apply(Command::Back).unwrap();
    assert_eq!(at(&stepper), (Stage::Scores, 2));
}
