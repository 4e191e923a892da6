//! What is said at a step is true of what stands there: where the usual sentence is not, another one is.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::HashSet;

use lesson::registry::{self, LESSONS};

/// The sentence that a step of a link's lesson is told with.
fn told(link: &str, step: &'static str) -> &'static str {
    registry::open(link).unwrap().told(step)
}

#[test]
fn sums_of_what_is_correlated_do_not_go_by_the_root_of_their_number() {
    for step in ["sum", "spread", "grows", "weights"] {
        let leaning = told("lesson=scale&preset=leaning", step);
        assert_eq!(leaning, format!("{step}_leaning"));
        assert_eq!(told("lesson=scale&preset=leaning&rho=0", step), step);
        assert_eq!(told("lesson=scale&preset=wide", step), step);
    }
}

#[test]
fn heads_that_share_keys_have_no_columns_of_their_own() {
    let grouped =
        ["project", "maps", "concat"].map(|step| told("lesson=heads&preset=grouped", step));
    assert_eq!(grouped, ["project_shared", "maps_shared", "concat_shared"]);
    assert_eq!(told("lesson=heads&preset=two", "maps"), "maps");
    assert_eq!(told("lesson=heads&preset=one", "maps"), "maps_one");
}

#[test]
fn the_way_back_is_told_as_it_goes() {
    let cell = ["loss", "grad_weights"].map(|step| told("lesson=backward&preset=aim", step));
    assert_eq!(cell, ["loss_of_cell", "grad_weights_cell"]);
    let rows = ["loss", "grad_weights"].map(|step| told("lesson=backward&preset=target", step));
    assert_eq!(rows, ["loss", "grad_weights"]);
    assert_eq!(
        told("lesson=backward&preset=saturated", "scale"),
        "scale_left"
    );
    assert_eq!(told("lesson=backward&preset=aim", "scale"), "scale");
    assert_eq!(
        told("lesson=backward&preset=cross", "grad_x"),
        "grad_x_cross"
    );
    assert_eq!(told("lesson=backward&preset=projected", "grad_x"), "grad_x");
}

#[test]
fn nothing_is_asked_for_that_stands_there_already() {
    assert_eq!(told("lesson=mlp&preset=order", "change"), "change_order");
    assert_eq!(told("lesson=mlp&preset=word", "change"), "change");
}

/// Of the example that opens first all is said as usual: newcomers read what most readers read.
#[test]
fn every_lesson_opens_with_sentences_of_its_steps_or_of_what_differs() {
    let mut others = HashSet::new();
    for lesson in LESSONS {
        for preset in lesson.presets {
            let link = format!("lesson={}&preset={}", lesson.slug, preset.slug);
            others.extend(
                lesson
                    .steps
                    .iter()
                    .map(|step| told(&link, step))
                    .filter(|own| !lesson.steps.contains(own)),
            );
        }
    }
    // Each of them has an example.
    assert_eq!(others.len(), 13, "{others:?}");
}
