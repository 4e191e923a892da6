//! What it has cost to write so far, with a cache of keys and values and without one.

use super::{Cost, Written};

/// What one more token took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// With so many tokens read, the new one included.
    pub tokens: usize,
    /// With the others in a cache; `None` where there can be none.
    pub cached: Option<Cost>,
    /// With all of them read again.
    pub again: Cost,
}

/// The costs of a text since it was begun.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spending {
    given: usize,
    costs: Vec<Spent>,
}

impl Spending {
    /// Nothing yet, for a prompt of `given` tokens.
    #[must_use]
    pub fn begin(given: usize) -> Self {
        Self {
            given,
            costs: Vec::new(),
        }
    }

    /// How many tokens were given.
    #[must_use]
    pub fn given(&self) -> usize {
        self.given
    }

    /// Takes up what was measured; what lies beyond was taken back. A prompt is read whole, with a
    /// cache as without one: there is nothing in it yet.
    pub fn record(&mut self, written: &Written) {
        let tokens = written.ids.len();
        self.costs.retain(|one| one.tokens < tokens);
        let first = tokens <= self.given;
        self.costs.push(Spent {
            tokens,
            cached: written
                .cached
                .map(|cached| if first { written.again } else { cached }),
            again: written.again,
        });
    }

    /// Token by token, the prompt as the first.
    #[must_use]
    pub fn costs(&self) -> &[Spent] {
        &self.costs
    }

    /// All together: with a cache, if there can be one, and without.
    #[must_use]
    pub fn total(&self) -> (Option<Cost>, Cost) {
        let cached = self.costs.iter().map(|one| one.cached);
        let cached = cached.reduce(|sum, one| Some(add(sum?, one?)));
        let again = self.costs.iter().map(|one| one.again);
        (cached.flatten(), again.fold(Cost::default(), add))
    }
}

fn add(a: Cost, b: Cost) -> Cost {
    Cost {
        multiply_adds: a.multiply_adds + b.multiply_adds,
        microseconds: a.microseconds + b.microseconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(multiply_adds: u64) -> Cost {
        Cost {
            multiply_adds,
            microseconds: multiply_adds as f32 / 10.0,
        }
    }

    fn written(tokens: usize, cached: Option<u64>, again: u64) -> Written {
        Written {
            step: 0,
            ids: vec![0; tokens],
            candidates: Vec::new(),
            number: 0.5,
            drawn: None,
            cached: cached.map(cost),
            again: cost(again),
        }
    }

    #[test]
    fn the_prompt_is_read_whole_and_the_rest_one_by_one() {
        let mut spending = Spending::begin(3);
        spending.record(&written(3, Some(10), 30));
        spending.record(&written(4, Some(11), 44));
        spending.record(&written(5, Some(12), 60));
        assert_eq!(
            spending.total(),
            (Some(cost(30 + 11 + 12)), cost(30 + 44 + 60))
        );
    }

    #[test]
    fn what_is_taken_back_or_asked_again_counts_once() {
        let mut spending = Spending::begin(1);
        for tokens in [1, 2, 3, 2, 2] {
            spending.record(&written(tokens, Some(1), 10 * tokens as u64));
        }
        let tokens: Vec<usize> = spending.costs().iter().map(|one| one.tokens).collect();
        assert_eq!(tokens, [1, 2]);
        assert_eq!(spending.total(), (Some(cost(11)), cost(30)));
    }

    #[test]
    fn without_a_mask_there_is_no_cache_to_add_up() {
        let mut spending = Spending::begin(1);
        assert_eq!(spending.total(), (None, Cost::default()));
        spending.record(&written(1, None, 10));
        spending.record(&written(2, None, 20));
        assert_eq!(spending.total(), (None, cost(30)));
    }
}
