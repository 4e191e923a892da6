//! How something grows with n: the slope of the straight line through the last points of a log–log
//! plot, and what follows from it.

use super::method::Method;
use super::need;
use super::point::{Measured, Point, at, measured};
use super::settings::Setup;

/// So many of the last points the slope is fitted to: small sizes tell of overheads, not of growth.
pub const FITTED: usize = 4;

/// From so many sizes on a slope is told: through two there is a line whatever they are.
pub const TOLD: usize = 3;

/// From this n on the growth of times is told: below it a call is over before its growth shows.
pub const LARGE: usize = 512;

/// The farthest from the line, in doublings, that a point of a slope that is told may lie.
const OFF: f64 = 0.3;

/// The steepest slope of a time that is told: no method here has more work than n², and the rest is what caches add.
const STEEPEST: f64 = 2.6;

/// A straight line through log₂ value over log₂ n, by least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slope {
    /// Σ(x − x̄)(y − ȳ) / Σ(x − x̄)²: the value grows as n to this power; 2 to it is what it is
    /// multiplied by when n doubles.
    pub power: f64,
    /// The smallest and the largest n that count.
    pub from: usize,
    /// The largest.
    pub to: usize,
    /// How many points.
    pub points: usize,
    /// How far from the line the point is that is farthest from it, in doublings of the value.
    pub off: f64,
}

/// What a slope of times tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tells {
    /// How the time grows.
    Growth,
    /// Nothing yet: the sizes are too small.
    Early,
    /// Nothing: something else was at work on the machine.
    Unsteady,
}

impl Slope {
    /// What it tells of times. One that is too steep for any method, or of points that lie on no line, was measured on
    /// a machine that was busy.
    #[must_use]
    pub fn tells(&self) -> Tells {
        match self {
            Self { to, .. } if *to < LARGE => Tells::Early,
            Self { off, power, .. } if *off > OFF || *power > STEEPEST => Tells::Unsteady,
            _ => Tells::Growth,
        }
    }
}

/// The slope of the last [`FITTED`] of `values`, which are by n upwards; `None` for fewer than two
/// sizes, or where a value is not positive.
#[must_use]
pub fn slope(values: &[(usize, f64)]) -> Option<Slope> {
    let last = &values[values.len().saturating_sub(FITTED)..];
    let (first, end) = (last.first()?, last.last()?);
    if first.0 == end.0 || last.iter().any(|(n, value)| *n == 0 || *value <= 0.0) {
        return None;
    }
    let logs: Vec<_> = last
        .iter()
        .map(|(n, value)| ((*n as f64).log2(), value.log2()))
        .collect();
    let count = logs.len() as f64;
    let sum = logs.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    let (x, y) = (sum.0 / count, sum.1 / count);
    let above: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let power = above / below;
    let off = logs.iter().map(|p| (p.1 - y - power * (p.0 - x)).abs());
    Some(Slope {
        power,
        off: off.fold(0.0, f64::max),
        from: first.0,
        to: end.0,
        points: last.len(),
    })
}

/// A quantity of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Milliseconds of a call.
    Time,
    /// Bytes.
    Memory,
}

impl Quantity {
    /// Its value.
    #[must_use]
    pub fn of(self, measured: &Measured) -> f64 {
        match self {
            Self::Time => measured.ms(),
            Self::Memory => measured.bytes as f64,
        }
    }
}

/// The curve of `method`: (n, value) by n upwards.
#[must_use]
pub fn curve(points: &[Point], method: Method, quantity: Quantity) -> Vec<(usize, f64)> {
    let own = measured(points, method).into_iter();
    own.map(|(n, measured)| (n, quantity.of(measured)))
        .collect()
}

/// How long a call of `method` at `n` will take, in milliseconds, by its points at smaller n: the
/// last of them, carried on along the fitted slope, or, while there is only one, in proportion to
/// the multiply-adds. `None` when nothing smaller was measured.
#[must_use]
pub fn predicted(points: &[Point], setup: &Setup, method: Method, n: usize) -> Option<f64> {
    let mut curve = curve(points, method, Quantity::Time);
    curve.retain(|(own, _)| *own < n);
    let (last, ms) = *curve.last()?;
    let grows = match slope(&curve) {
        Some(slope) => (n as f64 / last as f64).powf(slope.power.clamp(0.0, 3.0)),
        None => {
            let work = |n| need::multiply_adds(method, setup, n) as f64;
            work(n) / work(last)
        }
    };
    Some(ms * grows)
}

/// How many times as long as `quick` `slow` takes, at the largest n at which both were measured.
#[must_use]
pub fn ratio(points: &[Point], slow: Method, quick: Method) -> Option<(usize, f64)> {
    let both = measured(points, slow).into_iter().rev();
    both.filter_map(|(n, slow)| {
        let quick = at(points, quick, n)?.outcome.as_ref().ok()?;
        Some((n, slow.ms() / quick.ms()))
    })
    .next()
}
