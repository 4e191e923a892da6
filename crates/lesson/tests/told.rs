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
    // One product is no sum.
    for step in ["sum", "spread"] {
        assert_eq!(told("lesson=scale&preset=leaning&d_k=1", step), step);
    }
}

#[test]
fn heads_that_share_keys_have_no_columns_of_their_own() {
    let told_of = |preset: &str| {
        ["project", "maps", "concat", "mix"]
            .map(|step| told(&format!("lesson=heads&preset={preset}"), step))
    };
    let grouped = ["project_shared", "maps_shared", "concat_shared", "mix"];
    assert_eq!(told_of("grouped"), grouped);
    assert_eq!(told_of("two"), ["project", "maps", "concat", "mix"]);
    let one = ["project_one", "maps_one", "concat_one", "mix_one"];
    assert_eq!(told_of("one"), one);
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
    assert_eq!(told("lesson=backward&preset=aim", "scale"), "scale_cell");
    assert_eq!(told("lesson=backward&preset=target", "scale"), "scale");
    assert_eq!(
        told("lesson=backward&preset=cross", "grad_x"),
        "grad_x_cross"
    );
    assert_eq!(told("lesson=backward&preset=projected", "grad_x"), "grad_x");
}

#[test]
fn nothing_comes_back_of_a_weight_that_the_mask_hides() {
    let steps = ["loss", "grad_weights", "descent"];
    let causal = |aim: &str| {
        let link = format!("lesson=backward&preset=causal&loss=cell&aim={aim}");
        steps.map(|step| told(&link, step))
    };
    assert_eq!(causal("0.3"), ["aim_hidden"; 3]);
    let seen = ["loss_of_cell", "grad_weights_cell", "descent"];
    assert_eq!(causal("3.0"), seen);
    // A given ∂O is no difference.
    let of = |loss| {
        told(
            &format!("lesson=backward&preset=target&loss={loss}"),
            "grad_output",
        )
    };
    let output = ["target", "given"].map(of);
    let told_of = ["grad_output", "grad_output_given"];
    assert_eq!(output, told_of);
    // The other losses do not look at it.
    let link = "lesson=backward&preset=causal&loss=target&aim=0.3";
    assert_eq!(steps.map(|step| told(link, step)), steps);
}

#[test]
fn nothing_is_asked_for_that_stands_there_already() {
    assert_eq!(told("lesson=mlp&preset=order", "change"), "change_order");
    assert_eq!(told("lesson=mlp&preset=word", "change"), "change");
}

/// A sentence that no example leads to would hardly be read.
#[test]
fn each_of_the_other_sentences_has_an_example() {
    let mut others = HashSet::new();
    for lesson in LESSONS {
        let links = lesson
            .presets
            .iter()
            .map(|own| format!("lesson={}&preset={}", lesson.slug, own.slug));
        for link in links {
            let all = lesson.steps.iter().map(|step| told(&link, step));
            others.extend(all.filter(|own| !lesson.steps.contains(own)));
        }
    }
    assert_eq!(others.len(), 17, "{others:?}");
}
