//! eˣ against the platform's own, in double precision.

#[path = "common/ulp.rs"]
mod ulp;

use simd::exp;
use ulp::ulp;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Measured over all f32 from −110 to 110: 0.994 units in the last place.
const EXP_ULPS: f64 = 1.0;

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn exp_is_right_to_the_last_place() {
    // Every 4,999th f32 of either sign: 220,000 points, dense near 0, subnormal results included. Miri, which looks at what
    // is read and not at what is computed, has a hundredth of them.
    let step = if cfg!(miri) { 499_900 } else { 4999 };
    for sign in [0, 0x8000_0000] {
        for bits in (0..110.0f32.to_bits()).step_by(step) {
            let x = f32::from_bits(bits | sign);
            let (found, wanted) = (f64::from(exp(x)), f64::from(x).exp());
            let both_overflow = found == f64::INFINITY && wanted > f64::from(f32::MAX);
            let error = (found - wanted).abs() / ulp(wanted);
            assert!(
                both_overflow || error <= EXP_ULPS,
                "exp({x}) = {found}, not {wanted}"
            );
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn exp_at_its_ends() {
    assert_eq!(exp(f32::NEG_INFINITY), 0.0);
    assert_eq!(exp(f32::INFINITY), f32::INFINITY);
    assert_eq!(exp(0.0), 1.0);
    assert_eq!(exp(-0.0), 1.0);
    assert!(exp(f32::NAN).is_nan());
    assert_eq!(exp(-103.9), f32::from_bits(1), "the smallest positive f32");
    assert_eq!(exp(-104.0), 0.0);
    assert!(exp(88.72).is_finite());
    assert_eq!(exp(88.73), f32::INFINITY);
    // 128 bits that a native run computed; every machine must compute the same.
    let known = [-0.5f32, -1.0, -10.0, -80.0].map(|x| exp(x).to_bits());
    assert_eq!(
        known,
        [0x3f1b_4598, 0x3ebc_5ab2, 0x383e_6bce, 0x05bf_ecba],
        "{known:#x?}"
    );
}
