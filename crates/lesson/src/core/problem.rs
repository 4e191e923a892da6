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
    /// A text to be read is longer than a link can hold: (its bytes, the most).
    TextTooLong(usize, usize),
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
    /// A lesson or preset this page does not have: (key, name, those that there are).
    LinkUnknown(String, String, Vec<&'static str>),
    /// A control that the lesson of that slug does not have: (its name, shortened; the lesson).
    LinkControl(String, &'static str),
    /// No stretch of steps of the lesson of that slug: (the text, shortened; the lesson).
    LinkSteps(String, &'static str),
    /// Steps for the lesson of that slug, which has no stages.
    LinkNoStages(&'static str),
    /// A question about what the lesson of that slug cannot ask: (the text, shortened; the lesson).
    LinkAsk(String, &'static str),
    /// A question in the lesson of that slug, which asks none.
    LinkNoQuestions(&'static str),
    /// A choice whose words or options are others than those it was made with: which is right cannot be told.
    LinkChanged,
    /// Whoever made the link locked it: the control's name.
    Locked(&'static str),
    /// Whoever made the link left this step out.
    StepClosed(&'static str),
    /// The texts of a language could not be fetched: what it calls itself.
    LanguageMissing(&'static str),
    /// The browser did not allow copying.
    CopyRefused,
}

impl Problem {
    /// The key of the entry of a link that is wrong, where it is about one.
    #[must_use]
    pub fn entry(&self) -> Option<&str> {
        match self {
            Self::LinkEntry(key, _) | Self::LinkShape(key, ..) | Self::LinkUnknown(key, ..) => {
                Some(key)
            }
            Self::LinkRange(key, ..) => Some(key),
            _ => None,
        }
    }
}

/// The one of `known` that `text` is most like, if it is like any: so many letters other, missing, too many or swapped
/// as one in four, and one more.
#[must_use]
pub fn nearest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = 1 + text.chars().count().min(40) / 4;
    let apart = |own: &'a str| (distance(text, own), own);
    let all = known.into_iter().map(apart);
    let best = all.min_by_key(|(apart, _)| *apart)?;
    (best.0 <= most && best.0 < text.chars().count()).then_some(best.1)
}

/// How many letters have to be put in, taken away, changed or swapped with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().take(60).collect();
    let to: Vec<char> = to.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.iter().enumerate() {
        let mut line = vec![i + 1];
        for (j, other) in to.iter().enumerate() {
            let changed = last[j] + usize::from(letter != other);
            let mut least = changed.min(last[j + 1] + 1).min(line[j] + 1);
            let swapped = i > 0 && j > 0 && *letter == to[j - 1] && from[i - 1] == *other;
            if swapped {
                least = least.min(before[j - 1] + 1);
            }
            line.push(least);
        }
        before = std::mem::replace(&mut last, line);
    }
    last.last().copied().unwrap_or_default()
}

/// The first 40 characters of `text`: what a message quotes of something untrusted.
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_is_found_and_no_other() {
        let known = ["examples", "mask", "menu", "digits", "cat"];
        let of = |text: &str| nearest(text, known);
        assert_eq!(of("exmaples"), Some("examples"));
        assert_eq!(of("example"), Some("examples"));
        assert_eq!(of("maks"), Some("mask"));
        assert_eq!(of("cta"), Some("cat"));
        assert_eq!(of("nonsense"), None);
        assert_eq!(of("x"), None);
        assert_eq!(of(""), None);
        assert_eq!(of(&"a".repeat(100_000)), None);
        assert_eq!(nearest("cat", []), None);
    }
}
