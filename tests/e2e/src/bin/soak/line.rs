//! A straight line through samples.

use std::fmt;

/// By least squares: value at the end, slope and its standard error, in bytes and minutes. A module's memory never
/// shrinks, and one step of it has a slope too: so also when it was higher than ever before for the last time.
pub struct Line {
    end: f64,
    slope: f64,
    error: f64,
    last_rise: f64,
}

impl Line {
    /// Through points (minutes, bytes); nothing of fewer than three.
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        let count = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|own| own.0), mean(|own| own.1));
        let spread: f64 = points.iter().map(|own| (own.0 - x).powi(2)).sum();
        let slope = points
            .iter()
            .map(|own| (own.0 - x) * (own.1 - y))
            .sum::<f64>()
            / spread;
        let rest = |own: &(f64, f64)| (own.1 - y - slope * (own.0 - x)).powi(2);
        let error = (points.iter().map(rest).sum::<f64>() / (count - 2.0) / spread).sqrt();
        let end = points.last().map_or(y, |own| own.1);
        Some(Self {
            end,
            slope,
            error,
            last_rise: last_rise(points),
        })
    }
}

/// Bytes a minute that may come of a step, or of what the driver keeps.
const LITTLE: f64 = 32e3;

impl Line {
    /// Whether it goes on rising: by more than a little, by more than chance, and higher than ever in the last quarter.
    pub fn grows(&self, minutes: f64) -> bool {
        self.slope > LITTLE && self.slope > 3.0 * self.error && self.last_rise > 0.75 * minutes
    }
}

/// The minute of the first sample that was as high as any: nothing rose after it.
fn last_rise(points: &[(f64, f64)]) -> f64 {
    let highest = points
        .iter()
        .map(|own| own.1)
        .fold(f64::NEG_INFINITY, f64::max);
    let first = points.iter().find(|own| own.1 == highest);
    first.map_or(0.0, |own| own.0)
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (end, slope, error) = (self.end / 1e6, self.slope / 1e3, self.error / 1e3);
        let rise = self.last_rise;
        write!(
            f,
            "{end:.1} MB, {slope:+.1} ± {error:.1} KB a minute, highest from minute {rise:.1} on"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    /// A sample a minute, half an hour long.
    fn grows(bytes: fn(f64) -> f64) -> Option<bool> {
        let points: Vec<_> = (2..31).map(f64::from).map(|at| (at, bytes(at))).collect();
        Line::through(&points).map(|line| line.grows(30.0))
    }

    #[test]
    fn what_rises_all_the_time_grows_and_a_step_or_a_wave_does_not() {
        assert_eq!(grows(|at| 1e6 + 5e4 * at), Some(true));
        assert_eq!(grows(|at| 1e6 + 5e3 * at), Some(false));
        assert_eq!(grows(|at| if at < 12.0 { 1e6 } else { 3e6 }), Some(false));
        assert_eq!(grows(|at| 1e6 + 4e5 * (at * 1.3).sin()), Some(false));
    }
}
