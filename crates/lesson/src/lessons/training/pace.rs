//! How long each moment of a run is shown when the run is played: slowly where the model learns.

use super::curve::Point;

/// Milliseconds that every moment is shown …
pub const LEAST: f64 = 110.0;
/// … and what is shared out among all of them, by how much the accuracy changes after each.
pub const SHARED: f64 = 10_000.0;

/// Milliseconds between the moment `from` and the next, `to`, both steps of the run with these points: the accuracy on
/// held-out sequences says where something is learned.
#[must_use]
pub fn dwell(points: &[Point], from: u32, to: u32) -> f64 {
    let changes = points.windows(2).map(|pair| match pair {
        [a, b] => (b.step, f64::from((b.accuracy - a.accuracy).abs())),
        _ => (0, 0.0),
    });
    let all: f64 = changes.clone().map(|(_, change)| change).sum();
    let here: f64 = changes
        .filter(|(step, _)| (from + 1..=to).contains(step))
        .map(|(_, change)| change)
        .sum();
    match all > 0.0 {
        true => LEAST + SHARED * here / all,
        false => LEAST,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(accuracies: &[f32]) -> Vec<Point> {
        let point = |(at, accuracy): (usize, &f32)| Point {
            step: at as u32 * 5,
            train: None,
            held_out: 1.0,
            accuracy: *accuracy,
        };
        accuracies.iter().enumerate().map(point).collect()
    }

    #[test]
    fn all_moments_share_the_time_by_what_changes_between_them() {
        let run = points(&[0.0, 0.0, 0.1, 0.9, 1.0]);
        let each: Vec<f64> = [(0, 10), (10, 20)].map(|(a, b)| dwell(&run, a, b)).into();
        assert!((each.iter().sum::<f64>() - 2.0 * LEAST - SHARED).abs() < 1e-3);
        assert!(each[1] > 5.0 * each[0], "{each:?}");
    }

    #[test]
    fn a_run_that_learns_nothing_is_played_evenly() {
        for run in [points(&[]), points(&[0.5; 5])] {
            assert!((dwell(&run, 0, 10) - LEAST).abs() < 1e-9);
        }
    }
}
