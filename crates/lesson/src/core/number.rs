//! One number as people type it, and as the page writes it.

use std::sync::atomic::{AtomicBool, Ordering};

/// Numbers are written with a comma. One for the whole module, because a page is read in one language;
/// what programs read (links, files, inputs of other pages) never asks.
static COMMA: AtomicBool = AtomicBool::new(false);

/// Writes numbers with `decimal` from now on: a point, or a comma.
pub fn set_decimal(decimal: char) {
    COMMA.store(decimal == ',', Ordering::Relaxed);
}

/// Whether numbers are written with a decimal comma.
#[must_use]
pub fn is_decimal_comma() -> bool {
    COMMA.load(Ordering::Relaxed)
}

/// The text of a number that was written with a point, as the reader's language writes it.
pub fn localised(text: String) -> String {
    match is_decimal_comma() {
        true => text.replace('.', ","),
        false => text,
    }
}

/// Why a typed text is not taken as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotANumber {
    /// Nothing typed.
    Empty,
    /// Infinity or NaN, spelled out.
    NotFinite,
    /// A number, but further from 0 than an `f32` reaches (3.4·10³⁸).
    TooLarge,
    /// Any other text.
    Unreadable,
}

/// Reads one number: `0.3`, `-1e-2`, `.5`, `−0.5` (typographic minus), `0,5` (decimal comma).
///
/// # Errors
/// [`NotANumber`] says why; the result is always finite.
pub fn parse(text: &str) -> Result<f32, NotANumber> {
    let plain = text.trim().replace(['\u{2212}', '\u{2013}'], "-");
    if plain.is_empty() {
        return Err(NotANumber::Empty);
    }
    let decimal = plain.replace(',', ".");
    let spelled = decimal.trim_start_matches(['+', '-']).to_ascii_lowercase();
    if ["nan", "inf", "infinity", "∞"].contains(&spelled.as_str()) {
        return Err(NotANumber::NotFinite);
    }
    // Not `str::parse`: its table alone would be a twentieth of the page.
    match lexical_core::parse::<f32>(decimal.as_bytes()) {
        // −0 would be shown as "−0" for no reason a reader could see.
        Ok(value) if value.is_finite() => Ok(value + 0.0),
        Ok(_) => Err(NotANumber::TooLarge),
        Err(_) => Err(NotANumber::Unreadable),
    }
}

/// Whether `text` may still become a number by typing on (`-`, `1e`, `.`): too early to complain.
pub fn unfinished(text: &str) -> bool {
    let text = text.trim().replace('\u{2212}', "-").replace(',', ".");
    parse(&text).is_err()
        && text.chars().all(|c| "+-.eE0123456789".contains(c))
        && parse(&format!("{text}0")).is_ok()
}

/// The shortest text that reads back as the same `f32`, with an ASCII minus: for inputs and links.
pub fn shortest(value: f32) -> String {
    if value == f32::NEG_INFINITY {
        return "-Infinity".into();
    }
    if value == f32::INFINITY {
        return "Infinity".into();
    }
    let plain = format!("{value}");
    // `1e30` as thirty-one digits helps nobody.
    if plain.len() > 14 {
        format!("{value:e}")
    } else {
        plain
    }
}

/// `shortest` as it stands in a field that people type into: with the reader's decimal sign, and the minus sign that
/// computed numbers have.
pub fn typed(value: f32) -> String {
    localised(shortest(value).replace('-', "−"))
}

/// `value` with `digits` places after the point and a real minus sign, for reading.
/// What would round to −0.00 is written 0.00; very large and very small numbers in powers of ten.
pub fn shown(value: f32, digits: u8) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.into();
    }
    let digits = usize::from(digits);
    let text = if value.abs() >= 1e5 {
        format!("{value:.1e}")
    } else {
        format!("{value:.digits$}")
    };
    let text = localised(text);
    let is_zero = !text.contains(|c: char| ('1'..='9').contains(&c));
    match text.strip_prefix('-') {
        Some(rest) if is_zero => rest.into(),
        Some(rest) => format!("−{}", rest.replace("e-", "e−")),
        None => text,
    }
}

/// `shown`, or `?` for a number that is covered (`quiz::cover`), which stands as NaN.
pub fn visible(value: f32, digits: u8) -> String {
    if value.is_nan() {
        "?".into()
    } else {
        shown(value, digits)
    }
}

