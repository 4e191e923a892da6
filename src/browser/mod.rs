//! The only place that names `web-sys`: small functions over the browser, each doing one thing.
//! What a browser may refuse (storage, clipboard, history in a sandboxed frame) is an `Option` or
//! is let go quietly, because the page works without it.

pub mod answers;
pub mod canvas;
pub mod cells;
pub mod clipboard;
pub mod export;
pub mod fetch;
pub mod files;
pub mod host;
pub mod keys;
pub mod language;
pub mod lessons;
pub mod locks;
pub mod menus;
pub mod numbers;
pub mod offline;
pub mod page;
pub mod parts;
pub mod sharing;
pub mod shipped;
pub mod targets;
pub mod theme;
pub mod worker;
