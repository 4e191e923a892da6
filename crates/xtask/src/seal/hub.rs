//! Where a build lets its readers fetch models: Hugging Face, a mirror of it, or nowhere.
//!
//! `index.html` names the hub and the hosts that it sends browsers on to; `ATTENTION_LAB_HUB` names others, and nothing
//! where it is empty. The page's code (`src/browser/hub.rs`) and the policy go by the same element.

use std::env;

use crate::error::Error;

/// Names the hub of a build.
pub const VARIABLE: &str = "ATTENTION_LAB_HUB";

const START: &str = "<meta name=\"attention-lab-hub\" content=\"";
const END: &str = "\" />";

/// The page with the hub of this build, and its origins.
pub fn of(html: &str) -> Result<(String, String), Error> {
    with(html, env::var(VARIABLE).ok().as_deref())
}

fn with(html: &str, other: Option<&str>) -> Result<(String, String), Error> {
    let Some((before, rest)) = html.split_once(START) else {
        return Ok((html.to_owned(), String::new()));
    };
    let broken = || Error::Content("the hub in index.html has no end".into());
    let (own, after) = rest.split_once(END).ok_or_else(broken)?;
    let hub = other.unwrap_or(own).trim();
    if let Some(wrong) = hub.split_whitespace().find(|origin| !is_origin(origin)) {
        let message = format!("{VARIABLE}: {wrong} is no origin such as https://huggingface.co");
        return Err(Error::Usage(message));
    }
    let element = match hub {
        "" => String::new(),
        hub => format!("{START}{hub}{END}"),
    };
    Ok((format!("{before}{element}{after}"), hub.to_owned()))
}

/// A scheme and a host, and nothing that could end an attribute or a rule of the policy.
fn is_origin(origin: &str) -> bool {
    let host = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"));
    let sign = |sign: u8| sign.is_ascii_alphanumeric() || b".-:*".contains(&sign);
    host.is_some_and(|host| !host.is_empty() && host.bytes().all(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        "<head>\n<meta name=\"attention-lab-hub\" content=\"https://a.b https://*.c\" />\n</head>";

    #[test]
    fn the_hub_is_the_pages_or_the_builds_or_none() {
        let found = |other| with(PAGE, other).ok();
        assert_eq!(
            found(None),
            Some((PAGE.into(), "https://a.b https://*.c".into()))
        );
        let mirror = PAGE.replace("https://a.b https://*.c", "https://mirror.example");
        assert_eq!(
            found(Some("https://mirror.example")),
            Some((mirror, "https://mirror.example".into()))
        );
        assert_eq!(
            found(Some("")),
            Some(("<head>\n\n</head>".into(), String::new()))
        );
        assert_eq!(
            with("<head>", None).ok(),
            Some(("<head>".into(), String::new()))
        );
    }

    #[test]
    fn what_is_no_origin_does_not_get_into_the_policy() {
        for wrong in [
            "'unsafe-inline'",
            "*",
            "https://",
            "https://a.b;",
            "https://a\"b",
            "data:",
            "https://a/b",
        ] {
            assert!(with(PAGE, Some(wrong)).is_err(), "{wrong}");
        }
    }
}
