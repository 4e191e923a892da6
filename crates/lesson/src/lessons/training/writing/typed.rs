//! Temperature, top-k, top-p and seed as people type them.

use crate::core::number;
use crate::core::problem::quoted;

/// Why a typed text is not taken, with the text, shortened to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No temperature from [`TEMPERATURE`].
    Temperature(String),
    /// No whole number from 1 on.
    TopK(String),
    /// Nothing above 0 and up to 1.
    TopP(String),
    /// No whole number that 32 bits hold.
    Seed(String),
}

/// Least and most; below, logits divided by it leave the range of numbers, above, all tokens are
/// as likely as each other.
pub const TEMPERATURE: std::ops::RangeInclusive<f32> = 0.01..=100.0;

/// A temperature.
///
/// # Errors
/// [`Refused::Temperature`]
pub fn temperature(text: &str) -> Result<f32, Refused> {
    let found = number::parse(text)
        .ok()
        .filter(|value| TEMPERATURE.contains(value));
    found.ok_or_else(|| Refused::Temperature(quoted(text)))
}

/// How many of the most probable are left; `None` for an empty text: all.
///
/// # Errors
/// [`Refused::TopK`]
pub fn top_k(text: &str) -> Result<Option<usize>, Refused> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    match text.trim().parse() {
        Ok(most) if most >= 1 => Ok(Some(most)),
        _ => Err(Refused::TopK(quoted(text))),
    }
}

/// How probable those that are left must be; `None` for an empty text: all.
///
/// # Errors
/// [`Refused::TopP`]
pub fn top_p(text: &str) -> Result<Option<f32>, Refused> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let found = number::parse(text)
        .ok()
        .filter(|share| *share > 0.0 && *share <= 1.0);
    found.map(Some).ok_or_else(|| Refused::TopP(quoted(text)))
}

/// Where the draws come from.
///
/// # Errors
/// [`Refused::Seed`]
pub fn seed(text: &str) -> Result<u32, Refused> {
    text.trim().parse().map_err(|_| Refused::Seed(quoted(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_what_people_type() {
        assert_eq!(temperature("0,7"), Ok(0.7));
        assert_eq!(top_k(" "), Ok(None));
        assert_eq!(top_k("5 "), Ok(Some(5)));
        assert_eq!(top_p(".9"), Ok(Some(0.9)));
        assert_eq!(top_p("1"), Ok(Some(1.0)));
        assert_eq!(top_p(""), Ok(None));
        assert_eq!(seed("7"), Ok(7));
    }

    #[test]
    fn refuses_what_cannot_be() {
        for text in ["", "0", "-1", "hot", "1e9", "NaN"] {
            assert_eq!(
                temperature(text),
                Err(Refused::Temperature(text.to_owned()))
            );
        }
        for text in ["0", "-1", "2.5", "many"] {
            assert_eq!(top_k(text), Err(Refused::TopK(text.to_owned())));
        }
        for text in ["0", "1.1", "-0.5", "half"] {
            assert_eq!(top_p(text), Err(Refused::TopP(text.to_owned())));
        }
        for text in ["", "-1", "1.5", "4294967296"] {
            assert_eq!(seed(text), Err(Refused::Seed(text.to_owned())));
        }
    }
}
