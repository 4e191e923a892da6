//! The functions of one row: entropy and the product of two.

use attention::{dot, entropy};

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn entropy_counts_bits() {
    for m in [1u8, 2, 4, 8, 64] {
        let even = vec![1.0 / f32::from(m); usize::from(m)];
        assert_eq!(entropy(&even), f32::from(m).log2(), "even over {m}");
    }
    assert_eq!(entropy(&[0.0, 1.0, 0.0]), 0.0);
    assert_eq!(entropy(&[]), 0.0);
    assert_eq!(entropy(&[0.0; 5]), 0.0, "a row with nothing to look at");
    assert_eq!(
        entropy(&[1.0 + f32::EPSILON]).to_bits(),
        0,
        "never below 0, nor −0"
    );
    assert!(entropy(&[f32::NAN, 0.5]).is_nan());
    let row = [0.1f32, 0.2, 0.3, 0.4];
    let wanted: f64 = row
        .iter()
        .map(|&p| -f64::from(p) * f64::from(p).log2())
        .sum();
    assert!((f64::from(entropy(&row)) - wanted).abs() < 1e-7, "{wanted}");
    let subnormal = f32::from_bits(1);
    assert!(
        entropy(&[subnormal]) > 0.0,
        "149 bits times next to nothing"
    );
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn dot_adds_from_left_to_right() {
    let big = 16_777_216.0; // 2²⁴: the next f32 is two away, so adding 1 is lost.
    assert_eq!(dot(&[big, 1.0, 1.0], &[1.0; 3]), big);
    assert_eq!(dot(&[1.0, 1.0, big], &[1.0; 3]), big + 2.0);
    assert_eq!(dot(&[], &[]), 0.0);
    assert_eq!(
        dot(&[2.0, 5.0], &[3.0]),
        6.0,
        "what has no partner does not count"
    );
}
