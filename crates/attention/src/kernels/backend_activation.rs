//! The door to the activations, on slices: a training step keeps its buffers.

use super::backend::dispatch;
use super::{Activation, Backend};

impl Backend {
    /// outᵢ = f(xᵢ) and slopeᵢ = f′(xᵢ), by [`Activation::value`] and [`Activation::slope`]. The
    /// way back through f is d_x = d_out ∘ slope.
    ///
    /// # Panics
    /// When the three differ in length, like [`slice::copy_from_slice`].
    pub fn activate(self, f: Activation, x: &[f32], out: &mut [f32], slope: &mut [f32]) {
        assert_eq!(x.len(), out.len(), "one result per number");
        assert_eq!(x.len(), slope.len(), "one slope per number");
        dispatch!(self, activate(f, x, out, slope));
    }
}
