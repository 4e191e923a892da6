//! Draws, one after the other, counted and added up; in f64, so that a million of them lose nothing.

use super::document::{Document, MOST_KEYS, Rule, WIDEST, WIDTHS};
use super::drawn::squares;
use super::source::Growing;
use super::summary::{BINS, Estimate, Summary, Width, bins};

/// A sum of draws' numbers, and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        self.sum += x;
        self.squares += x * x;
    }

    /// The draws are independent of each other, so the error follows from how much they differ.
    fn estimate(&self, draws: f64) -> Estimate {
        let mean = self.sum / draws;
        let spread = (self.squares - draws * mean * mean).max(0.0) / (draws - 1.0);
        let error = (spread / draws).sqrt();
        Estimate { mean, error }
    }
}

/// What is added up at one width.
#[derive(Clone, Debug)]
struct Counted {
    mean: Sum,
    square: Sum,
    bins: [u32; BINS],
    outside: [u32; 2],
    /// Largest weight, entropy, size of the Jacobian of each factor.
    softmax: [[Sum; 3]; Rule::ALL.len()],
}

/// Draws of a document, as many as were asked for so far.
#[derive(Clone, Debug)]
pub struct Tally {
    document: Document,
    draws: u32,
    widths: Vec<Counted>,
}

impl Tally {
    /// Before the first draw; the document is [checked](Document::check).
    #[must_use]
    pub fn of(document: Document) -> Tally {
        let none = Counted {
            mean: Sum::default(),
            square: Sum::default(),
            bins: [0; BINS],
            outside: [0; 2],
            softmax: [[Sum::default(); 3]; Rule::ALL.len()],
        };
        Tally {
            document,
            draws: 0,
            widths: vec![none; WIDTHS.len()],
        }
    }

    /// Whether all the draws that were asked for are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.draws >= self.document.draws()
    }

    /// Draws once more.
    pub fn draw(&mut self) {
        let mut growing = Growing::of(&self.document, self.draws);
        let mut widths = WIDTHS.into_iter().zip(&mut self.widths).peekable();
        for done in 1..=WIDEST {
            growing.step();
            if let Some((width, counted)) = widths.next_if(|(width, _)| *width == done) {
                let scores = growing.scores();
                counted.add(&self.document, width, &scores[..self.document.keys]);
            }
        }
        self.draws += 1;
    }

    /// What was measured so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let draws = f64::from(self.draws);
        let there = self.draws > 0;
        let widths = self.widths.iter().filter(|_| there);
        Summary {
            draws: self.draws,
            scores: u64::from(self.draws) * self.document.keys as u64,
            widths: widths.map(|own| own.width(draws)).collect(),
        }
    }
}

impl Counted {
    fn add(&mut self, document: &Document, width: usize, scores: &[f32]) {
        let n = scores.len() as f64;
        let wide = || scores.iter().map(|score| f64::from(*score));
        self.mean.add(wide().sum::<f64>() / n);
        self.square
            .add(wide().map(|score| score * score).sum::<f64>() / n);
        let (from, step) = bins(document, width);
        for score in wide() {
            let bin = ((score - from) / step).floor();
            match bin {
                bin if bin < 0.0 => self.outside[0] += 1,
                bin if bin >= BINS as f64 => self.outside[1] += 1,
                bin => self.bins[bin as usize] += 1,
            }
        }
        for (rule, sums) in Rule::ALL.into_iter().zip(&mut self.softmax) {
            let factor = rule.factor(width, document.heads);
            let found = softmax(scores, factor);
            for (sum, own) in sums.iter_mut().zip(found) {
                sum.add(f64::from(own));
            }
        }
    }

    fn width(&self, draws: f64) -> Width {
        let (mean, square) = (self.mean.estimate(draws), self.square.estimate(draws));
        let of = |which: usize| self.softmax.map(|sums| sums[which].estimate(draws));
        Width {
            mean,
            // The mean's own square is taken away; its part in the error is of the second order.
            variance: Estimate {
                mean: square.mean - mean.mean * mean.mean,
                error: square.error,
            },
            bins: self.bins.to_vec(),
            outside: self.outside,
            largest: of(0),
            entropy: of(1),
            jacobian: of(2),
        }
    }
}

/// Largest weight, entropy and size of the Jacobian of softmax over scores times a factor, the largest taken away first.
fn softmax(scores: &[f32], factor: f32) -> [f32; 3] {
    let mut weights = [0.0_f32; MOST_KEYS];
    let weights = &mut weights[..scores.len()];
    let mut largest = f32::NEG_INFINITY;
    for (weight, score) in weights.iter_mut().zip(scores) {
        *weight = score * factor;
        largest = largest.max(*weight);
    }
    // exp(s)/sum has the logarithm s − ln sum: one logarithm gives the entropy, −Σ p·ln p = ln sum − Σ p·s.
    let (mut sum, mut weighed) = (0.0, 0.0);
    for weight in weights.iter_mut() {
        let shifted = *weight - largest;
        *weight = attention::exp(shifted);
        sum += *weight;
        weighed += f64::from(*weight) * f64::from(shifted);
    }
    let mut most = 0.0_f32;
    for weight in weights.iter_mut() {
        *weight /= sum;
        most = most.max(*weight);
    }
    let nats = libm::log(f64::from(sum)) - weighed / f64::from(sum);
    let bits = (nats * std::f64::consts::LOG2_E).max(0.0);
    [most, bits as f32, squares(weights).sqrt()]
}
