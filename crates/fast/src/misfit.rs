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

/// Is every number finite? Gives the largest Σx² of a row, which may be ∞.
pub(crate) fn finite<K: Kernels>(
    name: &'static str,
    x: &[f32],
    cols: usize,
) -> Result<f32, Misfit> {
    let (total, most) = K::energies(x, cols);
    if total.is_finite() {
        return Ok(most);
    }
    match x.iter().position(|x| !x.is_finite()) {
        Some(at) => Err(Misfit::NotFinite(name, at / cols, at % cols)),
        None => Ok(f32::INFINITY),
    }
}

/// [`finite`] of a list; the number that is not is named as a row of its own.
pub(crate) fn finite_list<K: Kernels>(name: &'static str, x: &[f32]) -> Result<(), Misfit> {
    match finite::<K>(name, x, x.len().max(1)) {
        Err(Misfit::NotFinite(name, _, at)) => Err(Misfit::NotFinite(name, at, 0)),
        other => other.map(|_| ()),
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
