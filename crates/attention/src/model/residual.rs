//! What stands around attention and around the MLP alike: a norm and the way past.
//!
//! - Pre: x + f(Norm(x))
//! - Post: Norm(x + f(x))

use super::norm::NormRun;
use super::{Config, Model, Norm, NormPlace};
use crate::matrix::Matrix;

/// What norm and addition computed for R rows.
#[derive(Clone, Debug)]
pub struct Residual {
    /// Norm(x) where the norm comes first, Norm(x + f(x)) where it comes last.
    pub norm: NormRun,
    /// x + f(…), R×d_model.
    pub sum: Matrix,
}

impl Residual {
    pub(super) fn new(config: &Config, rows: usize) -> Self {
        Self {
            norm: NormRun::new(config, rows),
            sum: Matrix::zeros(rows, config.d_model),
        }
    }

    /// What f is applied to: Norm(x) or x itself, R×d_model. `x` is what the norm has read: for the MLP of a
    /// parallel block what entered the block, otherwise what enters the sum.
    #[must_use]
    pub fn input<'a>(&'a self, config: &Config, x: &'a Matrix) -> &'a Matrix {
        match config.norm_place {
            NormPlace::Pre => &self.norm.out,
            NormPlace::Post => x,
        }
    }

    /// What comes out, R×d_model.
    #[must_use]
    pub fn output(&self, config: &Config) -> &Matrix {
        match config.norm_place {
            NormPlace::Pre => &self.sum,
            NormPlace::Post => &self.norm.out,
        }
    }

    /// What comes out, to be changed.
    pub(super) fn output_mut(&mut self, config: &Config) -> &mut Matrix {
        match config.norm_place {
            NormPlace::Pre => &mut self.sum,
            NormPlace::Post => &mut self.norm.out,
        }
    }

    /// Before f: `x` R×d_model → the input of f.
    pub(super) fn open<'a>(&'a mut self, model: &Model, norm: &Norm, x: &'a Matrix) -> &'a Matrix {
        if model.config().norm_place == NormPlace::Pre {
            // input = Norm(x)
            norm.forward(model, x, &mut self.norm);
        }
        self.input(model.config(), x)
    }

    /// After f: `x`, `y` = f(input) R×d_model → `self.output(…)`.
    pub(super) fn close(&mut self, model: &Model, norm: &Norm, x: &Matrix, y: &Matrix) {
        // sum = x + y
        self.sum.data_mut().copy_from_slice(x.data());
        model.backend().add(self.sum.data_mut(), y.data());
        if model.config().norm_place == NormPlace::Post {
            // output = Norm(sum)
            norm.forward(model, &self.sum, &mut self.norm);
        }
    }

    /// Back through [`Residual::close`]: `d` R×d_model comes in as d_output and leaves as d_sum,
    /// which is d_y and the first part of d_x. `scratch` R×d_model.
    pub(super) fn close_backward(
        &self,
        model: &Model,
        norm: &Norm,
        d: &mut Matrix,
        scratch: &mut Matrix,
        gradient: &mut Norm,
    ) {
        if model.config().norm_place == NormPlace::Post {
            // output = Norm(sum)
            scratch.data_mut().fill(0.0);
            norm.backward(model, (&self.sum, &self.norm), d, scratch, gradient);
            std::mem::swap(d, scratch);
        }
    }

    /// Back through [`Residual::open`]: what came back through f, `d_input` R×d_model, is added
    /// to `d` R×d_model, which is then d_x.
    pub(super) fn open_backward(
        &self,
        model: &Model,
        norm: &Norm,
        x: &Matrix,
        (d_input, d): (&Matrix, &mut Matrix),
        gradient: &mut Norm,
    ) {
        match model.config().norm_place {
            // input = Norm(x)
            NormPlace::Pre => norm.backward(model, (x, &self.norm), d_input, d, gradient),
            // input = x
            NormPlace::Post => model.backend().add(d.data_mut(), d_input.data()),
        }
    }
}
