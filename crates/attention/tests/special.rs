//! The logistic function and the normal distribution, against libm in f64.

use crate::common::{sweep, ulp::ulp};
use attention::{normal_cdf, normal_density, sigmoid, sigmoid_slope};

/// Measured over all f32 from −14.4 to 14.4: 1.293·10⁻⁷.
const CDF_ERROR: f64 = 1.3e-7;
/// Relative to Φ(x) and to 1 + x²/2, by which the exponential multiplies the rounding of x²/2;
/// measured as above: 2.562·10⁻⁷.
const CDF_TAIL_ERROR: f64 = 2.6e-7;
/// Relative to φ(x) and to 1 + x²/2; measured as above: 1.166·10⁻⁷.
const DENSITY_ERROR: f64 = 1.2e-7;
/// Measured over all f32 from −87 to 87: 2.825 units in the last place.
const SIGMOID_ULPS: f64 = 2.9;
/// Measured as above: 4.981.
const SIGMOID_SLOPE_ULPS: f64 = 5.0;
/// A prime distance of test points, in f32s: some 400,000 points up to ±14.
const STEP: usize = 4999;

fn cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

fn density(x: f64) -> f64 {
    libm::exp(-x * x / 2.0) / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_normal_distribution_is_close_everywhere_and_in_its_tail() {
    for x in sweep(14.4, STEP) {
        let wide = f64::from(x);
        let growth = 1.0 + wide * wide / 2.0;
        let (found, wanted) = (f64::from(normal_cdf(x)), cdf(wide));
        let error = (found - wanted).abs();
        assert!(error <= CDF_ERROR, "Φ({x}) = {found}, not {wanted}");
        // Below the normal range of f32, a subnormal step is what one can ask for.
        let relative = error / wanted.max(f64::from(f32::MIN_POSITIVE)) / growth;
        assert!(relative <= CDF_TAIL_ERROR, "Φ({x}) = {found}, not {wanted}");
        let (found, wanted) = (f64::from(normal_density(x)), density(wide));
        let scale = wanted.max(f64::from(f32::MIN_POSITIVE)) * growth;
        let relative = (found - wanted).abs() / scale;
        assert!(relative <= DENSITY_ERROR, "φ({x}) = {found}, not {wanted}");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_logistic_function_keeps_its_digits() {
    for x in sweep(87.0, STEP) {
        let small = libm::exp(-f64::from(x).abs());
        let wanted = if x < 0.0 { small } else { 1.0 } / (1.0 + small);
        let error = (f64::from(sigmoid(x)) - wanted).abs() / ulp(wanted);
        assert!(error <= SIGMOID_ULPS, "σ({x}) is off by {error} ulp");
        let wanted = small / (1.0 + small) / (1.0 + small);
        let error = (f64::from(sigmoid_slope(x)) - wanted).abs() / ulp(wanted);
        assert!(error <= SIGMOID_SLOPE_ULPS, "σ′({x}) is off by {error} ulp");
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn at_their_ends() {
    let ends = [f32::NEG_INFINITY, -1e30, 0.0, 1e30, f32::INFINITY];
    assert_eq!(ends.map(sigmoid), [0.0, 0.0, 0.5, 1.0, 1.0]);
    assert_eq!(ends.map(sigmoid_slope), [0.0, 0.0, 0.25, 0.0, 0.0]);
    assert_eq!(ends.map(normal_cdf), [0.0, 0.0, 0.5, 1.0, 1.0]);
    let peak = normal_density(0.0);
    assert_eq!(ends.map(normal_density), [0.0, 0.0, peak, 0.0, 0.0]);
    for f in [sigmoid, sigmoid_slope, normal_cdf, normal_density] {
        assert!(f(f32::NAN).is_nan());
    }
}

/// Bits that a native run computed; every machine must compute the same.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn every_machine_agrees_to_the_bit() {
    let points = [-10.0f32, -1.0, -0.3, 2.5];
    let bits = |f: fn(f32) -> f32| points.map(|x| f(x).to_bits());
    assert_eq!(
        bits(sigmoid),
        [0x383e_6997, 0x3e89_b2b1, 0x3ed9_e2ab, 0x3f6c_948f]
    );
    assert_eq!(
        bits(normal_cdf),
        [0x1913_63ae, 0x3e22_7686, 0x3ec3_a11d, 0x3f7e_690b]
    );
    assert_eq!(
        bits(normal_density),
        [0x1aba_0b43, 0x3e77_c72d, 0x3ec3_4544, 0x3c8f_9783]
    );
}
