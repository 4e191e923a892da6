//! The paste parser against any text. (proptest does not build for wasm.)
#![cfg(not(target_arch = "wasm32"))]

use lesson::core::paste::{parse, to_tsv};
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = parse(&text);
    }

    #[test]
    fn near_misses_do_not_panic(text in "[\\[\\]0-9.,;e\\-\t\n ∞array()]{0,60}") {
        if let Ok(rows) = parse(&text) {
            prop_assert!(rows.iter().all(|row| row.len() == rows[0].len()));
            prop_assert!(rows.iter().flatten().all(|value| value.is_finite()));
        }
    }

    #[test]
    fn a_copy_pastes_back(rows in (1usize..5).prop_flat_map(|cols| {
        prop::collection::vec(prop::collection::vec(-1e6f32..1e6, cols), 1..5)
    })) {
        prop_assert_eq!(parse(&to_tsv(&rows)), Ok(rows));
    }
}
