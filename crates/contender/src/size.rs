//! The sizes that are measured: here and nowhere else.

use attention::model::Config;
use attention::train::AdamW;

/// How many sequences are in a batch.
pub const BATCH: usize = 16;

/// The optimiser of all contenders.
pub const OPTIMISER: AdamW = AdamW {
    rate: 1e-3,
    betas: [0.9, 0.999],
    eps: 1e-8,
    weight_decay: 0.01,
};

/// The sizes, the smallest first.
pub const SIZES: [Size; 3] = [Size::of(32, 16), Size::of(64, 32), Size::of(128, 64)];

/// A size of model and batch, named after its `d_model`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The width of the residual stream.
    pub d_model: usize,
    /// The length of each sequence.
    pub tokens: usize,
}

impl Size {
    const fn of(d_model: usize, tokens: usize) -> Self {
        Self { d_model, tokens }
    }

    /// The size of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let d_model: usize = name.parse().ok()?;
        SIZES.into_iter().find(|size| size.d_model == d_model)
    }

    /// A transformer of this size with the switches of GPT-2.
    #[must_use]
    pub fn config(self) -> Config {
        Config::gpt2(64, self.tokens, self.d_model, 2, 4)
    }

    /// A batch of tokens without a pattern, sequence after sequence.
    #[must_use]
    pub fn ids(self) -> Vec<u32> {
        let mut state = 1_u32;
        let next = || {
            // Numerical Recipes' generator; its upper bits are the good ones.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 26
        };
        std::iter::repeat_with(next)
            .take(BATCH * self.tokens)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{SIZES, Size};

    #[test]
    fn every_size_is_found_by_its_name_and_makes_a_model() {
        for size in SIZES {
            assert_eq!(Size::named(&size.d_model.to_string()), Some(size));
            assert_eq!(size.config().check(), Ok(()));
        }
        assert_eq!(Size::named("33"), None);
    }

    #[test]
    fn the_tokens_are_all_of_the_vocabulary_and_no_others() {
        for size in SIZES {
            let (ids, vocab) = (size.ids(), size.config().vocab as u32);
            assert!((0..vocab).all(|token| ids.contains(&token)));
            assert!(ids.iter().all(|&id| id < vocab));
        }
    }
}
