//! What would come next if the layers that follow were left out: the logit lens.

use super::output::OutputRun;
use super::team::now;
use super::{Model, ModelError, Run, memory};
use crate::matrix::Matrix;

impl Run {
    /// The logits that the residual stream gives at row `row` before block `layer` (after the last for `layer` =
    /// n_layers): final norm and output matrix at once, as if the blocks from `layer` on were not there; vocab
    /// numbers. At the last these are the model's own logits (nostalgebraist 2020, "interpreting GPT: the logit
    /// lens").
    ///
    /// # Errors
    /// [`ModelError::MadeForOther`] for a run of another model, [`ModelError::Count`] where it has no such layer or
    /// row, [`ModelError::Memory`].
    pub fn lens(&self, model: &Model, layer: usize, row: usize) -> Result<Vec<f32>, ModelError> {
        now(self.lens_async(model, layer, row))
    }

    /// As [`Run::lens`], also of a model that several workers share.
    ///
    /// # Errors
    /// As [`Run::lens`]; [`ModelError::Lost`].
    pub async fn lens_async(
        &self,
        model: &Model,
        layer: usize,
        row: usize,
    ) -> Result<Vec<f32>, ModelError> {
        self.check(model)?;
        if layer > self.blocks.len() {
            return Err(ModelError::Count {
                what: "layers at most",
                found: layer + 1,
                wanted: self.blocks.len() + 1,
            });
        }
        model.logits_of(self.stream(model, layer), row).await
    }
}

impl Model {
    /// What is read off the residual stream `x`, R×d_model, at row `row`; vocab numbers.
    pub(super) async fn logits_of(&self, x: &Matrix, row: usize) -> Result<Vec<f32>, ModelError> {
        if row >= x.rows() {
            return Err(ModelError::Count {
                what: "rows at most",
                found: row + 1,
                wanted: x.rows(),
            });
        }
        memory::check(Some(self.config().vocab))?;
        let x = Matrix::from_fn(1, x.cols(), |_, col| x.at(row, col));
        let mut output = OutputRun::new(self, 1);
        self.params().read_off(self, &x, &mut output).await?;
        Ok(output.logits.row(0).to_vec())
    }
}
