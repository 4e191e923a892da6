//! One student's way: predicted stages are uncovered one after the other.

use lesson::share::quiz::grade::told;
use lesson::share::quiz::{Ask, Cover, Session, Setup};
use lesson::{Cell, Document, Name, Source, Stage, View, head::codec};

use crate::{documents, trace};

fn opened(fragment: &str) -> (Document, View, Session) {
    let (document, view) = codec::decode(fragment).unwrap();
    let session = Session::open(Setup::of(fragment).unwrap(), &view);
    (document, view, session)
}

#[test]
fn without_a_question_nothing_is_covered() {
    let (document, view, session) = opened("preset=cat");
    assert_eq!(
        (session.ask(&document, &view), session.cover(&document)),
        (None, Cover::Nothing)
    );
}

#[test]
fn a_question_covers_its_row_and_predict_all_that_follows() {
    let cover = |fragment: &str| {
        let (document, _, session) = opened(fragment);
        session.cover(&document)
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
fn what_the_document_does_not_have_is_not_asked() {
    for fragment in [
        "preset=cat&ask=weights.3",
        "preset=cat&ask=scores.0.3",
        "preset=cat&ask=q.0.0",
    ] {
        let (document, view, session) = opened(fragment);
        assert!(session.is_beside(&document), "{fragment}");
        assert_eq!(session.ask(&document, &view), None);
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
        let mut session = Session::open(setup, &view);
        let mut asked = Vec::new();
        while let Some(ask) = session.ask(&document, &view) {
            let name = ask.matrix().unwrap();
            assert_eq!(
                session.cover(&document),
                Cover::From(name),
                "{slug} at {name:?}"
            );
            let answer = told(&ask, &trace(&document));
            let grade = session
                .check(&document, &view, answer.clone())
                .unwrap()
                .unwrap();
            assert!(grade.right(), "{slug} {ask:?}");
            assert_eq!(
                session.check(&document, &view, answer),
                Ok(None),
                "answered once"
            );
            assert!(
                !session
                    .cover(&document)
                    .hides(&document, Cell::new(name, 0, 0))
            );
            asked.push(name);
            view.stage = session.next(&document, &view).unwrap_or(view.stage);
        }
        let own = Stage::walk(document.source, true).filter(|stage| *stage != Stage::Mask);
        assert_eq!(asked, own.map(Stage::matrix).collect::<Vec<_>>(), "{slug}");
        assert_eq!(session.cover(&document), Cover::Nothing);
    }
}

#[test]
fn revealing_counts_as_no_answer_and_again_covers_again() {
    let (document, view, mut session) = opened("preset=cat&stage=weights&predict");
    let before = session.cover(&document);
    session.reveal(&document, &view);
    assert_eq!(
        session
            .outcome
            .as_ref()
            .map(|outcome| outcome.answered.is_some()),
        Some(false)
    );
    assert_eq!(session.cover(&document), Cover::From(Name::Output));
    session.again();
    assert_eq!(
        (session.cover(&document), session.ask(&document, &view)),
        (before, Some(Ask::Weights(1)))
    );
}

#[test]
fn folding_softmax_uncovers_nothing_of_it() {
    let (document, mut view, session) = opened("preset=cat&stage=max&predict");
    view.softmax_open = false;
    assert_eq!(session.cover(&document), Cover::From(Name::Max));
    assert_eq!(session.ask(&document, &view), Some(Ask::Weights(1)));
}
