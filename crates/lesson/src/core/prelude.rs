//! What a lesson's folder uses of `core`, in one line.

pub use std::sync::Arc;

pub use super::command::{Edit, Never};
pub use super::control::{COMMON, Control, join};
pub use super::expr::{Expr, Term};
pub use super::fragment::{Entries, Fragment};
pub use super::lesson::{Key, Lesson, Meta, Preset, State, no_change};
pub use super::numbers::{Numbers, Tables};
pub use super::problem::Problem;
pub use super::standing::Standing;
pub use super::steps::Place;
pub use super::table::{Axis, Cell, Table, TableId};
