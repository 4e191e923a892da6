//! Reading single settings out of `config.json`.

use super::error::{LoadError, short};
use serde_json::{Map, Value};

/// The largest `config.json` that is read, in bytes; real ones have a few thousand.
const LIMIT: usize = 1 << 20;

/// The settings of one `config.json`.
///
/// A setting may go by several keys, of which the first is the one in use today. Defaults are those
/// of `transformers` 5.23.
pub(super) struct Settings(Map<String, Value>);

impl Settings {
    /// The object that `bytes` spell.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, LoadError> {
        let wrong = |problem: String| LoadError::Format {
            file: "config.json".into(),
            problem,
        };
        if bytes.len() > LIMIT {
            return Err(wrong(format!(
                "{} bytes are more than the {LIMIT} that are read",
                bytes.len()
            )));
        }
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(map)) => Ok(Self(map)),
            Ok(_) => Err(wrong("expected an object of settings".into())),
            Err(error) => Err(wrong(format!("not valid JSON: {error}"))),
        }
    }

    /// The value of the first key that is there. Keys that contradict each other are an error.
    pub(super) fn find(
        &self,
        keys: &[&'static str],
    ) -> Result<Option<(&'static str, &Value)>, LoadError> {
        let mut there = keys
            .iter()
            .filter_map(|key| Some((*key, self.0.get(*key)?)));
        let first = there.next();
        if let Some((key, value)) = first
            && let Some((other, found)) = there.find(|(_, other)| *other != value)
        {
            return Err(wrong(
                other,
                found,
                format!("what {key} is, {}", shown(value)),
            ));
        }
        Ok(first)
    }

    /// A count of at least `least`, or `None` when it is missing or `null`.
    pub(super) fn size_or_none(
        &self,
        keys: &[&'static str],
        least: usize,
    ) -> Result<Option<usize>, LoadError> {
        match self.find(keys)? {
            None | Some((_, Value::Null)) => Ok(None),
            Some((key, value)) => size(key, value, least).map(Some),
        }
    }

    /// A count of at least `least`.
    pub(super) fn size(
        &self,
        keys: &[&'static str],
        least: usize,
        default: usize,
    ) -> Result<usize, LoadError> {
        self.find(keys)?
            .map_or(Ok(default), |(key, value)| size(key, value, least))
    }

    /// A number, rounded to an `f32`.
    pub(super) fn number(&self, key: &'static str, default: f32) -> Result<f32, LoadError> {
        self.find(&[key])?
            .map_or(Ok(default), |(key, value)| number(key, value))
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, key: &'static str, default: bool) -> Result<bool, LoadError> {
        let Some((_, value)) = self.find(&[key])? else {
            return Ok(default);
        };
        value
            .as_bool()
            .ok_or_else(|| wrong(key, value, "true or false".into()))
    }

    /// What a word stands for in a table, or `default` where the key is missing.
    pub(super) fn word<T: Copy>(
        &self,
        key: &'static str,
        default: T,
        table: &[(&str, T)],
    ) -> Result<T, LoadError> {
        match self.find(&[key])? {
            None => Ok(default),
            Some(_) => self.required_word(key, table),
        }
    }

    /// What a word stands for in a table.
    pub(super) fn required_word<T: Copy>(
        &self,
        key: &'static str,
        table: &[(&str, T)],
    ) -> Result<T, LoadError> {
        let value = self.find(&[key])?.map(|(_, value)| value);
        let word = value.and_then(Value::as_str);
        let entry = table.iter().find(|(known, _)| Some(*known) == word);
        entry.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let words: Vec<_> = table.iter().map(|(word, _)| *word).collect();
            LoadError::Setting {
                key,
                found: value.map_or("missing".into(), shown),
                wanted: format!("one of {}", words.join(", ")),
            }
        })
    }

    /// Errs where a setting says anything but what is supported, or `null`.
    pub(super) fn only(
        &self,
        key: &'static str,
        supported: impl Into<Value>,
    ) -> Result<(), LoadError> {
        let supported = supported.into();
        match self.find(&[key])? {
            Some((_, value)) if !value.is_null() && *value != supported => Err(wrong(
                key,
                value,
                format!("{}: nothing else is supported", shown(&supported)),
            )),
            _ => Ok(()),
        }
    }
}

/// A value that is not what it must be.
pub(super) fn wrong(key: &'static str, value: &Value, wanted: String) -> LoadError {
    LoadError::Setting {
        key,
        found: shown(value),
        wanted,
    }
}

/// A finite number.
pub(super) fn number(key: &'static str, value: &Value) -> Result<f32, LoadError> {
    let number = value.as_f64().map(|number| number as f32);
    number
        .filter(|number| number.is_finite())
        .ok_or_else(|| wrong(key, value, "a number that fits an f32".into()))
}

fn size(key: &'static str, value: &Value, least: usize) -> Result<usize, LoadError> {
    let size = value.as_u64().and_then(|size| usize::try_from(size).ok());
    size.filter(|size| *size >= least)
        .ok_or_else(|| wrong(key, value, format!("a whole number from {least} up")))
}

/// A value as JSON; lists and objects by their kind, because they can be long.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        Value::String(text) => format!("\"{}\"", short(text)),
        other => other.to_string(),
    }
}
