//! What a teacher's link says about the frame: it is read back as it was written, what cannot be is
//! refused by name, and what is locked stays as it was whatever is done.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that fails says so by panicking")]

use attention::Scale;
use lesson::Change;
use lesson::core::command::Edit;
use lesson::core::control::{Control, Kind};
use lesson::core::fill::Fill;
use lesson::core::fragment::MOST_BYTES;
use lesson::core::steps::Steps;
use lesson::head::change::Change as Head;
use lesson::head::tokens::{Dimension, Side};
use lesson::lessons::stepper::{self, META};
use lesson::share::embed::{self, EmbedOptions};
use lesson::{Cell, Command, Document, Mode, Name, Problem, Source, Stage, Stepper, registry};
use proptest::prelude::*;

fn framed(fragment: &str) -> Stepper {
    let mut stepper = Stepper::open(fragment).unwrap();
    stepper.limit(EmbedOptions::parse(fragment).unwrap().limits());
    stepper
}

#[test]
fn the_names_of_each_lesson_fit_together() {
    for lesson in registry::LESSONS {
        let controls = lesson.controls;
        assert!(!controls.is_empty(), "{}", lesson.slug);
        for (place, control) in controls.iter().enumerate() {
            let name = control.name;
            let twice = controls[..place].iter().any(|own| own.name == name);
            assert!(!twice, "{}: {name} is there twice", lesson.slug);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
            assert!(name.chars().all(plain), "{name} needs no escaping in links");
            for part in control.parts {
                let known = controls.iter().any(|own| own.name == *part);
                assert!(known, "{}: {part} of {name}", lesson.slug);
            }
            let empty = control.kind == Kind::Group && control.parts.is_empty();
            assert!(!empty, "{}: {name} is nothing", lesson.slug);
            let table = lesson.tables.iter().find(|table| table.key == name);
            let typed = table.is_some_and(|table| table.control == name);
            assert_eq!(typed, control.kind == Kind::Matrix, "{name}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let refused = |fragment: &str| embed::check(fragment).unwrap_err();
    let control = |name: &str, slug| Problem::LinkControl(name.into(), slug);
    assert_eq!(refused("lock=masc"), control("masc", "stepper"));
    assert_eq!(refused("lesson=cost&hide=mask"), control("mask", "cost"));
    assert_eq!(refused("lock=mask,,Q"), control("Q", "stepper"));
    assert_eq!(
        refused("steps=weights..scores"),
        Problem::LinkSteps("weights..scores".into(), "stepper")
    );
    assert_eq!(
        refused("steps=4"),
        Problem::LinkSteps("4".into(), "stepper")
    );
    for slug in ["flash", "training", "cost"] {
        let fragment = format!("lesson={slug}&steps=scores");
        assert_eq!(refused(&fragment), Problem::LinkNoStages(slug));
    }
}

/// Who mistypes a colour still gets the lesson, with all else that the link says, and is told.
#[test]
fn colours_that_cannot_be_refuse_nothing() {
    let link = "embed&hide=mask&theme=darkk";
    let options = embed::check(link).unwrap();
    assert_eq!(options.suffix(), "&embed&hide=mask");
    let said = Problem::LinkRange("theme", "darkk".into(), "auto, light, dark".into());
    assert_eq!(embed::left_out(link), Some(said));
    assert_eq!(embed::left_out("embed&theme=dark&lang=de&hide=mask"), None);
}

#[test]
fn encoded_commas_are_commas() {
    let options = EmbedOptions::parse("lock=mask%2Cscale&steps=scores%2E.weights").unwrap();
    assert_eq!(options.suffix(), "&lock=mask,scale&steps=scores..weights");
}

#[test]
fn in_somebodys_page_the_whole_link_has_to_be_good() {
    let megabyte = format!("embed&q={}", "1,".repeat(500_000));
    let slugs = || registry::LESSONS.iter().map(|own| own.slug).collect();
    let presets = |slug: &str| {
        let presets = registry::lesson(slug).presets.iter();
        presets.map(|own| own.slug).collect()
    };
    let unknown =
        |key: &str, name: &str, known| Problem::LinkUnknown(key.into(), name.into(), known);
    let refused = |fragment: &str| embed::check(fragment).unwrap_err();
    assert_eq!(
        refused("embed&lesson=chess"),
        unknown("lesson", "chess", slugs())
    );
    assert_eq!(
        refused("embed&preset=dog"),
        unknown("preset", "dog", presets("stepper"))
    );
    // Another lesson's code is not there yet: it says itself what is wrong.
    let flash = "lesson=flash&embed&preset=dog";
    assert!(embed::check(flash).is_ok());
    assert_eq!(
        registry::check(flash).unwrap_err(),
        unknown("preset", "dog", presets("flash"))
    );
    assert_eq!(
        refused(&megabyte),
        Problem::LinkTooLong(megabyte.len(), MOST_BYTES)
    );
    for lesson in registry::LESSONS {
        let fragment = format!("lesson={}&embed", lesson.slug);
        assert_eq!(embed::check(&fragment).unwrap().suffix(), "&embed");
    }
    // On the site of its own such a link opens the first example, with the reason beside it.
    assert_eq!(embed::check("preset=dog"), Ok(EmbedOptions::default()));
}

#[test]
fn a_link_for_the_site_of_its_own_keeps_all_but_the_frame() {
    let own = embed::without_embed("preset=cat&embed&lock=mask&embed=1&row=2");
    assert_eq!(own, "preset=cat&lock=mask&row=2");
}

#[test]
fn only_what_is_there_too_goes_along_to_another_lesson() {
    let options =
        EmbedOptions::parse("embed&lock=mask,override,walk&hide=digits&steps=scores").unwrap();
    // The walks of the two lessons have other parts, so they are not the same control.
    assert_eq!(
        options.carried_to("flash").suffix(),
        "&embed&lock=mask&hide=digits"
    );
    assert_eq!(options.carried_to("cost").suffix(), "&embed");
    assert_eq!(options.carried_to("stepper"), options);
}

/// For each locked control what would change it.
fn attempts() -> Vec<(&'static str, Command)> {
    let q = Cell::new(Name::Q, 0, 0);
    let score = Cell::new(Name::Scores, 0, 1);
    let block = vec![vec![7.0]];
    vec![
        (
            "mask",
            Command::Own(Change::Head(Head::Mask("causal".into(), 2))),
        ),
        ("mask", Command::Preset("causal".into())),
        (
            "mask",
            Command::Edit(Edit::Set(Cell::new(Name::Mask, 0, 1), 1.0)),
        ),
        (
            "scale",
            Command::Own(Change::Head(Head::Scale(Scale::None))),
        ),
        ("scale", Command::Preset("unscaled".into())),
        ("q", Command::Edit(Edit::Set(q, 7.0))),
        ("q", Command::Edit(Edit::Paste(q, block.clone()))),
        ("q", Command::Edit(Edit::Replace(Name::Q, block.clone()))),
        ("q", Command::Edit(Edit::Fill(Name::Q, Fill::Zeros))),
        (
            "q",
            Command::Own(Change::Head(Head::AddToken(Side::Queries, "dog".into()))),
        ),
        (
            "q",
            Command::Own(Change::Head(Head::Resize(Dimension::Dk, 3))),
        ),
        (
            "cells",
            Command::Edit(Edit::Set(Cell::new(Name::V, 0, 0), 7.0)),
        ),
        (
            "k",
            Command::Edit(Edit::Replace(Name::Q, vec![vec![1.0; 5]])),
        ),
        (
            "tokens",
            Command::Own(Change::Head(Head::RenameToken(
                Side::Queries,
                0,
                "a".into(),
            ))),
        ),
        (
            "tokens",
            Command::Own(Change::Head(Head::RemoveToken(Side::Queries, 0))),
        ),
        ("tokens", Command::Preset("worked".into())),
        ("overrides", Command::Edit(Edit::Set(score, 7.0))),
        ("overrides", Command::Edit(Edit::Paste(score, block))),
        (
            "overrides",
            Command::Edit(Edit::Set(Cell::new(Name::Mask, 0, 1), 1.0)),
        ),
        (
            "source",
            Command::Own(Change::Head(Head::Source(Source::Projected))),
        ),
        ("source", Command::Preset("same_wq_wk".into())),
        ("kind", Command::Own(Change::Head(Head::Cross(true)))),
        ("examples", Command::Preset("worked".into())),
        ("digits", Command::Digits(5)),
        ("digits", Command::Preset("worked".into())),
        ("mode", Command::Own(Change::Mode(Mode::One))),
        ("fold", Command::Own(Change::OpenSoftmax(false))),
        ("walk", Command::Next),
        ("walk", Command::Goto(Stage::Weights.key())),
        ("walk", Command::Scrub(3)),
        ("walk", Command::Play),
        ("walk", Command::Speed(2.0)),
        ("query", Command::Own(Change::Row(0))),
    ]
}

#[test]
fn a_locked_control_is_refused_and_the_state_stays() {
    for (locked, command) in attempts() {
        let mut stepper = framed(&format!("preset=cat&lock={locked}"));
        let before = stepper.clone();
        let refused = stepper.apply(command.clone());
        assert!(
            matches!(refused, Err(Problem::Locked(_))),
            "{locked}: {command:?} {refused:?}"
        );
        assert_eq!(stepper, before, "{locked}: {command:?}");
        let mut open = framed("preset=cat");
        assert_eq!(
            open.apply(command.clone()),
            Ok(()),
            "without a lock: {command:?}"
        );
        assert_eq!(
            stepper.host_applies(command.clone()),
            Ok(()),
            "for the page around: {command:?}"
        );
        let moved = open.document() == stepper.document() && open.view == stepper.view;
        assert!(moved, "{command:?} does the same for both");
    }
}

#[test]
fn undo_does_not_lead_back_past_a_lock() {
    let mut stepper = framed("preset=cat&lock=undo");
    let cell = Cell::new(Name::Q, 0, 0);
    stepper.apply(Command::Edit(Edit::Set(cell, 7.0))).unwrap();
    assert_eq!(stepper.apply(Command::Undo), Err(Problem::Locked("undo")));
    // The lock came after the change: there is nothing before it any more.
    let mut stepper = framed("preset=cat");
    stepper
        .apply(Command::Own(Change::Head(Head::Mask("causal".into(), 2))))
        .unwrap();
    stepper.limit(EmbedOptions::parse("lock=mask").unwrap().limits());
    stepper.apply(Command::Undo).unwrap();
    assert_eq!(stepper.document().mask.key(), "causal");
    // A link that is followed has its own locked mask.
    let other = stepper::decode("preset=worked").unwrap();
    stepper.load(other);
    stepper.apply(Command::Undo).unwrap();
    assert_eq!(stepper.document().mask.key(), "none");
}

#[test]
fn what_is_not_locked_can_be_done_and_undone() {
    let mut stepper = framed("preset=cat&lock=mask,scale,q,k&hide=undo");
    let before = Document::clone(stepper.document());
    let cell = Cell::new(Name::V, 1, 1);
    stepper.apply(Command::Edit(Edit::Set(cell, 7.0))).unwrap();
    assert_ne!(**stepper.document(), before);
    stepper.apply(Command::Undo).unwrap();
    assert_eq!(**stepper.document(), before);
}

#[test]
fn the_walk_stays_between_the_steps() {
    for mode in ["", "&mode=one"] {
        let mut stepper = framed(&format!(
            "preset=cat&stage=output&steps=scaled..masked{mode}"
        ));
        let (first, last) = (Stage::Scaled as usize, Stage::Masked as usize);
        let steps = Steps::new(META.steps, first, last).unwrap();
        assert_eq!(stepper.view.stage, Stage::Masked, "it begins inside");
        let ways = [Command::Next, Command::Back, Command::Reset, Command::Play];
        let scrubs = (0..40).map(Command::Scrub);
        for command in ways.into_iter().chain(scrubs) {
            for _ in 0..5 {
                stepper.apply(command.clone()).unwrap();
                stepper.tick(9.0);
                assert!(steps.has(stepper.view.stage as usize), "{command:?}");
            }
        }
        for stage in Stage::ALL {
            let closed = (!steps.has(stage as usize)).then_some(Problem::StepClosed(stage.key()));
            assert_eq!(stepper.apply(Command::Goto(stage.key())).err(), closed);
        }
        let other = stepper::decode("preset=worked&stage=output").unwrap();
        stepper.load(other);
        assert!(
            steps.has(stepper.view.stage as usize),
            "an example begins inside too"
        );
    }
}

#[test]
fn steps_that_the_walk_does_not_have_leave_one_stage() {
    for (fragment, stage) in [
        ("preset=cat&softmax=folded&steps=max..sum", Stage::Masked),
        ("preset=cat&steps=project", Stage::Scores),
    ] {
        let stepper = framed(fragment);
        assert_eq!(
            (stepper.walk(), stepper.view.stage),
            (vec![stage.key()], stage),
            "{fragment}"
        );
    }
}

#[test]
fn a_language_is_a_name_or_refused() {
    let lang =
        |value: &str| EmbedOptions::parse(&format!("lang={value}")).map(|options| options.lang);
    assert_eq!(lang("zh-Hant"), Ok(Some("zh-hant".to_owned())));
    assert_eq!(lang("auto"), Ok(None));
    let long = "a".repeat(36);
    for wrong in ["de_DE", "-", "a--b", "%3Cimg%3E", &long] {
        assert!(
            matches!(lang(wrong), Err(Problem::LinkEntry(key, _)) if key == "lang"),
            "{wrong}"
        );
    }
}

/// The options of any lesson.
fn any_options() -> impl Strategy<Value = (&'static str, EmbedOptions)> {
    let some = |controls: &'static [Control]| {
        let all = proptest::collection::vec(any::<bool>(), controls.len());
        all.prop_map(move |taken| {
            let taken = controls.iter().zip(taken).filter(|(_, taken)| *taken);
            taken.map(|(control, _)| *control).collect::<Vec<_>>()
        })
    };
    let theme = prop_oneof![Just(None), Just(Some("light")), Just(Some("dark"))];
    let lang = prop_oneof![
        Just(None),
        Just(Some("ar".to_owned())),
        Just(Some("zh-hant-tw".to_owned()))
    ];
    let rest = (
        any::<bool>(),
        (theme, lang),
        0..Stage::ALL.len(),
        0..Stage::ALL.len(),
    );
    (0..registry::LESSONS.len(), rest).prop_flat_map(move |(lesson, rest)| {
        let lesson = registry::LESSONS[lesson];
        let (embed, (theme, lang), first, last) = rest;
        let steps = Steps::new(lesson.steps, first, last);
        (some(lesson.controls), some(lesson.controls)).prop_map(move |(lock, hide)| {
            (
                lesson.slug,
                EmbedOptions {
                    embed,
                    theme,
                    lang: lang.clone(),
                    lock,
                    hide,
                    steps,
                },
            )
        })
    })
}

proptest! {
    #[test]
    fn options_are_read_back_as_they_were_written((slug, options) in any_options()) {
        let fragment = format!("lesson={slug}{}", options.suffix());
        prop_assert_eq!(EmbedOptions::parse(&fragment), Ok(options.clone()));
        prop_assert_eq!(EmbedOptions::of(&fragment), options.clone());
        prop_assert_eq!(options.carried_to(slug), options);
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}", key in "(embed|theme|lock|hide|steps)") {
        let fragment = format!("{key}={text}");
        let read = EmbedOptions::parse(&fragment);
        // What can be read at all is the same either way.
        if let Ok(read) = read {
            prop_assert_eq!(EmbedOptions::of(&fragment), read);
        }
    }

    #[test]
    fn one_bad_entry_does_not_unlock_the_others(bad in "[a-z]{12}") {
        let options = EmbedOptions::of(&format!("lock={bad}&hide=digits&embed&steps={bad}"));
        prop_assert_eq!(options.suffix(), "&embed&hide=digits");
    }
}

#[test]
fn a_question_is_refused_where_none_can_be_asked() {
    for lesson in registry::LESSONS {
        let fragment = format!("lesson={}&ask=scores.0.0", lesson.slug);
        let refusal = (!lesson.computes).then_some(Problem::LinkNoQuestions(lesson.slug));
        assert_eq!(embed::check(&fragment).err(), refusal);
    }
    // In somebody's page there is nothing to show beside a question that cannot be read.
    let cut = embed::check("preset=worked&embed&ask=scores.0");
    assert_eq!(
        cut.err(),
        Some(Problem::LinkAsk("scores.0".into(), "stepper"))
    );
}
