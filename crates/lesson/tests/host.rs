//! What a lesson in a frame and the page around it say to each other.

use lesson::core::fragment::MOST_BYTES;
use lesson::lessons::stepper;
use std::collections::HashMap;

use lesson::core::fragment::Fragment;
use lesson::share::embed::without_frame;
use lesson::share::host::event::between;
use lesson::share::host::link::laid_over;
use lesson::share::host::{Answered, Event, Field, Refusal, Request, Step, Value};
use lesson::share::quiz::Setup;
use lesson::{Name, Problem, head::presets, registry};

/// Whether the page opens a link.
fn admit(link: &str) -> Result<(), Problem> {
    registry::open(link).map(drop)
}

/// A link as the lesson writes it, with its question: what is compared to learn what changed.
fn as_written(link: &str) -> String {
    let opened = registry::open(link);
    opened.map_or_else(
        |_| without_frame(link),
        |opened| opened.link() + &Setup::kept(link),
    )
}

/// The numbers of a table of what a link opens, row by row.
fn numbers(link: &str, name: Name) -> Result<Option<Vec<Vec<f32>>>, Problem> {
    let numbers = registry::open(link)?.numbers();
    let matrix = numbers.as_ref().and_then(|numbers| numbers.matrix(name));
    Ok(matrix.map(|matrix| matrix.iter_rows().map(<[f32]>::to_vec).collect()))
}

fn read(fields: &[(&str, &str)]) -> Option<Result<Request, Refusal>> {
    let known: HashMap<_, _> = fields.iter().copied().collect();
    Request::read(|key| known.get(key).map(|text| Field::Text((*text).to_owned())))
}

fn ours(fields: &[(&str, &str)]) -> Result<Request, Refusal> {
    let fields: Vec<_> = [("attention-lab", "1")]
        .iter()
        .chain(fields)
        .copied()
        .collect();
    read(&fields).unwrap_or(Err(Refusal::Missing("attention-lab")))
}

#[test]
fn what_is_not_ours_gets_no_answer() {
    assert_eq!(read(&[]), None);
    assert_eq!(read(&[("type", "set"), ("fragment", "preset=cat")]), None);
}

#[test]
fn requests_are_read() {
    let set = ours(&[("type", "set"), ("fragment", "stage=weights")]);
    assert_eq!(set, Ok(Request::Set("stage=weights".into())));
    for (text, step) in [
        ("next", Step::Next),
        ("pause", Step::Pause),
        ("output", Step::Named("output".into())),
        ("softmax", Step::Named("softmax".into())),
        ("3", Step::Place(3)),
        // Whether there is such a step is for the lesson to say.
        ("-1", Step::Named("-1".into())),
    ] {
        let asked = ours(&[("type", "step"), ("to", text)]);
        assert_eq!(asked, Ok(Request::Step(step.clone())), "{text}");
        assert_eq!(Step::from_key(&step.key()), step, "{text}");
    }
    assert_eq!(ours(&[("type", "get")]), Ok(Request::Get(None)));
    for name in Name::ALL {
        let asked = ours(&[("type", "get"), ("matrix", name.key())]);
        let wanted = Request::Get(Some(name.key().to_owned()));
        assert_eq!(asked, Ok(wanted), "{}", name.key());
    }
}

#[test]
fn what_cannot_be_done_says_what_was_wrong() {
    let long = "x".repeat(5000);
    let quoted = format!("{}…", "x".repeat(40));
    for (fields, why) in [
        (&[("type", "fly")][..], Refusal::Type("fly".into())),
        (&[("type", &long)], Refusal::Type(quoted.clone())),
        (&[], Refusal::Missing("type")),
        (&[("type", "set")], Refusal::Missing("fragment")),
        (&[("type", "step")], Refusal::Missing("to")),
    ] {
        assert_eq!(ours(fields), Err(why));
    }
    let far = ours(&[("type", "step"), ("to", &long)]);
    assert_eq!(far, Ok(Request::Step(Step::Named(quoted))));
    let other = read(&[("attention-lab", "2"), ("type", "get")]);
    assert_eq!(other, Some(Err(Refusal::Version("2".into()))));
}

#[test]
fn what_is_too_long_or_no_text_is_refused_unread() {
    let message = |field: Field| {
        Request::read(move |key| match key {
            "attention-lab" => Some(Field::Text("1".into())),
            "type" => Some(Field::Text("set".into())),
            _ => Some(field.clone()),
        })
    };
    let long = Refusal::TooLong("fragment", 1_000_000, MOST_BYTES);
    assert_eq!(message(Field::TooLong(1_000_000)), Some(Err(long)));
    let other = Refusal::Entry("fragment", String::new());
    assert_eq!(message(Field::Other), Some(Err(other)));
}

#[test]
fn every_preset_of_every_lesson_is_admitted_and_keeps_what_it_opens() {
    for lesson in registry::LESSONS {
        for preset in lesson.presets {
            let link = format!("lesson={}&preset={}&embed", lesson.slug, preset.slug);
            assert_eq!(admit(&link), Ok(()), "{link}");
            let written = as_written(&link);
            let opened = registry::open(&link).map(|opened| opened.preset());
            assert_eq!(opened.ok(), Some(Some(preset.slug)), "{link}");
            assert_eq!(as_written(&written), written, "{link}");
            assert_eq!(between(&written, &as_written(&link)), [], "{link}");
        }
        assert_eq!(admit(&format!("lesson={}", lesson.slug)), Ok(()));
    }
}

