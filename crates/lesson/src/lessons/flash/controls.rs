//! Everything in the lesson that a link can lock or hide. `tests/embed_options.rs` holds the names together,
//! and the page's own tests hold this table to what stands in the page.

use crate::core::control::{Control, QUESTIONS, WALK, join};
use crate::head::controls::{EDITS, INPUTS};

/// The controls.
pub const CONTROLS: &[Control] = &{
    let begin: [Control; 13] = join(TILE, INPUTS);
    let begin: [Control; 20] = join(begin, EDITS);
    let begin: [Control; 31] = join(begin, QUESTIONS);
    let begin: [Control; 32] = join(begin, [WALKING]);
    let begin: [Control; 38] = join(begin, WALK);
    let all: [Control; 46] = join(begin, REST);
    all
};

const TILE: [Control; 3] = [
    Control::group("tile", &["tile-queries", "tile-keys"]),
    Control::single("tile-queries").owning(&["tile-queries"]),
    Control::single("tile-keys").owning(&["tile-keys"]),
];

const WALKING: Control =
    Control::group("walk", &["reset", "back", "play", "next", "scrub", "speed"]);

const REST: [Control; 8] = [
    Control::single("to-stepper"),
    Control::single("beside"),
    Control::single("save-figure"),
    Control::group("cells", &["q", "k", "v", "menu"]),
    Control::matrix(&["q"]),
    Control::matrix(&["k"]),
    Control::matrix(&["v"]),
    Control::several("menu"),
];
