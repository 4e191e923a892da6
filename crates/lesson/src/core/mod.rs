//! What every lesson is made of, whichever it is. Nothing here knows a lesson.
//!
//! | module | |
//! |---|---|
//! | [`lesson`], [`standing`] | what a lesson is; a view that many lessons share |
//! | [`player`], [`opened`] | a lesson while it is open, with its types and without them |
//! | [`command`], [`paste`], [`fill`] | what can be done to it |
//! | [`history`], [`playback`] | undo and redo; the clock of a walk |
//! | [`control`], [`steps`] | what a link can lock, and where it lets a reader walk |
//! | [`fragment`], [`number`] | links, and numbers as they are read and written |
//! | [`table`], [`numbers`], [`expr`] | tables and their cells, the numbers in them, how each is computed |
//! | [`random`], [`typed`] | random numbers by their place; tokens and matrices that are typed, in links |
//! | [`cover`] | numbers that are still to be predicted |
//! | [`problem`] | everything that can be wrong with what a reader typed, pasted or opened |
//! | [`prelude`] | what a lesson's folder uses of all this, in one line |

pub mod command;
pub mod control;
pub mod cover;
pub mod expr;
pub mod fill;
pub mod fragment;
pub mod history;
pub mod lesson;
pub mod number;
pub mod numbers;
pub mod opened;
pub mod paste;
pub mod playback;
pub mod player;
pub mod prelude;
pub mod problem;
pub mod random;
pub mod standing;
pub mod steps;
pub mod table;
pub mod typed;
