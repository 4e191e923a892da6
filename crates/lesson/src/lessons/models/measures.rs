//! What a head does, as far as its weights show it, beside what a head would have that looks everywhere alike.

use attention::Matrix;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A pattern of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The token before (Clark et al. 2019, "What Does BERT Look At?", §3.1).
    Previous,
    /// The first token, where weight rests that is needed nowhere (Xiao et al. 2023, "Efficient Streaming Language
    /// Models with Attention Sinks", §3.1).
    First,
    /// The token itself.
    Itself,
    /// Other places that hold the same token (Wang et al. 2022, "Interpretability in the Wild", §3: duplicate token
    /// heads).
    Same,
    /// What came after the same token before: A B … A → B (Olsson et al. 2022, "In-context Learning and Induction
    /// Heads").
    Induction,
    /// Tokens that only divide: punctuation, line ends, marks like `[SEP]`; but not the first token (Clark et al. 2019,
    /// §3.2: weight on them is often a head's way to do nothing).
    Delimiter,
    /// The tokens near by, [`NEAR`] on each side. Said of a head only where none of the others is.
    Local,
}

/// How far away a token is near by.
const NEAR: usize = 3;

impl Pattern {
    /// All of them; of two that fit a head equally the first is said.
    pub const ALL: [Pattern; 7] = [
        Pattern::Induction,
        Pattern::Same,
        Pattern::Previous,
        Pattern::First,
        Pattern::Itself,
        Pattern::Delimiter,
        Pattern::Local,
    ];

    /// The name in translations.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Previous => "previous",
            Self::First => "first",
            Self::Itself => "itself",
            Self::Same => "same",
            Self::Induction => "induction",
            Self::Delimiter => "delimiter",
            Self::Local => "local",
        }
    }

    /// Whether key `j` is of the pattern for query `i`.
    fn has(self, text: Text<'_>, i: usize, j: usize) -> bool {
        let ids = text.ids;
        match self {
            Self::Previous => j + 1 == i,
            Self::First => j == 0 && i > 0,
            Self::Itself => j == i,
            Self::Same => j != i && ids[j] == ids[i],
            Self::Induction => j > 0 && j <= i && ids[j - 1] == ids[i] && j - 1 != i,
            Self::Delimiter => j > 0 && text.divides.get(j) == Some(&true),
            Self::Local => j != i && j.abs_diff(i) <= NEAR,
        }
    }
}

/// What is known of a text's tokens.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// Which they are.
    pub ids: &'a [u32],
    /// Whether each only divides ([`divides`]).
    pub divides: &'a [bool],
}

/// Whether a token only divides, by how it is shown: spaces and line ends made visible.
#[must_use]
pub fn divides(shown: &str) -> bool {
    let own = shown.trim_matches('␣');
    let marked = |open, close| own.len() > 2 && own.starts_with(open) && own.ends_with(close);
    let special = marked('[', ']') || marked('<', '>');
    special || !own.is_empty() && !own.contains(char::is_alphanumeric)
}

/// Means over the queries that had such a key before them and could look elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The weight on the keys of the pattern, all together, 0…1.
    pub found: f32,
    /// The same of a head that looks everywhere alike.
    pub chance: f32,
    /// How many queries.
    pub queries: u32,
}

impl Score {
    /// How far it stands above chance: 0 where chance would give it too, 1 where all weight lies on the pattern
    /// (Cohen 1960).
    #[must_use]
    pub fn clarity(&self) -> f32 {
        match self.chance < 1.0 {
            true => (self.found - self.chance) / (1.0 - self.chance),
            false => 0.0,
        }
    }
}

/// Which keys a query may look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// None that come after it.
    pub causal: bool,
    /// No more than so many, itself and those right before it.
    pub window: Option<usize>,
}

impl Sight {
    /// The keys that query `i` of `n` may look at.
    #[must_use]
    pub fn keys(self, i: usize, n: usize) -> Range<usize> {
        let end = if self.causal { i + 1 } else { n };
        let first = self.window.map_or(0, |keys| end.saturating_sub(keys));
        first..end
    }
}

/// What a head does: a score for each of [`Pattern::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Does(pub [Score; Pattern::ALL.len()]);

/// The clarity from which a pattern gives a head its name.
pub const CLEAR: f32 = 0.4;

/// Fewer queries than these could be chance.
const ENOUGH: u32 = 6;

impl Does {
    /// Measures one head: `weights` n×n over n tokens. A query that sees fewer than two keys has no choice, and is
    /// passed over.
    #[must_use]
    pub fn of(text: Text<'_>, weights: &Matrix, sight: Sight) -> Does {
        let ids = text.ids;
        let mut does = Does::default();
        for (pattern, score) in Pattern::ALL.into_iter().zip(&mut does.0) {
            let (mut found, mut chance) = (0.0, 0.0);
            for i in 1..weights.rows().min(ids.len()) {
                let seen = sight.keys(i, ids.len());
                let all = seen.len();
                let keys = seen.filter(|j| pattern.has(text, i, *j));
                let (mut weight, mut count) = (0.0_f64, 0_u32);
                for j in keys {
                    weight += f64::from(weights.at(i, j));
                    count += 1;
                }
                if count > 0 && all > 1 {
                    found += weight;
                    chance += f64::from(count) / all as f64;
                    score.queries += 1;
                }
            }
            let queries = f64::from(score.queries.max(1));
            score.found = ((found / queries) as f32).clamp(0.0, 1.0);
            score.chance = (chance / queries) as f32;
        }
        does
    }