#[test]
fn links_that_cannot_be_opened_are_not_admitted() {
    let long = "q=".to_owned() + &"1,".repeat(500_000);
    for link in [
        "lesson=nonsense",
        "preset=nonsense",
        "stage=nonsense",
        "ver=99",
        &long,
    ] {
        assert!(admit(link).is_err(), "{}", &link[..link.len().min(40)]);
    }
    let flash = admit("lesson=flash&preset=nonsense");
    assert!(matches!(flash, Err(Problem::LinkUnknown(key, name, known))
        if key == "preset" && name == "nonsense" && known.contains(&"tiles")));
}

#[test]
fn a_change_is_laid_over_the_present_link_and_a_link_replaces_it() {
    let present = "ver=1&lesson=stepper&q=1,0;0,1&k=1,0;0,1&v=1;2&stage=scores";
    let changed = laid_over(present, "stage=output&mask=causal");
    assert_eq!(Fragment(&changed).get("stage"), Some("output"));
    assert_eq!(Fragment(&changed).get("mask"), Some("causal"));
    assert_eq!(Fragment(&changed).get("q"), Some("1,0;0,1"));
    assert_eq!(laid_over(present, "preset=cat"), "preset=cat");
    assert_eq!(laid_over(present, "lesson=cost"), "lesson=cost");
}

#[test]
fn the_frame_is_no_part_of_what_is_compared() {
    assert_eq!(without_frame("preset=cat&embed&theme=dark"), "preset=cat");
    assert_eq!(between("lesson=cost&embed&theme=auto", "lesson=cost"), []);
}

#[test]
fn a_step_is_a_stage_and_a_typed_number_is_an_edit() {
    let before = as_written("preset=worked&stage=scores");
    let stepped = as_written(&laid_over(&before, "stage=scaled"));
    assert_eq!(
        between(&before, &stepped),
        [Event::Stage {
            stage: "scaled".into(),
            fragment: stepped.clone()
        }]
    );
    let edited = before.replace("q=1,0;", "q=1,0.5;") + "&pin=q.0.1";
    assert_eq!(
        between(&before, &edited),
        [Event::Edit {
            changed: "q=1,0.5;0,1;1,1".into(),
            fragment: edited.clone()
        }]
    );
}

#[test]
fn an_entry_that_is_gone_is_told_without_a_value() {
    let before = as_written("preset=worked&mask=causal");
    let after = as_written("preset=worked");
    let events = between(&before, &after);
    assert!(
        matches!(&events[..], [Event::Edit { changed, .. }] if changed == "mask"),
        "{events:?}"
    );
}

#[test]
fn the_steps_of_flash_attention_are_places_too() {
    let before = as_written("lesson=flash&preset=worked&tile=1x1");
    let after = format!("{before}&at=4&cell=0.1");
    assert_eq!(
        between(&before, &after),
        [Event::Stage {
            stage: "4".into(),
            fragment: after.clone()
        }]
    );
}

#[test]
fn numbers_are_those_of_the_trace_at_full_precision() {
    for preset in presets::PRESETS {
        let link = format!("preset={}", preset.slug);
        let Ok((document, _)) = stepper::preset(preset.slug) else {
            unreachable!("tests/presets.rs opens every preset")
        };
        for name in Name::ALL {
            let rows = numbers(&link, name);
            let trace = lesson::Trace::of(&document);
            let matrix = trace.map(|trace| trace.get(name).clone());
            let wanted = matrix.map(|matrix| matrix.iter_rows().map(<[f32]>::to_vec).collect());
            assert_eq!(rows, Ok(wanted.ok()), "{link} {}", name.key());
        }
    }
    assert_eq!(numbers("lesson=training", Name::Scores), Ok(None));
}

#[test]
fn an_answer_carries_its_score_and_the_mistake_if_it_has_one() {
    let answer = |score, mistake| {
        Event::Answer(Answered {
            question: "scores.0.2".into(),
            score,
            right: false,
            mistake,
            done: true,
        })
    };
    let (kind, entries) = answer(Some(0.5), Some("unscaled")).message();
    assert_eq!(kind, "answer");
    assert!(entries.contains(&("score", Value::Number(0.5))));
    assert!(entries.contains(&("mistake", Value::Text("unscaled".into()))));
    let revealed = answer(None, None).message().1;
    assert!(
        revealed.contains(&("score", Value::Null)) && revealed.contains(&("mistake", Value::Null))
    );
}

#[test]
fn a_question_stays_in_the_link_and_is_no_edit() {
    let asked = as_written("preset=worked&stage=scores&ask=scores.0.2");
    assert!(asked.ends_with("&ask=scores.0.2"), "{asked}");
    let predicted = as_written("preset=worked&stage=scores&predict");
    assert_eq!(between(&asked, &predicted), []);
}

#[test]
fn a_look_is_no_edit_in_any_lesson() {
    for (before, look) in [
        (
            "lesson=training",
            "head=0.1&panel=block&pin=3&lines=1&least=0.5",
        ),
        ("lesson=cost", "show=memory&at=fused.512"),
        ("lesson=flash", "stage=output&cell=2.1&digits=4"),
        ("lesson=stepper", "row=0&digits=4&speed=2"),
    ] {
        let before = as_written(before);
        let after = as_written(&laid_over(&before, look));
        assert_ne!(after, before);
        assert_eq!(between(&before, &after), [], "{after}");
    }
}
