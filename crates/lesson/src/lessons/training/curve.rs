//! Points along a run, never more than fit: when there are too many, every other one goes and the
//! next stand twice as far apart. So a run of any length takes the same memory, and where the
//! points stand depends on the number of steps alone.

use serde::{Deserialize, Serialize};

use crate::core::number;

/// One point of the curves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After so many steps.
    pub step: u32,
    /// Mean loss of the batches since the last point; `None` before the first step.
    pub train: Option<f32>,
    /// Loss on the held-out sequences.
    pub held_out: f32,
    /// Share of the held-out targets that are predicted right, 0…1.
    pub accuracy: f32,
}

/// Which steps are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Spacing {
    every: u32,
    most: usize,
}

impl Spacing {
    /// Every `every`-th step at first, and never more than `most` of them.
    #[must_use]
    pub fn new(every: u32, most: usize) -> Self {
        Self {
            every: every.max(1),
            most: most.max(2),
        }
    }

    /// Is `step` one to keep?
    #[must_use]
    pub fn keeps(&self, step: u32) -> bool {
        step.is_multiple_of(self.every)
    }

    /// What is kept of a run of so many steps.
    #[must_use]
    pub fn of_run(mut self, steps: u32) -> Vec<u32> {
        let mut kept = Vec::new();
        for step in (0..=steps).step_by(self.every as usize) {
            if self.keeps(step) {
                kept.push(step);
                self.thin(&mut kept, |step| *step);
            }
        }
        kept
    }

    /// Goes on where `kept`, which are in order, end.
    pub fn resume(&mut self, kept: &[u32]) {
        if let [.., before, last] = kept {
            self.every = self.every.max(last.saturating_sub(*before));
        }
    }

    /// Makes room in `kept`, which is in the order of its steps, when it is full.
    pub fn thin<T>(&mut self, kept: &mut Vec<T>, step: impl Fn(&T) -> u32) {
        while kept.len() > self.most {
            self.every = self.every.saturating_mul(2);
            kept.retain(|one| self.keeps(step(one)));
        }
    }
}

/// The points up to `step` as a text, for files.
#[must_use]
pub fn to_text(points: &[Point], step: u32) -> String {
    let until = points.iter().filter(|point| point.step <= step);
    let entry = |point: &Point| {
        let train = point.train.map(number::shortest).unwrap_or_default();
        let [held_out, accuracy] = [point.held_out, point.accuracy].map(number::shortest);
        format!("{},{train},{held_out},{accuracy}", point.step)
    };
    until.map(entry).collect::<Vec<_>>().join(";")
}

/// The points in such a text, as far as they can be read and come one after the other.
#[must_use]
pub fn from_text(text: &str) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for point in text.split(';').map_while(from_entry) {
        if points.last().is_some_and(|last| last.step >= point.step) {
            break;
        }
        points.push(point);
    }
    points
}

fn from_entry(entry: &str) -> Option<Point> {
    let mut fields = entry.split(',');
    let step = fields.next()?.parse().ok()?;
    let [train, held_out, accuracy] = [(); 3].map(|()| fields.next());
    let number = |text: Option<&str>| number::parse(text?).ok();
    Some(Point {
        step,
        train: number(train),
        held_out: number(held_out)?,
        accuracy: number(accuracy).filter(|share| (0.0..=1.0).contains(share))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_come_back_from_their_text_and_nonsense_ends_them() {
        let point = |step: u32, train| Point {
            step,
            train,
            held_out: 1.0 / 3.0,
            accuracy: 0.1,
        };
        let points = [point(0, None), point(5, Some(2.5)), point(10, Some(0.1))];
        assert_eq!(from_text(&to_text(&points, 10)), points);
        assert_eq!(from_text(&to_text(&points, 5)), points[..2]);
        assert_eq!(from_text("0,,1,0.5;nonsense"), from_text("0,,1,0.5"));
        assert_eq!(from_text("5,1,1,1;5,1,1,1").len(), 1);
        assert_eq!(
            from_text("1,1,inf,0.5").len() + from_text("1,1,1,7").len(),
            0
        );
    }

    #[test]
    fn a_long_run_keeps_few_evenly_spaced_steps_and_its_first() {
        let mut spacing = Spacing::new(5, 16);
        let mut kept = Vec::new();
        for step in 0..10_000_u32 {
            if spacing.keeps(step) {
                kept.push(step);
                spacing.thin(&mut kept, |step| *step);
            }
            assert!(kept.len() <= 16);
        }
        assert_eq!(kept.first(), Some(&0));
        let gap = kept[1] - kept[0];
        assert!(kept.windows(2).all(|pair| pair[1] - pair[0] == gap));
        assert!(kept.len() >= 8);
    }
}
