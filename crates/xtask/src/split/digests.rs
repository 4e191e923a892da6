//! The digests that the page compares with what it fetches (`parts.js`): in its script those of what comes first, in a
//! list of its own all others, since the first figure needs none of them. Here stand the names, with a mark for each
//! digest; `seal` puts both in once it knows how files are served.

use serde_json::Value;

use super::{LATE, LIST, List, styles};
use crate::seal::folder::Files;
use crate::seal::mark;

/// What the script itself knows: the list, what is fetched beside it, and languages, for which a page waits to begin.
pub fn first(files: &Files) -> String {
    let names = files.keys().map(String::as_str);
    let names = names.filter(|name| name.starts_with("locales/") || styles::is_late(name));
    object([LATE, LIST].into_iter().chain(names))
}

/// What the list knows: which files make a part, and the digests of those, of their style sheets, of models, and of the
/// worker's module, which the page computes with itself where no worker starts.
pub fn list(parts: &List, files: &Files) -> Vec<u8> {
    let names = files.keys().map(String::as_str);
    let is_listed = |name: &&str| {
        let sheet = || styles::waits(files, name) && !styles::is_late(name);
        let starts = ["part_", "shared_", "models/", "worker_bg"];
        starts.iter().any(|start| name.starts_with(start)) || sheet()
    };
    let digests = object(names.filter(is_listed));
    let parts: Value = parts.parts().collect();
    format!("{{\"parts\":{parts},\"digests\":{digests}}}").into_bytes()
}

fn object<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let entries: Vec<_> = names
        .map(|name| format!("\"{name}\":\"{}\"", mark(name)))
        .collect();
    format!("{{{}}}", entries.join(","))
}

/// What the page can compute of the late file while it waits for it, as a number of JavaScript's: FNV-1a from 0. One
/// altered byte always alters it.
pub fn sum(bytes: &[u8]) -> i32 {
    let sum = bytes.iter().fold(0_u32, |sum, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(16_777_619)
    });
    sum.cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let page = r#"<link rel="stylesheet" href="./page-0a.css"/>
            <link rel="stylesheet" data-part="late" data-href="./print-0b.css"/>
            <link rel="stylesheet" data-part="cost" data-href="./cost-0c.css"/>"#;
        let files = [
            ("index.html", page),
            ("page-0a.css", ""),
            ("print-0b.css", ""),
            ("cost-0c.css", ""),
            ("late.wasm", ""),
            ("part_cost.wasm", ""),
            ("shared_0.wasm", ""),
            ("worker_bg.wasm", ""),
            ("locales/de.json", "{}"),
            ("models/a.safetensors", ""),
        ];
        let bytes = |(name, text): (&str, &str)| (name.to_owned(), text.as_bytes().to_vec());
        files.into_iter().map(bytes).collect()
    }

    /// The names in an object, each of which must be marked with itself.
    fn names(value: &Value) -> Vec<String> {
        let entries = value.as_object().into_iter().flatten();
        entries
            .map(|(name, digest)| {
                assert_eq!(*digest, mark(name));
                name.clone()
            })
            .collect()
    }

    #[test]
    fn what_comes_first_stands_in_the_script_and_the_rest_in_the_list() {
        let late = [
            "digests.json",
            "late.wasm",
            "locales/de.json",
            "print-0b.css",
        ];
        let read = |text: &[u8]| serde_json::from_slice::<Value>(text).unwrap_or_default();
        assert_eq!(names(&read(first(&files()).as_bytes())), late);
        let parts = serde_json::json!({ "cost": ["part_cost.wasm", "shared_0.wasm"] });
        let list = read(&list(
            &List(serde_json::json!({ "parts": parts })),
            &files(),
        ));
        assert_eq!(list["parts"], parts);
        let listed = [
            "cost-0c.css",
            "models/a.safetensors",
            "part_cost.wasm",
            "shared_0.wasm",
            "worker_bg.wasm",
        ];
        assert_eq!(names(&list["digests"]), listed);
    }

    #[test]
    fn a_bit_that_is_another_is_another_sum() {
        let bytes: Vec<u8> = (0..400_u32).map(|at| (at * 7 % 256) as u8).collect();
        let whole = sum(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(sum(&other), whole, "bit {bit}");
        }
        // As `Math.imul` has it, which is checked in a browser by every page that is quicker than its late file.
        assert_eq!(sum(b"\0asm"), 2_961_836_247_u32.cast_signed());
    }
}
