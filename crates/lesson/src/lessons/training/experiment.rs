//! Two runs side by side that differ in one thing.

use super::settings::{PositionKind, Settings};
use super::task::Task;

/// What the second run does differently from the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Scores are not divided by √d_k.
    Unscaled,
    /// No causal mask: the answer can be read off.
    Unmasked,
    /// Nothing says where a token stands.
    Unordered,
    /// One head instead of four.
    OneHead,
}

impl Experiment {
    /// All of them, in the order of the chooser.
    pub const ALL: [Self; 4] = [
        Self::Unscaled,
        Self::Unmasked,
        Self::Unordered,
        Self::OneHead,
    ];

    /// The name in links, controls and translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Unscaled => "unscaled",
            Self::Unmasked => "unmasked",
            Self::Unordered => "unordered",
            Self::OneHead => "one_head",
        }
    }

    /// The experiment of that name.
    #[must_use]
    pub fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }

    /// The settings of the first and of the second run.
    #[must_use]
    pub fn settings(self) -> [Settings; 2] {
        let first = self.first();
        let mut second = first.clone();
        match self {
            Self::Unscaled => second.scaled = false,
            Self::Unmasked => second.causal = false,
            Self::Unordered => second.positions = PositionKind::None,
            Self::OneHead => second.n_heads = 1,
        }
        [first, second]
    }

    fn first(self) -> Settings {
        match self {
            // A wide head: the wider, the larger unscaled scores grow.
            Self::Unscaled => Settings {
                n_heads: 1,
                d_model: 64,
                ..Settings::of(Task::Repeat)
            },
            Self::Unmasked => Settings::of(Task::Repeat),
            Self::Unordered => Settings::of(Task::Reverse),
            // Where one layer has to do it all, a second softmax is missed.
            Self::OneHead => Settings {
                n_layers: 1,
                ..Settings::of(Task::Sort)
            },
        }
    }
}
