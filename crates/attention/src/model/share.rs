//! What each head adds to the residual stream, and how much of it one logit is made of.

use super::team::now;
use super::{Model, ModelError, NormKind, NormPlace, Run};
use crate::matrix::Matrix;

impl Run {
    /// What head `head` of layer `layer` adds to the residual stream at row `row`: its columns of `heads` times its
    /// rows of W_O; d_model numbers. All heads of a layer and the bias of W_O together are what attention puts out
    /// there (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits").
    ///
    /// # Panics
    /// Where there is no such head or row, like slice indexing.
    #[must_use]
    pub fn added(&self, model: &Model, layer: usize, head: usize, row: usize) -> Vec<f32> {
        let d_head = model.config().d_head;
        let weight = &model.params().blocks[layer].attention.output.weight;
        let from = head * d_head..(head + 1) * d_head;
        let output = &self.blocks[layer].attention.heads.row(row)[from.clone()];
        let mut sum = vec![0.0; weight.shape().1];
        for (x, row) in output.iter().zip(from) {
            let add = |(sum, w): (&mut f32, &f32)| *sum += x * w;
            sum.iter_mut().zip(&*weight.row(row)).for_each(add);
        }
        sum
    }

    /// The direction of the residual stream at row `row` that the logit of `token` is read off along: d_model numbers,
    /// whose dot product with something that was added to the stream is its share in the logit, the final norm's
    /// mean and width taken as they are. `None` where blocks normalise what they add to (BERT), for there is no such
    /// direction, or something stands between stream and logits, and for a row or token that is not there.
    #[must_use]
    pub fn toward(&self, model: &Model, row: usize, token: u32) -> Option<Vec<f32>> {
        now(self.toward_async(model, row, token)).ok().flatten()
    }

    /// As [`Run::toward`], also of a model that several workers share.
    ///
    /// # Errors
    /// [`ModelError::Lost`]
    pub async fn toward_async(
        &self,
        model: &Model,
        row: usize,
        token: u32,
    ) -> Result<Option<Vec<f32>>, ModelError> {
        let (config, params) = (model.config(), model.params());
        if config.norm_place != NormPlace::Pre || params.head.is_some() {
            return Ok(None);
        }
        let (Some(norm), Some(run)) = (&params.final_norm, &self.output.norm) else {
            return Ok(None);
        };
        if token as usize >= params.output_rows().shape().0 || row >= run.rstd.rows() {
            return Ok(None);
        }
        let mut read = Matrix::zeros(1, config.d_model);
        model
            .look_up(params.output_rows(), &[token], &mut read)
            .await?;
        let rstd = run.rstd.at(row, 0);
        let both = norm.gain.data().iter().zip(read.data());
        let along: Vec<f32> = both.map(|(gain, read)| gain * read * rstd).collect();
        Ok(Some(match config.norm {
            NormKind::Rms => along,
            // A layer norm takes the mean away, of each part as of the whole.
            NormKind::Layer => {
                let mean = along.iter().sum::<f32>() / along.len() as f32;
                along.iter().map(|x| x - mean).collect()
            }
        }))
    }
}
