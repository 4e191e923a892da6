//! How many cases each target has had, all runs together, and how the time of the next run is shared out, so that slow
//! targets come to as many as quick ones.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The cases that every target is to have.
pub const WANTED: u64 = 10_000_000;
/// What a target gets at least, as a part of what all would get if all got the same.
const LEAST: f64 = 0.1;
/// What stands above the list.
const HEAD: &str = "\
# Cases that each target of `cargo xtask fuzz` has had, all runs together, and how many a second in the last one.
";

/// What is known of one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Its cases so far.
    pub cases: u64,
    /// As many a second; 0 where it never ran.
    pub a_second: u64,
}

impl Reached {
    /// The seconds until it has had [`WANTED`]; `None` where nobody knows.
    pub fn needs(self) -> Option<f64> {
        let missing = WANTED.saturating_sub(self.cases) as f64;
        (self.a_second > 0).then(|| missing / self.a_second as f64)
    }
}

/// What is known of all, by their names.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct All(BTreeMap<String, Reached>);

impl All {
    /// Of the text of `crates/fuzz/reached.txt`; a line that is none is passed over, and its target begins anew.
    pub fn read(text: &str) -> Self {
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_owned();
            let mut number = || words.next()?.parse().ok();
            let (cases, a_second) = (number()?, number()?);
            Some((name, Reached { cases, a_second }))
        };
        Self(text.lines().filter_map(line).collect())
    }

    /// The text that says this.
    pub fn written(&self) -> String {
        let mut text = HEAD.to_owned();
        for (name, Reached { cases, a_second }) in &self.0 {
            let _ = writeln!(text, "{name} {cases} {a_second}");
        }
        text
    }

    /// What is known of one.
    pub fn of(&self, name: &str) -> Reached {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// It ran once more; what is known now.
    pub fn add(&mut self, name: &str, cases: u64, a_second: u64) -> Reached {
        let own = self.0.entry(name.to_owned()).or_default();
        own.cases = own.cases.saturating_add(cases);
        own.a_second = a_second.max(1);
        *own
    }

    /// The seconds that each of these targets gets of so many, and none more than `most`. What is missing to [`WANTED`]
    /// decides; what is left over then is for all alike.
    pub fn shares(&self, names: &[&String], seconds: f64, most: f64) -> Vec<f64> {
        let even = seconds / names.len().max(1) as f64;
        let needs = names.iter().map(|name| self.of(name).needs());
        let needs: Vec<f64> = needs.map(|own| own.unwrap_or(even).min(most)).collect();
        let (all, rest) = (needs.iter().sum::<f64>(), seconds * (1.0 - LEAST));
        let share = |need: f64| match all > rest {
            true => rest * need / all,
            false => need + (rest - all) / names.len().max(1) as f64,
        };
        needs
            .into_iter()
            .map(|need| (even * LEAST + share(need)).min(most))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> All {
        All::read("# a comment\nquick 10000000 20000\nslow 4000000 1000\nnone\n")
    }

    #[test]
    fn what_is_written_is_read() {
        let mut all = all();
        assert_eq!(all.of("none"), Reached::default());
        let slow = all.add("slow", 500, 1200);
        assert_eq!((slow.cases, slow.a_second), (4_000_500, 1200));
        assert_eq!(All::read(&all.written()), all);
    }

    #[test]
    fn a_slow_target_has_the_time_that_it_needs() {
        let names = ["quick", "slow"].map(str::to_owned);
        let names: Vec<_> = names.iter().collect();
        assert_eq!(all().shares(&names, 100.0, 100.0), [5.0, 95.0]);
        // It needs 6000 seconds; beyond that all have the same.
        let shares = all().shares(&names, 10_000.0, 10_000.0);
        assert_eq!(shares, [2000.0, 8000.0]);
        // On two cores it has one of them, and what it cannot have is for others.
        assert_eq!(all().shares(&names, 200.0, 100.0), [50.0, 100.0]);
    }

    #[test]
    fn who_never_ran_has_as_much_as_others() {
        let names = ["new", "newer"].map(str::to_owned);
        let names: Vec<_> = names.iter().collect();
        assert_eq!(All::default().shares(&names, 60.0, 60.0), [30.0, 30.0]);
    }
}
