//! The ways to tell attention about order.

/// A way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// None: a set of tokens.
    None,
    /// Waves, added to the embeddings.
    #[default]
    Sinusoidal,
    /// A row of a learned table, added to the embeddings.
    Learned,
    /// Queries and keys are turned.
    Rope,
    /// A penalty on the distance.
    Alibi,
}

impl Scheme {
    /// Those that tell of order.
    pub const ALL: [Scheme; 4] = [
        Scheme::Sinusoidal,
        Scheme::Learned,
        Scheme::Rope,
        Scheme::Alibi,
    ];

    /// Its name in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Scheme::None => "none",
            Scheme::Sinusoidal => "sinusoidal",
            Scheme::Learned => "learned",
            Scheme::Rope => "rope",
            Scheme::Alibi => "alibi",
        }
    }

    /// The one of that name that tells of order.
    #[must_use]
    pub fn of(key: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|own| own.key() == key)
    }

    /// Whether it adds something to the embeddings.
    #[must_use]
    pub const fn adds(self) -> bool {
        matches!(self, Scheme::Sinusoidal | Scheme::Learned)
    }
}
