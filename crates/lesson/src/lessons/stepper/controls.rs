//! Everything in the lesson that a link can lock or hide. `tests/embed_options.rs` holds the names together,
//! and the page's own tests hold this table to what stands in the page.

use crate::core::control::{Control, QUESTIONS, WALK, join};
use crate::head::controls::{EDITS, INPUTS};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let begin: [Control; 11] = join(INPUTS, [Control::single("mode").owning(&["mode"])]);
    let begin: [Control; 18] = join(begin, EDITS);
    let begin: [Control; 24] = join(begin, OVERRIDES);
    let begin: [Control; 35] = join(begin, QUESTIONS);
    let begin: [Control; 36] = join(begin, [WALKING]);
    let begin: [Control; 42] = join(begin, WALK);
    let begin: [Control; 56] = join(begin, REST);
    let all: [Control; 63] = join(begin, LAST);
    all
};

const LAST: [Control; 7] = [
    Control::single("progress"),
    Control::single("level").owning(&["level"]),
    Control::single("elsewhere"),
    Control::group("beside", &["row", "map", "statistics", "full"]),
    Control::single("row"),
    Control::single("map"),
    Control::single("statistics"),
];

const OVERRIDES: [Control; 6] = [
    Control::group(
        "overrides",
        &[
            "override",
            "toggle-mask",
            "clear",
            "clear-all",
            "difference",
        ],
    ),
    Control::single("override").owning(&["overrides"]),
    Control::single("toggle-mask"),
    Control::single("clear"),
    Control::single("clear-all"),
    Control::single("difference"),
];

const WALKING: Control = Control::group(
    "walk",
    &[
        "reset", "back", "play", "next", "scrub", "speed", "goto", "fold", "progress",
    ],
);

const REST: [Control; 14] = [
    Control::several("goto"),
    Control::single("fold"),
    Control::several("query"),
    Control::single("save-figure"),
    Control::group(
        "cells",
        &["q", "k", "v", "x", "x_kv", "w_q", "w_k", "w_v", "menu"],
    ),
    Control::matrix(&["q"]),
    Control::matrix(&["k"]),
    Control::matrix(&["v"]),
    Control::matrix(&["x"]),
    Control::matrix(&["x_kv"]),
    Control::matrix(&["w_q"]),
    Control::matrix(&["w_k"]),
    Control::matrix(&["w_v"]),
    Control::several("menu"),
];
