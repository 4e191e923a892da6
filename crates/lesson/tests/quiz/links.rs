//! Questions in links: what is written reads back, what is not a question is refused.

use lesson::lessons::stepper::{self, META};
use lesson::registry;
use lesson::share::quiz::link::{MOST_OPTION, MOST_OPTIONS, MOST_TEXT, askables};
use lesson::share::quiz::{Ask, Predict, Question, Setup};
use lesson::{Cell, Name, Problem};
use proptest::prelude::*;

fn asked(ask: Ask) -> Setup {
    let question = Some(Question {
        text: String::new(),
        ask,
    });
    Setup {
        question,
        predict: Predict::Off,
    }
}

#[test]
fn the_documented_keys_are_read() {
    assert_eq!(Setup::of("preset=cat"), Ok(Setup::default()));
    assert_eq!(
        Setup::of("ask=weights.1"),
        Ok(asked(Ask::Row(Name::Weights, 1)))
    );
    assert_eq!(
        Setup::of("ask=scores.0.2"),
        Ok(asked(Ask::Cell(Cell::new(Name::Scores, 0, 2))))
    );
    assert_eq!(
        Setup::of("ask=weights.1.0"),
        Ok(asked(Ask::Cell(Cell::new(Name::Weights, 1, 0))))
    );
    let predict = |fragment| Setup::of(fragment).map(|setup| setup.predict);
    assert_eq!(predict("preset=cat&predict&row=1"), Ok(Predict::On));
    assert_eq!(predict("predict=scaled"), Ok(Predict::From(Name::Scaled)));
    assert_eq!(predict("predict=0"), Ok(Predict::Off));
}

#[test]
fn a_bad_entry_is_named() {
    let wrong = [
        ("ask", "ask=nowhere.1"),
        ("ask", "ask=scores.1"),
        ("ask", "ask=scores.a.b"),
        ("ask", "ask=scores.1.1.1"),
        ("ask", "ask=x.0.0"),
        ("ask", "ask=mask.0.0"),
        ("ask", "ask=scores.99999999999999999999.0"),
        ("ask", "ask="),
        ("q.text", "ask=weights.0&q.text=%ff"),
        ("choices", "ask=choice&choices=a"),
        ("choices", "ask=choice"),
        ("choices", "ask=choice&choices=a,,b"),
        ("right", "ask=choice&choices=a,b"),
        ("right", "ask=choice&choices=a,b&right="),
        ("right", "ask=choice&choices=a,b&right=0000000"),
        ("right", "ask=choice&choices=a,b&right=wrong"),
        ("predict", "predict=x"),
        ("predict", "predict=mask"),
        ("predict", "predict=yes"),
    ];
    for (key, fragment) in wrong {
        let problem = Setup::of(fragment).unwrap_err();
        let named = match &problem {
            Problem::LinkEntry(own, _) => own.as_str(),
            Problem::LinkRange(own, ..) => own,
            Problem::LinkAsk(_, "stepper") => "ask",
            _ => "something else",
        };
        assert_eq!(named, key, "{fragment}: {problem:?}");
    }
}

/// Each lesson says what it can ask about, and that can be asked.
#[test]
fn what_can_be_asked_is_said_of_every_lesson() {
    for lesson in registry::LESSONS.iter().filter(|own| own.computes) {
        let of = |entry: &str| Setup::of(&format!("lesson={}&{entry}", lesson.slug));
        assert_eq!(
            of("ask=nonsense"),
            Err(Problem::LinkAsk("nonsense".into(), lesson.slug))
        );
        let can: Vec<_> = askables(lesson).collect();
        assert!(!can.is_empty(), "{}", lesson.slug);
        for table in &can {
            assert!(of(&format!("ask={table}.0.0")).is_ok(), "{table}");
        }
        let said = format!("1, 0, {}", can.join(", "));
        assert_eq!(
            of("predict=nonsense"),
            Err(Problem::LinkRange("predict", "nonsense".into(), said))
        );
    }
}

#[test]
fn what_is_too_long_is_refused() {
    let text = |length| format!("ask=weights.0&q.text={}", "a".repeat(length));
    assert!(Setup::of(&text(MOST_TEXT)).is_ok());
    assert!(Setup::of(&text(MOST_TEXT + 1)).is_err());
    assert!(
        Setup::of(&format!(
            "ask=choice&choices={}",
            ["a"; MOST_OPTIONS + 1].join(",")
        ))
        .is_err()
    );
    assert!(
        Setup::of(&format!(
            "ask=choice&choices=b,{}",
            "a".repeat(MOST_OPTION + 1)
        ))
        .is_err()
    );
    assert_eq!(
        Setup::of(&"ask=weights.0&".repeat(1 << 16)),
        Ok(Setup::default())
    );
}

