//! What every lesson is made of, whichever it is: numbers as they are written and read, how they
//! are computed, problems,
//! undo, the clock of a walk. Nothing here knows a lesson.

pub mod expr;
pub mod fragment;
pub mod history;
pub mod number;
pub mod paste;
pub mod playback;
pub mod problem;
pub mod table;
