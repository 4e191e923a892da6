//! The activations and their slopes: against f64, at their ends, and bit for bit across backends.

use crate::common::{LENGTHS, Seeded, sweep};
use attention::{Activation, Backend};

for_each_backend!(
    values_and_slopes_have_the_bits_of_the_specification,
    nan_given_is_nan_returned,
    nothing_else_gives_nan,
);

const ALL: [Activation; 4] = [
    Activation::Relu,
    Activation::Gelu,
    Activation::GeluTanh,
    Activation::Silu,
];
/// Absolute below 1, relative above; measured over all f32 from −100 to 100: 1.795·10⁻⁷.
const VALUE_ERROR: f64 = 1.8e-7;
/// Measured as above: 2.308·10⁻⁷.
const SLOPE_ERROR: f64 = 2.4e-7;
/// Half the step of the finite differences in f64: their own error, about h², is below 10⁻⁹.
const H: f64 = 1e-5;
/// A prime distance of test points, in f32s: some 450,000 points up to ±100.
const STEP: usize = 4999;

/// The definitions, in f64.
fn exact(f: Activation, x: f64) -> f64 {
    match f {
        Activation::Relu => x.max(0.0),
        Activation::Gelu => x * 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2),
        Activation::GeluTanh => {
            let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
            0.5 * x * (1.0 + libm::tanh(u))
        }
        Activation::Silu => x / (1.0 + libm::exp(-x)),
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn values_are_those_of_the_definitions() {
    for f in ALL {
        for x in sweep(100.0, STEP) {
            let (found, wanted) = (f64::from(f.value(x)), exact(f, f64::from(x)));
            let error = (found - wanted).abs() / wanted.abs().max(1.0);
            assert!(error <= VALUE_ERROR, "{f:?}({x}) = {found}, not {wanted}");
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn slopes_are_finite_differences() {
    for f in ALL {
        // Around its corner ReLU has no slope to measure.
        let smooth = |x: &f32| f != Activation::Relu || f64::from(x.abs()) > H;
        for x in sweep(100.0, STEP).filter(smooth) {
            let rise = exact(f, f64::from(x) + H) - exact(f, f64::from(x) - H);
            let (found, wanted) = (f64::from(f.slope(x)), rise / (2.0 * H));
            let error = (found - wanted).abs();
            assert!(error <= SLOPE_ERROR, "{f:?}′({x}) = {found}, not {wanted}");
        }
    }
    assert_eq!([-0.0, 0.0].map(|x| Activation::Relu.slope(x)), [0.0, 0.0]);
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
#[cfg_attr(not(target_arch = "wasm32"), test)]
fn the_limits_are_taken() {
    for f in ALL {
        for far in [-f32::INFINITY, f32::MIN, -200.0] {
            assert_eq!((f.value(far), f.slope(far)), (0.0, 0.0), "{f:?} at {far}");
        }
        for far in [200.0, f32::MAX, f32::INFINITY] {
            assert_eq!((f.value(far), f.slope(far)), (far, 1.0), "{f:?} at {far}");
        }
        assert_eq!(f.value(0.0).to_bits(), 0, "{f:?}");
    }
}

/// Values and slopes over a slice.
fn both(backend: Backend, f: Activation, x: &[f32]) -> [Vec<f32>; 2] {
    let (mut out, mut slope) = (vec![9.0; x.len()], vec![9.0; x.len()]);
    backend.activate(f, x, &mut out, &mut slope);
    [out, slope]
}

fn values_and_slopes_have_the_bits_of_the_specification(backend: Backend) {
    let mut seeded = Seeded(1);
    let mut numbers = |n: usize| -> Vec<f32> { (0..n).map(|_| 2.0 * seeded.number()).collect() };
    let mut inputs: Vec<Vec<f32>> = LENGTHS.map(&mut numbers).collect();
    inputs.push(sweep(f32::MAX, 9_999_991).collect());
    for x in &inputs {
        for f in ALL {
            let [out, slope] = both(backend, f, x);
            for (i, &x) in x.iter().enumerate() {
                assert_eq!(out[i].to_bits(), f.value(x).to_bits(), "{f:?}({x})");
                assert_eq!(slope[i].to_bits(), f.slope(x).to_bits(), "{f:?}′({x})");
            }
        }
    }
}

fn nan_given_is_nan_returned(backend: Backend) {
    for f in ALL {
        for found in both(backend, f, &[f32::NAN; 7]) {
            assert!(found.iter().all(|x| x.is_nan()), "{f:?}: {found:?}");
        }
    }
}

fn nothing_else_gives_nan(backend: Backend) {
    let mut x: Vec<f32> = sweep(f32::MAX, 1_000_003).collect();
    x.extend([f32::INFINITY, f32::NEG_INFINITY]);
    for f in ALL {
        for found in both(backend, f, &x) {
            assert!(!found.iter().any(|x| x.is_nan()), "{f:?}");
        }
    }
}
