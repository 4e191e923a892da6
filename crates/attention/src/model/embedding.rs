//! From tokens to the residual stream.

use super::norm::NormRun;
use super::team::Kind;
use super::{Extent, Model, ModelError, Params, Weight};
use crate::matrix::Matrix;
use std::borrow::Cow;

/// What the embedding computed for R = batch·n rows.
#[derive(Clone, Debug)]
pub struct EmbeddingRun {
    /// Token + position + segment, R×d_model.
    pub sum: Matrix,
    /// The norm of that, in BERT.
    pub norm: Option<NormRun>,
}

impl EmbeddingRun {
    pub(super) fn new(model: &Model, rows: usize) -> Self {
        let config = model.config();
        Self {
            sum: Matrix::zeros(rows, config.d_model),
            norm: config.embedding_norm.then(|| NormRun::new(config, rows)),
        }
    }

    /// What goes into the first block, R×d_model.
    #[must_use]
    pub fn output(&self) -> &Matrix {
        self.norm.as_ref().map_or(&self.sum, |norm| &norm.out)
    }

    /// The same, to be changed.
    pub(super) fn output_mut(&mut self) -> &mut Matrix {
        let norm = self.norm.as_mut();
        norm.map_or(&mut self.sum, |norm| &mut norm.out)
    }
}

impl Model {
    /// Rows of a matrix whose transpose is multiplied by, one for each of `ids`: `out` R×d_model. Those that are elsewhere
    /// are asked for.
    pub(super) async fn look_up(
        &self,
        weight: &Weight,
        ids: &[u32],
        out: &mut Matrix,
    ) -> Result<(), ModelError> {
        if let Some(part) = weight.divided() {
            return Box::pin(self.look_up_together(weight, part.number, ids, out)).await;
        }
        for (row, id) in ids.iter().enumerate() {
            out.row_mut(row).copy_from_slice(&weight.row(*id as usize));
        }
        Ok(())
    }

    /// [`Model::look_up`] with the others.
    async fn look_up_together(
        &self,
        weight: &Weight,
        number: u32,
        ids: &[u32],
        out: &mut Matrix,
    ) -> Result<(), ModelError> {
        let mut put = |helper: usize, numbers: &[f32]| -> Result<(), ModelError> {
            let (_, width) = weight.shape();
            let own = self.columns_of(helper, weight);
            let places = (0..ids.len()).filter(|place| own.contains(&(ids[*place] as usize)));
            let mut rows = numbers.chunks_exact(width.max(1));
            for place in places {
                let row = rows.next().ok_or(ModelError::Lost)?;
                out.row_mut(place).copy_from_slice(row);
            }
            Ok(())
        };
        let team = self.team().ok_or(ModelError::Divided)?;
        let mut asked = team.ask(Kind::Rows, &[&[number], ids].concat(), None);
        let own = ids.iter().filter_map(|id| weight.own_row(*id as usize));
        put(0, &own.flat_map(Cow::into_owned).collect::<Vec<_>>())?;
        let answers = asked.next().await?;
        (1..)
            .zip(&answers)
            .try_for_each(|(helper, rows)| put(helper, rows))
    }
}

impl Params {
    /// `ids` (R tokens of the vocabulary) → `run.output()` R×d_model.
    pub(super) async fn embed(
        &self,
        model: &Model,
        extent: Extent,
        ids: &[u32],
        run: &mut EmbeddingRun,
    ) -> Result<(), ModelError> {
        let backend = model.backend();
        model
            .look_up(&self.token_embedding, ids, &mut run.sum)
            .await?;
        let positions = self.position_embedding.as_ref().or(model.wave());
        for row in 0..ids.len() {
            // x = token_embedding[id] + position[i] + segment_embedding[0]
            let x = run.sum.row_mut(row);
            if let Some(positions) = positions {
                backend.add(x, positions.row(extent.past + row % extent.n));
            }
            if let Some(segments) = &self.segment_embedding {
                backend.add(x, segments.row(0));
            }
        }
        if let (Some(norm), Some(norm_run)) = (&self.embedding_norm, &mut run.norm) {
            norm.forward(model, &run.sum, norm_run);
        }
        Ok(())
    }

    /// Back through [`Params::embed`]: `d` R×d_model is d_output; each token's row of it is
    /// added to the rows it came from. `scratch` R×d_model.
    pub(super) fn embed_backward(
        &self,
        (model, extent): (&Model, Extent),
        (ids, run): (&[u32], &EmbeddingRun),
        d: &mut Matrix,
        scratch: &mut Matrix,
        gradient: &mut Self,
    ) {
        let backend = model.backend();
        let norm = (
            &self.embedding_norm,
            &run.norm,
            &mut gradient.embedding_norm,
        );
        if let (Some(norm), Some(norm_run), Some(gradient)) = norm {
            scratch.data_mut().fill(0.0);
            let from = (&run.sum, norm_run);
            norm.backward(model, from, d, scratch, gradient);
            std::mem::swap(d, scratch);
        }
        for (row, &id) in ids.iter().enumerate() {
            let d = d.row(row);
            let rows = gradient.token_embedding.matrix_mut();
            backend.add(rows.row_mut(id as usize), d);
            if let Some(positions) = &mut gradient.position_embedding {
                backend.add(positions.row_mut(row % extent.n), d);
            }
            if let Some(segments) = &mut gradient.segment_embedding {
                backend.add(segments.row_mut(0), d);
            }
        }
    }
}
