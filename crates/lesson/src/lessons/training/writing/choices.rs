//! The distribution before a draw, made ready for reading: why a candidate was cut, on which
//! stretch of 0…1 a random number means it, and how its chance is computed.

use super::{Candidate, Drawing};
use crate::core::number::{operand, shown};

/// Why a token cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It is not among the k most probable.
    TopK,
    /// The more probable ones are already as probable as top-p asks for.
    TopP,
}

/// Why the candidate of that rank (0 for the most probable) was cut, if it was.
#[must_use]
pub fn cut(candidates: &[Candidate], rank: usize, drawing: &Drawing) -> Option<Cut> {
    let left = candidates.get(rank)?.chance > 0.0;
    match (drawing.top_k, drawing.top_p) {
        _ if left => None,
        (Some(most), _) if rank >= most => Some(Cut::TopK),
        (_, Some(_)) => Some(Cut::TopP),
        _ => None,
    }
}

/// The stretch of 0…1 on which a random number means each candidate: chances below each other.
#[must_use]
pub fn stretches(candidates: &[Candidate]) -> Vec<(f32, f32)> {
    let mut sum = 0.0;
    let stretch = |one: &Candidate| {
        let from = sum;
        sum += one.chance;
        (from, sum)
    };
    candidates.iter().map(stretch).collect()
}

/// How the candidate of that rank came by its chance: softmax at that temperature, then its share
/// of what was not cut. Exponents are taken less the largest, as the program does.
#[must_use]
pub fn arithmetic(candidates: &[Candidate], rank: usize, drawing: &Drawing, digits: u8) -> String {
    let (Some(own), Some(first)) = (candidates.get(rank), candidates.first()) else {
        return String::new();
    };
    let exp = |one: &Candidate| ((one.logit - first.logit) / drawing.temperature).exp();
    let sum: f32 = candidates.iter().map(exp).sum();
    let number = |value: f32| shown(value, digits);
    let mut line = format!(
        "exp(({} − {}) / {}) / Σ = {} / {} = {}",
        number(own.logit),
        operand(first.logit, digits),
        number(drawing.temperature),
        number(exp(own)),
        number(sum),
        number(own.probability)
    );
    let left: f32 = candidates
        .iter()
        .filter(|one| one.chance > 0.0)
        .map(|one| one.probability)
        .sum();
    let cuts = drawing.top_k.is_some() || drawing.top_p.is_some();
    if cuts && own.chance > 0.0 {
        let (own, left, chance) = (number(own.probability), number(left), number(own.chance));
        line.push_str(&format!(" → {own} / {left} = {chance}"));
    } else if cuts {
        line.push_str(" → 0");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logits 2, 1, 0 at temperature 1, cut to what `drawing` leaves.
    fn candidates(chances: [f32; 3]) -> Vec<Candidate> {
        let probabilities = [0.665, 0.245, 0.09];
        let one = |rank: usize| Candidate {
            token: 10 + rank as u32,
            logit: 2.0 - rank as f32,
            probability: probabilities[rank],
            chance: chances[rank],
        };
        (0..3).map(one).collect()
    }

    #[test]
    fn a_cut_has_its_reason() {
        let (all, two) = (
            candidates([0.665, 0.245, 0.09]),
            candidates([0.73, 0.27, 0.0]),
        );
        let free = Drawing::default();
        let top_k = Drawing {
            top_k: Some(2),
            ..free
        };
        let both = Drawing {
            top_p: Some(0.6),
            ..top_k
        };
        assert_eq!(cut(&all, 2, &free), None);
        assert_eq!(cut(&two, 1, &top_k), None);
        assert_eq!(cut(&two, 2, &top_k), Some(Cut::TopK));
        let one = candidates([1.0, 0.0, 0.0]);
        assert_eq!(cut(&one, 1, &both), Some(Cut::TopP));
        assert_eq!(cut(&one, 2, &both), Some(Cut::TopK), "it was cut first");
        assert_eq!(cut(&one, 3, &both), None, "there is none");
    }

    #[test]
    fn stretches_fill_the_line() {
        let found = stretches(&candidates([0.5, 0.5, 0.0]));
        assert_eq!(found, [(0.0, 0.5), (0.5, 1.0), (1.0, 1.0)]);
    }

    #[test]
    fn the_arithmetic_can_be_checked_on_paper() {
        let free = Drawing::default();
        let all = candidates([0.665, 0.245, 0.09]);
        assert_eq!(
            arithmetic(&all, 1, &free, 2),
            "exp((1.00 − 2.00) / 1.00) / Σ = 0.37 / 1.50 = 0.25",
        );
        let top_k = Drawing {
            top_k: Some(2),
            ..free
        };
        let two = candidates([0.731, 0.269, 0.0]);
        let text = arithmetic(&two, 0, &top_k, 2);
        assert!(
            text.ends_with("= 1.00 / 1.50 = 0.67 → 0.67 / 0.91 = 0.73"),
            "{text}"
        );
        assert!(arithmetic(&two, 2, &top_k, 2).ends_with("= 0.09 → 0"));
        assert_eq!(arithmetic(&two, 9, &top_k, 2), "");
    }
}
