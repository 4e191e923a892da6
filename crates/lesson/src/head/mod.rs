//! One head of attention by hand: what is typed, every number that follows from it, the stages one
//! walks, and all of that in a link. Lessons that start from Q, K and V are built on this room.

pub mod change;
pub mod codec;
pub mod controls;
pub mod document;
pub mod edit;
pub mod mistake;
pub mod name;
pub mod overrides;
pub mod presets;
pub mod rule;
pub mod stage;
pub mod tokens;
pub mod trace;
pub mod view;
