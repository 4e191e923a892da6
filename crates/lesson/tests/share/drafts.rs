//! A question while it is being put.

use lesson::share::quiz::{Ask, Question};
use lesson::share::snippet::{self, Draft, DraftProblem, Kind, askable, default_cell};
use lesson::{Cell, Name, Stage, head::codec, head::presets};

#[test]
fn a_draft_becomes_the_question_it_came_from() {
    let (document, view) = codec::decode("preset=worked&stage=weights&row=2&col=1").unwrap();
    let asks = [
        Ask::Cell(Cell::new(Name::Scaled, 1, 2)),
        Ask::Weights(2),
        Ask::Choice {
            options: vec!["a".into(), "b, c & d".into()],
            right: 1,
        },
    ];
    for ask in asks {
        let question = Question {
            text: "What is “it”?".into(),
            ask,
        };
        let draft = Draft::of(Some(&question), &document, &view);
        assert_eq!(draft.question(&document), Ok(Some(question)));
    }
    let draft = Draft::of(None, &document, &view);
    assert_eq!(draft.question(&document), Ok(None));
    assert_eq!(
        draft.cell,
        Cell::new(Name::Weights, 2, 1),
        "where one stands"
    );
    assert_eq!(draft.row, 2);
}

#[test]
fn what_is_wrong_with_a_draft_is_said_and_nothing_is_lost() {
    let (document, view) = codec::decode("preset=worked").unwrap();
    let mut draft = Draft::of(None, &document, &view);
    draft.text = "é".repeat(301);
    assert_eq!(draft.problems(&document), [], "nothing is asked yet");
    draft.kind = Kind::Choice;
    draft.options = vec![" ".into(), "x".repeat(81), "yes".into(), " yes ".into()];
    let wrong = [
        DraftProblem::TextTooLong(301),
        DraftProblem::OptionEmpty(0),
        DraftProblem::OptionTooLong(1, 80),
        DraftProblem::OptionTwice(3),
    ];
    assert_eq!(draft.problems(&document), wrong);
    assert_eq!(draft.question(&document), Err(wrong[0]));
    draft.kind = Kind::Cell;
    draft.text = "é".repeat(300);
    for cell in [Cell::new(Name::Q, 0, 0), Cell::new(Name::Max, 0, 1)] {
        draft.cell = cell;
        assert_eq!(draft.problems(&document), [DraftProblem::NotThere]);
    }
    assert_eq!(draft.options.len(), 4);
}

#[test]
fn options_come_and_go_and_the_right_one_stays() {
    let (document, view) = codec::decode("").unwrap();
    let mut draft = Draft::of(None, &document, &view);
    (0..9).for_each(|_| draft.add_option());
    assert_eq!(draft.options.len(), snippet::MOST_OPTIONS);
    draft.right = 4;
    draft.remove_option(1);
    assert_eq!((draft.right, draft.options.len()), (3, 7));
    draft.remove_option(5);
    assert_eq!(draft.right, 3);
    draft.right = 5;
    draft.remove_option(5);
    assert_eq!(
        draft.right, 4,
        "it was taken away, the last takes its place"
    );
    (0..9).for_each(|_| draft.remove_option(0));
    assert_eq!(draft.options.len(), 2);
    assert!(draft.right < 2);
}

#[test]
fn the_question_offered_is_one_that_can_be_asked() {
    for preset in presets::PRESETS {
        let (document, mut view) = presets::open(preset.slug).unwrap();
        let matrices = askable(&document);
        assert!(matrices.contains(&Name::Weights) && !matrices.contains(&Name::Mask));
        for stage in Stage::ALL {
            view.stage = stage;
            for (row, col) in [(0, 0), (99, 99)] {
                (view.row, view.col) = (row, col);
                let cell = default_cell(&document, &view);
                assert!(Ask::Cell(cell).fits(&document), "{}: {cell:?}", preset.slug);
                assert!(matrices.contains(&cell.name));
            }
        }
    }
}
