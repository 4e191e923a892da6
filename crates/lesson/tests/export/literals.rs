//! No token breaks out of its quotes, in any language.

use lesson::share::export::literal::{Escape, number, quoted};
use proptest::prelude::*;

const ALL: [Escape; 3] = [Escape::Surrogates, Escape::Python, Escape::Braces];

/// Reads a literal as the strictest of the languages would: nothing but plain signs and the escape that
/// was asked for, and a quote only at both ends. Another reading than the writer's.
fn read(literal: &str, escape: Escape) -> Option<String> {
    let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
    let (mut units, mut rest) = (Vec::new(), inside);
    while let Some(c) = rest.chars().next() {
        if c != '\\' {
            let plain = !c.is_control() && !"\"'`\\$<>&{}\u{2028}\u{2029}".contains(c);
            units.extend(plain.then_some(c)?.encode_utf16(&mut [0; 2]).iter());
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let (digits, length) = match (escape, rest.get(1..2)?) {
            (Escape::Braces, "u") => {
                let end = rest.find('}')?;
                (
                    rest.get(3..end).filter(|_| rest[2..].starts_with('{'))?,
                    end + 1,
                )
            }
            (Escape::Python, "U") => (rest.get(2..10)?, 10),
            (Escape::Python | Escape::Surrogates, "u") => (rest.get(2..6)?, 6),
            _ => return None,
        };
        let code = u32::from_str_radix(digits, 16).ok()?;
        match char::from_u32(code) {
            Some(c) => units.extend(c.encode_utf16(&mut [0; 2]).iter()),
            None => units.push(u16::try_from(code).ok()?),
        }
        rest = &rest[length..];
    }
    String::from_utf16(&units).ok()
}

proptest! {
    #[test]
    fn a_token_reads_back_as_itself(token in any::<String>()) {
        for escape in ALL {
            let literal = quoted(&token, escape);
            prop_assert_eq!(read(&literal, escape), Some(token.clone()), "{}", literal);
        }
        let json: String = serde_json::from_str(&quoted(&token, Escape::Surrogates)).unwrap();
        prop_assert_eq!(json, token);
    }

    #[test]
    fn a_token_of_dangerous_signs_reads_back_as_itself(token in "[\"'`\\\\$<>&{}\n\r\t\0\u{2028}\u{202e}a/*#]{0,12}") {
        for escape in ALL {
            let literal = quoted(&token, escape);
            prop_assert_eq!(read(&literal, escape), Some(token.clone()), "{}", literal);
        }
    }

    #[test]
    fn a_number_reads_back_as_itself(bits in any::<u32>()) {
        let value = f32::from_bits(bits);
        let text = number(value, ["inf", "-inf", "nan"]);
        let read: f32 = text.parse().unwrap();
        prop_assert!(read == value || read.is_nan() && value.is_nan(), "{text}");
    }
}
