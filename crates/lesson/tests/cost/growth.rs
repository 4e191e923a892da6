//! Slopes of power laws that are known, predictions, ratios.

use lesson::lessons::cost::fit::{self, Quantity, Tells, slope};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::point::Measured;
use lesson::lessons::cost::settings::{SIZES, Settings};

use super::made_up;

fn law(power: f64, factor: f64) -> Vec<(usize, f64)> {
    let value = |n: usize| (n, factor * (n as f64).powf(power));
    SIZES.map(value).into()
}

#[test]
fn the_slope_of_a_power_law_is_its_power() {
    for power in [0.0, 0.5, 1.0, 1.7, 2.0, 3.0] {
        for factor in [1e-9, 1.0, 1e9] {
            let found = slope(&law(power, factor)).unwrap();
            assert!((found.power - power).abs() < 1e-9, "{power}: {found:?}");
            assert_eq!((found.from, found.to, found.points), (1024, 8192, 4));
        }
    }
}

/// Least squares by the textbook: of (0,0), (1,1), (2,1), (3,2) the slope is 0.6.
#[test]
fn the_slope_is_that_of_least_squares() {
    let values = [(1, 1.0), (2, 2.0), (4, 2.0), (8, 4.0)];
    assert!((slope(&values).unwrap().power - 0.6).abs() < 1e-12);
}

#[test]
fn small_sizes_do_not_count_and_one_point_has_no_slope() {
    let mut values = law(2.0, 1.0);
    for early in &mut values[..4] {
        early.1 = 1e12;
    }
    assert!((slope(&values).unwrap().power - 2.0).abs() < 1e-9);
    assert_eq!(slope(&values[..1]), None);
    assert_eq!(slope(&[]), None);
    assert_eq!(slope(&[(64, 1.0), (128, 0.0)]), None, "no logarithm");
    assert_eq!(slope(&[(64, 1.0), (64, 2.0)]), None);
}

#[test]
fn a_slope_tells_nothing_of_small_sizes_and_of_a_busy_machine() {
    let tells = |values: &[(usize, f64)]| slope(values).unwrap().tells();
    assert_eq!(tells(&law(2.0, 1.0)), Tells::Growth);
    assert_eq!(tells(&law(2.0, 1.0)[..3]), Tells::Early, "up to 256");
    assert_eq!(tells(&law(3.2, 1.0)), Tells::Unsteady, "no such method");
    let mut busy = law(2.0, 1.0);
    busy[6].1 *= 2.0;
    assert_eq!(
        tells(&busy),
        Tells::Unsteady,
        "one point took twice as long"
    );
}

#[test]
fn a_prediction_carries_the_last_point_on() {
    let setup = Settings::default().setup;
    let predicted = |points: &[_], n| fit::predicted(points, &setup, Method::Fused, n);
    assert_eq!(predicted(&[], 128), None);
    let one = [made_up(Method::Fused, 128, 5.0)];
    let twice = predicted(&one, 256).unwrap();
    assert!((twice - 20.0).abs() < 1e-9, "in proportion to n²: {twice}");
    assert_eq!(predicted(&one, 128), None, "its own point does not count");
    let cubic = [
        made_up(Method::Fused, 128, 1.0),
        made_up(Method::Fused, 256, 8.0),
    ];
    assert!((predicted(&cubic, 512).unwrap() - 64.0).abs() < 1e-9);
}

#[test]
fn a_ratio_is_of_the_largest_n_that_both_have() {
    let points = [
        made_up(Method::Scalar, 64, 3.0),
        made_up(Method::Fused, 64, 1.0),
        made_up(Method::Scalar, 128, 16.0),
        made_up(Method::Fused, 128, 2.0),
        made_up(Method::Scalar, 256, 64.0),
    ];
    let found = fit::ratio(&points, Method::Scalar, Method::Fused);
    assert_eq!(found, Some((128, 8.0)));
    assert_eq!(fit::ratio(&points, Method::Linear, Method::Fused), None);
    let curve = fit::curve(&points, Method::Scalar, Quantity::Memory);
    assert_eq!(curve, [(64, 256.0), (128, 512.0), (256, 1024.0)]);
}

#[test]
fn the_time_of_a_point_is_the_median_of_its_batches() {
    let ms = |batches: &[f64]| {
        let batches = batches.to_vec();
        let point = made_up(Method::Fused, 64, 1.0).outcome.unwrap();
        Measured { batches, ..point }.ms()
    };
    assert_eq!(ms(&[5.0]), 5.0);
    assert_eq!(ms(&[9.0, 1.0, 4.0]), 4.0);
    assert_eq!(ms(&[1.0, 3.0]), 2.0);
}
