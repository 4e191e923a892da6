//! What a question asks for, as the dialog offers it.

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    #[default]
    Nothing,
    /// One number.
    Cell,
    /// A row of weights.
    Weights,
    /// One of a few texts.
    Choice,
}

impl Kind {
    /// All, in the order of the dialog.
    pub const ALL: [Self; 4] = [Self::Nothing, Self::Cell, Self::Weights, Self::Choice];

    /// The name in controls.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Cell => "cell",
            Self::Weights => "weights",
            Self::Choice => "choice",
        }
    }

    /// The one of that [`slug`](Kind::slug).
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}
