//! Times all contenders in turns, so that what disturbs the machine disturbs them alike.

use contender::{Question, SIZES, Size, Work};
use e2e::{Error, Sample};

use crate::contenders::{Contenders, Who};

/// How often each contender is timed at each task.
const ROUNDS: usize = 31;
/// How long at least, in milliseconds.
const BATCH: f64 = 100.0;
/// How long before all that, for caches and just-in-time compilers, in milliseconds.
const WARM_UP: f64 = 1500.0;

/// Milliseconds a call, for each contender.
type Line = [f64; Who::ALL.len()];

/// Something to be done at some size, and how long it took.
pub struct Times {
    /// What was done.
    pub work: Work,
    /// At which size.
    pub size: Size,
    rounds: Vec<Line>,
}

/// Times everything.
pub async fn times(contenders: &mut Contenders) -> Result<Vec<Times>, Error> {
    let mut all: Vec<Times> = tasks().collect();
    for times in &mut all {
        eprintln!("Warming up: {} {} …", times.work.name(), times.size.d_model);
        times.round(contenders, WARM_UP, false).await?;
    }
    for round in 0..ROUNDS {
        eprintln!("Round {} of {ROUNDS} …", round + 1);
        for times in &mut all {
            let line = times.round(contenders, BATCH, round % 2 == 1).await?;
            times.rounds.push(line);
        }
    }
    Ok(all)
}

/// Every task, not timed yet.
fn tasks() -> impl Iterator<Item = Times> {
    let of = |work| {
        SIZES.into_iter().map(move |size| Times {
            work,
            size,
            rounds: Vec::new(),
        })
    };
    Work::ALL.into_iter().flat_map(of)
}

impl Times {
    /// Times all contenders once; backwards in every other round, so that none is always after
    /// the same other.
    async fn round(
        &self,
        contenders: &mut Contenders,
        least: f64,
        backwards: bool,
    ) -> Result<Line, Error> {
        let mut line = Line::default();
        for turn in 0..line.len() {
            let index = if backwards {
                line.len() - 1 - turn
            } else {
                turn
            };
            let question = Question::Time(self.work, self.size, least);
            let answer = contenders.ask(Who::ALL[index], question).await?;
            line[index] = answer
                .as_f64()
                .ok_or_else(|| Error::Setup(format!("“{question}” was answered by {answer}")))?;
        }
        Ok(line)
    }

    /// Milliseconds a call, the median.
    pub fn median(&self, who: Who) -> f64 {
        Sample::new(self.rounds.iter().map(|line| line[who as usize]).collect()).median()
    }

    /// The faster of the two ways in which PyTorch can compute attention.
    pub fn best_torch(&self) -> Who {
        if self.median(Who::Eager) < self.median(Who::Sdpa) {
            Who::Eager
        } else {
            Who::Sdpa
        }
    }

    /// How many times as fast as `other` is `who`, in each round?
    pub fn ratios(&self, who: Who, other: Who) -> Sample {
        let ratio = |line: &Line| line[other as usize] / line[who as usize];
        Sample::new(self.rounds.iter().map(ratio).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, Times, Who, tasks};

    fn times(rounds: Vec<Line>) -> Option<Times> {
        let first = tasks().next()?;
        Some(Times { rounds, ..first })
    }

    #[test]
    fn ratios_are_taken_within_a_round() {
        let times = times(vec![[1.0, 2.0, 4.0, 3.0], [10.0, 20.0, 40.0, 30.0]]);
        let ratio = |who, other| times.as_ref().map(|t| t.ratios(who, other).quantile(1.0));
        assert_eq!(ratio(Who::Wasm, Who::Sdpa), Some(3.0));
        assert_eq!(ratio(Who::Native, Who::Eager), Some(2.0));
    }

    #[test]
    fn pytorch_is_compared_with_at_its_best() {
        let best = |rounds| times(rounds).map(|times| times.best_torch());
        assert_eq!(best(vec![[1.0, 1.0, 4.0, 3.0]]), Some(Who::Sdpa));
        assert_eq!(best(vec![[1.0, 1.0, 3.0, 4.0]]), Some(Who::Eager));
    }
}