    /// The pattern that stands highest above chance, where that is at least [`CLEAR`] and was seen often enough. A head
    /// that looks at the token before looks near by too, so that is said only where nothing else can be.
    #[must_use]
    pub fn label(&self) -> Option<(Pattern, Score)> {
        let all = Pattern::ALL.into_iter().zip(self.0);
        let clear = all.filter(|(_, own)| own.queries >= ENOUGH && own.clarity() >= CLEAR);
        let better = |best: (Pattern, Score), own: (Pattern, Score)| {
            let above = own.1.clarity() > best.1.clarity() && own.0 != Pattern::Local;
            if above { own } else { best }
        };
        clear.reduce(better)
    }
}

/// Random tokens, and the same once more, on which heads show what they do with what they have seen: `count` of them
/// twice, each of its own kind, out of `vocab`. The same for ever.
#[must_use]
pub fn repeated(vocab: usize, count: usize) -> Vec<u32> {
    let mut once: Vec<u32> = Vec::new();
    let mut place = 0;
    while once.len() < count.min(vocab) {
        let id = (crate::core::random::number(7, place) * vocab as f32) as usize;
        place += 1;
        let id = id.min(vocab - 1) as u32;
        if !once.contains(&id) {
            once.push(id);
        }
    }
    [once.clone(), once].concat()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;

    const CAUSAL: Sight = Sight {
        causal: true,
        window: None,
    };

    /// All weight of each query on one key.
    fn looks(n: usize, at: impl Fn(usize) -> usize) -> Matrix {
        Matrix::from_fn(n, n, |i, j| if at(i) == j { 1.0 } else { 0.0 })
    }

    #[test]
    fn a_head_is_named_by_where_all_its_weight_lies() {
        let ids = repeated(100, 8);
        let divides: Vec<bool> = (0..16).map(|j| j % 5 == 4).collect();
        let text = Text {
            ids: &ids,
            divides: &divides,
        };
        let named = |weights: &Matrix| Does::of(text, weights, CAUSAL).label().map(|own| own.0);
        let n = ids.len();
        let previous = looks(n, |i| i.saturating_sub(1));
        assert_eq!(named(&previous), Some(Pattern::Previous));
        assert_eq!(named(&looks(n, |_| 0)), Some(Pattern::First));
        assert_eq!(named(&looks(n, |i| i)), Some(Pattern::Itself));
        let same = looks(n, |i| if i >= 8 { i - 8 } else { i });
        assert_eq!(named(&same), Some(Pattern::Same));
        let induction = looks(n, |i| if i >= 8 { i - 7 } else { 0 });
        assert_eq!(named(&induction), Some(Pattern::Induction));
        let delimiter = looks(n, |i| if i >= 4 { (i - 4) / 5 * 5 + 4 } else { 0 });
        assert_eq!(named(&delimiter), Some(Pattern::Delimiter));
        // Now this, now that, but never far away.
        let local = looks(n, |i| i.saturating_sub(1 + i % 3));
        assert_eq!(named(&local), Some(Pattern::Local));
    }

    #[test]
    fn what_only_divides_is_known_by_how_it_looks() {
        for own in [
            ".",
            "␣,",
            "!'",
            "↵",
            "␣--",
            "[SEP]",
            "<|endoftext|>",
            "</s>",
        ] {
            assert!(divides(own), "{own}");
        }
        for own in ["", "␣", "a", "␣cat", "'s", "#12", "[", "<", "né", "猫"] {
            assert_eq!(divides(own), ["[", "<"].contains(&own), "{own}");
        }
    }

    #[test]
    fn a_head_that_looks_everywhere_alike_is_at_chance_and_has_no_name() {
        let ids = repeated(50, 12);
        let n = ids.len();
        for (causal, window) in [(true, None), (false, None), (true, Some(14))] {
            let sight = Sight { causal, window };
            let even = Matrix::from_fn(n, n, |i, j| {
                let keys = sight.keys(i, n);
                if keys.contains(&j) {
                    1.0 / keys.len() as f32
                } else {
                    0.0
                }
            });
            let divides = vec![true; n];
            let text = Text {
                ids: &ids,
                divides: &divides,
            };
            let does = Does::of(text, &even, sight);
            for score in does.0 {
                assert!((score.found - score.chance).abs() < 1e-6, "{score:?}");
            }
            assert_eq!(does.label(), None);
        }
    }

    #[test]
    fn repeated_tokens_are_all_different_and_there_twice() {
        for (vocab, count) in [(300, 24), (5, 24), (1, 3)] {
            let ids = repeated(vocab, count);
            let half = ids.len() / 2;
            assert_eq!(half, count.min(vocab));
            assert_eq!(ids[..half], ids[half..]);
            let mut once = ids[..half].to_vec();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), half);
        }
    }
}
