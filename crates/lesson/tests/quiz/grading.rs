//! Right answers are right, made mistakes are named, all else is not.

use lesson::core::number::{parse, shown};
use lesson::head::mistake::{self, Mistake};
use lesson::share::quiz::grade::{ROW_TOLERANCE, told};
use lesson::share::quiz::{Answer, Ask, Grade, Verdict, grade};
use lesson::{Cell, Document, Name, View};
use proptest::prelude::*;

use crate::{computed, documents, lesson_of, numbers};

/// Every cell of every computed matrix, and every row of weights.
fn asks(document: &Document) -> Vec<Ask> {
    let cells = |name: Name| {
        let (rows, cols) = document.shape(name);
        (0..rows).flat_map(move |i| (0..cols).map(move |j| Ask::Cell(Cell::new(name, i, j))))
    };
    let rows = (0..document.n()).map(|row| Ask::Row(Name::Weights, row));
    computed(document).flat_map(cells).chain(rows).collect()
}

fn graded(document: &Document, ask: &Ask, answer: &Answer, digits: u8) -> Grade {
    let view = View {
        digits,
        ..View::default()
    };
    grade(&lesson_of(document, &view), ask, answer)
}

/// `answer` with so many digits, as a student writes it.
fn rounded(answer: &Answer, digits: u8) -> Answer {
    let one = |value: f32| parse(&shown(value, digits)).unwrap_or(value);
    match answer {
        Answer::Number(value) => Answer::Number(one(*value)),
        Answer::Row(row) => Answer::Row(row.iter().map(|v| one(*v)).collect()),
        Answer::Option(option) => Answer::Option(*option),
    }
}

#[test]
fn a_right_answer_is_right_as_written_with_the_digits_asked_for() {
    for (slug, document, _) in documents() {
        let truth = numbers(&document);
        for ask in asks(&document) {
            // Bars are set to hundredths.
            let least = if matches!(ask, Ask::Row(..)) { 2 } else { 1 };
            for digits in least..=6 {
                let answer = rounded(&told(&ask, &*truth), digits);
                let grade = graded(&document, &ask, &answer, digits);
                assert!(
                    grade.right() && grade.score == 1.0,
                    "{slug} {ask:?} {answer:?}: {grade:?}"
                );
                assert_eq!(grade.mistake, None);
            }
        }
    }
}

/// How far two answers are apart, by the plainest means.
fn apart(a: &Answer, b: &Answer) -> f32 {
    let gap = |a: f32, b: f32| if a == b { 0.0 } else { (a - b).abs() };
    match (a, b) {
        (Answer::Number(a), Answer::Number(b)) => gap(*a, *b),
        (Answer::Row(a), Answer::Row(b)) => {
            a.iter().zip(b).map(|(a, b)| gap(*a, *b)).sum::<f32>() / 2.0
        }
        _ => f32::INFINITY,
    }
}

#[test]
fn an_answer_made_by_a_mistake_is_named_as_it_or_as_one_that_gives_the_same() {
    let mut named = Vec::new();
    for (slug, document, _) in documents() {
        let truth = numbers(&document);
        let all = mistake::all(&document);
        let made = Mistake::ALL.map(|mistake| {
            let wrong = all.iter().find(|(key, _)| *key == mistake.key());
            (mistake, wrong.map(|(_, wrong)| wrong))
        });
        for ask in asks(&document) {
            for (mistake, wrong) in &made {
                let Some(wrong) = wrong else { continue };
                let answer = told(&ask, &***wrong);
                let grade = graded(&document, &ask, &answer, 3);
                if grade.right() {
                    let row = matches!(ask, Ask::Row(..));
                    let most = if row { ROW_TOLERANCE } else { 0.01 };
                    assert!(
                        apart(&answer, &told(&ask, &*truth)) <= most,
                        "{slug} {ask:?} {mistake:?}"
                    );
                    continue;
                }
                let found = grade.mistake;
                let same = made.iter().any(|(other, wrong)| {
                    let same = wrong.map(|wrong| apart(&told(&ask, &**wrong), &answer));
                    Some(other.key()) == found && same == Some(0.0)
                });
                assert!(same, "{slug} {ask:?} {mistake:?}: named as {found:?}");
                named.extend(found.filter(|found| *found == mistake.key()));
            }
        }
    }
    for mistake in Mistake::ALL {
        assert!(named.contains(&mistake.key()), "{mistake:?} is never named");
    }
}

