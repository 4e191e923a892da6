//! What Netlify and Cloudflare Pages read from a file: how long a browser may keep what.

use crate::seal::folder::Files;
use crate::seal::is_hashed;

/// A year, and not even to be asked about: what is behind the name cannot change.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// Kept, but asked about each time; the answer is usually that nothing has changed.
const ASK: &str = "no-cache";

/// The file `_headers`. Every file by its own path: what patterns may be differs from host to host.
pub fn headers(files: &Files) -> String {
    let mut text = rule("", ASK);
    for name in files.keys() {
        let keep = if is_hashed(name) { FOR_EVER } else { ASK };
        text += &rule(name, keep);
    }
    text
}

fn rule(name: &str, keep: &str) -> String {
    format!("/{name}\n  Cache-Control: {keep}\n  X-Content-Type-Options: nosniff\n")
}

#[cfg(test)]
mod tests {
    use super::headers;

    #[test]
    fn only_what_is_named_by_its_content_is_kept_unasked() {
        let names = ["a-0123456789abcdef.js", "index.html", "service-worker.js"];
        let files = names.map(|name| (name.to_owned(), Vec::new())).into();
        let text = headers(&files);
        let keep = |path: &str| {
            let rule = text.split_once(&format!("{path}\n  Cache-Control: "));
            rule.and_then(|(_, rest)| rest.lines().next())
        };
        assert_eq!(
            keep("/a-0123456789abcdef.js"),
            Some("public, max-age=31536000, immutable")
        );
        for path in ["/", "/index.html", "/service-worker.js"] {
            assert_eq!(keep(path), Some("no-cache"), "{path}");
        }
    }
}
