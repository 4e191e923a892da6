//! What the build writes for the page: a constant for every key, and the table of languages.

use std::fmt::Write as _;

use super::{HEAD, Texts, Wording, names};

/// Rust text: an entry of the table of languages.
///
/// # Errors
/// In words: the block `language` does not say what it has to.
pub fn language(code: &str, texts: &Texts) -> Result<String, String> {
    let head = |key: &str| {
        let value = texts.get(&format!("{HEAD}.{key}")).and_then(Wording::plain);
        value.ok_or_else(|| format!("{code}: {HEAD}.{key} is missing"))
    };
    let rtl = match head("direction")? {
        "ltr" => false,
        "rtl" => true,
        other => return Err(format!("{code}: {HEAD}.direction is “{other}”: ltr or rtl")),
    };
    let decimal = match head("decimal")? {
        "." => '.',
        "," => ',',
        // What the page writes it must also read.
        other => {
            return Err(format!(
                "{code}: {HEAD}.decimal is “{other}”: a point or a comma"
            ));
        }
    };
    let (name, list) = (head("name")?, head("list")?);
    Ok(format!(
        "texts::Language {{ code: {code:?}, name: {name:?}, rtl: {rtl}, decimal: {decimal:?}, list: {list:?} }},"
    ))
}

/// Rust text: a module for every object, a constant [`Text`](crate::Text) for every leaf, by the name
/// that it has in the file.
#[must_use]
pub fn keys(english: &Texts) -> String {
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
        let _ = writeln!(written, "pub const {name}: {};", constant(path, text));
    }
    for _ in open {
        written.push_str("}\n");
    }
    written
}

fn constant(path: &str, text: &Wording) -> String {
    let (english, one) = (text.fullest(), one(text));
    let names = names(english);
    format!(
        "texts::Text = texts::Text {{ words: texts::Words {{ path: {path:?}, english: {english:?}, one: {one:?} }}, names: &{names:?} }}"
    )
}

/// What English says of exactly one; it has no third form.
fn one(text: &Wording) -> Option<&str> {
    match text {
        Wording::Plain(_) => None,
        Wording::Forms(forms) => forms.get("one").map(String::as_str),
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    #[test]
    fn every_key_is_a_constant_in_its_module() {
        let json = r#"{
            "a": {"b": "B {{ x }}", "c": {"d": "D"}}, "e": "E",
            "f": {"one": "{{ count }} f", "other": "{{ count }} fs"}
        }"#;
        let source = keys(&read(json).unwrap_or_default());
        let flat: String = source.split_whitespace().collect();
        assert!(flat.starts_with("pubmoda{pubconstb:"), "{source}");
        assert!(flat.contains("pubmodc{pubconstd:"), "{source}");
        assert!(flat.contains("}}pubconste:"), "{source}");
        assert!(
            flat.contains(r#"english:"{{count}}fs",one:Some("{{count}}f")"#),
            "{source}"
        );
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
