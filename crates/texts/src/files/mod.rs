//! The files of translations, as the build reads them: one JSON file a language, objects within
//! objects, a text at each leaf. English says which keys there are and which values each takes.
//!
//! A text that speaks of a number has forms instead of one wording, an object whose keys are all
//! categories of the Unicode plural rules: `{"one": "{{ count }} head", "other": "{{ count }} heads"}`.

mod check;
mod forms;
mod source;
mod translations;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub use check::{Findings, differences};
pub use translations::Translations;

/// The texts of one file by key: `stage.scores.title` to `Scores`.
pub type Texts = BTreeMap<String, Wording>;

/// What a key says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wording {
    /// The same of any number.
    Plain(String),
    /// By category: `one` to `{{ count }} head`.
    Forms(BTreeMap<String, String>),
}

impl Wording {
    /// The text, unless it has forms of number.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        match self {
            Self::Plain(text) => Some(text),
            Self::Forms(_) => None,
        }
    }

    /// The text that says the most: of any number, where there are forms.
    fn fullest(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Forms(forms) => forms.get(forms::OTHER).map_or("", String::as_str),
        }
    }
}

/// The block at the head of every file: about the language, not shown as text.
const HEAD: &str = "language";

/// Reads one file.
///
/// # Errors
/// In words: no JSON, or a leaf that is no text.
pub fn read(json: &str) -> Result<Texts, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut texts = Texts::new();
    collect("", &value, &mut texts)?;
    Ok(texts)
}

fn collect(path: &str, value: &Value, texts: &mut Texts) -> Result<(), String> {
    match value {
        Value::Object(entries) if forms::are_forms(entries) => {
            texts.insert(path.to_owned(), Wording::Forms(all_forms(path, entries)?));
            Ok(())
        }
        Value::Object(entries) => entries.iter().try_for_each(|(key, value)| {
            let path = match path {
                "" => key.clone(),
                path => format!("{path}.{key}"),
            };
            collect(&path, value, texts)
        }),
        leaf => {
            texts.insert(path.to_owned(), Wording::Plain(text(path, leaf)?));
            Ok(())
        }
    }
}

fn all_forms(path: &str, entries: &Map<String, Value>) -> Result<BTreeMap<String, String>, String> {
    let form = |(name, value): (&String, &Value)| {
        let text = text(&format!("{path}.{name}"), value)?;
        Ok((name.clone(), text))
    };
    entries.iter().map(form).collect()
}

fn text(path: &str, value: &Value) -> Result<String, String> {
    let text = value.as_str().map(str::to_owned);
    text.ok_or_else(|| format!("{path} is {value}, not a text"))
}

/// The names of the values in a text, each once, in the order they are met.
#[must_use]
pub fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some((_, name, after)) = super::next(rest) {
        if !names.contains(&name) {
            names.push(name);
        }
        rest = after;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_paths() {
        let json = r#"{"a": {"b": "B {{ x }} {{ y }} {{ x }}", "c": {"d": "D"}}, "e": "E"}"#;
        let keys: Vec<_> = read(json).unwrap_or_default().into_keys().collect();
        assert_eq!(keys, ["a.b", "a.c.d", "e"]);
        assert_eq!(names("B {{ x }} {{ y }} {{ x }}"), ["x", "y"]);
        assert!(read(r#"{"a": 1}"#).is_err());
    }

    #[test]
    fn an_object_of_categories_is_one_key_with_forms() {
        let json = r#"{"heads": {"one": "{{ count }} head", "other": "{{ count }} heads"}}"#;
        let texts = read(json).unwrap_or_default();
        let heads = texts.get("heads");
        assert_eq!(heads.map(Wording::fullest), Some("{{ count }} heads"));
        assert_eq!(heads.and_then(Wording::plain), None);
        // With any other key it is an object of texts.
        let texts = read(r#"{"heads": {"one": "1", "all": "2"}}"#).unwrap_or_default();
        assert!(texts.contains_key("heads.one") && texts.contains_key("heads.all"));
        assert!(read(r#"{"heads": {"other": 1}}"#).is_err());
    }
}
