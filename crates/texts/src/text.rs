//! What a text is at run time, and what a call has to give it.

use std::fmt::Display;

/// The value that says which form a text with forms of number takes.
pub const COUNT: &str = "count";

/// One text of the page: what it says, and which values a call has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// What of it is there when the page runs.
    pub words: Words,
    /// The names of its values, each once, in the order they are met.
    pub names: &'static [&'static str],
}

/// The key of a text, and what it says in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Where it stands in every file of translations: `stage.scores.title`.
    pub path: &'static str,
    /// What it says in English, with `{{ name }}` where a value goes.
    pub english: &'static str,
    /// What it says in English of exactly one, where it has forms of number: `english` is then what it
    /// says of any other number.
    pub one: Option<&'static str>,
}

impl Words {
    /// What it says in English, in that form of number.
    #[must_use]
    pub fn in_english(&self, form: Option<&str>) -> &'static str {
        match (form, self.one) {
            (Some("one"), Some(one)) => one,
            _ => self.english,
        }
    }

    /// The number that its form goes by, where it has forms.
    #[must_use]
    pub fn count(&self, values: &[(&str, &dyn Display)]) -> Option<f64> {
        self.one?;
        let (_, count) = values.iter().find(|(name, _)| *name == COUNT)?;
        // A whole number, as `value` has seen to, so it reads back. Other than through its text every
        // call of the page would carry a number along, most of them for nothing.
        let count: u64 = count.to_string().parse().ok()?;
        Some(count as f64)
    }
}

impl Text {
    /// Whether `given` are the names of its values, in any order. Const, so that a call with a
    /// forgotten or misspelt value does not compile.
    #[must_use]
    pub const fn takes(&self, given: &[&str]) -> bool {
        if given.len() != self.names.len() {
            return false;
        }
        let mut index = 0;
        while index < given.len() {
            if !contains(self.names, given[index]) {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Whether the value of that name says which form of number it takes. Const, so that a call with
    /// anything but a whole number does not compile.
    #[must_use]
    pub const fn counts(&self, name: &str) -> bool {
        self.words.one.is_some() && same(name.as_bytes(), COUNT.as_bytes())
    }
}

const fn contains(names: &[&str], wanted: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        if same(names[index].as_bytes(), wanted.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut index = 0;
    while index < one.len() {
        if one[index] != other[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: Text = Text {
        words: Words {
            path: "head.row",
            english: "{{ query }} looks at {{ key }}",
            one: None,
        },
        names: &["query", "key"],
    };

    const HEADS: Text = Text {
        words: Words {
            path: "settings.heads",
            english: "{{ count }} heads",
            one: Some("{{ count }} head"),
        },
        names: &["count"],
    };

    #[test]
    fn the_names_must_be_these() {
        assert!(TEXT.takes(&["key", "query"]));
        assert!(!TEXT.takes(&["key"]));
        assert!(!TEXT.takes(&["key", "quary"]));
        assert!(!TEXT.takes(&["key", "query", "more"]));
    }

    #[test]
    fn a_text_with_forms_goes_by_its_count() {
        assert!(HEADS.counts("count") && !HEADS.counts("counted"));
        assert_eq!(HEADS.words.count(&[("count", &21_usize)]), Some(21.0));
        assert_eq!(HEADS.words.in_english(Some("one")), "{{ count }} head");
        assert_eq!(HEADS.words.in_english(Some("few")), "{{ count }} heads");
    }

    #[test]
    fn a_text_without_forms_may_count_whatever_it_likes() {
        assert!(!TEXT.counts("count"));
        assert_eq!(TEXT.words.count(&[("count", &21_usize)]), None);
        assert_eq!(TEXT.words.in_english(Some("one")), TEXT.words.english);
    }
}
