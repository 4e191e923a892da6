//! Everything that can be wrong with what a user typed, pasted or opened.

use crate::core::number::NotANumber;

/// What was wrong, with what is needed to say so in any language. The state is as it was before.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// A cell's text is no finite number. The text is kept, shortened to 40 characters.
    Number(NotANumber, String),
    /// A pasted block has rows of different lengths: (row from 1, its length, length of row 1).
    Ragged(usize, usize, usize),
    /// A pasted entry is no finite number: (row from 1, column from 1, why, the text).
    Entry(usize, usize, NotANumber, String),
    /// A pasted text holds no number at all.
    NothingPasted,
    /// A pasted text is longer than anything that fits: (its bytes, the most).
    PasteTooLong(usize, usize),
    /// A pasted block does not fit: (table, rows, cols pasted, rows, cols there).
    Shape(&'static str, (usize, usize), (usize, usize)),
    /// More than the page can show: (asked for, the most).
    TooMany(usize, usize),
    /// The last token or dimension cannot be removed.
    TooFew,
    /// A computed cell that is only derived cannot be edited: the key of its table.
    Fixed(&'static str),
    /// A covered cell cannot be overridden: the number to change is not known yet.
    Covered(&'static str),
    /// A link longer than any this page makes: (its bytes, the most).
    LinkTooLong(usize, usize),
    /// A link of a later version of this page: (its version, the latest known here).
    LinkNewer(String, u32),
    /// An entry of a link that cannot be read: (key, its text, shortened to 40 characters).
    LinkEntry(String, String),
    /// An entry of a link that says what cannot be: (key, its text, what can be).
    LinkRange(&'static str, String, String),
    /// A matrix of a link whose shape does not fit the others: (key, found, wanted).
    LinkShape(String, (usize, usize), (usize, usize)),
    /// A lesson or preset this page does not have: (key, name).
    LinkUnknown(String, String),
    /// A control that the lesson of that slug does not have: (its name, shortened; the lesson).
    LinkControl(String, &'static str),
    /// No stretch of steps of the lesson of that slug: (the text, shortened; the lesson).
    LinkSteps(String, &'static str),
    /// Steps for the lesson of that slug, which has no stages.
    LinkNoStages(&'static str),
    /// A question in the lesson of that slug, which asks none.
    LinkNoQuestions(&'static str),
    /// Whoever made the link locked it: the control's name.
    Locked(&'static str),
    /// Whoever made the link left this step out.
    StepClosed(&'static str),
    /// The texts of a language could not be fetched: what it calls itself.
    LanguageMissing(&'static str),
    /// The browser did not allow copying.
    CopyRefused,
}

/// The first 40 characters of `text`: what a message quotes of something untrusted.
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
