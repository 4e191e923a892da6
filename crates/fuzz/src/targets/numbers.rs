//! Numbers that are pasted or typed.

use lesson::core::number;
use lesson::core::paste::{parse, to_tsv};

use super::{text, texts};
use crate::{MOST_BYTES, Target};

/// A block of numbers from the clipboard.
pub const PASTE: Target = Target {
    name: "paste",
    run: paste,
    seeds: || {
        texts(&[
            "1\t2\n3\t4",
            "[[1, 2.5], [-3e2, 4]]",
            "tensor([[0.1, 0.2],\n        [0.3, 0.4]])",
            "1,5;2,5\n3;4",
            "1 2 3",
            "array([1., 2., nan])",
        ])
    },
    words: || {
        [
            "tensor",
            "array",
            "[",
            "]",
            "(",
            ")",
            "nan",
            "inf",
            "−1",
            "∞",
            "1,5",
            "1.000,5",
            "dtype=torch.float32",
        ]
        .map(str::to_owned)
        .into()
    },
    separators: " \t\n,;[]()",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn paste(input: &[u8]) {
    let text = text(input);
    if let Ok(value) = number::parse(text) {
        assert!(!value.is_nan(), "{text:?} is no number");
    }
    if let Ok(rows) = parse(text) {
        let width = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == width), "ragged");
        assert!(rows.iter().flatten().all(|value| value.is_finite()));
        assert_eq!(parse(&to_tsv(&rows)), Ok(rows), "{text:?} comes back");
    }
}
