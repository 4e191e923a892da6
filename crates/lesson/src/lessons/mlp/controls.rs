//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{COMMON, Control, join};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let all: [Control; 50] = join(COMMON, OWN);
    all
};

const OWN: [Control; 20] = [
    Control::single("other").owning(&["other"]),
    Control::single("at").owning(&["at"]),
    Control::single("between").owning(&["between"]),
    Control::single("count-n").owning(&["n"]),
    Control::single("seed").owning(&["seed"]),
    Control::single("train-on").owning(&["trained"]),
    Control::single("train-all"),
    Control::single("untrain"),
    Control::single("draw-weights"),
    Control::single("keep-new"),
    Control::group(
        "cells",
        &[
            "x", "new", "w_q", "w_k", "w_v", "w_in", "b_in", "w_out", "b_out",
        ],
    ),
    Control::matrix(&["x"]),
    Control::matrix(&["new"]),
    Control::matrix(&["w_q"]),
    Control::matrix(&["w_k"]),
    Control::matrix(&["w_v"]),
    Control::matrix(&["w_in"]),
    Control::matrix(&["b_in"]),
    Control::matrix(&["w_out"]),
    Control::matrix(&["b_out"]),
];
