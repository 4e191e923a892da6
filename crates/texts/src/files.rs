//! The files of translations, as the build reads them: one JSON file a language, objects within
//! objects, a text at each leaf. English says which keys there are and which values each takes; a file
//! that says otherwise stops the build.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

/// The texts of one file by key: `stage.scores.title` to `Scores`.
pub type Texts = BTreeMap<String, String>;

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
        Value::Object(entries) => entries.iter().try_for_each(|(key, value)| {
            let path = match path {
                "" => key.clone(),
                path => format!("{path}.{key}"),
            };
            collect(&path, value, texts)
        }),
        Value::String(text) => {
            texts.insert(path.to_owned(), text.clone());
            Ok(())
        }
        other => Err(format!("{path} is {other}, not a text")),
    }
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

/// Everything in which a translation does not fit English, in words: keys that are missing or too
/// many, other values in a text, a text that is empty.
#[must_use]
pub fn differences(english: &Texts, other: &Texts) -> Vec<String> {
    let sorted = |text| {
        let mut names = names(text);
        names.sort_unstable();
        names
    };
    let mut found = Vec::new();
    for (key, text) in english {
        match other.get(key) {
            None => found.push(format!("{key} is missing")),
            Some(own) if own.trim().is_empty() => found.push(format!("{key} is empty")),
            Some(own) if sorted(own) != sorted(text) => found.push(format!(
                "{key} takes the values {:?}, English {:?}",
                sorted(own),
                sorted(text)
            )),
            Some(_) => {}
        }
    }
    let unknown = other.keys().filter(|key| !english.contains_key(*key));
    found.extend(unknown.map(|key| format!("{key} is no key of English")));
    found
}

/// Rust text: an entry of the table of languages.
///
/// # Errors
/// In words: the block `language` does not say what it has to.
pub fn language(code: &str, texts: &Texts) -> Result<String, String> {
    let head = |key: &str| {
        let value = texts.get(&format!("{HEAD}.{key}"));
        value.ok_or_else(|| format!("{HEAD}.{key} is missing"))
    };
    let rtl = match head("direction")?.as_str() {
        "ltr" => false,
        "rtl" => true,
        other => return Err(format!("{HEAD}.direction is “{other}”: ltr or rtl")),
    };
    let decimal = match head("decimal")?.as_str() {
        "." => '.',
        "," => ',',
        // What the page writes it must also read.
        other => return Err(format!("{HEAD}.decimal is “{other}”: a point or a comma")),
    };
    let (name, list) = (head("name")?, head("list")?);
    Ok(format!(
        "texts::Language {{ code: {code:?}, name: {name:?}, rtl: {rtl}, decimal: {decimal:?}, list: {list:?} }},"
    ))
}

/// Rust text: a module for every object, a constant [`Text`](super::Text) for every leaf, by the name
/// that it has in the file.
#[must_use]
pub fn source(english: &Texts) -> String {
    let mut written = String::new();
    let mut open: Vec<&str> = Vec::new();
    let texts = english.iter().filter(|(path, _)| !path.starts_with(HEAD));
    for (path, text) in texts {
        let mut modules: Vec<&str> = path.split('.').collect();
        let name = modules.pop().unwrap_or_default();
        let common = open.iter().zip(&modules).take_while(|(a, b)| a == b);
        let common = common.count();
        for _ in common..open.len() {
            written.push_str("}\n");
        }
        for module in &modules[common..] {
            let _ = writeln!(written, "pub mod {module} {{");
        }
        open = modules;
        let names = names(text);
        let _ = writeln!(
            written,
            "pub const {name}: texts::Text = texts::Text {{ path: {path:?}, english: {text:?}, names: &{names:?} }};"
        );
    }
    for _ in open {
        written.push_str("}\n");
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Texts {
        read(r#"{"a": {"b": "B {{ x }} {{ y }} {{ x }}", "c": {"d": "D"}}, "e": "E"}"#)
            .unwrap_or_default()
    }

    #[test]
    fn keys_are_paths() {
        let keys: Vec<_> = english().into_keys().collect();
        assert_eq!(keys, ["a.b", "a.c.d", "e"]);
        assert_eq!(names("B {{ x }} {{ y }} {{ x }}"), ["x", "y"]);
        assert!(read(r#"{"a": 1}"#).is_err());
    }

    #[test]
    fn what_does_not_fit_english_is_said() {
        let whole = read(r#"{"a": {"b": "{{ y }}: {{ x }}", "c": {"d": "d"}}, "e": "e"}"#);
        assert_eq!(
            differences(&english(), &whole.unwrap_or_default()),
            Vec::<String>::new()
        );
        let wrong = read(r#"{"a": {"b": "{{ x }}", "f": "F"}, "e": " "}"#).unwrap_or_default();
        let said = differences(&english(), &wrong).join("; ");
        for part in [
            "a.b takes",
            "a.c.d is missing",
            "e is empty",
            "a.f is no key",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn every_key_is_a_constant_in_its_module() {
        let source = source(&english());
        let flat: String = source.split_whitespace().collect();
        assert!(flat.starts_with("pubmoda{pubconstb:"), "{source}");
        assert!(flat.contains("pubmodc{pubconstd:"), "{source}");
        assert!(flat.contains("}}pubconste:"), "{source}");
    }

    #[test]
    fn the_head_of_a_file_is_held_to_what_the_page_can_do() {
        let head = |decimal: &str| {
            let json = format!(
                r#"{{"language": {{"name": "X", "direction": "rtl", "decimal": "{decimal}", "list": ", "}}}}"#
            );
            language("x", &read(&json).unwrap_or_default())
        };
        assert!(head(",").is_ok_and(|row| row.contains("rtl: true")));
        assert!(head("٫").is_err());
        assert!(language("x", &Texts::new()).is_err());
    }
}
