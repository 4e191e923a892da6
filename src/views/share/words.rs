//! The words of the lesson that is shared: the dialog speaks of any.

pub use crate::views::words as words_of;
