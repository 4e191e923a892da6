//! What a lesson in a frame and the page around it say to each other, without a browser.
//!
//! A message is an object with the key `attention-lab` (the version of the protocol, 1), a `type`,
//! and what belongs to that type; `docs/EMBED.md` is the whole of it. Whoever embeds a lesson may
//! be anybody: a [`Request`] is read from bounded texts, and what cannot be done is a [`Refusal`]
//! with what was wrong.
//!
//! The events `edit` and `stage` are made by comparing two links ([`event::between`]): an entry that decides
//! numbers is an edit, the entry that says where one stands is a stage, and how one looks is neither. So every
//! lesson has them. In the page `src/host` is the one way out; any view may use it. The element
//! (`assets/embed/attention-lab.js`) is the only script of ours that somebody's page runs.

pub mod event;
pub mod link;
pub mod request;

pub use event::{Answered, Event, Value};
pub use request::{Field, Refusal, Request, Step};

/// The version of the protocol that this page speaks.
pub const VERSION: u32 = 1;
