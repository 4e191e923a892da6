//! The texts of the page, without a browser: what a key is, how values are put into its text, and
//! (feature `files`) how the files of `assets/locales` become keys when the page is built.
//!
//! `assets/locales/*.json` → `build.rs` → `translations::group::key`: [`Text`] → `tr!(group.key, value = …)`
//!
//! English is compiled in, so that the page speaks at once and always. Any other language is one file
//! that the page fetches when a reader wants it, and the page's module does not grow with languages.
//!
//! - One file is one language, with its name, direction, decimal sign and list comma at the head. The table of
//!   languages is made of what lies in the folder.
//! - English says which keys there are. A file with a key too many, or with other values in a text, ends the build
//!   with a list of all that is wrong. A key too few is read in English, and ends the build of a release. A call with
//!   a wrong key or value does not compile.
//! - A text may have forms of number (“1 head”, “3 heads”). Which forms a language must have, the build asks ICU4X
//!   (`icu_plurals`, in nothing that is shipped). Which form a number takes, the page asks the browser
//!   (`Intl.PluralRules`). What it goes by is the value `count`, by its type a whole number ([`Value`]).

#[cfg(any(feature = "files", test))]
pub mod files;
mod text;
mod value;

use std::fmt::Display;

pub use text::{COUNT, Text, Words};
pub use value::{Value, value};

/// A language that the page can be read in, as the first block of its file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// BCP 47, the name of its file: `de`.
    pub code: &'static str,
    /// What it calls itself.
    pub name: &'static str,
    /// Read from right to left.
    pub rtl: bool,
    /// What stands between the whole and the fraction of a number.
    pub decimal: char,
    /// What stands between the items of a list in a sentence.
    pub list: &'static str,
}

/// `template` with each `{{ name }}` replaced by the value of that name. What is no known name stays
/// as it stands, so that a file that was damaged on its way shows where.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, name, after)) = next(rest) {
        filled.push_str(before);
        match values.iter().find(|(own, _)| *own == name) {
            Some((_, value)) => filled.push_str(&value.to_string()),
            None => filled.push_str(&rest[before.len()..rest.len() - after.len()]),
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// What stands before the next `{{ name }}`, the name, and what stands behind it.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    Some((before, name.trim(), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{{ query }} looks at {{ key }}";

    #[test]
    fn values_go_where_their_names_stand() {
        let values: [(&str, &dyn Display); 2] = [("key", &"sat"), ("query", &1.5)];
        assert_eq!(fill(TEXT, &values), "1.5 looks at sat");
        assert_eq!(fill("{{key}}{{ key }}", &values), "satsat");
        assert_eq!(fill("no value", &values), "no value");
    }

    #[test]
    fn a_value_that_looks_like_a_name_is_only_a_value() {
        let values: [(&str, &dyn Display); 2] = [("query", &"{{ key }}"), ("key", &"sat")];
        assert_eq!(fill(TEXT, &values), "{{ key }} looks at sat");
    }

    #[test]
    fn what_is_no_name_stays() {
        assert_eq!(fill("a {{ b }} {{ c", &[]), "a {{ b }} {{ c");
    }
}
