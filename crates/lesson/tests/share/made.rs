//! Ready-made kinds of a figure, and links that are said by an example's name.

use lesson::registry::{self, LESSONS};
use lesson::share::embed;
use lesson::share::snippet::{Draft, Kind, MOST_LOOKS, Made, Share, keep_at};

#[test]
fn every_kind_of_every_lesson_is_admitted_and_is_known_again() {
    for lesson in LESSONS {
        for made in Made::ALL {
            let mut share = Share::read(&format!("lesson={}", lesson.slug));
            if !made.fits(&share) {
                assert!(!lesson.computes, "{}", lesson.slug);
                continue;
            }
            made.make(&mut share);
            let link = share.fragment(true);
            assert!(embed::check(&link).is_ok(), "{link}");
            assert_eq!(Share::read(&link).options.hide, share.options.hide);
            assert_eq!(Share::read(&link).options.lock, share.options.lock);
            assert_eq!(Made::of(&share), Some(made), "{}: {made:?}", lesson.slug);
        }
    }
}

#[test]
fn the_figure_alone_hides_all_but_its_cells_and_everything_hides_nothing() {
    let mut share = Share::read("preset=cat&lock=mask&hide=digits&ask=weights.1");
    Made::Figure.make(&mut share);
    let hidden = |share: &Share, name: &str| share.options.hide.iter().any(|own| own.name == name);
    assert!(hidden(&share, "walk") && hidden(&share, "digits") && !hidden(&share, "cells"));
    assert!(hidden(&share, "beside") && hidden(&share, "examples") && hidden(&share, "level"));
    assert!(share.options.lock.is_empty());
    Made::Steps.make(&mut share);
    assert!(!hidden(&share, "walk") && hidden(&share, "mask"));
    Made::All.make(&mut share);
    assert!(share.options.hide.is_empty());
}

/// Where steps ask for something to be done, what it is done with is there.
#[test]
fn who_walks_can_do_what_the_steps_ask_for() {
    let asked = [
        ("positions", "order"),
        ("scale", "width"),
        ("heads", "heads"),
        ("geometry", "examples"),
        ("geometry", "repel"),
        ("mlp", "train-on"),
        ("backward", "scale"),
    ];
    for (slug, control) in asked {
        let mut share = Share::read(&format!("lesson={slug}"));
        let mut hidden = |made: Made| {
            made.make(&mut share);
            share.options.hide.iter().any(|own| own.has(control))
        };
        assert!(hidden(Made::Figure), "{slug}: {control}");
        assert!(!hidden(Made::Steps), "{slug}: {control}");
    }
}

/// Which kind it is says nothing of what is asked, and the other way round.
#[test]
fn a_question_stays_whatever_kind_is_chosen() {
    for lesson in LESSONS.iter().filter(|lesson| lesson.computes) {
        let opened = registry::open(&format!("lesson={}", lesson.slug)).unwrap();
        let mut draft = Draft::of(None, &*opened);
        draft.kind = Kind::Cell;
        draft.text = "Why?".to_owned();
        let mut share = Share::read(&format!("lesson={}", lesson.slug));
        share.setup.question = draft.question(&*opened).unwrap();
        assert!(share.setup.question.is_some(), "{}", lesson.slug);
        for made in Made::ALL {
            if !made.fits(&share) {
                continue;
            }
            let before = share.setup.question.clone();
            made.make(&mut share);
            assert_eq!(share.setup.question, before, "{}: {made:?}", lesson.slug);
            assert_eq!(Made::of(&share), Some(made), "{}", lesson.slug);
        }
    }
}

/// What leads away from a question is hidden with it, and comes back with “no question”; what is locked stays locked.
#[test]
fn who_is_asked_is_kept_at_the_question() {
    let mut share = Share::read("preset=cat&stage=weights&lock=mask");
    let controls = share.lesson().controls;
    let hidden = |share: &Share| {
        let all = share.options.hide.iter().map(|own| own.name);
        all.collect::<Vec<_>>()
    };
    keep_at(&mut share.options, controls, true);
    assert_eq!(hidden(&share), ["examples", "level", "elsewhere"]);
    assert_eq!(share.options.lock.len(), 1);
    assert!(embed::check(&share.fragment(true)).is_ok());
    keep_at(&mut share.options, controls, false);
    assert!(hidden(&share).is_empty());
    for lesson in LESSONS {
        let mut options = Share::read(&format!("lesson={}", lesson.slug)).options;
        keep_at(&mut options, lesson.controls, true);
        let question = |own: &lesson::core::control::Control| own.has("check");
        assert!(!options.hide.iter().any(question), "{}", lesson.slug);
        let leads = |own: &&lesson::core::control::Control| own.name == "to-stepper";
        let there = lesson.controls.iter().any(|own| leads(&own));
        let hidden = options.hide.iter().any(|own| leads(&own));
        assert_eq!(there, hidden, "{}", lesson.slug);
    }
}

#[test]
fn who_is_to_predict_cannot_switch_it_off() {
    for lesson in LESSONS {
        let mut share = Share::read(&format!("lesson={}", lesson.slug));
        if !Made::Predict.fits(&share) {
            continue;
        }
        Made::Predict.make(&mut share);
        let switch = |own: &&lesson::core::control::Control| own.name == "predict";
        let there = lesson.controls.iter().any(|own| switch(&own));
        let hidden = share.options.hide.iter().any(|own| switch(&own));
        assert_eq!(there, hidden, "{}", lesson.slug);
    }
}

