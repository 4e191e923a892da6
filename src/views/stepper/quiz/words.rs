//! The panel's words.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::NotANumber;
use lesson::share::quiz::session::Outcome;
use lesson::share::quiz::{Answer, Ask, Mistake, Verdict};
use lesson::{Cell, lessons::stepper::arithmetic};

use super::state::{Desk, Told, Unready};
use crate::state::Lab;
use crate::text::{list, matrix, tr};

/// The question: in the teacher's words where there are some.
pub fn prompt(lab: Lab, desk: Desk) -> String {
    let own = lab
        .session
        .with(|s| s.setup.question.as_ref().map(|q| q.text.clone()));
    if let Some(own) = own.filter(|text| !text.is_empty()) {
        return own;
    }
    match desk.ask.get() {
        Some(Ask::Cell(cell)) => cell_prompt(lab, cell),
        Some(Ask::Weights(row)) => {
            let token = lab
                .document
                .with(|d| d.queries.get(row).cloned().unwrap_or_default());
            tr!(quiz.ask_row, token = token)
        }
        Some(Ask::Choice { .. }) => tr!(quiz.ask_choice),
        None => String::new(),
    }
}

/// A cell by its symbol, and by its tokens where it stands between two.
fn cell_prompt(lab: Lab, cell: Cell) -> String {
    let (symbol, name) = (arithmetic::symbol(cell), matrix(cell.name));
    let digits = lab.look.get().0;
    let tokens = lab.document.with(|d| {
        Some((
            d.queries.get(cell.row)?.clone(),
            d.key_tokens().get(cell.col)?.clone(),
        ))
    });
    match tokens.filter(|_| cell.name.columns_are_keys()) {
        Some((query, key)) => tr!(
            quiz.ask_pair,
            symbol = symbol,
            name = name,
            query = query,
            key = key,
            digits = digits
        ),
        None => tr!(quiz.ask_cell, symbol = symbol, name = name, digits = digits),
    }
}

/// Why nothing is asked although something was to be.
pub fn nothing(lab: Lab) -> String {
    if lab.session.with(|s| lab.document.with(|d| s.is_beside(d))) {
        tr!(quiz.beside)
    } else {
        tr!(quiz.all_done)
    }
}

/// Why the answer could not be judged.
pub fn unready(desk: Desk) -> String {
    match desk.unready.get() {
        None => String::new(),
        Some(Unready::Nothing) => tr!(quiz.choose),
        Some(Unready::Number(NotANumber::Empty, _)) => tr!(quiz.empty),
        Some(Unready::Number(_, text)) => tr!(quiz.unreadable, text = text),
    }
}

/// Right, near or wrong, with the score.
pub fn verdict(outcome: &Outcome) -> String {
    let Some((_, grade)) = &outcome.answered else {
        return tr!(quiz.revealed);
    };
    let score = (grade.score * 100.0).round();
    match grade.verdict {
        Verdict::Right => tr!(quiz.right),
        Verdict::Near => tr!(quiz.near, score = score),
        Verdict::Wrong => tr!(quiz.wrong, score = score),
    }
}

/// The likely mistake in a sentence that teaches; else, of a row, what its sum says.
pub fn mistake(outcome: &Outcome) -> String {
    let Some((answer, grade)) = &outcome.answered else {
        return String::new();
    };
    match (grade.mistake, answer) {
        (Some(mistake), _) => sentence(mistake),
        (None, Answer::Row(row)) if (row.iter().sum::<f32>() - 1.0).abs() > 0.05 => {
            tr!(quiz.off_sum, sum = shown(row.iter().sum(), 2))
        }
        _ => String::new(),
    }
}

fn sentence(mistake: Mistake) -> String {
    match mistake {
        Mistake::Unscaled => tr!(quiz.mistake.unscaled),
        Mistake::DividedByDk => tr!(quiz.mistake.divided_by_dk),
        Mistake::SqrtDModel => tr!(quiz.mistake.sqrt_dmodel),
        Mistake::MaskForgotten => tr!(quiz.mistake.mask_forgotten),
        Mistake::SoftmaxDownColumns => tr!(quiz.mistake.softmax_columns),
        Mistake::QueriesAndKeysSwapped => tr!(quiz.mistake.swapped),
        Mistake::ScaledAfterSoftmax => tr!(quiz.mistake.scaled_after),
        Mistake::MaskedAfterSoftmax => tr!(quiz.mistake.masked_after),
        Mistake::NotDivided => tr!(quiz.mistake.not_divided),
        Mistake::ValuesTransposed => tr!(quiz.mistake.values_transposed),
    }
}

/// The numbers of an answer, as text.
pub fn numbers(answer: &Answer, digits: u8) -> Vec<String> {
    match answer {
        Answer::Number(value) => vec![shown(*value, digits)],
        Answer::Row(row) => row.iter().map(|value| shown(*value, digits)).collect(),
        Answer::Option(_) => vec![],
    }
}

/// How the distance between answer and truth is computed, with the numbers.
pub fn distance(outcome: &Outcome, told: &Told, digits: u8) -> String {
    let digits = digits.max(2);
    let Some((answer, grade)) = &outcome.answered else {
        return String::new();
    };
    let number = |value: &f32| shown(*value, digits);
    match (answer, &told.truth) {
        (Answer::Number(given), Answer::Number(truth)) => {
            format!(
                "|{} − {}| = {}",
                number(given),
                lesson::core::number::operand(*truth, digits),
                number(&grade.error)
            )
        }
        (Answer::Row(given), Answer::Row(truth)) => {
            let pair = |(a, b): (&f32, &f32)| format!("|{} − {}|", number(a), number(b));
            let pairs: Vec<String> = given.iter().zip(truth).map(pair).collect();
            format!("½ · ({}) = {}", pairs.join(" + "), number(&grade.error))
        }
        _ => String::new(),
    }
}

/// What a screen reader is told when an answer was judged.
pub fn said(lab: Lab, desk: Desk) -> String {
    let outcome = lab.session.with(|session| session.outcome.clone());
    let Some(outcome) = outcome else {
        return String::new();
    };
    let truth = desk
        .told
        .get()
        .map(|told| list(&numbers(&told.truth, lab.look.get().0.max(2))));
    let truth = truth
        .filter(|truth| !truth.is_empty())
        .map(|truth| tr!(quiz.truth_said, truth = truth));
    format!(
        "{} {} {}",
        verdict(&outcome),
        mistake(&outcome),
        truth.unwrap_or_default()
    )
}
