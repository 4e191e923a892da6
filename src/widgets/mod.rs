//! Pieces that lessons are built from.

pub mod arithmetic;
pub mod came_from;
pub mod chooser;
pub mod digits;
pub mod export;
pub mod formula;
pub mod history;
pub mod later;
pub mod legend;
pub mod lighting;
pub mod markup;
pub mod matrix;
pub mod modal;
pub mod notice;
pub mod picture;
#[allow(
    dead_code,
    reason = "what `cargo xtask new-lesson` makes begins with it; `cargo xtask test --only probe` uses it"
)]
pub mod plain;
pub mod presets;
pub mod to_stepper;
pub mod told;
pub mod walk;