#[test]
fn pictures_that_are_buttons_stay_in_the_figure() {
    for slug in ["training", "models"] {
        let mut share = Share::read(&format!("lesson={slug}"));
        Made::Figure.make(&mut share);
        let options = share.options;
        assert!(options.lock.iter().any(|own| own.name == "head"), "{slug}");
        assert!(options.hide.iter().all(|own| own.name != "head"), "{slug}");
    }
}

#[test]
fn the_figure_alone_is_no_empty_one() {
    let at = |link: &str, made: Made| {
        let mut share = Share::read(link);
        made.make(&mut share);
        let opened = registry::open(&Made::standing(share).link).unwrap();
        let last = opened.all_places().last().map_or(0, |place| place.step);
        (opened.place().step, last)
    };
    let (step, last) = at("lesson=flash&preset=tiles", Made::Figure);
    assert!(step >= last / 2 && step < last, "a tile in the middle");
    // Its first step shows the whole way forward.
    assert_eq!(at("lesson=backward", Made::Figure).0, 0);
    assert_eq!(at("lesson=flash&preset=tiles&at=5", Made::Figure).0, 5);
    assert_eq!(at("lesson=flash&preset=tiles", Made::Steps).0, 0);
    // Where steps have names every step shows something, and the dialog says where to start.
    assert_eq!(
        at("preset=cat&stage=scores", Made::Figure).0,
        at("preset=cat&stage=scores", Made::All).0
    );
}

/// What is measured on the reader's device is empty until one has measured.
#[test]
fn a_figure_that_is_measured_keeps_its_button() {
    let mut share = Share::read("lesson=cost");
    Made::Figure.make(&mut share);
    let hidden = |name: &str| share.options.hide.iter().any(|own| own.has(name));
    assert!(!hidden("measure") && hidden("beside") && hidden("settings"));
    assert!(
        !Made::Steps.fits(&share),
        "it would be the same figure again"
    );
}

#[test]
fn an_example_is_shared_by_its_name_and_own_numbers_in_full() {
    let opened = registry::open("preset=cat&stage=weights").unwrap();
    let short = Share::read(&opened.link()).fragment(false);
    assert_eq!(short, "preset=cat&stage=weights");
    let embedded = Share::read(&opened.link()).fragment(true);
    assert_eq!(embedded, "preset=cat&stage=weights&embed");
    let own = registry::open("t=a,b&q=1;2&k=1;2&v=1;2").unwrap().link();
    assert_eq!(Share::read(&own).fragment(false), own);
    // What is shared opens as what was shown.
    for lesson in LESSONS {
        for preset in lesson.presets {
            let shown =
                registry::open(&format!("lesson={}&preset={}", lesson.slug, preset.slug)).unwrap();
            let link = Share::read(&shown.link()).fragment(false);
            assert_eq!(
                registry::open(&link).unwrap().link(),
                shown.link(),
                "{link}"
            );
        }
    }
}

/// Who can walk finds the figure as high as its tallest step; who cannot sees one step.
#[test]
fn a_figure_is_measured_where_its_reader_can_go() {
    let stops = |link: &str, made: Made| {
        let mut share = Share::read(link);
        made.make(&mut share);
        share.stops()
    };
    let walk = "level=walk&stage=project";
    assert_eq!(stops(walk, Made::Steps), [0, 1, 2, 3, 4], "the beats");
    for link in [walk, "lesson=flash&preset=tiles", "lesson=geometry"] {
        assert!(stops(link, Made::Figure).is_empty(), "{link}");
    }
    let flash = stops("lesson=flash&preset=tiles", Made::Steps);
    let opened = registry::open("lesson=flash&preset=tiles").unwrap();
    assert_eq!(flash.len(), MOST_LOOKS);
    assert_eq!(flash.last(), Some(&(opened.all_places().len() - 1)));
    let limited = Share::read("preset=cat&steps=scores..mask").stops();
    assert_eq!(limited, [0, 1, 2]);
    assert!(Share::read("lesson=training").stops().is_empty());
}

#[test]
fn what_is_to_be_predicted_is_shared_beyond_the_guided_walk() {
    let mut share = Share::read("ver=1&lesson=stepper&preset=cat&level=walk&stage=project");
    assert_eq!(Made::standing(share.clone()), share);
    Made::Predict.make(&mut share);
    let link = Made::standing(share).fragment(true);
    assert!(link.contains("level=queries"), "{link}");
    assert!(link.contains("&predict"), "{link}");
    let opened = registry::open(&link).unwrap().link();
    assert!(opened.contains("level=queries"), "{opened}");
}

#[test]
fn a_question_ends_the_guided_walk_and_nothing_else() {
    let leaves = |link: &str| Share::read(link).leaves_the_guide();
    assert!(leaves("level=walk&stage=project&ask=weights.1"));
    assert!(!leaves("level=walk&stage=project"));
    assert!(!leaves("level=queries&stage=scores&ask=weights.1"));
    assert!(!leaves("lesson=flash&preset=tiles&ask=tile.0.0"));
}
