//! Measuring what a head looks at, over many sequences.

use attention::{Keep, Mask, Matrix, ShapeError};

use crate::lessons::training::task::{Link, Task};

use super::combine::fitting;
use super::pattern::{belongs, rival};
use super::{HeadKind, HeadScores};

/// Sums up the weights of one head, sequence by sequence; [`Measure::finish`] gives the means.
///
/// A query that may look at fewer than two keys has no choice, and is passed over; so is one that
/// has no weights at all, and what stands in the padding.
#[derive(Clone, Debug)]
pub struct Measure {
    task: Task,
    mask: Mask,
    found: [Mean; PATTERNS],
    chance: [Mean; PATTERNS],
    entropy: Mean,
    distance: Mean,
}

pub(super) const PATTERNS: usize = HeadKind::PATTERNS.len();

/// A mean in the making; f64, as there are many terms.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

/// One sequence while it is measured.
struct Sequence<'a> {
    ids: &'a [u32],
    links: Vec<Link>,
    keep: Keep,
    weights: &'a Matrix,
}

/// The scores of a head with the mask its task needs: for each sequence its n tokens and the
/// head's weights, n×n.
///
/// # Errors
/// As [`Measure::add`].
pub fn measure(task: Task, sequences: &[(&[u32], &Matrix)]) -> Result<HeadScores, ShapeError> {
    let mut measure = Measure::new(task, task.mask());
    for (ids, weights) in sequences {
        measure.add(ids, weights)?;
    }
    Ok(measure.finish())
}

impl Measure {
    /// Nothing measured yet. `mask` is what the head was run with: it says which keys a query
    /// could have looked at.
    #[must_use]
    pub fn new(task: Task, mask: Mask) -> Self {
        Self {
            task,
            mask,
            found: Default::default(),
            chance: Default::default(),
            entropy: Mean::default(),
            distance: Mean::default(),
        }
    }

    /// Adds one sequence: its n tokens and the head's weights, n×n.
    ///
    /// # Errors
    /// [`ShapeError::Mismatch`] unless there are n tokens, weights n×n and a mask for n×n; nothing
    /// is added then.
    pub fn add(&mut self, ids: &[u32], weights: &Matrix) -> Result<(), ShapeError> {
        let n = ids.len();
        let rule = "a head's weights need one row and one column per token";
        fitting(rule, weights.shape(), (n, n))?;
        let sequence = Sequence {
            ids,
            links: self.task.links(ids),
            keep: self.mask.keep(n, n)?,
            weights,
        };
        for i in 0..self.task.unpadded(ids) {
            self.add_row(&sequence, i);
        }
        Ok(())
    }

    fn add_row(&mut self, sequence: &Sequence, i: usize) {
        let row = sequence.weights.row(i);
        let may_see = |j: &usize| sequence.keep.get(i, *j) == Some(true);
        let keys: Vec<usize> = (0..row.len()).filter(may_see).collect();
        if keys.len() < 2 || row.iter().sum::<f32>() <= 0.0 {
            return;
        }
        // The most is ln of the number of keys; taken from the same function, it has the same bits
        // on every machine, and the unit cancels.
        let most = attention::entropy(&vec![1.0 / keys.len() as f32; keys.len()]);
        self.entropy.add(f64::from(attention::entropy(row) / most));
        let distance = |&j: &usize| f64::from(row[j]) * i.abs_diff(j) as f64;
        self.distance.add(keys.iter().map(distance).sum());
        self.add_patterns(sequence, i, &keys);
    }

    fn add_patterns(&mut self, sequence: &Sequence, i: usize, keys: &[usize]) {
        let row = sequence.weights.row(i);
        for (place, kind) in HeadKind::PATTERNS.into_iter().enumerate() {
            let belongs = |j: &&usize| belongs(kind, sequence.ids, &sequence.links, i, **j);
            let pattern: Vec<usize> = keys.iter().filter(belongs).copied().collect();
            if pattern.is_empty() {
                continue;
            }
            let found = pattern.iter().map(|&j| f64::from(row[j])).sum();
            let uniform = pattern.len() as f64 / keys.len() as f64;
            // Who looks at both nouns alike, or at the same one whatever the sentence says, does
            // not tell them apart.
            let rival = rival(kind, &sequence.links, i);
            let either = rival.map_or(0.0, |j| (found + f64::from(row[j])) / 2.0);
            self.found[place].add(found);
            self.chance[place].add(uniform.max(either));
        }
    }

    /// The means over all that was added.
    #[must_use]
    pub fn finish(&self) -> HeadScores {
        HeadScores {
            found: self.found.map(Mean::share),
            chance: self.chance.map(Mean::share),
            queries: self.found.map(|mean| mean.count),
            entropy: self.entropy.share().unwrap_or(0.0),
            distance: self.distance.value().unwrap_or(0.0),
        }
    }
}

impl Mean {
    fn add(&mut self, x: f64) {
        self.sum += x;
        self.count += 1;
    }

    /// `None` of nothing.
    fn value(self) -> Option<f32> {
        (self.count > 0).then(|| (self.sum / f64::from(self.count)) as f32)
    }

    /// The mean of what lies between 0 and 1, but for the rounding of weights.
    fn share(self) -> Option<f32> {
        self.value().map(|mean| mean.clamp(0.0, 1.0))
    }
}
