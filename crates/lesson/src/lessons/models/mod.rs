//! Real models, opened in the page: where every head of every layer looks, what comes next, and what changes when
//! a head is taken out.
//!
//! `Ask` → the worker `crates/inspector`, which holds the model → `Reply` → signals → views. A model never comes
//! here: the page has the pictures of all heads (`messages::Reading`, each at most [`SIDE`](messages::SIDE) cells
//! wide), and asks for one head's whole numbers, or one place's next tokens, when somebody looks.
//!
//! - `changed`: heads that are out, keys that are hidden, rows that are drawn (`drawn`), streams that come from
//!   another text; `codec`: these in a link.
//! - `link`: which model, which text, what is changed. A link names a model of somebody's disk, but holds none:
//!   who opens it is asked for the folder.
//! - `hub`: models of Hugging Face, by name; what its list of files offers. Fetched by the worker, once the reader has
//!   agreed, and kept in the browser.
//! - `notebook`: attention that a notebook has written down.
//! - `measures` says what a head does, against chance.
//! - `window` cuts a head down to what the attention lesson opens.
//!
//! The tables of the lesson (`weights`, `next`, `lens`, `swaps`) are what the worker said, not what follows from the link.

pub mod changed;
mod codec;
mod controls;
pub mod drawn;
pub mod hub;
pub mod lesson;
pub mod link;
pub mod measures;
pub mod messages;
pub mod notebook;
pub mod shipped;
pub mod told;
pub mod window;

pub use lesson::{Inspector, META, Models};
