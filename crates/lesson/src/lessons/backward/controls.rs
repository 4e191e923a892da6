//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{Control, QUESTIONS, WALK, join};
use crate::head::controls::{EDITS, INPUTS};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let begin: [Control; 16] = join(OWN, INPUTS);
    let begin: [Control; 23] = join(begin, EDITS);
    let begin: [Control; 34] = join(begin, QUESTIONS);
    let begin: [Control; 40] = join(begin, WALK);
    let all: [Control; 58] = join(begin, REST);
    all
};

const OWN: [Control; 6] = [
    Control::whole("loss", &["loss-query", "loss-key"]).owning(&["loss", "aim"]),
    Control::single("loss-query"),
    Control::single("loss-key"),
    Control::single("rate").owning(&["rate"]),
    Control::whole("descend", &["descend-many"]),
    Control::single("descend-many"),
];

const REST: [Control; 18] = [
    Control::group(
        "walk",
        &[
            "reset", "back", "play", "next", "scrub", "speed", "goto", "progress",
        ],
    ),
    Control::several("goto"),
    Control::single("progress"),
    Control::single("check-gradient"),
    Control::single("to-stepper"),
    Control::single("save-figure"),
    Control::group(
        "cells",
        &[
            "q",
            "k",
            "v",
            "x",
            "x_kv",
            "w_q",
            "w_k",
            "w_v",
            "target",
            "grad_output",
            "menu",
        ],
    ),
    Control::matrix(&["q"]),
    Control::matrix(&["k"]),
    Control::matrix(&["v"]),
    Control::matrix(&["x"]),
    Control::matrix(&["x_kv"]),
    Control::matrix(&["w_q"]),
    Control::matrix(&["w_k"]),
    Control::matrix(&["w_v"]),
    Control::matrix(&["target"]),
    Control::matrix(&["grad_output"]),
    Control::several("menu"),
];
