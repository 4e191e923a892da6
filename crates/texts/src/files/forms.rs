//! Which forms of number a language has, by the plural rules of Unicode's CLDR as ICU4X has them. The
//! page asks the browser's own ICU, which has the same rules.

use std::collections::BTreeMap;

use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};
use serde_json::{Map, Value};

/// The categories of the rules. A language has some of them, and always the last.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", OTHER];
/// What every language says of some numbers.
pub const OTHER: &str = "other";

/// Whether an object of a file is one text in its forms, not an object of texts.
pub fn are_forms(entries: &Map<String, Value>) -> bool {
    let mut names = entries.keys();
    !entries.is_empty() && names.all(|name| CATEGORIES.contains(&name.as_str()))
}

/// The forms that whole numbers take in a language, each with some of its numbers.
pub struct Forms(BTreeMap<&'static str, Vec<u32>>);

impl Forms {
    /// Those of the language of that code (BCP 47).
    ///
    /// # Errors
    /// In words: the code is none.
    pub fn of(code: &str) -> Result<Self, String> {
        let unknown = |error: &dyn std::fmt::Display| format!("“{code}” is no language: {error}");
        let locale: Locale = code.parse().map_err(|error| unknown(&error))?;
        let rules =
            PluralRules::try_new_cardinal(locale.into()).map_err(|error| unknown(&error))?;
        let mut forms = BTreeMap::<_, Vec<u32>>::new();
        // Rules go by the last two or three digits; French and Spanish have one for whole millions.
        for number in (0..=1000).chain([1_000_000, 2_000_000]) {
            let form = name(rules.category_for(number));
            forms.entry(form).or_default().push(number);
        }
        Ok(Self(forms))
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }

    /// Whether the language has that form.
    pub fn has(&self, form: &str) -> bool {
        self.0.contains_key(form)
    }

    /// Whether a form is of one number only, so that it may say the number in words: Arabic's `two`, but
    /// not French's `one`, which is of 0 too.
    pub fn is_of_one_number(&self, form: &str) -> bool {
        self.0.get(form).is_some_and(|numbers| numbers.len() == 1)
    }

    /// A few of the numbers that take a form, for people: `3, 4, 5`.
    pub fn examples(&self, form: &str) -> String {
        let numbers = self.0.get(form).into_iter().flatten().take(3);
        let numbers: Vec<_> = numbers.map(u32::to_string).collect();
        numbers.join(", ")
    }
}

fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str) -> String {
        let names = Forms::of(code).map(|forms| forms.names().collect::<Vec<_>>().join(" "));
        names.unwrap_or_else(|why| why)
    }

    #[test]
    fn every_language_has_the_forms_of_its_rules() {
        assert_eq!(names("en"), "one other");
        assert_eq!(names("de"), "one other");
        assert_eq!(names("zh"), "other");
        assert_eq!(names("fr"), "many one other");
        assert_eq!(names("es"), "many one other");
        assert_eq!(names("ar"), "few many one other two zero");
        // Czech has `many` too, but only for fractions.
        assert_eq!(names("cs"), "few one other");
        assert!(names("no language").contains("no language"));
    }

    #[test]
    fn a_form_is_of_one_number_or_of_more() {
        let is_single = |code, form| Forms::of(code).is_ok_and(|own| own.is_of_one_number(form));
        assert!(is_single("ar", "zero") && is_single("ar", "two") && is_single("en", "one"));
        assert!(!is_single("fr", "one") && !is_single("ar", "few") && !is_single("en", "two"));
        let examples = Forms::of("ar").map(|own| own.examples("few"));
        assert_eq!(examples.as_deref(), Ok("3, 4, 5"));
    }
}
