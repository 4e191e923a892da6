//! The page's Content-Security-Policy.
//!
//! It stands in the page itself, because not every static host can be given headers; what only a
//! header can say (`frame-ancestors`) is in docs/HOSTING.md.

use super::digest::integrity;

const START: &str = "<meta http-equiv=\"Content-Security-Policy\"";

/// All that the page may do, but for its scripts and the hub of models. Nothing is fetched from elsewhere, nothing
/// posted.
///
/// `style-src-attr`: views and charts write sizes and colours of single elements as attributes; a
/// style element or sheet from elsewhere stays forbidden. `img-src`: pictures are made of `data:` and
/// `blob:` addresses when they are exported. `frame-src`: the preview in the “Share” dialog is the page itself.
const RULES: [&str; 10] = [
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
];

/// Whether a page has its policy already.
pub fn is_in(html: &str) -> bool {
    html.contains(START)
}

/// The element for a page with these inline scripts, which may fetch models from these origins.
pub fn element(scripts: &[&str], hub: &str) -> String {
    let mut allowed = String::from("script-src 'self' 'wasm-unsafe-eval'");
    for script in scripts {
        allowed += &format!(" '{}'", integrity(script.as_bytes()));
    }
    let rules = RULES.join("; ");
    let connect = format!("connect-src 'self' {hub}");
    let connect = connect.trim_end();
    format!("{START} content=\"default-src 'none'; {allowed}; {connect}; {rules}\" />")
}
