//! Attention of a model that several workers share: each computes the heads whose queries, keys and values it has anyway.

use super::changes::LayerChanges;
use super::head_norm::HeadNormRun;
use super::heads::{HeadsRun, Tables, attend};
use super::linear::put_columns;
use super::places::Heads;
use super::team::Kind;
use super::{Attention, Extent, Linear, Model, ModelError};
use crate::matrix::Matrix;

impl Attention {
    /// Do other workers compute some heads? Not where a text is written on, whose keys and values one worker keeps; nor
    /// where weights are changed, or scores kept stage by stage.
    pub(super) fn is_shared(
        &self,
        extent: Extent,
        run: &HeadsRun,
        has_cache: bool,
        changes: LayerChanges<'_>,
    ) -> bool {
        let divided = self.query.weight.divided().is_some();
        let plain = run.stages.is_none() && !changes.touch_weights();
        divided && plain && !has_cache && extent.batch == 1
    }

    /// `x` n×d_model → `run.out` n×d_model and all before that, by all workers.
    pub(super) async fn forward_together(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        run: &mut HeadsRun,
        changes: LayerChanges<'_>,
    ) -> Result<(), ModelError> {
        let rows = run.weights.rows();
        let done = self.gather(model, extent, x, run, changes).await;
        // Whatever went wrong, there is room for all heads again.
        for table in run.tables() {
            table.resize_rows(rows);
        }
        done
    }

    /// [`Attention::forward_together`]; `run`'s largest scores, sums and weights may be left with rows of some heads only.
    async fn gather(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        run: &mut HeadsRun,
        changes: LayerChanges<'_>,
    ) -> Result<(), ModelError> {
        let team = model.team().ok_or(ModelError::Divided)?;
        let mut asked = team.ask(Kind::Heads, &[changes.layer as u32], Some(x));
        let own = self.own_heads(model, extent, x, run.tables());
        let [q, k, v, heads] = own.ok_or(ModelError::Lost)?;
        put(model, 0, (&self.query, &mut run.heads), &mut heads.data())?;
        for (helper, heads) in (1..).zip(asked.next().await?) {
            put(model, helper, (&self.query, &mut run.heads), &mut &*heads)?;
        }
        self.put_out(model, run, changes);
        // What is only looked at comes meanwhile.
        for (part, own) in self.parts(run).into_iter().zip([q, k, v]) {
            put(model, 0, part, &mut own.data())?;
        }
        for (helper, rest) in (1..).zip(asked.next().await?) {
            let mut left = &*rest;
            for part in self.parts(run) {
                put(model, helper, part, &mut left)?;
            }
            let heads = model.columns_of(helper, &self.query.weight).len() / model.config().d_head;
            for table in run.tables() {
                let own = take(&mut left, heads * extent.n * table.cols())?;
                table.push_rows(own);
            }
        }
        Ok(())
    }

    /// What is computed by columns, and the projection whose columns they are.
    fn parts<'a>(&'a self, run: &'a mut HeadsRun) -> [(&'a Linear, &'a mut Matrix); 3] {
        [
            (&self.query, &mut run.q),
            (&self.key, &mut run.k),
            (&self.value, &mut run.v),
        ]
    }

    /// `x` n×d_model, one sequence from its first token on → queries, keys, values and outputs of the heads that are
    /// here; the largest scores, sums and weights go to `tables`, which then have rows for these heads alone. `None` where
    /// the rows do not fit.
    fn own_heads(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        [max, sum, weights]: [&mut Matrix; 3],
    ) -> Option<[Matrix; 4]> {
        let d_head = model.config().d_head;
        let columns = &self.query.weight.divided()?.columns;
        let of = Heads {
            model,
            first: columns.start / d_head,
            count: columns.len() / d_head,
        };
        // q = x·W_Q,  k = x·W_K,  v = x·W_V
        let own = |linear: &Linear| linear.own_columns(model, x);
        let (mut q, mut k, v) = (own(&self.query)?, own(&self.key)?, own(&self.value)?);
        let mut norms = [&q, &k].map(|x| HeadNormRun::new(model, extent.n, x.cols() / d_head));
        self.prepare(model, extent, (&mut q, &mut k), &mut norms);
        let mut heads = Matrix::zeros(extent.n, q.cols());
        for table in [&mut *max, &mut *sum, &mut *weights] {
            table.resize_rows(of.count * extent.n);
        }
        let tables = Tables {
            stages: &mut None,
            max,
            sum,
            weights,
            heads: &mut heads,
        };
        attend(of, extent, (&q, &k, &v), tables, LayerChanges::NONE);
        Some([q, k, v, heads])
    }

    /// What a helper says of layer `layer`, as [`Attention::gather`] hears it: what its heads put out, then all else.
    pub(super) fn answer(
        &self,
        model: &Model,
        layer: usize,
        x: &Matrix,
        say: &mut dyn FnMut(Vec<f32>),
    ) -> Option<()> {
        model.check_length(x.rows()).ok()?;
        let extent = Extent::read(x.rows()).in_layer(model, layer);
        let (mut max, mut sum, mut weights) = (column(), column(), Matrix::zeros(0, extent.m));
        let tables = [&mut max, &mut sum, &mut weights];
        let [q, k, v, heads] = self.own_heads(model, extent, x, tables)?;
        say(heads.into_data());
        let rest = [q, k, v, max, sum, weights];
        say(rest.each_ref().map(Matrix::data).concat());
        Some(())
    }
}

fn column() -> Matrix {
    Matrix::zeros(0, 1)
}

/// Writes a worker's columns, from the front of `left`.
fn put(
    model: &Model,
    worker: usize,
    (linear, out): (&Linear, &mut Matrix),
    left: &mut &[f32],
) -> Result<(), ModelError> {
    let columns = model.columns_of(worker, &linear.weight);
    let own = take(left, out.rows() * columns.len())?;
    put_columns(out, columns, own)
}

/// So many numbers from the front of `left`; a helper that gives fewer is none.
fn take<'a>(left: &mut &'a [f32], count: usize) -> Result<&'a [f32], ModelError> {
    left.split_off(..count).ok_or(ModelError::Lost)
}

impl HeadsRun {
    /// What has rows for each head.
    fn tables(&mut self) -> [&mut Matrix; 3] {
        [&mut self.max, &mut self.sum, &mut self.weights]
    }
}
