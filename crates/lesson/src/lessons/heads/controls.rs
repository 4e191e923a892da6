//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{COMMON, Control, join};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let all: [Control; 40] = join(COMMON, OWN);
    all
};

const OWN: [Control; 10] = [
    Control::single("mask").owning(&["mask"]),
    Control::single("heads").owning(&["heads"]),
    Control::single("sharing").owning(&["kv"]),
    Control::single("draw-weights"),
    Control::group("cells", &["x", "w_q", "w_k", "w_v", "w_o"]),
    Control::matrix(&["x"]),
    Control::matrix(&["w_q"]),
    Control::matrix(&["w_k"]),
    Control::matrix(&["w_v"]),
    Control::matrix(&["w_o"]),
];
