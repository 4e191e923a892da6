//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{COMMON, Control, join};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let all: [Control; 48] = join(COMMON, OWN);
    all
};

const OWN: [Control; 18] = [
    Control::several("order").owning(&["order"]),
    Control::single("summing").owning(&["sum"]),
    Control::single("positions").owning(&["scheme"]),
    Control::single("base").owning(&["base"]),
    Control::single("pairing").owning(&["pairing"]),
    Control::several("clock").owning(&["at"]),
    Control::single("asks").owning(&["pair"]),
    Control::single("asked").owning(&["pair"]),
    Control::single("slopes").owning(&["heads"]),
    Control::single("slope-head").owning(&["head"]),
    Control::single("map-length").owning(&["length"]),
    Control::single("map-width").owning(&["width"]),
    Control::single("trained").owning(&["trained"]),
    Control::single("far").owning(&["far"]),
    Control::group("cells", &["x", "w_q", "w_k"]),
    Control::matrix(&["x"]),
    Control::matrix(&["w_q"]),
    Control::matrix(&["w_k"]),
];
