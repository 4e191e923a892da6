//! How an answer is judged.
//!
//! - **A number** is right within one unit of the last digit asked for, 10⁻ᵈ: rounded and cut off are
//!   both right, and so is what was computed from numbers as they are shown; beyond 10⁵ times that,
//!   within 10⁻⁵ of the truth. It is near within ten times as much.
//! - **A row of weights** is judged by its total variation distance ½·Σⱼ|given − true|, the share of
//!   the attention that lies in the wrong place: right within [`ROW_TOLERANCE`], near within three
//!   times as much. Bars are set by eye, so the digits do not enter.
//! - **A mistake** is named when the answer is as close to what the mistake gives as a right answer
//!   would have to be to the truth, closer to it than to the truth, and when mistake and truth are
//!   further apart than that.

use super::ask::{Answer, Ask};
use crate::core::numbers::Numbers;
use crate::core::opened::Opened;

/// A row of weights is right when no more than this share of the attention lies in the wrong place.
pub const ROW_TOLERANCE: f32 = 0.05;

/// What an answer amounts to in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the tolerance.
    Right,
    /// Not right, but close: a slip in the arithmetic rather than in the idea.
    Near,
    /// Neither.
    Wrong,
}

/// What an answer amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    /// 0…1. A number: 1 right, ½ near, else 0. A row: 1 − the distance, at least 0. A choice: 1 or 0.
    pub score: f32,
    /// In one word.
    pub verdict: Verdict,
    /// The likely mistake by its name, where the answer is what it would have given. Of several that
    /// give the same here, the most common.
    pub mistake: Option<&'static str>,
    /// How far the answer is from the truth: |given − true|, the total variation distance of a row,
    /// 0 or 1 for a choice. ∞ where one of them is infinite and the other is not.
    pub error: f32,
    /// How far it may be and still be right: a unit of the last digit asked for, or the share of a row.
    pub tolerance: f32,
}

impl Grade {
    /// Whether the answer is right.
    #[must_use]
    pub fn right(&self) -> bool {
        self.verdict == Verdict::Right
    }
}

/// Judges `answer` to `ask` about the numbers of `lesson`, asked for with as many digits after the point
/// as it shows. An answer of another kind than the question, or of another length than the row, is wrong
/// by ∞; so is any where the lesson has no numbers.
#[must_use]
pub fn grade(lesson: &dyn Opened, ask: &Ask, answer: &Answer) -> Grade {
    if let (Ask::Choice { right, .. }, Answer::Option(chosen)) = (ask, answer) {
        return judged(f32::from(u8::from(right != chosen)), 0.5, 1.0);
    }
    let Some(truth) = lesson.numbers() else {
        return judged(f32::INFINITY, 0.0, 0.0);
    };
    let tolerance = tolerance(ask, &*truth, lesson.look().digits);
    let error = distance(ask, &*truth, answer);
    let score = match ask {
        Ask::Row(..) => Some((1.0 - error).max(0.0)),
        _ => None,
    };
    let mut grade = judged(error, tolerance, near(ask) * tolerance);
    grade.score = score.filter(|_| !grade.right()).unwrap_or(grade.score);
    if !grade.right() {
        grade.mistake = likely(lesson, ask, answer, &*truth, (error, tolerance));
    }
    grade
}

/// How far an answer may be from the truth and still be right.
fn tolerance(ask: &Ask, truth: &dyn Numbers, digits: u8) -> f32 {
    let Ask::Cell(cell) = ask else {
        return ROW_TOLERANCE;
    };
    let unit = 10f32.powi(-i32::from(digits));
    let size = truth.value(*cell).filter(|v| v.is_finite()).unwrap_or(0.0);
    // A little more, since decimals such as 0.01 are not exact in binary.
    unit.max(size.abs() * 1e-5) * 1.001
}

/// Near is so many times the tolerance.
const fn near(ask: &Ask) -> f32 {
    match ask {
        Ask::Row(..) => 3.0,
        _ => 10.0,
    }
}

fn judged(error: f32, right: f32, near: f32) -> Grade {
    let (verdict, score) = if error <= right {
        (Verdict::Right, 1.0)
    } else if error < near {
        (Verdict::Near, 0.5)
    } else {
        (Verdict::Wrong, 0.0)
    };
    Grade {
        score,
        verdict,
        mistake: None,
        error,
        tolerance: right,
    }
}

/// The mistake that the answer is closest to, if it is one at all.
fn likely(
    lesson: &dyn Opened,
    ask: &Ask,
    answer: &Answer,
    truth: &dyn Numbers,
    (error, tolerance): (f32, f32),
) -> Option<&'static str> {
    let mut best: Option<(&'static str, f32)> = None;
    for (mistake, made) in lesson.mistakes() {
        let (here, apart) = (
            distance(ask, &*made, answer),
            distance(ask, &*made, &told(ask, truth)),
        );
        let closest = best.is_none_or(|(_, closest)| here < closest);
        if here <= tolerance && here < error && apart > tolerance && closest {
            best = Some((mistake, here));
        }
    }
    best.map(|(mistake, _)| mistake)
}

/// The answer that `numbers` give.
#[must_use]
pub fn told(ask: &Ask, numbers: &dyn Numbers) -> Answer {
    match ask {
        Ask::Cell(cell) => Answer::Number(numbers.value(*cell).unwrap_or(f32::NAN)),
        Ask::Row(table, row) => {
            let matrix = numbers.matrix(*table).filter(|matrix| *row < matrix.rows());
            Answer::Row(matrix.map_or(vec![], |matrix| matrix.row(*row).to_vec()))
        }
        Ask::Choice { right, .. } => Answer::Option(*right),
    }
}

/// How far `answer` is from what `numbers` give.
fn distance(ask: &Ask, numbers: &dyn Numbers, answer: &Answer) -> f32 {
    match (told(ask, numbers), answer) {
        (Answer::Number(there), Answer::Number(given)) => gap(there, *given),
        (Answer::Row(there), Answer::Row(given)) if there.len() == given.len() => {
            let gaps = there.iter().zip(given).map(|(a, b)| gap(*a, *b));
            gaps.sum::<f32>() / 2.0
        }
        _ => f32::INFINITY,
    }
}

/// |a − b|; equal infinities differ by nothing, and what is no number is ∞ away from everything.
fn gap(a: f32, b: f32) -> f32 {
    if a == b {
        return 0.0;
    }
    let gap = (a - b).abs();
    if gap.is_nan() { f32::INFINITY } else { gap }
}
