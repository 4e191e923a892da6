//! What is wrong with the operands of a kernel.

use crate::kernels::Kernels;
use core::fmt;

/// Operands that no right result can be computed from. Shapes are (rows, columns).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A size that must be at least 1 is 0: its name, as in [`crate::Attention`].
    Zero(&'static str),
    /// An operand has the wrong length: (its name, its shape, the numbers it has).
    Length(&'static str, (usize, usize), usize),
    /// Fewer numbers of scratch than the shape asks for: (needed, found).
    Scratch(usize, usize),
    /// NaN or ∞ in an operand: (its name, row, column).
    NotFinite(&'static str, usize, usize),
    /// The operands are finite, but this cell of the result, (row, column), is beyond `f32`.
    Overflow(usize, usize),
    /// The sizes multiply to more than memory can count: (name, shape).
    TooLarge(&'static str, (usize, usize)),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero(name) => write!(f, "{name} must be at least 1, not 0"),
            Self::Length(name, (rows, cols), found) => write!(
                f,
                "{name} is {rows}×{cols} and needs {} numbers, not {found}",
                rows.saturating_mul(*cols)
            ),
            Self::Scratch(needed, found) => {
                write!(f, "scratch needs {needed} numbers, not {found}")
            }
            Self::NotFinite(name, row, col) => {
                write!(f, "{name}[{row}][{col}] is not a finite number")
            }
            Self::Overflow(row, col) => {
                write!(f, "the result's cell [{row}][{col}] is beyond f32")
            }
            Self::TooLarge(name, (rows, cols)) => {
                write!(
                    f,
                    "{name} would be {rows}×{cols}: more than memory can hold"
                )
            }
        }
    }
}

impl core::error::Error for Misfit {}

/// Are there so many numbers as a rows×cols matrix has?
pub(crate) fn length(
    name: &'static str,
    (rows, cols): (usize, usize),
    found: usize,
) -> Result<(), Misfit> {
    match rows
        .checked_mul(cols)
        .filter(|n| *n <= isize::MAX as usize / 4)
    {
        None => Err(Misfit::TooLarge(name, (rows, cols))),
        Some(needed) if needed != found => Err(Misfit::Length(name, (rows, cols), found)),
        Some(_) => Ok(()),
    }
}

/// Is every size at least 1?
pub(crate) fn sizes<const N: usize>(sizes: [(&'static str, usize); N]) -> Result<(), Misfit> {
    match sizes.iter().find(|(_, size)| *size == 0) {
        Some((name, _)) => Err(Misfit::Zero(name)),
        None => Ok(()),
    }
}

/// Is every number finite? Gives Σx², which may be ∞.
pub(crate) fn finite<K: Kernels>(
    name: &'static str,
    x: &[f32],
    cols: usize,
) -> Result<f32, Misfit> {
    let energy = K::energy(x);
    if energy.is_finite() {
        return Ok(energy);
    }
    infinite(name, x, cols).map(|()| f32::INFINITY)
}

/// [`finite`] of rows; gives the largest Σx² of one row, which may be ∞.
pub(crate) fn finite_rows<K: Kernels>(
    name: &'static str,
    x: &[f32],
    cols: usize,
) -> Result<f32, Misfit> {
    let (total, most) = K::energies(x, cols);
    if total.is_finite() {
        return Ok(most);
    }
    infinite(name, x, cols).map(|()| f32::INFINITY)
}

/// Why is Σx² not finite? For finite numbers it is only too large.
fn infinite(name: &'static str, x: &[f32], cols: usize) -> Result<(), Misfit> {
    match x.iter().position(|x| !x.is_finite()) {
        Some(at) => Err(Misfit::NotFinite(name, at / cols, at % cols)),
        None => Ok(()),
    }
}

/// Is there scratch enough?
pub(crate) fn scratch(needed: usize, scratch: &[f32]) -> Result<(), Misfit> {
    if scratch.len() < needed {
        return Err(Misfit::Scratch(needed, scratch.len()));
    }
    Ok(())
}

/// Is every number finite or −∞?
pub(crate) fn scores(name: &'static str, x: &[f32], cols: usize) -> Result<(), Misfit> {
    let wrong = |x: &f32| !x.is_finite() && *x != f32::NEG_INFINITY;
    match x.iter().position(wrong) {
        Some(at) => Err(Misfit::NotFinite(name, at / cols, at % cols)),
        None => Ok(()),
    }
}
