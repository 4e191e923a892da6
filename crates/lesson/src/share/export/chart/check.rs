//! What a chart must be before anything is made of it.

use super::{Chart, ChartKind, Look, Series};

/// So many numbers a chart may have.
pub const MOST: usize = 8192;
/// So many series, lines, sizes and ticks.
const FEW: usize = 64;

/// Why a chart is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChartProblem {
    /// It has more than fit.
    Large,
    /// It has a line of something that is not there, or numbers of too few or too many quantities.
    Mismatch,
    /// Its places are not in order.
    Order,
    /// It has a number that is none.
    NotFinite,
}

impl Chart {
    /// Whether a file can be made of it.
    ///
    /// # Errors
    /// The first [`ChartProblem`] that it has.
    pub fn check(&self) -> Result<(), ChartProblem> {
        let points = self.series.iter().map(|series| series.points.len());
        let quantities = self.kind.quantities().len();
        let numbers = points
            .fold(0, usize::saturating_add)
            .saturating_mul(quantities);
        if numbers > MOST || self.series.len() > FEW || self.lines.len() > FEW {
            return Err(ChartProblem::Large);
        }
        let there =
            |line: &super::Line| line.series < self.series.len() && line.quantity < quantities;
        if !self.lines.iter().all(there) {
            return Err(ChartProblem::Mismatch);
        }
        self.look.check(self.kind)?;
        self.series
            .iter()
            .try_for_each(|series| series.check(quantities))
    }
}

impl Series {
    fn check(&self, quantities: usize) -> Result<(), ChartProblem> {
        if self
            .points
            .iter()
            .any(|point| point.values.len() != quantities)
        {
            return Err(ChartProblem::Mismatch);
        }
        if self.points.windows(2).any(|pair| pair[0].at >= pair[1].at) {
            return Err(ChartProblem::Order);
        }
        let mut values = self.points.iter().flat_map(|point| &point.values).flatten();
        if values.any(|value| !value.is_finite()) {
            return Err(ChartProblem::NotFinite);
        }
        Ok(())
    }
}

impl Look {
    fn check(&self, kind: ChartKind) -> Result<(), ChartProblem> {
        match self {
            Look::Logarithmic { sizes, ticks, .. } if kind.is_logarithmic() => {
                if sizes.len() > FEW || ticks.len() > FEW {
                    return Err(ChartProblem::Large);
                }
                let positive = |value: f64| value.is_finite() && value > 0.0;
                let even = ticks.iter().all(|(value, _)| positive(*value)) && !sizes.contains(&0);
                even.then_some(()).ok_or(ChartProblem::NotFinite)
            }
            Look::Steps { top, .. } if !kind.is_logarithmic() => {
                let fits = top.is_none_or(|top| top.is_finite() && top > 0.0);
                fits.then_some(()).ok_or(ChartProblem::NotFinite)
            }
            _ => Err(ChartProblem::Mismatch),
        }
    }
}
