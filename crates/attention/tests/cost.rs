//! What reading costs, against counts made by hand.

use attention::model::{Config, MlpKind};

/// d_queries 4, d_keys 2.
fn small() -> Config {
    Config {
        n_kv_heads: 1,
        d_mlp: 3,
        ..Config::gpt2(5, 8, 4, 2, 2)
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn products_are_counted_as_by_hand() {
    // Three new tokens after two: the first sees 3 keys, the second 4, the third 5.
    let pairs = 3 + 4 + 5;
    let (q, k, v, w_o) = (3 * 4 * 4, 3 * 4 * 2, 3 * 4 * 2, 3 * 4 * 4);
    let (scores, mix) = (pairs * 4, pairs * 4);
    let (up, down) = (3 * 4 * 3, 3 * 3 * 4);
    let logits = 3 * 4 * 5;
    let layer = q + k + v + scores + mix + w_o + up + down;
    assert_eq!(small().multiply_adds(3, 2), 2 * layer + logits);
    assert_eq!(2 * layer + logits, 684);
    let with = |change: fn(&mut Config)| {
        let mut config = small();
        change(&mut config);
        config.multiply_adds(3, 2)
    };
    assert_eq!(with(|c| c.mlp = MlpKind::SwiGlu), 684 + 2 * up);
    assert_eq!(with(|c| c.mlp = MlpKind::None), 684 - 2 * (up + down));
    assert_eq!(with(|c| c.causal = false), 684 + 2 * 2 * 4 * (15 - pairs));
    assert_eq!(with(|c| c.head_transform = true), 684 + 3 * 4 * 4);
    assert_eq!(with(|c| c.n_layers = 0), logits);
    // Two keys each in the first of two layers, four at most in the second.
    let few = 2 * 4 * (pairs - 3 * 2) + 2 * 4 * (pairs - (3 + 4 + 4));
    assert_eq!(with(|c| c.windows = vec![Some(2), Some(4)]), 684 - few);
    assert_eq!(with(|c| c.windows = vec![None, Some(9)]), 684);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn a_cache_saves_what_was_read_before() {
    let config = Config::gpt2(11, 64, 16, 2, 2);
    for n in 2..64 {
        let cached: u64 = (0..n).map(|past| config.multiply_adds(1, past)).sum();
        let again: u64 = (1..=n).map(|tokens| config.multiply_adds(tokens, 0)).sum();
        assert!(cached < again, "{n} tokens: {cached}, {again}");
        // Token by token or at once, each pair is counted once.
        assert_eq!(cached, config.multiply_adds(n, 0), "{n} tokens");
        let windows = vec![Some(5), None, Some(80)];
        let narrow = Config {
            windows,
            ..config.clone()
        };
        let cached: u64 = (0..n).map(|past| narrow.multiply_adds(1, past)).sum();
        assert_eq!(cached, narrow.multiply_adds(n, 0), "{n} tokens");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn nothing_costs_nothing_and_too_much_is_the_largest_number() {
    assert_eq!(small().multiply_adds(0, 5), 0);
    let max = usize::MAX;
    let huge = Config::gpt2(max, max, max, max, 1);
    assert_eq!(huge.multiply_adds(max, max), u64::MAX);
    assert_eq!(huge.multiply_adds(1, 0), u64::MAX);
    let narrow = Config {
        windows: vec![Some(max), Some(1)],
        ..huge.clone()
    };
    assert_eq!(narrow.multiply_adds(max, max), u64::MAX);
    let both_ways = Config {
        causal: false,
        ..huge
    };
    assert_eq!(both_ways.multiply_adds(max, max), u64::MAX);
}
