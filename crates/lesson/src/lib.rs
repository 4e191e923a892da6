//! What a lesson knows without a browser: its one state, the commands that change it, the numbers
//! that follow from it, and the text form of all that in a link.
//!
//! Data flows one way: [`Command`] → [`Stepper`] → [`Document`] → [`Trace`] → (views, elsewhere).
//! Nothing here draws, translates or touches the web; errors are values ([`Problem`]) that carry
//! what was wrong, and the view puts them into words.
//!
//! Conventions: one token per row; rows and columns count from 0 in code and from 1 in what a
//! reader sees (`q₁` is row 0); numbers are `f32`.

pub mod arithmetic;
pub mod command;
pub mod cost;
pub mod document;
pub mod edit;
pub mod engine;
pub mod export;
pub mod fill;
pub mod flash;
pub mod formula;
pub mod framing;
pub mod history;
pub mod host;
pub mod name;
pub mod number;
pub mod overrides;
pub mod paste;
pub mod playback;
pub mod presets;
pub mod problem;
pub mod protocol;
pub mod quiz;
pub mod registry;
pub mod rule;
pub mod share;
pub mod stage;
pub mod stepper;
pub mod tokens;
pub mod told;
pub mod trace;
pub mod training;
pub mod url;
pub mod view;

pub use command::Command;
pub use document::{Document, MaskKind, Source};
pub use name::{Cell, Name};
pub use problem::Problem;
pub use stage::Stage;
pub use stepper::Stepper;
pub use trace::Trace;
pub use view::{Mode, View};
