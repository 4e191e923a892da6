//! A toy transformer that trains in the tab: what it is given to learn, how it is set up, and what
//! can be seen of it while it learns.
//!
//! `Request` → worker: `engine` → `session` → `Response` → signals → views. `crate::protocol` holds
//! all messages, as bytes (postcard). The engine knows neither clock nor thread, so tests drive it natively.
//!
//! - A `session::Session` is one run: model, trainer, curves, snapshots. Batches depend on seed and
//!   step alone, so nothing of a generator is saved, slices of any length give the same bits, and a run
//!   that is resumed goes on as if it had never stopped. Points and snapshots get further apart as a run
//!   grows (`curve::Spacing`), so a run of any length takes the same memory.
//! - The page asks questions about a moment (`look::At`): all heads, the next token, one head, one
//!   token's way, files. Of many questions on one topic one is under way and the newest waits, so the
//!   page is never behind.
//! - The worker sends what is needed to go on (`Response::Keep`). When it is lost, another one takes the
//!   runs up from there. Where there is no worker at all, the same module is loaded into the page and works
//!   in slices.
//! - `task` is one file a task. `heads` measures what a head looks at, beside what chance would give.
//!   `block` is one token's way through the model, each number with its `Expr`; tests evaluate these
//!   against the model, bit for bit. `open` makes a document of the stepper from a trained head.
//! - A shipped model is a line in `shipped`; a test trains each anew and compares bytes. Its file holds the last
//!   step. The moments before it are trained again in the worker when somebody wants to see them (`retrace`).
//!
//! The link holds settings, never weights. The tables of the lesson (`loss`, `weights`) are therefore what
//! the page has seen of a run, not what follows from the link. Undo and redo are over the document: which runs
//! there are, and what they are shown. Weights that were trained are kept by the page, for some runs, and
//! are there again when undo leads back to their run.

pub mod block;
pub mod chart;
mod controls;
pub mod curve;
pub mod engine;
pub mod experiment;
pub mod file;
pub mod heads;
pub mod lesson;
pub mod link;
pub mod look;
pub mod open;
pub mod pace;
pub mod problem;
pub mod retrace;
pub mod session;
pub mod settings;
pub mod shipped;
pub mod snapshot;
pub mod task;
pub mod writing;

pub use lesson::{META, Trainer, Training};
