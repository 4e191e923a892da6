//! Hashes of content, as names, policies and `integrity` want them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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
