//! What each kind of step does as a formula, in LaTeX; the app's build script makes MathML of it.

use super::step::Kind;
use crate::latex;

/// The formula of each kind of step, in the order of [`Kind::ALL`] (Dao 2023, algorithm 1).
pub const FORMULAS: [&str; Kind::ALL.len()] = latex::FLASH;
