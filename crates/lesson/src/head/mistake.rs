//! The common mistakes, each able to say what it would have given: the same kernels in the wrong
//! order, on the wrong numbers, or one too few.

use attention::{Matrix, Scale, ShapeError, Softmax};

use std::sync::Arc;

use crate::core::numbers::Numbers;
use crate::head::change::HeadNumbers;
use crate::head::document::{Document, Source};
use crate::head::name::Name;
use crate::head::trace::Trace;

/// A mistake people make when they compute attention by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The scores were not divided by √d_k (or not multiplied by the chosen factor).
    Unscaled,
    /// Divided by d_k rather than by its root.
    DividedByDk,
    /// Divided by √d_model rather than by √d_k.
    SqrtDModel,
    /// The mask was left out.
    MaskForgotten,
    /// Softmax down the columns: each key's weights sum to 1.
    SoftmaxDownColumns,
    /// Kᵀ's and Q's places exchanged: the scores are transposed.
    QueriesAndKeysSwapped,
    /// The scale was applied to the weights, after softmax.
    ScaledAfterSoftmax,
    /// Masked weights were set to 0 after softmax, and the rest not divided anew.
    MaskedAfterSoftmax,
    /// e to the power of each, without dividing by the row's sum.
    NotDivided,
    /// Weights times Vᵀ: rows of V taken for its columns.
    ValuesTransposed,
}

use Mistake::*;

impl Mistake {
    /// Every mistake, the most common first: of those that give the same number, the first is named.
    pub const ALL: [Mistake; 10] = [
        Unscaled,
        MaskForgotten,
        SoftmaxDownColumns,
        QueriesAndKeysSwapped,
        ScaledAfterSoftmax,
        NotDivided,
        MaskedAfterSoftmax,
        DividedByDk,
        SqrtDModel,
        ValuesTransposed,
    ];

    /// Its name in messages to the page around and in translations.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Unscaled => "unscaled",
            DividedByDk => "divided_by_dk",
            SqrtDModel => "sqrt_dmodel",
            MaskForgotten => "mask_forgotten",
            SoftmaxDownColumns => "softmax_columns",
            QueriesAndKeysSwapped => "swapped",
            ScaledAfterSoftmax => "scaled_after",
            MaskedAfterSoftmax => "masked_after",
            NotDivided => "not_divided",
            ValuesTransposed => "values_transposed",
        }
    }

    /// Every number of `document` as this mistake gives it, `truth` being its trace without. Numbers
    /// overridden by hand stay: they were given. `None` where the mistake cannot be made here, as
    /// with a mask that is not there. The row statistics are those of the truth.
    #[must_use]
    pub fn trace(self, document: &Document, truth: &Trace) -> Option<Trace> {
        let factor = self.factor(document, truth.factor)?;
        let possible = match self {
            QueriesAndKeysSwapped => document.n() == document.m(),
            ValuesTransposed => document.m() == document.d_v(),
            MaskForgotten | MaskedAfterSoftmax => {
                truth.get(Name::Mask).data().contains(&f32::NEG_INFINITY)
            }
            _ => true,
        };
        // The document keeps its shapes fitting, and the conditions above those of the mistakes.
        possible.then(|| self.computed(document, truth, factor).ok())?
    }

    /// What the scores are multiplied by; `None` when a mistake about the scale makes no difference.
    fn factor(self, document: &Document, usual: f32) -> Option<f32> {
        let by_root = document.scale == Scale::SqrtDk;
        let factor = match self {
            Unscaled | ScaledAfterSoftmax => 1.0,
            DividedByDk => by_root.then(|| 1.0 / document.d_k() as f32)?,
            SqrtDModel if document.source == Source::Projected => {
                by_root.then(|| Scale::SqrtDk.factor(document.d_model()))?
            }
            SqrtDModel => return None,
            _ => return Some(usual),
        };
        (factor != usual).then_some(factor)
    }

    /// The stages in their order, each as this mistake has it.
    fn computed(
        self,
        document: &Document,
        truth: &Trace,
        factor: f32,
    ) -> Result<Trace, ShapeError> {
        let mut trace = truth.clone();
        trace.factor = factor;
        let (q, k, v) = (truth.get(Name::Q), truth.get(Name::K), truth.get(Name::V));
        let scores = match self {
            QueriesAndKeysSwapped => attention::scores(k, q)?,
            _ => attention::scores(q, k)?,
        };
        let scores = trace.lay(Name::Scores, scores, document);
        let scaled = trace.lay(Name::Scaled, attention::scaled(&scores, factor), document);
        let masked = match self {
            MaskForgotten | MaskedAfterSoftmax => scaled,
            _ => attention::masked(&scaled, truth.get(Name::Mask))?,
        };
        let softmax = self.softmax(&masked);
        let weights = self.weights(&softmax, truth);
        trace.replace(Name::Masked, masked);
        let inside = [
            (Name::Max, softmax.max),
            (Name::Shifted, softmax.shifted),
            (Name::Exp, softmax.exp),
            (Name::Sum, softmax.sum),
        ];
        for (name, matrix) in inside {
            // Down the columns there is one maximum and one sum a key: no entry for a query.
            if matrix.shape() == document.shape(name) {
                trace.replace(name, matrix);
            }
        }
        let weights = trace.lay(Name::Weights, weights, document);
        let output = match self {
            ValuesTransposed => attention::mix(&weights, &v.transposed())?,
            _ => attention::mix(&weights, v)?,
        };
        trace.replace(Name::Output, output);
        Ok(trace)
    }

    fn softmax(self, masked: &Matrix) -> Softmax {
        if self != SoftmaxDownColumns {
            return attention::softmax(masked);
        }
        let down = attention::softmax(&masked.transposed());
        Softmax {
            shifted: down.shifted.transposed(),
            exp: down.exp.transposed(),
            weights: down.weights.transposed(),
            ..down
        }
    }

    fn weights(self, softmax: &Softmax, truth: &Trace) -> Matrix {
        let weights = &softmax.weights;
        match self {
            NotDivided => softmax.exp.clone(),
            ScaledAfterSoftmax => attention::scaled(weights, truth.factor),
            MaskedAfterSoftmax => {
                let mask = truth.get(Name::Mask);
                let seen = |i, j| mask.get(i, j) == Some(0.0);
                Matrix::from_fn(weights.rows(), weights.cols(), |i, j| {
                    if seen(i, j) { weights.at(i, j) } else { 0.0 }
                })
            }
            _ => weights.clone(),
        }
    }
}

/// What each mistake gives that can be made here, by its key, the most common first.
#[must_use]
pub fn all(document: &Document) -> Vec<(&'static str, Arc<dyn Numbers>)> {
    let Ok(truth) = Trace::of(document) else {
        return vec![];
    };
    let made = |mistake: Mistake| {
        let trace = Arc::new(mistake.trace(document, &truth)?);
        let document = Arc::new(document.clone());
        let numbers: Arc<dyn Numbers> = Arc::new(HeadNumbers { document, trace });
        Some((mistake.key(), numbers))
    };
    Mistake::ALL.into_iter().filter_map(made).collect()
}
