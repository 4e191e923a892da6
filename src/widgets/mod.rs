//! Pieces that lessons are built from.

pub mod arithmetic;
pub mod chooser;
pub mod export;
pub mod formula;
pub mod legend;
pub mod markup;
pub mod matrix;
pub mod notice;
pub mod picture;
pub mod walk;