#[test]
fn the_right_choice_cannot_be_read_or_moved() {
    let options = vec!["red".to_owned(), "green".into(), "blue".into()];
    let suffix = |right| {
        asked(Ask::Choice {
            options: options.clone(),
            right,
        })
        .suffix(&META)
    };
    let seal = |right| suffix(right).split("right=").nth(1).unwrap().to_owned();
    assert!(seal(0) != seal(1) && seal(1) != seal(2));
    assert!((0..3).all(|right| seal(right).len() == 8 && seal(right) != format!("{right:08x}")));
    let moved = suffix(1).replace("red", "pink");
    assert_eq!(Setup::of(&moved), Err(Problem::LinkChanged), "{moved}");
}

/// Whoever changes a word of a question by hand is told that, and not that the link was cut off.
#[test]
fn a_choice_that_was_changed_is_not_called_cut_off() {
    let question = |text: &str| {
        let options = vec!["red".to_owned(), "green".into()];
        let ask = Ask::Choice { options, right: 1 };
        let text = text.to_owned();
        let question = Some(Question { text, ask });
        let predict = Predict::Off;
        Setup { question, predict }.suffix(&META)
    };
    let made = question("Which");
    let seal = |suffix: &str| suffix.split("right=").nth(1).unwrap().to_owned();
    assert_ne!(seal(&made), seal(&question("What")));
    let reworded = made.replace("Which", "What");
    assert_eq!(Setup::of(&reworded), Err(Problem::LinkChanged));
    let cut = &made[..made.len() - 1];
    assert!(matches!(Setup::of(cut), Err(Problem::LinkEntry(key, _)) if key == "right"));
}

fn any_ask() -> impl Strategy<Value = Ask> {
    let name = prop::sample::select(vec![
        Name::Q,
        Name::Scores,
        Name::Masked,
        Name::Sum,
        Name::Weights,
        Name::Output,
    ]);
    let option = "[^\u{0}]{1,20}";
    prop_oneof![
        (name, 0usize..40, 0usize..40)
            .prop_map(|(name, row, col)| Ask::Cell(Cell::new(name, row, col))),
        (0usize..40).prop_map(|row| Ask::Row(Name::Weights, row)),
        (prop::collection::vec(option, 2..=8), 0usize..8).prop_map(|(options, right)| {
            let right = right % options.len();
            Ask::Choice { options, right }
        }),
    ]
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let predict = prop_oneof![
        Just(Predict::Off),
        Just(Predict::On),
        Just(Predict::From(Name::Scaled))
    ];
    let question = (any_ask(), any::<String>()).prop_map(|(ask, text)| Question {
        text: text.chars().take(MOST_TEXT).collect(),
        ask,
    });
    (prop::option::of(question), predict)
        .prop_map(|(question, predict)| Setup { question, predict })
}

proptest! {
    #[test]
    fn any_question_reads_back(setup in any_setup()) {
        let link = format!("ver=1&lesson=stepper&stage=weights{}", setup.suffix(&META));
        prop_assert_eq!(Setup::of(&link), Ok(setup.clone()));
        // The lesson's own keys are not touched, and do not touch it.
        prop_assert_eq!(stepper::decode(&link), stepper::decode("ver=1&lesson=stepper&stage=weights"));
        prop_assert_eq!(Setup::kept(&link), setup.suffix(&META));
    }

    #[test]
    fn one_question_takes_the_place_of_another(before in any_setup(), after in any_setup()) {
        let link = format!("preset=cat{}&theme=dark", before.suffix(&META));
        let replaced = after.replacing_in(&link);
        prop_assert_eq!(Setup::of(&replaced), Ok(after));
        prop_assert!(replaced.starts_with("preset=cat&theme=dark"));
    }

    #[test]
    fn no_bytes_panic(fragment in any::<String>(), near in "(ask|q.text|choices|right|predict)=[a-z0-9.,%&=]{0,30}") {
        let _ = (Setup::of(&fragment), Setup::of(&near));
    }
}
