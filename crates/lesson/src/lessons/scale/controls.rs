//! Everything in the lesson that a link can lock or hide.

use crate::core::control::{COMMON, Control, join};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let all: [Control; 42] = join(COMMON, OWN);
    all
};

const OWN: [Control; 12] = [
    Control::single("distribution").owning(&["dist", "rho"]),
    Control::single("width").owning(&["d_k"]),
    Control::single("keys").owning(&["n"]),
    Control::single("heads").owning(&["heads"]),
    Control::single("another-draw").owning(&["draw"]),
    Control::single("seed").owning(&["seed"]),
    Control::single("count").owning(&["scores"]),
    Control::single("measure"),
    Control::group("cells", &["q", "k"]),
    Control::matrix(&["q"]),
    Control::matrix(&["k"]),
    Control::several("show"),
];
