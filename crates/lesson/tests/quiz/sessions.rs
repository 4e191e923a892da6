//! One student's way: predicted stages are uncovered one after the other.

use lesson::core::command::Command;
use lesson::core::cover::Cover;
use lesson::registry;
use lesson::share::embed::EmbedOptions;
use lesson::share::quiz::grade::told;
use lesson::share::quiz::{Ask, Session, Setup};
use lesson::{Cell, Name, Source, Stage, Stepper};

use crate::{documents, lesson_of, numbers};

fn opened(fragment: &str) -> (Stepper, Session) {
    let lesson = Stepper::open(fragment).unwrap();
    let session = Session::open(Setup::of(fragment).unwrap(), &lesson);
    (lesson, session)
}

#[test]
fn without_a_question_nothing_is_covered() {
    let (lesson, session) = opened("preset=cat");
    assert_eq!(
        (session.ask(&lesson), session.cover(&lesson)),
        (None, Cover::Nothing)
    );
}

#[test]
fn a_question_covers_its_row_and_predict_all_that_follows() {
    let cover = |fragment: &str| {
        let (lesson, session) = opened(fragment);
        session.cover(&lesson)
    };
    assert_eq!(
        cover("preset=cat&ask=weights.1"),
        Cover::Row(Name::Weights, 1)
    );
    assert_eq!(
        cover("preset=cat&ask=scores.0.2"),
        Cover::Row(Name::Scores, 0)
    );
    assert_eq!(
        cover("preset=cat&ask=weights.1&predict"),
        Cover::From(Name::Weights)
    );
    assert_eq!(
        cover("preset=cat&ask=weights.1&predict=scores"),
        Cover::From(Name::Scores)
    );
    assert_eq!(
        cover("preset=cat&ask=scores.0.0&predict=weights"),
        Cover::From(Name::Scores)
    );
    assert_eq!(cover("preset=same_wq_wk&ask=k.0.0"), Cover::From(Name::K));
    assert_eq!(cover("preset=cat&ask=k.0.0"), Cover::Nothing);
}

#[test]
fn nothing_is_asked_beyond_the_last_step_that_the_link_allows() {
    let link = "preset=worked&stage=scores&steps=scores..scaled&predict";
    let mut lesson = registry::open(link).unwrap();
    lesson.limit(EmbedOptions::of(link).limits());
    let mut session = Session::open(Setup::of(link).unwrap(), &*lesson);
    let mut asked = Vec::new();
    while let Some(ask) = session.ask(&*lesson) {
        asked.push(ask.table());
        session.reveal(&*lesson);
        if session.next(&*lesson).is_none() {
            break;
        }
    }
    assert_eq!(asked, [Some(Name::Scores), Some(Name::Scaled)]);
    assert!(!session.goes_on(&*lesson), "all is done");
}

#[test]
fn what_a_link_covers_is_covered_wherever_one_may_walk() {
    for (covers, steps) in [("weights", "scores..scaled"), ("scores", "weights..output")] {
        let link = format!("preset=worked&predict={covers}&steps={steps}");
        let mut lesson = registry::open(&link).unwrap();
        lesson.limit(EmbedOptions::of(&link).limits());
        let session = Session::open(Setup::of(&link).unwrap(), &*lesson);
        let table = lesson.meta().table(covers).unwrap();
        assert_eq!(session.cover(&*lesson), Cover::From(table), "{link}");
    }
}

/// What is marked in the figure, until it has been answered.
#[test]
fn the_cells_that_are_asked_are_those_of_the_question() {
    let asked = |fragment: &str| {
        let (lesson, mut session) = opened(fragment);
        let cells = session.asked(&lesson);
        session.reveal(&lesson);
        assert_eq!(session.asked(&lesson), [], "{fragment}");
        cells
    };
    let weights = |col| Cell::new(Name::Weights, 1, col);
    assert_eq!(asked("preset=cat&ask=weights.1"), [0, 1, 2].map(weights));
    assert_eq!(
        asked("preset=cat&ask=scores.0.2"),
        [Cell::new(Name::Scores, 0, 2)]
    );
    assert_eq!(
        asked("preset=cat&stage=weights&row=1&predict"),
        [0, 1, 2].map(weights)
    );
    assert_eq!(asked("preset=cat&ask=scores.9.9"), []);
    assert_eq!(asked("preset=cat"), []);
}

#[test]
fn what_the_document_does_not_have_is_not_asked() {
    for fragment in [
        "preset=cat&ask=weights.3",
        "preset=cat&ask=scores.0.3",
        "preset=cat&ask=q.0.0",
    ] {
        let (lesson, session) = opened(fragment);
        assert!(session.is_beside(&lesson), "{fragment}");
        assert_eq!(session.ask(&lesson), None);
    }
}

