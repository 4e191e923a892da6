//! Ready-made kinds of a figure, and links that are said by an example's name.

use lesson::registry::{self, LESSONS};
use lesson::share::embed;
use lesson::share::snippet::{Made, Share};

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
    assert!(share.options.lock.is_empty() && share.setup.question.is_none());
    Made::Steps.make(&mut share);
    assert!(!hidden(&share, "walk") && hidden(&share, "mask"));
    Made::All.make(&mut share);
    assert!(share.options.hide.is_empty());
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
