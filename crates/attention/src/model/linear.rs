//! x·W + b, the only part of a transformer that has seen the data.

use super::team::Kind;
use super::{Linear, Model, ModelError, Shard, Weight};
use crate::kernels::Start;
use crate::matrix::Matrix;
use std::ops::Range;

/// One of several products of the same rows, R×d_in.
pub(super) struct Product<'a> {
    /// W, d_in×d_out.
    pub(super) weight: &'a Weight,
    /// b, 1×d_out.
    pub(super) bias: Option<&'a Matrix>,
    /// x·W + b, R×d_out.
    pub(super) out: &'a mut Matrix,
}

impl Model {
    /// All products of `x` R×d_in. Where other workers hold columns of these weights they are asked first, all at once,
    /// and those that are here are computed meanwhile.
    pub(super) async fn multiply<const N: usize>(
        &self,
        x: &Matrix,
        products: [Product<'_>; N],
    ) -> Result<(), ModelError> {
        if products.iter().all(|own| own.weight.divided().is_none()) {
            for Product { weight, bias, out } in products {
                weight.put_own_columns(self.backend(), x, out, bias);
            }
            return Ok(());
        }
        let mut products = products;
        // In a box it is no part of the futures of those whose model is whole.
        Box::pin(self.multiply_together(x, &mut products)).await
    }

    /// [`Model::multiply`] with the others.
    async fn multiply_together(
        &self,
        x: &Matrix,
        products: &mut [Product<'_>],
    ) -> Result<(), ModelError> {
        let team = self.team().ok_or(ModelError::Divided)?;
        let parts = products.iter().filter_map(|own| own.weight.divided());
        let numbers: Vec<u32> = parts.map(|part| part.number).collect();
        let mut asked = team.ask(Kind::Products, &numbers, Some(x));
        for Product { weight, bias, out } in &mut *products {
            weight.put_own_columns(self.backend(), x, out, *bias);
        }
        for (helper, answer) in (1..).zip(asked.next().await?) {
            let mut left = &*answer;
            for Product { weight, out, .. } in &mut *products {
                let columns = self.columns_of(helper, weight);
                let own = left.split_at_checked(out.rows() * columns.len());
                let (own, rest) = own.ok_or(ModelError::Lost)?;
                put_columns(out, columns, own)?;
                left = rest;
            }
        }
        Ok(())
    }

    /// The columns that worker `worker` has of `weight`.
    pub(super) fn columns_of(&self, worker: usize, weight: &Weight) -> Range<usize> {
        let shard = Shard::new(worker, self.workers()).unwrap_or(Shard::WHOLE);
        let part = weight.divided();
        part.map_or(0..0, |part| shard.columns(part.of, part.group))
    }
}

/// Writes `numbers`, row after row, into columns of `out`; a helper that gives another count is none.
pub(super) fn put_columns(
    out: &mut Matrix,
    columns: Range<usize>,
    numbers: &[f32],
) -> Result<(), ModelError> {
    if numbers.len() != out.rows() * columns.len() {
        return Err(ModelError::Lost);
    }
    for (row, own) in numbers.chunks(columns.len().max(1)).enumerate() {
        out.row_mut(row)[columns.clone()].copy_from_slice(own);
    }
    Ok(())
}

impl Linear {
    /// That product, to be computed.
    pub(super) fn product<'a>(&'a self, out: &'a mut Matrix) -> Product<'a> {
        Product {
            weight: &self.weight,
            bias: self.bias.as_ref(),
            out,
        }
    }

    /// `x` R×d_in → the columns that are held here, R×columns. `None` where x has another width.
    pub(super) fn own_columns(&self, model: &Model, x: &Matrix) -> Option<Matrix> {
        self.weight
            .own_columns(model.backend(), x, self.bias.as_ref())
    }

    /// `x` R×d_in → `out` R×d_out, of one that no two workers share.
    pub(super) fn forward(&self, model: &Model, x: &Matrix, out: &mut Matrix) {
        // out = b + x·W
        let bias = self.bias.as_ref();
        self.weight.put_own_columns(model.backend(), x, out, bias);
    }

    /// `x` R×d_in, `d_out` R×d_out → `d_x` R×d_in (set or added to), and the gradient of W and b.
    pub(super) fn backward(
        &self,
        model: &Model,
        x: &Matrix,
        d_out: &Matrix,
        (d_x, start): (&mut Matrix, Start<'_>),
        gradient: &mut Self,
    ) {
        // out = b + x·W  ⇒  d_W = xᵀ·d_out,  d_b = Σ rows of d_out,  d_x = d_out·Wᵀ
        let d_weight = gradient.weight.matrix_mut().view_mut();
        model
            .backend()
            .multiply(x.view().t(), d_out.view(), d_weight, Start::Add);
        if let Some(d_bias) = &mut gradient.bias {
            model.backend().add_rows(d_bias, d_out);
        }
        let weight = self.weight.matrix();
        model
            .backend()
            .multiply(d_out.view(), weight.view().t(), d_x.view_mut(), start);
    }
}
