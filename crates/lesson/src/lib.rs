//! What a lesson knows without a browser: its one state, the commands that change it, the numbers
//! that follow from it, and the text form of all that in a link.
//!
//! Data flows one way: [`Command`](core::command::Command) → [`Player`](core::player::Player) → document →
//! [`Numbers`](core::numbers::Numbers) → (views, elsewhere).
//! Nothing here draws, translates or touches the web; errors are values ([`Problem`]) that carry
//! what was wrong, and the view puts them into words.
//!
//! Conventions: one token per row; rows and columns count from 0 in code and from 1 in what a
//! reader sees (`q₁` is row 0); numbers are `f32`.

#[macro_use]
mod each;

pub mod core;
pub mod engine;
pub mod head;
pub mod latex;
pub mod lessons;
pub mod protocol;
pub mod registry;
pub mod share;

pub use core::problem::Problem;
pub use head::document::{Document, MaskKind, Source};
pub use head::name::{Cell, Name};
pub use head::stage::Stage;
pub use head::trace::Trace;
pub use head::view::{Mode, View};
pub use lessons::stepper::{Change, Command, Stepper};
