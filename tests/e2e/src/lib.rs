//! Drives the built `dist/`, and the built `pkg/`, in a real browser: Chromium, unless
//! `ATTENTION_LAB_ENGINE` says firefox or webkit.
//!
//! [`on_page`] serves `dist/` from a subfolder of a static server of our own, opens the page in a browser that nobody
//! sees and hands a [`Page`] to the test. Chromium stays for the next test (`driver/pool.rs`): each has a session, a tab
//! and an address of its own, so that nothing of another is there. The other engines begin anew with a fresh profile.
//! The page is scripted only through its public contract: input cells, computed tables, and the
//! buttons and selects that carry `data-action` and `data-control`.

mod cells;
mod complaints;
mod console;
mod cost;
mod devtools;
mod disk;
mod driver;
mod embed;
mod emulation;
mod engine;
mod error;
mod extra;
mod fields;
pub mod hub;
mod lie;
mod limits;
mod look;
mod machine;
mod nap;
pub mod oracle;
mod page;
mod pointer;
mod privileged;
mod server;
mod site;
mod statistics;
mod steps;
mod tabs;
mod touch;
mod training;
mod typing;
mod version;
mod wait;
mod watch;

pub use cells::Input;
pub use cost::{Cell, Cells, on_cost};
pub use disk::Disk;
pub use embed::{Policy, example, on_host, on_host_of};
pub use emulation::Scheme;
pub use engine::Engine;
pub use error::Error;
pub use fantoccini::key::Key;
pub use lie::Lie;
pub use limits::{Memory, most_pages};
pub use machine::{load, processor};
pub use page::{Page, on_blank_page, on_moving_page, on_page, on_server};
pub use server::Server;
pub use site::{Site, gzip_size, plain, workspace};
pub use statistics::Sample;
pub use tabs::Tab;
pub use training::{Standing, on_training};
pub use wait::{until, until_within};

/// A script for before a page: workers that end when they are told to (`mortal.js`).
pub const MORTAL: &str = include_str!("mortal.js");

/// What a test returns.
pub type Outcome = Result<(), Error>;
