//! A megabyte of everything: nothing is taken that is far larger than what came, and nothing goes over it again and again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod common;

use common::{check, try_all};
use fuzz::{TARGETS, Target};
use serde_json::{Deserializer, Value, json};

const MEGABYTE: usize = 1 << 20;

/// The target with so many times the time.
fn patient(target: &Target, times: u64) -> Target {
    Target {
        most_ms: times * target.most_ms,
        ..*target
    }
}

/// What it begins with, over and over: most of it is refused where it begins anew.
#[test]
fn a_megabyte_is_read_or_refused() {
    for target in TARGETS {
        for seed in (target.seeds)().into_iter().take(4) {
            let long: Vec<u8> = seed.iter().copied().cycle().take(MEGABYTE).collect();
            check(&patient(target, 20), "a megabyte", &long).unwrap();
        }
    }
}

/// A document that is well formed to its end, in which one list, one object or one text is as long as that.
#[test]
fn a_megabyte_of_json_is_read_or_refused() {
    try_all(|own| own.separators.contains('{'), all_of);
}

fn all_of(target: &Target) -> Result<(), String> {
    let seed = (target.seeds)().swap_remove(0);
    let found = Found::of(&seed);
    let found = found.ok_or_else(|| format!("{}: no document", target.name))?;
    // libFuzzer's longest input is a sixty-fourth. What reads a tokenizer holds all of it several times over.
    let patient = Target {
        most_bytes: target.most_bytes / 2 * 3,
        ..patient(target, 64)
    };
    let mut all = Vec::new();
    places("", &found.document, &mut all);
    all.iter().try_for_each(|place| {
        let what = format!("a megabyte at “{place}”");
        check(&patient, &what, &found.with_long(place))
    })
}

/// A document, and what stands before and behind it in an input.
struct Found<'a> {
    before: &'a [u8],
    document: Value,
    bytes: usize,
    behind: &'a [u8],
}

impl<'a> Found<'a> {
    /// The first one.
    fn of(input: &'a [u8]) -> Option<Self> {
        let mut starts = (0..input.len()).filter(|at| input[*at] == b'{');
        starts.find_map(|start| {
            let (before, rest) = input.split_at(start);
            let mut all = Deserializer::from_slice(rest).into_iter::<Value>();
            let document = all.next()?.ok()?;
            let bytes = all.byte_offset();
            let behind = &rest[bytes..];
            Some(Self {
                before,
                document,
                bytes,
                behind,
            })
        })
    }

    /// The input with what stands at `place` so long that all of it is a megabyte.
    fn with_long(&self, place: &str) -> Vec<u8> {
        const HERE: &str = "what is long stands here";
        let mut document = self.document.clone();
        let value = document.pointer_mut(place).unwrap();
        let around = self.before.len() + self.bytes + self.behind.len();
        let long = long(value, MEGABYTE - around);
        *value = json!(HERE);
        let new = document
            .to_string()
            .replacen(&json!(HERE).to_string(), &long, 1);
        let mut before = self.before.to_vec();
        // A file of weights says before its header how long that is.
        if let Ok(length) = <[u8; 8]>::try_from(&before[..]) {
            let rest = u64::from_le_bytes(length) - self.bytes as u64;
            before = (rest + new.len() as u64).to_le_bytes().to_vec();
        }
        [&before[..], new.as_bytes(), self.behind].concat()
    }
}

/// Where lists, objects and texts stand; of many beside each other some.
fn places(path: &str, value: &Value, all: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(own) => {
            let numbered = own.iter().enumerate();
            numbered.map(|(at, own)| (at.to_string(), own)).collect()
        }
        Value::Object(own) => own.iter().map(|(key, own)| (escaped(key), own)).collect(),
        Value::String(_) => Vec::new(),
        _ => return,
    };
    let most = if value.is_array() { 1 } else { 4 };
    all.push(path.to_owned());
    for kind in [Value::is_array, Value::is_object, Value::is_string] {
        let own = inner.iter().filter(|(_, own)| kind(own)).take(most);
        own.for_each(|(key, own)| places(&format!("{path}/{key}"), own, all));
    }
}

/// A key in a JSON pointer (RFC 6901, §3).
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Of what is empty, what it begins with.
static NOTHING: Value = Value::Null;

/// `value` and behind it what it begins with, over and over; some `bytes` more.
fn long(value: &Value, bytes: usize) -> String {
    match value {
        Value::Array(own) => {
            let one = own.first().unwrap_or(&NOTHING).to_string();
            let more = bytes / (one.len() + 1);
            let all = own.iter().map(Value::to_string);
            let all: Vec<_> = all.chain(std::iter::repeat_n(one, more)).collect();
            format!("[{}]", all.join(","))
        }
        Value::Object(own) => {
            let entry = |key: &str, own: &Value| format!("{}:{own}", json!(key));
            let first = own.iter().next();
            let (first, one) = first.map_or(("a", &NOTHING), |(key, own)| (key.as_str(), own));
            // With a number of up to six digits, and a comma.
            let more = bytes / (entry(first, one).len() + 7);
            let numbered = (0..more).map(|at| entry(&format!("{first}{at}"), one));
            let all = own.iter().map(|(key, own)| entry(key, own));
            let all: Vec<_> = all.chain(numbered).collect();
            format!("{{{}}}", all.join(","))
        }
        other => {
            let own = other.as_str().unwrap_or_default();
            let unit = if own.is_empty() { "a" } else { own };
            let more = bytes / (json!(unit).to_string().len() - 2);
            json!(format!("{own}{}", unit.repeat(more))).to_string()
        }
    }
}
