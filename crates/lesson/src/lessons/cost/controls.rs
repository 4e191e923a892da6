//! Everything in the lesson that a link can lock or hide. `tests/embed_options.rs` holds the names together,
//! and the page's own tests hold this table to what stands in the page.

use crate::core::control::Control;

/// The controls.
pub const CONTROLS: &[Control] = &[
    Control::whole(
        "settings",
        &["method", "d", "to", "budget", "window", "seed", "causal"],
    ),
    Control::several("method").owning(&["methods"]),
    Control::single("d").owning(&["d"]),
    Control::single("to").owning(&["to"]),
    Control::single("budget").owning(&["budget"]),
    Control::single("window").owning(&["window"]),
    Control::single("seed").owning(&["seed"]),
    Control::single("causal").owning(&["causal"]),
    Control::whole("undo", &["redo"]),
    Control::single("redo"),
    Control::group("run", &["measure", "cancel", "anyway"]),
    Control::single("measure"),
    Control::single("cancel"),
    Control::single("anyway"),
    Control::several("show").owning(&["show"]),
    Control::single("beside"),
    Control::single("save-figure"),
];
