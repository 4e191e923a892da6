//! The stages one walks, in order.

use crate::head::document::Source;
use crate::head::name::Name;

/// One stage of the walk. Each computes one matrix (the projection three).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Q, K, V = X·W_Q, X·W_K, X·W_V (projected source only).
    Project,
    /// Q·Kᵀ.
    Scores,
    /// Scores times the scale factor.
    Scaled,
    /// The additive mask.
    Mask,
    /// Scaled + mask.
    Masked,
    /// Softmax, step 1: the largest entry of each row.
    Max,
    /// Softmax, step 2: subtract it.
    Shifted,
    /// Softmax, step 3: exponentiate.
    Exp,
    /// Softmax, step 4: sum each row.
    Sum,
    /// Softmax done: divide by the sum.
    Weights,
    /// Weights·V.
    Output,
}

use Stage::*;

impl Stage {
    /// Every stage in order.
    pub const ALL: [Stage; 11] = [
        Project, Scores, Scaled, Mask, Masked, Max, Shifted, Exp, Sum, Weights, Output,
    ];

    /// The stages of a walk: the projection only when Q, K, V are computed, the inner steps of
    /// softmax only when it is opened.
    pub fn walk(source: Source, softmax_open: bool) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| match stage {
            Project => source == Source::Projected,
            stage => softmax_open || !stage.inside_softmax(),
        })
    }

    /// Whether it is one of the four inner steps of softmax.
    pub const fn inside_softmax(self) -> bool {
        matches!(self, Max | Shifted | Exp | Sum)
    }

    /// The key in attributes and links.
    pub const fn key(self) -> &'static str {
        match self {
            Project => "project",
            stage => stage.matrix().key(),
        }
    }

    /// The stage of that key; `softmax` is the weights, which softmax ends with.
    pub fn from_key(key: &str) -> Option<Stage> {
        let key = if key == "softmax" { "weights" } else { key };
        Stage::ALL.into_iter().find(|stage| stage.key() == key)
    }

    /// The matrix it computes (the projection: Q first).
    pub const fn matrix(self) -> Name {
        match self {
            Project => Name::Q,
            Scores => Name::Scores,
            Scaled => Name::Scaled,
            Mask => Name::Mask,
            Masked => Name::Masked,
            Max => Name::Max,
            Shifted => Name::Shifted,
            Exp => Name::Exp,
            Sum => Name::Sum,
            Weights => Name::Weights,
            Output => Name::Output,
        }
    }

    /// The tables between the scores and the weights that it is computed from, in the order of its formula. Q, K and V
    /// always stand in the figure.
    pub const fn sources(self) -> &'static [Name] {
        match self {
            Project | Scores | Mask | Output => &[],
            Scaled => &[Name::Scores],
            Masked => &[Name::Scaled, Name::Mask],
            Max => &[Name::Masked],
            Shifted => &[Name::Masked, Name::Max],
            Exp => &[Name::Shifted],
            Sum => &[Name::Exp],
            Weights => &[Name::Exp, Name::Sum],
        }
    }

    /// Whether what it computes is one number a row.
    pub const fn one_a_row(self) -> bool {
        matches!(self, Max | Sum)
    }

    /// The stage that shows `name`; inputs belong to the stage that first uses them.
    pub const fn of(name: Name) -> Stage {
        match name {
            Name::X | Name::Xkv | Name::Wq | Name::Wk | Name::Wv => Project,
            Name::Q | Name::K | Name::Scores => Scores,
            Name::Scaled => Scaled,
            Name::Mask => Mask,
            Name::Masked => Masked,
            Name::Max => Max,
            Name::Shifted => Shifted,
            Name::Exp => Exp,
            Name::Sum => Sum,
            Name::Weights => Weights,
            _ => Output,
        }
    }
}
