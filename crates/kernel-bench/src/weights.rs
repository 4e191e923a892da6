//! The weights of a block, as the page writes them: one after the other in one list.

use crate::block::{HIDDEN, WIDTH};

/// Inputs and outputs of the four products.
pub(crate) const QKV: (usize, usize) = (WIDTH, 3 * WIDTH);
pub(crate) const OUT: (usize, usize) = (WIDTH, WIDTH);
pub(crate) const UP: (usize, usize) = (WIDTH, HIDDEN);
pub(crate) const DOWN: (usize, usize) = (HIDDEN, WIDTH);
/// A layer norm has a gain where a product has a matrix.
const NORM: (usize, usize) = (1, WIDTH);

/// The parts of the list, in its order; each a matrix (inputs × outputs, as in GPT-2's files) and its
/// bias.
pub struct Weights<'a> {
    /// The first layer norm.
    pub norm_1: [&'a [f32]; 2],
    /// Queries, keys and values of all heads at once.
    pub qkv: [&'a [f32]; 2],
    /// From the heads back into the model.
    pub out: [&'a [f32]; 2],
    /// The second layer norm.
    pub norm_2: [&'a [f32]; 2],
    /// Into the MLP.
    pub up: [&'a [f32]; 2],
    /// Out of the MLP.
    pub down: [&'a [f32]; 2],
}

impl<'a> Weights<'a> {
    /// Numbers of the whole list.
    pub const LEN: usize = len(NORM) + len(QKV) + len(OUT) + len(NORM) + len(UP) + len(DOWN);

    /// Cuts the list up; `None` if it is too short.
    #[must_use]
    pub fn of(mut list: &'a [f32]) -> Option<Self> {
        let mut part = |(inputs, outputs): (usize, usize)| {
            let (matrix, rest) = list.split_at_checked(inputs * outputs)?;
            let (bias, rest) = rest.split_at_checked(outputs)?;
            list = rest;
            Some([matrix, bias])
        };
        Some(Self {
            norm_1: part(NORM)?,
            qkv: part(QKV)?,
            out: part(OUT)?,
            norm_2: part(NORM)?,
            up: part(UP)?,
            down: part(DOWN)?,
        })
    }
}

/// Numbers of a matrix and its bias.
const fn len((inputs, outputs): (usize, usize)) -> usize {
    (inputs + 1) * outputs
}
