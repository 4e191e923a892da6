//! Everything in the lesson that a link can lock or hide.

use crate::core::control::Control;

/// The controls.
pub const CONTROLS: &[Control] = &[
    Control::group("examples", &["preset", "restore"]),
    Control::single("preset"),
    Control::single("restore"),
    Control::single("own-model"),
    Control::several("moment"),
    Control::single("watch"),
    Control::group("open", &["open-folder", "open-files", "stop-opening"]),
    Control::single("open-folder"),
    Control::single("open-files"),
    Control::single("stop-opening"),
    Control::whole("hub", HUB),
    Control::single("hub-name"),
    Control::single("look-up"),
    Control::single("fetch"),
    Control::single("decline"),
    Control::single("pause-fetching"),
    Control::single("cancel-fetching"),
    Control::several("open-kept"),
    Control::several("delete-kept"),
    Control::whole("notebook", &["copy-snippet"]),
    Control::single("copy-snippet"),
    Control::whole("undo", &["redo"]),
    Control::single("redo"),
    Control::single("text"),
    Control::several("head"),
    Control::several("ablate"),
    Control::single("hide-key"),
    Control::single("draw-row"),
    Control::single("other-text"),
    Control::single("swap"),
    Control::single("all-heads"),
    Control::several("view"),
    Control::several("token"),
    Control::several("follow"),
    Control::single("open-head"),
    Control::group("write", WRITE),
    Control::single("temperature"),
    Control::single("top-k"),
    Control::single("top-p"),
    Control::single("seed"),
    Control::single("write-on"),
    Control::single("save-run"),
    Control::single("save-program"),
    Control::single("save-figure"),
];

const HUB: &[&str] = &[
    "hub-name",
    "look-up",
    "fetch",
    "decline",
    "pause-fetching",
    "cancel-fetching",
    "open-kept",
    "delete-kept",
];

const WRITE: &[&str] = &["temperature", "top-k", "top-p", "seed", "write-on"];
