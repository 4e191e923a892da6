//! The names of what heads do.

/// What a head does, as far as its weights show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeadKind {
    /// Looks at the token before (Clark et al. 2019, "What Does BERT Look At?", §3.1).
    Previous,
    /// Looks at the first token, where weight rests that is needed nowhere
    /// (Xiao et al. 2023, "Efficient Streaming Language Models with Attention Sinks", §3.1).
    First,
    /// Looks at its own token.
    Itself,
    /// Looks at what came after the same token before: A B … A → B
    /// (Olsson et al. 2022, "In-context Learning and Induction Heads").
    Induction,
    /// Looks at other places that hold the same token (Wang et al. 2022, "Interpretability in the
    /// Wild", §3: duplicate token heads).
    SameToken,
    /// Looks at the token of the question that is to be written next.
    Source,
    /// Looks at the opening bracket that the next closing bracket has to match.
    MatchingBracket,
    /// Looks at the numbers to be added.
    Operand,
    /// Looks from *it* to the noun it stands for.
    Pronoun,
    /// Looks from *it* to the adjective that tells what it stands for.
    Clue,
    /// Looks from the verb to its subject.
    Subject,
    /// Looks everywhere alike.
    Spread,
    /// Nothing of all this clearly enough.
    Mixed,
}

impl HeadKind {
    /// The kinds that are a pattern of places, and so can be measured; those of one task first, as
    /// they say more than a general one that fits as well.
    pub const PATTERNS: [HeadKind; 11] = [
        HeadKind::Pronoun,
        HeadKind::Clue,
        HeadKind::Subject,
        HeadKind::MatchingBracket,
        HeadKind::Operand,
        HeadKind::Source,
        HeadKind::Induction,
        HeadKind::Previous,
        HeadKind::SameToken,
        HeadKind::First,
        HeadKind::Itself,
    ];

    /// The key in attributes and translations.
    pub const fn slug(self) -> &'static str {
        match self {
            HeadKind::Previous => "previous",
            HeadKind::First => "first",
            HeadKind::Itself => "itself",
            HeadKind::Induction => "induction",
            HeadKind::SameToken => "same-token",
            HeadKind::Source => "source",
            HeadKind::MatchingBracket => "matching-bracket",
            HeadKind::Operand => "operand",
            HeadKind::Pronoun => "pronoun",
            HeadKind::Clue => "clue",
            HeadKind::Subject => "subject",
            HeadKind::Spread => "spread",
            HeadKind::Mixed => "mixed",
        }
    }
}
