//! The lesson on what attention costs, by its public contract; one file per theme.

mod guards;
mod hostile;
mod looks;
mod measuring;
mod opening;

/// Three sizes of every method: a second or two.
const SMALL: &str = "to=256&d=16";
/// Enough to be interrupted.
const LONG: &str = "to=4096&d=64&budget=64";
