//! Which names stay, and what the others become.

use super::digest::{DIGITS, short};

/// What others know by its name: browsers, people's pages, and hosts.
const STAY: [&str; 5] = [
    "index.html",
    "service-worker.js",
    "attention-lab.js",
    "manifest.webmanifest",
    ".nojekyll",
];
/// Icons are named by the manifest, and kept by the system of whoever installs the page.
const STAYING_FOLDER: &str = "icons/";
/// The fewest hexadecimal digits that are taken for a hash of Trunk's, which drops leading zeros.
const FEWEST: usize = 10;

/// Whether a file keeps its name.
pub fn stays(name: &str) -> bool {
    STAY.contains(&name) || name.starts_with(STAYING_FOLDER)
}

/// Whether a name carries our hash: `…-0123456789abcdef.ending`.
pub fn is_hashed(name: &str) -> bool {
    let Some((stem, _)) = name.rsplit_once('.') else {
        return false;
    };
    stem.rsplit_once('-')
        .is_some_and(|(_, hash)| hash.len() == DIGITS && is_hexadecimal(hash))
}

/// The name that says what the content is. A hash of Trunk's goes: it is that of the code before
/// `wasm-opt`, and knows nothing of the names that we write into a file.
pub fn hashed(name: &str, bytes: &[u8]) -> String {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let bare = without_trunks(file);
    let (stem, ending) = bare.rsplit_once('.').unwrap_or((&bare, "bin"));
    let slash = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{slash}{stem}-{}.{ending}", short(bytes))
}

/// `page-<hash>.css` → `page.css`, `attention-lab-<hash>_bg.wasm` → `attention-lab_bg.wasm`.
fn without_trunks(file: &str) -> String {
    for (start, _) in file.match_indices('-') {
        let rest = &file[start + 1..];
        let end = rest.find(['_', '.']).unwrap_or(rest.len());
        if (FEWEST..=DIGITS).contains(&end) && is_hexadecimal(&rest[..end]) {
            return format!("{}{}", &file[..start], &rest[end..]);
        }
    }
    file.to_owned()
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::{hashed, is_hashed, stays, without_trunks};

    #[test]
    fn trunks_hashes_go_and_nothing_else_does() {
        for (file, bare) in [
            ("page-6a1b2c3d4e5f6071.css", "page.css"),
            (
                "attention-lab-6a1b2c3d4e5f607_bg.wasm",
                "attention-lab_bg.wasm",
            ),
            ("attention-lab-6a1b2c3d4e5f6071.js", "attention-lab.js"),
            ("training_bg.wasm", "training_bg.wasm"),
            ("two-deeds.js", "two-deeds.js"),
        ] {
            assert_eq!(without_trunks(file), bare);
        }
    }

    #[test]
    fn a_name_says_what_the_content_is() {
        let name = hashed("models/a.safetensors", b"abc");
        assert_eq!(name, "models/a-ba7816bf8f01cfea.safetensors");
        assert!(is_hashed(&name) && !is_hashed("models/a.safetensors"));
        assert_ne!(name, hashed("models/a.safetensors", b"abd"));
    }

    #[test]
    fn what_others_know_by_name_keeps_it() {
        assert!(stays("attention-lab.js") && stays("icons/icon-192.png"));
        assert!(!stays("attention-lab-6a1b2c3d4e5f6071.js") && !stays("worker.js"));
    }
}
