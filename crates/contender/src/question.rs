//! What a contender can be asked.

use std::fmt;

use crate::size::Size;

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A whole step: forward, backward, AdamW.
    Train,
    /// From the tokens to the logits.
    Forward,
}

/// A question; its `Display` is the line that is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// What comes out, from the first weights?
    Check(Size),
    /// How long does it take, as the mean of calls that take so many milliseconds together?
    Time(Work, Size, f64),
}

impl Question {
    /// Reads a line; `None` when it is none of the questions.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        match *line.split_whitespace().collect::<Vec<_>>() {
            ["check", size] => Some(Self::Check(Size::named(size)?)),
            ["time", work, size, least] => Some(Self::Time(
                Work::named(work)?,
                Size::named(size)?,
                least.parse().ok()?,
            )),
            _ => None,
        }
    }
}

impl Work {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Train, Self::Forward];

    /// Its name in a question.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Forward => "forward",
        }
    }

    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|work| work.name() == name)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(size) => write!(f, "check {}", size.d_model),
            Self::Time(work, size, least) => {
                write!(f, "time {} {} {least}", work.name(), size.d_model)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Question, Work};
    use crate::size::SIZES;

    #[test]
    fn what_is_written_is_read() {
        for question in [
            Question::Check(SIZES[0]),
            Question::Time(Work::Train, SIZES[1], 0.5),
            Question::Time(Work::Forward, SIZES[2], 200.0),
        ] {
            assert_eq!(Question::read(&question.to_string()), Some(question));
        }
    }

    #[test]
    fn anything_else_is_no_question() {
        for line in [
            "",
            "check",
            "check 31",
            "time sleep 32 200",
            "time train 32 soon",
        ] {
            assert_eq!(Question::read(line), None, "{line}");
        }
    }
}
