//! What results are compared with: the plain loops of the same formula while n is small, and above
//! that the first exact method that was measured at the same n.

use fast::naive;

use super::guard::{Refusal, zeros};
use super::inputs::Inputs;
use super::method::Method;
use super::need;
use super::point::Difference;
use super::settings::Setup;

/// Up to this n the plain loops are computed for comparison.
pub(super) const LOOPS_UNTIL: usize = 256;

/// Attention over all keys at one n.
#[derive(Debug)]
pub(super) struct Reference {
    n: usize,
    /// Who computed it; `None`: the plain loops.
    by: Option<Method>,
    /// n×d
    out: Vec<f32>,
}

impl Reference {
    /// By the plain loops, where n is small enough.
    ///
    /// # Errors
    /// [`Refusal::Allocation`].
    pub fn new(setup: &Setup, inputs: &Inputs) -> Result<Option<Self>, Refusal> {
        if inputs.n > LOOPS_UNTIL {
            return Ok(None);
        }
        let out = specified(Method::Textbook, setup, inputs)?;
        Ok(Some(Self {
            n: inputs.n,
            by: None,
            out,
        }))
    }

    /// The result of `method`, if that is exact.
    pub fn of(method: Method, n: usize, out: &[f32]) -> Option<Self> {
        let by = Some(method);
        let out = method.is_exact().then(|| out.to_vec())?;
        Some(Self { n, by, out })
    }

    /// Is it of this n?
    pub fn is_of(&self, n: usize) -> bool {
        self.n == n
    }

    /// How far `out` is from it at most.
    pub fn difference(&self, out: &[f32]) -> Difference {
        Difference {
            largest: largest(&self.out, out),
            from: self.by,
        }
    }

    /// The root mean square of the difference over that of the reference.
    pub fn gap(&self, out: &[f32]) -> f32 {
        let square = |sum: f64, x: f32| sum + f64::from(x) * f64::from(x);
        let apart = self.out.iter().zip(out).map(|(a, b)| a - b);
        let (apart, own) = (
            apart.fold(0.0, square),
            self.out.iter().copied().fold(0.0, square),
        );
        (apart / own).sqrt() as f32
    }
}

fn largest(a: &[f32], b: &[f32]) -> f32 {
    let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    apart.fold(0.0, f32::max)
}

/// How far `out` is from the plain loops of the method's own formula, where n is small enough and
/// the formula is not that of all exact ones.
///
/// # Errors
/// [`Refusal::Allocation`].
pub(super) fn own_difference(
    method: Method,
    setup: &Setup,
    inputs: &Inputs,
    out: &[f32],
) -> Result<Option<Difference>, Refusal> {
    if inputs.n > LOOPS_UNTIL || method.is_exact() {
        return Ok(None);
    }
    let own = specified(method, setup, inputs)?;
    Ok(Some(Difference {
        largest: largest(&own, out),
        from: None,
    }))
}

/// The plain loops of a method's formula.
fn specified(method: Method, setup: &Setup, inputs: &Inputs) -> Result<Vec<f32>, Refusal> {
    let Inputs { n, q, k, v } = inputs;
    let shape = need::shape(method, setup, *n);
    let mut out = zeros(q.len() as u64)?;
    let mut row = zeros(shape.linear_scratch().max(*n) as u64)?;
    match method {
        Method::Linear => naive::linear_attention(&shape, q, k, v, &mut out, &mut row),
        _ => naive::attention(&shape, q, k, v, &mut out, &mut row),
    }
    Ok(out)
}
