//! The few words that the element for other people's pages says to readers, in every language of the
//! page: the element asks for no file of its own, so the release puts them into its script.

use serde_json::{Map, Value};
use texts::files::{self, Wording};

use super::folder::Files;
use super::text;
use crate::error::Error;

const ELEMENT: &str = "attention-lab.js";
/// Where its words stand: one line of its source, in English.
const LINE: &str = "  const WORDS = ";
/// What the page has English in itself for.
const ENGLISH: &str = "locales/en.json";
/// The keys of the element's words, `embed.loading` …
const KEYS: [&str; 3] = ["loading", "silent", "open"];

/// The same files, with the element speaking all languages there are files of. English goes: the page
/// has it compiled in, and nobody asks for its file.
pub fn spoken(mut files: Files) -> Result<Files, Error> {
    let mut all = Map::new();
    for (name, bytes) in &files {
        let code = name
            .strip_prefix("locales/")
            .and_then(|name| name.strip_suffix(".json"));
        if let Some(code) = code {
            all.insert(code.to_owned(), words(name, bytes)?);
        }
    }
    if !all.is_empty() {
        let script = with_words(text(&files, ELEMENT)?, &ascii(&Value::Object(all)))?;
        files.insert(ELEMENT.to_owned(), script.into_bytes());
        files.remove(ENGLISH);
    }
    Ok(files)
}

fn words(name: &str, bytes: &[u8]) -> Result<Value, Error> {
    let wrong = |what: &str| Error::Content(format!("{name}: {what}"));
    let json = str::from_utf8(bytes).map_err(|_| wrong("is no text"))?;
    let texts = files::read(json).map_err(|why| wrong(&why))?;
    let word = |key: &&str| {
        let text = texts.get(&format!("embed.{key}")).and_then(Wording::plain);
        let text = text.ok_or_else(|| wrong(&format!("embed.{key} is missing")))?;
        Ok(((*key).to_owned(), Value::from(text)))
    };
    KEYS.iter()
        .map(word)
        .collect::<Result<Map<_, _>, _>>()
        .map(Value::Object)
}

fn with_words(script: &str, words: &str) -> Result<String, Error> {
    let is_line = |line: &&str| line.starts_with(LINE);
    let line = script.lines().find(is_line);
    let line = line.ok_or_else(|| Error::Content(format!("{ELEMENT} has no line “{LINE}…”")))?;
    let script = script.replacen(line, &format!("{LINE}{words};"), 1);
    Ok(without_comments(&script))
}

/// Pages fetch the script, and people read its source: comments of a line of their own go, but for those
/// at the head, which say what this is.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let head = script.lines().take_while(is_comment);
    let rest = script
        .lines()
        .skip_while(is_comment)
        .filter(|line| !is_comment(line));
    head.chain(rest).flat_map(|line| [line, "\n"]).collect()
}

/// The scripts that the page waits for, without what only their authors read.
pub fn at_once(mut files: Files) -> Result<Files, Error> {
    for name in ["simd.js", "trap.js"] {
        let Some(bytes) = files.get_mut(name) else {
            continue;
        };
        let script = str::from_utf8(bytes);
        let script = script.map_err(|_| Error::Content(format!("{name}: is no text")))?;
        let lines = script
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        *bytes = lines
            .flat_map(|line| [line, "\n"])
            .collect::<String>()
            .into_bytes();
    }
    Ok(files)
}

/// JSON in ASCII: a page that includes the script may be of any encoding.
fn ascii(value: &Value) -> String {
    let escaped = |letter: char| match letter.is_ascii() {
        true => letter.to_string(),
        false => {
            let mut units = [0; 2];
            let units = letter.encode_utf16(&mut units).iter();
            units.map(|unit| format!("\\u{unit:04x}")).collect()
        }
    };
    value.to_string().chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(word: &str) -> Vec<u8> {
        format!(r#"{{"embed": {{"loading": "{word}", "silent": "s", "open": "o"}}}}"#).into_bytes()
    }

    #[test]
    fn what_the_page_waits_for_has_no_comments() {
        let script = b"// Why.\n\"use strict\";\n  // How.\n  go();\n".to_vec();
        let files = Files::from([("trap.js".to_owned(), script)]);
        let bare = at_once(files).unwrap_or_default();
        let script = text(&bare, "trap.js").unwrap_or_default();
        assert_eq!(script, "\"use strict\";\n  go();\n");
    }

    #[test]
    fn the_element_speaks_every_language_in_ascii() {
        let script = b"// What.\n{\n  // Why.\n  const WORDS = { en: {} };\n}".to_vec();
        let files = Files::from([
            (ELEMENT.to_owned(), script),
            (ENGLISH.to_owned(), file("loading")),
            ("locales/zh.json".to_owned(), file("载入")),
        ]);
        let files = spoken(files).unwrap_or_default();
        let script = text(&files, ELEMENT).unwrap_or_default();
        assert!(
            script.contains(r#""zh":{"loading":"\u8f7d\u5165""#),
            "{script}"
        );
        assert!(script.contains(r#""en":{"loading":"loading""#), "{script}");
        assert!(script.starts_with("// What.\n{\n  const"), "{script}");
        assert!(!files.contains_key(ENGLISH) && files.contains_key("locales/zh.json"));
    }

    #[test]
    fn a_language_without_the_words_is_refused() {
        let files = Files::from([
            (ELEMENT.to_owned(), b"  const WORDS = {};".to_vec()),
            ("locales/xx.json".to_owned(), b"{}".to_vec()),
        ]);
        assert!(spoken(files).is_err());
    }
}
