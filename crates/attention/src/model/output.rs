//! From the residual stream to a number per token of the vocabulary.

use super::linear::Product;
use super::norm::NormRun;
use super::{Model, ModelError, Params};
use crate::kernels::Start;
use crate::matrix::Matrix;

/// What came after the last block for R = batch·n rows.
#[derive(Clone, Debug)]
pub struct OutputRun {
    /// The norm after the last block, where the norms come first.
    pub norm: Option<NormRun>,
    /// What BERT does before the logits.
    pub head: Option<HeadTransformRun>,
    /// R×vocab: the larger, the likelier the token.
    pub logits: Matrix,
}

/// Dense layer, activation, norm.
#[derive(Clone, Debug)]
pub struct HeadTransformRun {
    /// x·W + b, R×d_model.
    pub dense: Matrix,
    /// f(dense), R×d_model.
    pub hidden: Matrix,
    /// f′(dense), for the way back.
    pub slope: Matrix,
    /// The norm of `hidden`.
    pub norm: NormRun,
}

impl OutputRun {
    pub(super) fn new(model: &Model, rows: usize) -> Self {
        let (config, params) = (model.config(), model.params());
        let wide = || Matrix::zeros(rows, config.d_model);
        let norm = || NormRun::new(config, rows);
        Self {
            norm: params.final_norm.as_ref().map(|_| norm()),
            head: params.head.as_ref().map(|_| HeadTransformRun {
                dense: wide(),
                hidden: wide(),
                slope: wide(),
                norm: norm(),
            }),
            logits: Matrix::zeros(rows, config.vocab),
        }
    }

    /// The last hidden state, R×d_model, for `x` from the last block: normalised where a norm
    /// follows the blocks.
    #[must_use]
    pub fn hidden<'a>(&'a self, x: &'a Matrix) -> &'a Matrix {
        self.norm.as_ref().map_or(x, |norm| &norm.out)
    }
}

/// The rows from which the logits are read off, R×d_model.
fn features<'a>(
    norm: &'a Option<NormRun>,
    head: &'a Option<HeadTransformRun>,
    x: &'a Matrix,
) -> &'a Matrix {
    match (head, norm) {
        (Some(head), _) => &head.norm.out,
        (None, Some(norm)) => &norm.out,
        (None, None) => x,
    }
}

impl Params {
    /// `x` R×d_model from the last block → `run.logits` R×vocab.
    pub(super) async fn read_off(
        &self,
        model: &Model,
        x: &Matrix,
        run: &mut OutputRun,
    ) -> Result<(), ModelError> {
        let backend = model.backend();
        if let (Some(norm), Some(norm_run)) = (&self.final_norm, &mut run.norm) {
            norm.forward(model, x, norm_run);
        }
        if let (Some(head), Some(head_run)) = (&self.head, &mut run.head) {
            // features = Norm(f(x·W + b))
            let x = run.norm.as_ref().map_or(x, |norm| &norm.out);
            let (hidden, slope) = (head_run.hidden.data_mut(), head_run.slope.data_mut());
            head.dense.forward(model, x, &mut head_run.dense);
            let f = model.config().activation();
            backend.activate(f, head_run.dense.data(), hidden, slope);
            head.norm
                .forward(model, &head_run.hidden, &mut head_run.norm);
        }
        // logits = b + features·Eᵀ: how much each token's row points the way of the features
        let OutputRun { norm, head, logits } = run;
        let logits = Product {
            weight: self.output_rows(),
            bias: self.output_bias.as_ref(),
            out: logits,
        };
        model.multiply(features(norm, head, x), [logits]).await
    }

    /// Back through [`Params::read_off`]: `d_logits` R×vocab → `d` R×d_model, set to d_x.
    /// `scratch` R×d_model.
    pub(super) fn read_off_backward(
        &self,
        model: &Model,
        (x, run): (&Matrix, &OutputRun),
        d_logits: &Matrix,
        (d, scratch): (&mut Matrix, &mut Matrix),
        gradient: &mut Self,
    ) {
        let backend = model.backend();
        // logits = b + features·Eᵀ  ⇒  d_E = d_logitsᵀ·features,  d_b = Σ rows of d_logits,
        //                              d_features = d_logits·E
        let d_rows = gradient
            .output
            .as_mut()
            .unwrap_or(&mut gradient.token_embedding)
            .matrix_mut();
        let features = features(&run.norm, &run.head, x).view();
        backend.multiply(d_logits.view().t(), features, d_rows.view_mut(), Start::Add);
        if let Some(d_bias) = &mut gradient.output_bias {
            backend.add_rows(d_bias, d_logits);
        }
        let rows = self.output_rows().matrix();
        backend.multiply(d_logits.view(), rows.view(), d.view_mut(), Start::Zero);

        let head = (&self.head, &run.head, &mut gradient.head);
        if let (Some(head), Some(head_run), Some(gradient)) = head {
            // features = Norm(hidden)
            scratch.data_mut().fill(0.0);
            let from = (&head_run.hidden, &head_run.norm);
            head.norm
                .backward(model, from, d, scratch, &mut gradient.norm);
            // hidden = f(dense)  ⇒  d_dense = d_hidden ∘ f′(dense)
            backend.times(scratch.data_mut(), head_run.slope.data());
            // dense = x·W + b
            let (x, to) = (run.hidden(x), (&mut *d, Start::Zero));
            head.dense
                .backward(model, x, scratch, to, &mut gradient.dense);
        }
        let norm = (&self.final_norm, &run.norm, &mut gradient.final_norm);
        if let (Some(norm), Some(norm_run), Some(gradient)) = norm {
            scratch.data_mut().fill(0.0);
            norm.backward(model, (x, norm_run), d, scratch, gradient);
            std::mem::swap(d, scratch);
        }
    }
}
