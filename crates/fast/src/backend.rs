//! The doors: operands are checked, then the kernels of one kind of vector are run.

use crate::kernels::Kernels;
use crate::shape::{Attention, Product, Rows, StageBuffers};
use crate::{attention, linear, misfit, product, stages};
use crate::{misfit::Misfit, overflow};

/// Four `f32` in a row: any machine's, and on WebAssembly without vectors, one number at a time.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// [`Portable`] with tiles of six rows, as relaxed SIMD has them: so tests, and Miri, run that height natively.
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Tall;

/// WebAssembly's 128-bit vectors; built with `-C target-feature=+relaxed-simd`, with a
/// multiply-add that the machine may round once or twice.
#[cfg(target_arch = "wasm32")]
#[derive(Clone, Copy, Debug)]
pub struct Simd128;

/// The kernels for one kind of vector, [`Portable`] or `Simd128`: the same source twice. The
/// functions of the crate's root have the same names and take the quicker one.
pub trait Backend: Kernels + Sized {
    /// [`crate::attention`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn attention(
        shape: &Attention<'_>,
        q: &[f32],
        k: &[f32],
        v: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.fits(q, k, v, out)?;
        misfit::scratch(shape.scratch(), scratch)?;
        let energies = shape.energies::<Self>(q, k, v)?;
        attention::attention::<Self>(shape, energies.are_near(shape), q, k, v, out, scratch);
        if energies.may_overflow(shape) {
            overflow::result::<Self>(out, shape.d_v)?;
        }
        Ok(())
    }

    /// [`crate::attention_stages`]
    ///
    /// # Errors
    /// [`Misfit`]; the buffers are then unspecified.
    fn attention_stages(
        shape: &Attention<'_>,
        q: &[f32],
        k: &[f32],
        v: &[f32],
        to: &mut StageBuffers<'_>,
        scratch: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.fits(q, k, v, to.output)?;
        to.check(shape)?;
        misfit::scratch(shape.stages_scratch(), scratch)?;
        shape.energies::<Self>(q, k, v)?;
        stages::stages::<Self>(shape, q, k, v, to, scratch);
        overflow::result::<Self>(to.scores, shape.m)?;
        overflow::result::<Self>(to.scaled, shape.m)?;
        overflow::result::<Self>(to.output, shape.d_v)
    }

    /// [`crate::linear_attention`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn linear_attention(
        shape: &Attention<'_>,
        q: &[f32],
        k: &[f32],
        v: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.fits(q, k, v, out)?;
        misfit::scratch(shape.linear_scratch(), scratch)?;
        misfit::finite::<Self>("q", q, shape.d_k)?;
        misfit::finite::<Self>("k", k, shape.d_k)?;
        misfit::finite::<Self>("v", v, shape.d_v)?;
        linear::linear_attention::<Self>(shape, q, k, v, out, scratch);
        overflow::result::<Self>(out, shape.d_v)
    }

    /// [`crate::matmul`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn matmul(
        shape: &Product,
        a: &[f32],
        b: &[f32],
        out: &mut [f32],
        scratch: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.check(a, b, out)?;
        misfit::scratch(shape.packed(), scratch)?;
        product::matmul::<Self>(shape, a, b, out, scratch);
        let Err(beyond) = overflow::result::<Self>(out, shape.m) else {
            return Ok(());
        };
        // What is not finite in an operand is always seen in the result.
        misfit::finite::<Self>("a", a, shape.k)?;
        misfit::finite::<Self>("b", b, shape.shape_of_b().1)?;
        Err(beyond)
    }

    /// [`crate::pack`]
    ///
    /// # Errors
    /// [`Misfit`], also for what is not finite.
    fn pack(shape: &Product, b: &[f32], packed: &mut [f32]) -> Result<(), Misfit> {
        shape.check_b(b)?;
        misfit::scratch(shape.packed(), packed)?;
        misfit::finite::<Self>("b", b, shape.shape_of_b().1)?;
        product::pack::<Self>(shape, b, &mut packed[..shape.packed()]);
        Ok(())
    }

    /// [`crate::matmul_packed`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn matmul_packed(
        shape: &Product,
        a: &[f32],
        packed: &[f32],
        out: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.check_a(a, out)?;
        misfit::scratch(shape.packed(), packed)?;
        product::matmul_packed::<Self>(shape, a, packed, out);
        let Err(beyond) = overflow::result::<Self>(out, shape.m) else {
            return Ok(());
        };
        misfit::finite::<Self>("a", a, shape.k)?;
        Err(beyond)
    }

    /// [`crate::softmax`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn softmax(shape: &Rows, x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
        shape.check(x, out)?;
        if Self::softmax_rows(shape.cols, x, out) {
            return Ok(());
        }
        misfit::scores("x", x, shape.cols)
    }

    /// [`crate::layer_norm`]
    ///
    /// # Errors
    /// [`Misfit`]; `out` is then unspecified.
    fn layer_norm(
        shape: &Rows,
        x: &[f32],
        gain: &[f32],
        bias: &[f32],
        eps: f32,
        out: &mut [f32],
    ) -> Result<(), Misfit> {
        shape.check(x, out)?;
        misfit::length("gain", (1, shape.cols), gain.len())?;
        misfit::length("bias", (1, shape.cols), bias.len())?;
        Self::layer_norm_rows(x, gain, bias, eps, out);
        let Err(beyond) = overflow::result::<Self>(out, shape.cols) else {
            return Ok(());
        };
        misfit::finite::<Self>("x", x, shape.cols)?;
        misfit::finite::<Self>("gain", gain, shape.cols)?;
        misfit::finite::<Self>("bias", bias, shape.cols)?;
        Err(beyond)
    }

    /// [`crate::gelu`]
    ///
    /// # Errors
    /// [`Misfit`] unless both have the same length and all is finite.
    fn gelu(x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
        misfit::length("out", (1, x.len()), out.len())?;
        misfit::finite_list::<Self>("x", x)?;
        Self::gelu_of(x, out);
        Ok(())
    }
}

impl<K: Kernels> Backend for K {}
