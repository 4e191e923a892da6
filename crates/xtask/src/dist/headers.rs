//! What Netlify and Cloudflare Pages read from a file: how long a browser may keep what.

use crate::seal::folder::Files;
use crate::seal::is_hashed;

/// A year, and not even to be asked about: what is behind the name cannot change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Kept, but asked about each time; the answer is usually that nothing has changed.
const ASK: &str = "no-cache";

/// How names begin of which there are many, each named by its content. An asterisk at the end is a pattern everywhere.
const MANY: [&str; 4] = ["shared_", "part_", "models/", "locales/"];
/// The most rules that Cloudflare Pages reads.
pub const MOST: usize = 100;

/// The rules of the file `_headers`. But for those many each file has its own: what patterns may be differs from host to
/// host.
pub fn headers(files: &Files) -> Vec<String> {
    let all_hashed = |start: &&str| {
        let mut own = files.keys().filter(|name| name.starts_with(*start));
        own.all(|name| is_hashed(name))
    };
    let many: Vec<&str> = MANY.into_iter().filter(all_hashed).collect();
    let single = |name: &&String| !many.iter().any(|start| name.starts_with(start));
    let own = files.keys().filter(single).map(|name| {
        let keep = if is_hashed(name) { FOR_EVER } else { ASK };
        rule(name, keep)
    });
    let many = many
        .iter()
        .map(|start| rule(&format!("{start}*"), FOR_EVER));
    [rule("", ASK)].into_iter().chain(many).chain(own).collect()
}

fn rule(name: &str, keep: &str) -> String {
    format!("/{name}\n  Cache-Control: {keep}\n  X-Content-Type-Options: nosniff\n")
}

#[cfg(test)]
mod tests {
    use super::headers;

    #[test]
    fn only_what_is_named_by_its_content_is_kept_unasked() {
        let names = [
            "a-0123456789abcdef.js",
            "index.html",
            "locales/de.json",
            "part_1-0123456789abcdef.wasm",
            "part_2-0123456789abcdef.wasm",
            "service-worker.js",
        ];
        let files = names.map(|name| (name.to_owned(), Vec::new())).into();
        let text = headers(&files).concat();
        let keep = |path: &str| {
            let rule = text.split_once(&format!("{path}\n  Cache-Control: "));
            rule.and_then(|(_, rest)| rest.lines().next())
        };
        assert_eq!(
            keep("/a-0123456789abcdef.js"),
            Some("public, max-age=31536000, immutable")
        );
        // One rule for many, where all of them are named by their content.
        assert_eq!(keep("/part_*"), keep("/a-0123456789abcdef.js"));
        assert!(!text.contains("/part_1"));
        for path in ["/", "/index.html", "/locales/de.json", "/service-worker.js"] {
            assert_eq!(keep(path), Some("no-cache"), "{path}");
        }
    }
}