/// `value` to its last digit, for reading; `?` for a number that is covered.
pub fn exact(value: f32) -> String {
    if value.is_finite() {
        typed(value)
    } else {
        visible(value, 0)
    }
}

/// `shown`, in parentheses when negative: a factor or a summand in written arithmetic.
pub fn operand(value: f32, digits: u8) -> String {
    let text = shown(value, digits);
    if text.starts_with('−') {
        format!("({text})")
    } else {
        text
    }
}

/// A chosen number is written with no more places than these.
const MOST_PLACES: u8 = 6;

/// Places with which a number that was chosen reads back as itself: so many as others have, or more.
pub fn enough(value: f32, digits: u8) -> u8 {
    let reads_back = |places: &u8| parse(&shown(value, *places)) == Ok(value);
    (digits..=MOST_PLACES)
        .find(reads_back)
        .unwrap_or(digits.max(MOST_PLACES))
}

/// A whole number in subscript digits: 12 → `₁₂`.
pub fn subscript(number: usize) -> String {
    number
        .to_string()
        .chars()
        .map(|digit| char::from_u32(digit as u32 - '0' as u32 + '₀' as u32).unwrap_or(digit))
        .collect()
}

/// A whole number in groups of three digits, as the SI writes it in every language: 12 345 678, with narrow spaces
/// that do not break.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let group = |(index, digit): (usize, char)| {
        let begins = index > 0 && (digits.len() - index).is_multiple_of(3);
        begins.then_some('\u{202f}').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

/// A symbol with its subscripts, counted from 1: `m₂`, `s₂₁`, and past 9 with a comma `s₁₀,₁`.
pub fn indexed(symbol: &str, row: usize, col: Option<usize>) -> String {
    let i = subscript(row + 1);
    let Some(col) = col else {
        return format!("{symbol}{i}");
    };
    let comma = if row >= 9 || col >= 9 { "," } else { "" };
    format!("{symbol}{i}{comma}{}", subscript(col + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_type() {
        for (text, value) in [
            ("0.3", 0.3),
            (" -.5 ", -0.5),
            ("−2", -2.0),
            ("0,25", 0.25),
            ("1e-2", 0.01),
        ] {
            assert_eq!(parse(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn a_chosen_number_has_places_enough() {
        for (value, digits, places) in [
            (0.5, 2, 2),
            (0.001, 2, 3),
            (0.125, 1, 3),
            (1e-9, 2, 6),
            (0.5, 0, 1),
        ] {
            assert_eq!(enough(value, digits), places, "{value} with {digits}");
        }
    }

    #[test]
    fn refuses_with_the_reason() {
        use NotANumber::*;
        for (text, why) in [
            ("", Empty),
            ("abc", Unreadable),
            ("NaN", NotFinite),
            ("−∞", NotFinite),
            ("1e999", TooLarge),
            ("1.2.3", Unreadable),
            ("infinity", NotFinite),
        ] {
            assert_eq!(parse(text), Err(why), "{text}");
        }
    }

    #[test]
    fn waits_for_what_is_half_typed() {
        for text in ["-", "1e", ".", "-.", "1e-"] {
            assert!(unfinished(text), "{text}");
        }
        for text in ["abc", "1.2.3", "NaN", "1e999", "5"] {
            assert!(!unfinished(text), "{text}");
        }
    }

    #[test]
    fn writes_for_readers() {
        assert_eq!(shown(-0.5, 2), "−0.50");
        assert_eq!(shown(-0.001, 2), "0.00");
        assert_eq!(shown(f32::NEG_INFINITY, 2), "−∞");
        assert_eq!(
            (visible(-0.5, 1), visible(f32::NAN, 2)),
            ("−0.5".into(), "?".into())
        );
        assert_eq!(operand(-0.5, 1), "(−0.5)");
        assert_eq!(subscript(120), "₁₂₀");
        assert_eq!(shortest(0.1), "0.1");
        let exact = [-0.1, 1e-30, f32::NEG_INFINITY, f32::NAN].map(exact);
        assert_eq!(exact, ["−0.1", "1e−30", "−∞", "?"]);
        let symbols = [(0, Some(1)), (1, None), (9, Some(0)), (9, None)];
        let symbols = symbols.map(|(row, col)| indexed("s", row, col));
        assert_eq!(symbols, ["s₁₂", "s₂", "s₁₀,₁", "s₁₀"]);
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1234), "1\u{202f}234");
        assert_eq!(grouped(12_345_678), "12\u{202f}345\u{202f}678");
    }
}
