//! The controls of lessons over a head, for their tables of controls.

use crate::core::control::{Control, EXAMPLES};

/// What is put in: examples, where Q, K and V come from, mask and scale.
pub const INPUTS: [Control; 10] = [
    Control::group("examples", EXAMPLES),
    Control::single("preset"),
    Control::single("restore"),
    Control::single("preset-note"),
    Control::single("source").owning(&["src"]),
    Control::single("kind").owning(&["kind"]),
    Control::whole("mask", &["mask-size"]).owning(&["mask"]),
    Control::single("mask-size"),
    Control::whole("scale", &["scale-factor"]).owning(&["scale"]),
    Control::single("scale-factor"),
];

/// Digits, undo, tokens and sizes.
pub const EDITS: [Control; 7] = [
    Control::single("digits").owning(&["digits"]),
    Control::single("full"),
    Control::whole("undo", &["redo"]),
    Control::single("redo"),
    Control::group("tokens", &["shape", "add-token"]),
    Control::single("shape").owning(&["shape"]),
    Control::single("add-token"),
];
