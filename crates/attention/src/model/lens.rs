//! What would come next if the layers that follow were left out: the logit lens.

use super::output::OutputRun;
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
        self.check(model)?;
        let count = |what, found: usize, wanted| ModelError::Count {
            what,
            found: found + 1,
            wanted,
        };
        if layer > self.blocks.len() {
            return Err(count("layers at most", layer, self.blocks.len() + 1));
        }
        let stream = self.stream(model, layer);
        if row >= stream.rows() {
            return Err(count("rows at most", row, stream.rows()));
        }
        memory::check(Some(model.config().vocab))?;
        let x = Matrix::from_fn(1, stream.cols(), |_, col| stream.at(row, col));
        let mut output = OutputRun::new(model, 1);
        model.params().read_off(model, &x, &mut output);
        Ok(output.logits.row(0).to_vec())
    }
}
