//! Times everybody in turns, so that what disturbs the machine disturbs all alike.

use std::env;

use e2e::{Error, Sample};

use crate::contenders::{Checked, Contenders, Line, OURS, PEAKS};
use crate::rows::Row;

/// How often each contender is timed at each row.
const ROUNDS: usize = 25;

/// A row, and how everybody did.
pub struct Measured {
    /// What was done.
    pub row: Row,
    /// What was found before it was timed.
    pub checked: Vec<Checked>,
    rounds: Vec<Line>,
}

/// Checks and times everybody at one row.
pub async fn measure(contenders: &Contenders, row: Row) -> Result<Measured, Error> {
    eprintln!("{} …", row.label());
    let checked = contenders.check(&row).await?;
    let wanted = env::var("ATTENTION_LAB_BENCH_ROUNDS").ok();
    let wanted = wanted.and_then(|number| number.parse().ok());
    let mut rounds = Vec::new();
    for number in 0..wanted.unwrap_or(ROUNDS) {
        rounds.push(contenders.round(number).await?);
    }
    Ok(Measured {
        row,
        checked,
        rounds,
    })
}

impl Measured {
    /// How many times as fast as `other` is `who`, in each round that has both?
    pub fn ratios(&self, who: &str, other: &str) -> Sample {
        let ratio = |line: &Line| Some(line.get(other)? / line.get(who)?);
        Sample::new(self.rounds.iter().filter_map(ratio).collect())
    }

    /// What part of its peak one of our modules reaches: `None` where nothing is multiplied.
    pub fn share(&self, module: usize, peak_multiply_adds: f64) -> Option<Sample> {
        let work = self.row.multiply_adds() / peak_multiply_adds;
        let part = |line: &Line| Some(work * line.get(PEAKS[module])? / line.get(OURS[module])?);
        let parts = self.rounds.iter().filter_map(part);
        (work > 0.0).then(|| Sample::new(parts.collect()))
    }

    /// The same of the quickest round of each: what other work on the machine took least from.
    pub fn share_at_best(&self, module: usize, peak_multiply_adds: f64) -> f64 {
        let quickest = |id: &str| {
            let times = self.rounds.iter().filter_map(|line| line.get(id).copied());
            times.fold(f64::INFINITY, f64::min)
        };
        let work = self.row.multiply_adds() / peak_multiply_adds;
        work * quickest(PEAKS[module]) / quickest(OURS[module])
    }

    /// Who of all others is the hardest to beat: by the same ratios that the tables show, so that
    /// none of them is below the one to the best.
    pub fn best_other(&self, who: &str) -> Option<&str> {
        let others = self.checked.iter().map(|checked| checked.id.as_str());
        let others = others.filter(|id| !OURS.contains(id));
        let ratios = others.map(|id| (id, self.ratios(who, id).median()));
        let timed = ratios.filter(|(_, ratio)| !ratio.is_nan());
        timed.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Checked, Line, Measured, Row};
    use crate::rows::Kind;

    fn measured(rounds: &[&[(&str, f64)]]) -> Measured {
        let checked = |id: &str| Checked {
            id: id.to_owned(),
            how: None,
            tried: Vec::new(),
        };
        Measured {
            row: Row {
                kind: Kind::Matmul,
                n: 10,
            },
            checked: ["ours-relaxed", "slow", "quick", "wrong"]
                .map(checked)
                .into(),
            rounds: rounds.iter().map(|round| line(round)).collect(),
        }
    }

    fn line(times: &[(&str, f64)]) -> Line {
        let times = times.iter().map(|(id, ms)| ((*id).to_owned(), *ms));
        times.collect()
    }

    #[test]
    fn a_ratio_is_of_one_round_and_needs_both() {
        let measured = measured(&[
            &[("ours-relaxed", 1.0), ("slow", 4.0)],
            &[("ours-relaxed", 10.0)],
        ]);
        assert_eq!(measured.ratios("ours-relaxed", "slow").quantile(1.0), 4.0);
    }

    #[test]
    fn the_best_other_is_neither_we_nor_who_takes_no_part() {
        let measured = measured(&[&[("ours-relaxed", 1.0), ("slow", 4.0), ("quick", 3.0)]]);
        assert_eq!(measured.best_other("ours-relaxed"), Some("quick"));
    }

    #[test]
    fn the_share_is_the_time_that_the_peak_would_take_for_the_same_work() {
        let measured = measured(&[
            &[("ours-relaxed", 4.0), ("peak-relaxed", 1.0)],
            &[("ours-relaxed", 2.0), ("peak-relaxed", 0.5)],
            &[("ours-relaxed", 8.0), ("peak-relaxed", 4.0)],
        ]);
        let share = measured.share(0, 500.0).map(|share| share.median());
        assert_eq!(share, Some(0.5));
        assert_eq!(measured.share_at_best(0, 500.0), 0.5);
    }
}
