//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{COMMON, Control, join};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let all: [Control; 43] = join(COMMON, OWN);
    all
};

const OWN: [Control; 13] = [
    Control::whole("scale", &["scale-factor"]).owning(&["scale"]),
    Control::single("scale-factor"),
    Control::group("query", &["turn", "lengthen"]),
    Control::single("turn"),
    Control::single("lengthen"),
    Control::group("keys", &["add-key", "remove-key", "repel"]),
    Control::single("add-key"),
    Control::single("remove-key"),
    Control::single("repel"),
    Control::single("to-stepper"),
    Control::matrix(&["q"]),
    Control::matrix(&["k"]),
    Control::matrix(&["v"]),
];