#[test]
fn predict_first_walks_every_stage_of_every_document() {
    for (slug, document, mut view) in documents() {
        view.stage = if document.source == Source::Projected {
            Stage::Project
        } else {
            Stage::Scores
        };
        let setup = Setup::of("predict").unwrap();
        let mut lesson = lesson_of(&document, &view);
        let mut session = Session::open(setup, &lesson);
        let mut asked = Vec::new();
        while let Some(ask) = session.ask(&lesson) {
            let name = ask.table().unwrap();
            assert_eq!(
                session.cover(&lesson),
                Cover::From(name),
                "{slug} at {name:?}"
            );
            let answer = told(&ask, &*numbers(&document));
            let grade = session.check(&lesson, answer.clone()).unwrap();
            assert!(grade.right(), "{slug} {ask:?}");
            assert_eq!(session.check(&lesson, answer), None, "answered once");
            assert!(!session.cover(&lesson).hides(&lesson, Cell::new(name, 0, 0)));
            asked.push(name);
            if let Some(place) = session.next(&lesson) {
                lesson.view.stage = Stage::ALL[place.step];
            }
        }
        let own = Stage::walk(document.source, true).filter(|stage| *stage != Stage::Mask);
        assert_eq!(asked, own.map(Stage::matrix).collect::<Vec<_>>(), "{slug}");
        assert_eq!(session.cover(&lesson), Cover::Nothing);
    }
}

#[test]
fn revealing_counts_as_no_answer_and_again_covers_again() {
    let (lesson, mut session) = opened("preset=cat&stage=weights&predict");
    let before = session.cover(&lesson);
    session.reveal(&lesson);
    assert_eq!(
        session
            .outcome
            .as_ref()
            .map(|outcome| outcome.answered.is_some()),
        Some(false)
    );
    assert_eq!(session.cover(&lesson), Cover::From(Name::Output));
    session.again(&lesson);
    assert_eq!(
        (session.cover(&lesson), session.ask(&lesson)),
        (before, Some(Ask::Row(Name::Weights, 1)))
    );
}

/// Two share a device: the second finds every question as the first did.
#[test]
fn who_begins_again_is_asked_the_first_question() {
    for fragment in [
        "preset=cat&stage=scaled&predict",
        "preset=cat&stage=scaled&ask=weights.1",
    ] {
        let (lesson, mut session) = opened(fragment);
        let before = session.clone();
        session.reveal(&lesson);
        session.next(&lesson);
        session.reveal(&lesson);
        assert_ne!(session, before, "{fragment}");
        let place = session.restart(&lesson);
        assert_eq!(session, before, "{fragment}");
        let own = before.setup.question.is_none();
        let scaled = Stage::ALL.iter().position(|own| *own == Stage::Scaled);
        assert_eq!(place.map(|place| place.step), scaled.filter(|_| own));
    }
}

#[test]
fn folding_softmax_uncovers_nothing_of_it() {
    let (mut lesson, session) = opened("preset=cat&stage=max&predict");
    lesson.view.softmax_open = false;
    assert_eq!(session.cover(&lesson), Cover::From(Name::Max));
    assert_eq!(session.ask(&lesson), Some(Ask::Row(Name::Weights, 1)));
}

/// Numbers that are those of one step are asked for where they are: not before they are computed, not once they are
/// forgotten, and not where others stand in their table.
#[test]
fn what_is_predicted_in_flash_attention_has_a_number_and_is_the_one_that_is_named() {
    let fragment = "lesson=flash&preset=tiles&predict";
    let mut lesson = registry::open(fragment).unwrap();
    let mut session = Session::open(Setup::of(fragment).unwrap(), &*lesson);
    assert_eq!(session.ask(&*lesson), None, "nothing is computed yet");
    let (mut asked, places) = (0, lesson.places().len());
    for _ in 0..places {
        if let Some(Ask::Cell(cell)) = session.ask(&*lesson) {
            let number = lesson.numbers().unwrap().value(cell).unwrap();
            assert!(!number.is_nan(), "{cell:?}");
            if lesson.meta().of(cell.name).unwrap().key == "tile" {
                let scores =
                    lesson
                        .numbers()
                        .unwrap()
                        .value(Cell::new(Name::Scaled, cell.row, cell.col));
                assert_eq!(scores, Some(number), "{cell:?}");
            }
            session.reveal(&*lesson);
            let _next = session.next(&*lesson);
            asked += 1;
        }
        lesson.apply(Command::Next).unwrap();
    }
    assert!(asked > 12, "{asked}");
}
