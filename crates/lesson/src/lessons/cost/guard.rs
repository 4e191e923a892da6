//! What is not measured, and why: said before anything is allocated or begun.

use serde::{Deserialize, Serialize};

use super::method::Method;
use super::point::Point;
use super::settings::Settings;
use super::{fit, need};

/// A call that would take longer than this, in milliseconds, is not begun unasked.
pub const LONGEST: f64 = 20_000.0;

/// Why a point was not measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// It needs more than the budget: (bytes, budget in bytes).
    Memory(u64, u64),
    /// The device gave less than the budget allows: this many bytes could not be had.
    Allocation(u64),
    /// One call would take so many milliseconds, by the points before it.
    Time(f64),
    /// The kernel refused, in its own words.
    Kernel(String),
}

/// Lets a point be measured, or says why not. `anyway`: however long it takes.
///
/// # Errors
/// [`Refusal::Memory`] or [`Refusal::Time`].
pub fn judge(
    settings: &Settings,
    points: &[Point],
    (method, n): (Method, usize),
    anyway: bool,
) -> Result<(), Refusal> {
    let (bytes, budget) = (
        need::bytes(method, &settings.setup, n),
        settings.budget_bytes(),
    );
    if bytes > budget {
        return Err(Refusal::Memory(bytes, budget));
    }
    let predicted = fit::predicted(points, &settings.setup, method, n);
    match predicted.filter(|ms| *ms > LONGEST && !anyway) {
        Some(ms) => Err(Refusal::Time(ms)),
        None => Ok(()),
    }
}

/// `count` zeros.
///
/// # Errors
/// [`Refusal::Allocation`] when memory says no; never a trap.
pub(super) fn zeros(count: u64) -> Result<Vec<f32>, Refusal> {
    let refused = || Refusal::Allocation(count.saturating_mul(4));
    let count = usize::try_from(count).map_err(|_| refused())?;
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(count).map_err(|_| refused())?;
    numbers.resize(count, 0.0);
    Ok(numbers)
}
