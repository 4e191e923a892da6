//! Texts and numbers as literals of the languages that are exported.
//!
//! A token is untrusted: it may come from a link. Letters and digits of any alphabet stay readable, and
//! of ASCII what means nothing inside quotes; everything else is escaped, so that nothing ends a string
//! or a line, and nothing invisible stands in a program.

use std::fmt::Write;

/// How a character is escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escape {
    /// `\u00e9`, beyond 16 bits as two of them: JSON.
    Surrogates,
    /// `\u00e9`, beyond 16 bits `\U0001f600`: Python.
    Python,
    /// `\u{e9}`: JavaScript and Rust.
    Braces,
}

/// `text` in double quotes.
#[must_use]
pub fn quoted(text: &str, escape: Escape) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        if c.is_alphanumeric() || is_harmless(c) {
            literal.push(c);
        } else {
            write_escaped(&mut literal, c, escape);
        }
    }
    literal.push('"');
    literal
}

/// The signs of ASCII that stand for themselves between quotes in all of the languages, and inside a
/// page too.
fn is_harmless(c: char) -> bool {
    " !#%()*+,-./:;=?@[]^_|~".contains(c)
}

fn write_escaped(literal: &mut String, c: char, escape: Escape) {
    let code = u32::from(c);
    // Writing to a string cannot fail.
    let _ = match escape {
        Escape::Braces => write!(literal, "\\u{{{code:x}}}"),
        Escape::Python if code > 0xffff => write!(literal, "\\U{code:08x}"),
        Escape::Python | Escape::Surrogates => {
            let units = &mut [0; 2];
            let mut units = c.encode_utf16(units).iter();
            units.try_for_each(|unit| write!(literal, "\\u{unit:04x}"))
        }
    };
}

/// The shortest text that reads back as the same finite `f32`, always with a point or an exponent;
/// what is not finite by the names given (∞, −∞, NaN).
#[must_use]
pub fn number(value: f32, [infinity, minus_infinity, nan]: [&str; 3]) -> String {
    if value.is_nan() {
        nan.into()
    } else if value == f32::INFINITY {
        infinity.into()
    } else if value == f32::NEG_INFINITY {
        minus_infinity.into()
    } else {
        format!("{value:?}")
    }
}
