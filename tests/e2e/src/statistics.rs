//! Median and percentiles.

/// Some measured values, sorted.
pub struct Sample(Vec<f64>);

impl Sample {
    /// Sorts the values.
    pub fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    /// The smallest value that at least this part of all does not exceed; NaN of nothing.
    pub fn quantile(&self, part: f64) -> f64 {
        let rank = (self.0.len() as f64 * part).ceil() as usize;
        self.0.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
    }

    /// The middle value.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The median, and between which values eight of ten lie.
    pub fn with_range(&self) -> String {
        let part = |part| self.quantile(part);
        format!("{:.2} ({:.2}–{:.2})", part(0.5), part(0.1), part(0.9))
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn quantiles_are_values_of_the_sample() {
        let sample = Sample::new((1..=100).rev().map(f64::from).collect());
        assert_eq!(sample.median(), 50.0);
        assert_eq!(sample.quantile(0.95), 95.0);
        assert_eq!(Sample::new(vec![7.0]).quantile(0.95), 7.0);
        assert!(Sample::new(vec![]).median().is_nan());
    }
}
