//! One step of gradient descent: every number that can learn goes a little against its gradient.

use std::sync::Arc;

use attention::Matrix;

use super::document::Document;
use super::tables::*;
use super::way::Way;
use crate::head::document::Source;
use crate::head::name::Name;

/// The inputs that learn: the three projections of a projected head (its embeddings are data), else Q, K and V.
#[must_use]
pub const fn learns(source: Source) -> [(Name, crate::core::table::TableId); 3] {
    match source {
        Source::Projected => [
            (Name::Wq, GRAD_WQ),
            (Name::Wk, GRAD_WK),
            (Name::Wv, GRAD_WV),
        ],
        Source::ByHand => [(Name::Q, GRAD_Q), (Name::K, GRAD_K), (Name::V, GRAD_V)],
    }
}

/// x ← x − rate·∂x, once. A number that would overflow stays where it was.
pub fn step(document: &mut Document, way: &Way) {
    let rate = document.rate;
    let implied = document.head.projection_is_implied();
    for (name, gradient) in learns(document.head.source) {
        let gradient = way.get(gradient);
        if let Some(own) = document.head.input_mut(name) {
            *own = moved(own, gradient, rate);
        }
    }
    if implied {
        document.head.imply_projection();
    }
}

/// The loss now and after each of so many steps; it ends early where there is no loss.
#[must_use]
pub fn losses(document: &Document, steps: usize) -> Vec<f32> {
    let mut document = document.clone();
    let mut all = vec![];
    for taken in 0..=steps {
        let Ok(way) = Way::of(&Arc::new(document.clone())) else {
            break;
        };
        all.push(way.loss());
        if taken < steps {
            step(&mut document, &way);
        }
    }
    all
}

fn moved(own: &Matrix, gradient: &Matrix, rate: f32) -> Matrix {
    Matrix::from_fn(own.rows(), own.cols(), |i, j| {
        let before = own.at(i, j);
        let after = before - rate * gradient.get(i, j).unwrap_or(0.0);
        if after.is_finite() { after } else { before }
    })
}
