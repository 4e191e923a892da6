//! What scores are multiplied by.

use attention::Scale;
use serde::{Deserialize, Serialize};

/// A factor, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Factor {
    /// 1/√d: ` / √2`.
    Root {
        /// d.
        d: usize,
        /// 1/√d.
        value: f32,
    },
    /// None was chosen: ` · 1`.
    One,
    /// One that a reader chose: ` · 0.50`.
    Chosen(f32),
    /// A model's own: `·1`, or with two more places `·0.2500`.
    Fixed(f32),
}

impl Factor {
    /// The scale that was chosen, for queries and keys of width `d`.
    #[must_use]
    pub fn chosen(scale: Scale, d: usize) -> Factor {
        match scale {
            Scale::SqrtDk => Factor::Root {
                d,
                value: scale.factor(d),
            },
            Scale::None => Factor::One,
            Scale::By(factor) => Factor::Chosen(factor),
        }
    }

    /// A model's own. A factor 1/√d is written as what it is.
    #[must_use]
    pub fn of_model(value: f32) -> Factor {
        let d = 1.0 / (value * value);
        if value != 1.0 && (d - d.round()).abs() < 1e-3 {
            let d = d.round() as usize;
            return Factor::Root { d, value };
        }
        Factor::Fixed(value)
    }

    /// The factor itself.
    #[must_use]
    pub const fn value(self) -> f32 {
        match self {
            Factor::One => 1.0,
            Factor::Root { value, .. } | Factor::Chosen(value) | Factor::Fixed(value) => value,
        }
    }
}