/// What the mistakes of the worked example give, computed here by hand.
#[test]
fn mistakes_of_the_worked_example_are_what_the_formulas_say() {
    let (document, _) = lesson::lessons::stepper::preset("worked").unwrap();
    let ask = Ask::Cell(Cell::new(Name::Weights, 2, 0));
    let e = f32::exp;
    let root = 2f32.sqrt();
    // The scores are 1 0 1, 0 1 1, 1 1 2.
    let cases = [
        (e(1.0) / (2.0 * e(1.0) + e(2.0)), Mistake::Unscaled),
        (
            e(1.0 / root) / (1.0 + e(1.0 / root) + e(1.0 / root)),
            Mistake::SoftmaxDownColumns,
        ),
        (e(-1.0 / root), Mistake::NotDivided),
        (
            e(1.0) / (2.0 * e(1.0) + e(2.0)) / root,
            Mistake::ScaledAfterSoftmax,
        ),
        (e(0.5) / (2.0 * e(0.5) + e(1.0)), Mistake::DividedByDk),
    ];
    for (given, mistake) in cases {
        let grade = graded(&document, &ask, &Answer::Number(given), 4);
        assert_eq!(grade.mistake, Some(mistake.key()), "{given}");
        assert!(!grade.right());
    }
}

#[test]
fn a_choice_is_right_or_wrong() {
    let (_, document, _) = documents().swap_remove(0);
    let ask = Ask::Choice {
        options: vec!["a".into(), "b".into()],
        right: 1,
    };
    let verdict = |option| graded(&document, &ask, &Answer::Option(option), 2);
    assert_eq!(
        (verdict(1).verdict, verdict(1).score),
        (Verdict::Right, 1.0)
    );
    assert_eq!(
        (verdict(0).verdict, verdict(0).score),
        (Verdict::Wrong, 0.0)
    );
}

#[test]
fn what_does_not_answer_the_question_is_wrong() {
    let (_, document, _) = documents().swap_remove(0);
    let beside = [
        (Ask::Row(Name::Weights, 0), Answer::Number(1.0)),
        (Ask::Row(Name::Weights, 0), Answer::Row(vec![1.0])),
        (
            Ask::Row(Name::Weights, 0),
            Answer::Row(vec![f32::NAN, 0.0, 1.0]),
        ),
        (Ask::Row(Name::Weights, 99), Answer::Row(vec![1.0])),
        (
            Ask::Cell(Cell::new(Name::Scores, 99, 0)),
            Answer::Number(0.0),
        ),
        (Ask::Cell(Cell::new(Name::Scores, 0, 0)), Answer::Option(0)),
    ];
    for (ask, answer) in beside {
        let grade = graded(&document, &ask, &answer, 2);
        assert_eq!(
            (grade.verdict, grade.score, grade.mistake),
            (Verdict::Wrong, 0.0, None),
            "{ask:?}"
        );
    }
}

proptest! {
    /// A number out of nowhere is seldom the number of a mistake: ten mistakes, two tolerances wide
    /// each, hit less than a twentieth of a range of 20.
    #[test]
    fn random_numbers_are_mostly_unnamed(given in prop::collection::vec(-10.0f32..10.0, 200)) {
        let (document, _) = lesson::lessons::stepper::preset("causal").unwrap();
        let ask = Ask::Cell(Cell::new(Name::Scaled, 2, 1));
        let named = given.iter().filter(|given| graded(&document, &ask, &Answer::Number(**given), 2).mistake.is_some());
        prop_assert!(named.count() <= 10);
    }

    #[test]
    fn random_rows_are_mostly_unnamed(rows in prop::collection::vec(prop::collection::vec(0.0f32..1.0, 11), 60)) {
        let (document, _) = lesson::lessons::stepper::preset("animal").unwrap();
        let normal = |row: &Vec<f32>| {
            let sum: f32 = row.iter().sum();
            Answer::Row(row.iter().map(|v| v / sum.max(1e-6)).collect())
        };
        let named = rows.iter().filter(|row| graded(&document, &Ask::Row(Name::Weights, 7), &normal(row), 2).mistake.is_some());
        prop_assert!(named.count() <= 6);
    }

    /// Whatever is answered, the score is a share, and right, score and error agree.
    #[test]
    fn grades_are_consistent(given in prop::num::f32::ANY, digits in 0u8..7) {
        for (_, document, view) in documents() {
            let ask = Ask::Cell(Cell::new(Name::Output, view.row, 0));
            let grade = graded(&document, &ask, &Answer::Number(given), digits);
            prop_assert!((0.0..=1.0).contains(&grade.score));
            prop_assert!(grade.error >= 0.0);
            prop_assert_eq!(grade.right(), grade.score == 1.0);
            prop_assert!(!(grade.right() && grade.mistake.is_some()));
        }
    }
}
