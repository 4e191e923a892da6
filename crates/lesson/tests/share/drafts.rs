//! A question while it is being put.

use lesson::lessons::stepper;
use lesson::share::quiz::{Ask, Question};
use lesson::share::snippet::{self, Draft, DraftProblem, Kind, askable, default_cell};
use lesson::{Cell, Name, Stage, Stepper, head::presets};

#[test]
fn a_draft_becomes_the_question_it_came_from() {
    let lesson = Stepper::open("preset=worked&stage=weights&row=2&col=1").unwrap();
    let asks = [
        Ask::Cell(Cell::new(Name::Scaled, 1, 2)),
        Ask::Row(Name::Weights, 2),
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
        let draft = Draft::of(Some(&question), &lesson);
        assert_eq!(draft.question(&lesson), Ok(Some(question)));
    }
    let draft = Draft::of(None, &lesson);
    assert_eq!(draft.question(&lesson), Ok(None));
    assert_eq!(
        draft.cell,
        Cell::new(Name::Weights, 2, 1),
        "where one stands"
    );
    assert_eq!(draft.row, 2);
}

#[test]
fn what_is_wrong_with_a_draft_is_said_and_nothing_is_lost() {
    let lesson = Stepper::open("preset=worked").unwrap();
    let mut draft = Draft::of(None, &lesson);
    draft.text = "é".repeat(301);
    assert_eq!(draft.problems(&lesson), [], "nothing is asked yet");
    draft.kind = Kind::Choice;
    draft.options = vec![" ".into(), "x".repeat(81), "yes".into(), " yes ".into()];
    let wrong = [
        DraftProblem::TextTooLong(301),
        DraftProblem::OptionEmpty(0),
        DraftProblem::OptionTooLong(1, 80),
        DraftProblem::OptionTwice(3),
    ];
    assert_eq!(draft.problems(&lesson), wrong);
    assert_eq!(draft.question(&lesson), Err(wrong[0]));
    draft.kind = Kind::Cell;
    draft.text = "é".repeat(300);
    for cell in [Cell::new(Name::Q, 0, 0), Cell::new(Name::Max, 0, 1)] {
        draft.cell = cell;
        assert_eq!(draft.problems(&lesson), [DraftProblem::NotThere]);
    }
    assert_eq!(draft.options.len(), 4);
}

#[test]
fn options_come_and_go_and_the_right_one_stays() {
    let lesson = Stepper::open("").unwrap();
    let mut draft = Draft::of(None, &lesson);
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
        let (document, view) = stepper::preset(preset.slug).unwrap();
        let mut lesson = Stepper::new(document, view);
        let matrices = askable(&lesson);
        assert!(matrices.contains(&Name::Weights) && !matrices.contains(&Name::Mask));
        for stage in Stage::ALL {
            lesson.view.stage = stage;
            for (row, col) in [(0, 0), (99, 99)] {
                (lesson.view.row, lesson.view.col) = (row, col);
                let cell = default_cell(&lesson);
                assert!(Ask::Cell(cell).fits(&lesson), "{}: {cell:?}", preset.slug);
                assert!(matrices.contains(&cell.name));
            }
        }
    }
}
