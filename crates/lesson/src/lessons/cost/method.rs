//! The ways to compute attention that are measured against each other.

use serde::{Deserialize, Serialize};

/// One way. The first four compute the same function, the last two give something up for speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Method {
    /// The formula as plain loops, one number at a time; the n×n weights are kept.
    Textbook,
    /// Q·Kᵀ, softmax, ·V one after the other with SIMD; scores and weights are kept, n×n each.
    Staged,
    /// In tiles with a running softmax and SIMD; n×n never exists (Dao et al. 2022, algorithm 1;
    /// that memory need not grow with n² was seen before: Rabe and Staats 2021).
    Fused,
    /// The same kernel compiled without SIMD: one number at a time.
    Scalar,
    /// Fused, and each query sees only itself and the w − 1 tokens before it (Jiang et al. 2023, §2).
    Window,
    /// φ(Q)·(φ(K)ᵀ·V): no softmax, a state of d×d instead of n×n (Katharopoulos et al. 2020).
    Linear,
}

impl Method {
    /// All, in the order in which they are measured and shown.
    pub const ALL: [Self; 6] = [
        Self::Textbook,
        Self::Staged,
        Self::Scalar,
        Self::Fused,
        Self::Window,
        Self::Linear,
    ];

    /// The name in links, attributes and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Textbook => "textbook",
            Self::Staged => "staged",
            Self::Fused => "fused",
            Self::Scalar => "scalar",
            Self::Window => "window",
            Self::Linear => "linear",
        }
    }

    /// The method of that slug.
    #[must_use]
    pub fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.slug() == slug)
    }

    /// Its place in [`Method::ALL`], which is its colour too.
    #[must_use]
    pub fn index(self) -> usize {
        Self::ALL.iter().position(|own| *own == self).unwrap_or(0)
    }

    /// Does it compute softmax(Q·Kᵀ/√d)·V, of all keys that the mask leaves?
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Self::Window | Self::Linear)
    }

    /// How many n×n matrices it keeps.
    #[must_use]
    pub const fn squares(self) -> u64 {
        match self {
            Self::Textbook => 1,
            Self::Staged => 2,
            _ => 0,
        }
    }
}
