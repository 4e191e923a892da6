//! Hashes of content, as names, policies and `integrity` want them.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

/// Digits of a hash in a file's name: 64 bits, far more than tell a site's files apart.
pub const DIGITS: usize = 16;

/// What stands in a file's name.
pub fn short(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<String>();
    digits[..DIGITS].to_owned()
}

/// `sha256-…`, as a policy and `integrity` have it.
pub fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(bytes)))
}

/// The same of a file that is fetched. A host may say of one that is gzip that it was packed for the way, and a browser
/// unpacks it before it compares: either is right.
pub fn fetched(bytes: &[u8]) -> String {
    let mut plain = Vec::new();
    match GzDecoder::new(bytes).read_to_end(&mut plain) {
        Ok(_) => format!("{} {}", integrity(bytes), integrity(&plain)),
        Err(_) => integrity(bytes),
    }
}

/// What stands for the digest of a file until that is known.
pub fn mark(name: &str) -> String {
    format!("digest of {name}")
}
