//! The only place that names `web-sys`: small functions over the browser, each doing one thing.
//! What a browser may refuse (storage, clipboard, history in a sandboxed frame) is an `Option` or
//! is let go quietly, because the page works without it.

pub mod canvas;
pub mod cells;
pub mod clipboard;
pub mod elements;
pub mod export;
pub mod fetch;
pub mod fields;
pub mod files;
pub mod focus;
pub mod frames;
pub mod host;
pub mod hub;
pub mod keys;
pub mod language;
pub mod lessons;
pub mod listening;
pub mod locks;
pub mod marks;
pub mod menus;
pub mod motion;
pub mod numbers;
pub mod offline;
pub mod page;
pub mod parts;
pub mod reveal;
pub mod said;
pub mod shipped;
pub mod sight;
pub mod spare;
pub mod storage;
pub mod targets;
pub mod theme;
pub mod worker;
