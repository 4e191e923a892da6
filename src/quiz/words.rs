//! The panel's words.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::NotANumber;
use lesson::core::table::{Axis, Cell, TableId};
use lesson::share::quiz::progress::Standing;
use lesson::share::quiz::session::Outcome;
use lesson::share::quiz::{Answer, Ask, Session, Verdict, link};

use super::state::{Desk, Revealed, Unready};
use crate::shell::Shell;
use crate::text::{list, tr};

/// The question: in the teacher's words where there are some.
pub fn prompt(shell: Shell, desk: Desk) -> String {
    let own = shell
        .session
        .with(|s| s.setup.question.as_ref().map(|q| q.text.clone()));
    if let Some(own) = own.filter(|text| !text.is_empty()) {
        return own;
    }
    match desk.ask.get() {
        Some(Ask::Cell(cell)) => cell_prompt(shell, cell),
        Some(Ask::Row(table, row)) => row_prompt(shell, table, row),
        Some(Ask::Choice { .. }) => tr!(quiz.ask_choice),
        None => String::new(),
    }
}

/// A row by its token; by its table too where several have such rows, as with many heads.
fn row_prompt(shell: Shell, table: TableId, row: usize) -> String {
    let token = label(shell, table, true, row).unwrap_or_else(|| (row + 1).to_string());
    let asked = match shell.table(table).rows {
        Axis::Queries | Axis::Keys | Axis::Shuffled => tr!(quiz.ask_row, token = token),
        // Nobody attends in a row that is no token's.
        _ => tr!(quiz.ask_shares, token = token),
    };
    let alike = shell.meta.tables.iter().filter(|own| own.distribution);
    match alike.count() {
        0 | 1 => asked,
        // Set apart, so that the sentence runs as its own language does.
        _ => format!("\u{2068}{}\u{2069}: {asked}", shell.table(table).whole),
    }
}

/// A cell by its symbol, and by its tokens where it stands between two.
fn cell_prompt(shell: Shell, cell: Cell) -> String {
    let (symbol, name) = (shell.meta.symbol(cell), shell.called(cell.name));
    let decimals = tr!(counted.decimals, count = shell.look.get().0 as usize);
    let query = label(shell, cell.name, true, cell.row);
    match query.zip(label(shell, cell.name, false, cell.col)) {
        Some((query, key)) => tr!(
            quiz.ask_pair,
            symbol = symbol,
            name = name,
            query = query,
            key = key,
            decimals = decimals
        ),
        None => tr!(
            quiz.ask_cell,
            symbol = symbol,
            name = name,
            decimals = decimals
        ),
    }
}

/// What a row or a column of a table is called, if it has a name; with its place where another has the same.
pub fn label(shell: Shell, table: TableId, row: bool, index: usize) -> Option<String> {
    let known = shell.table(table);
    let axis = if row { known.rows } else { known.cols };
    let labels = shell.lesson.with(|own| own.labels(axis));
    let own = labels.get(index)?;
    let alike = labels.iter().filter(|other| *other == own).count();
    Some(match alike {
        1 => own.clone(),
        _ => tr!(quiz.token_at, token = own.as_str(), number = index + 1),
    })
}

/// What every column of a table is called, its number where it has no name.
pub fn columns(shell: Shell, table: TableId) -> Vec<String> {
    let shape = shell.lesson.with(|own| own.shape(table));
    let name = |col| label(shell, table, false, col).unwrap_or_else(|| (col + 1).to_string());
    (0..shape.unwrap_or_default().1).map(name).collect()
}

/// Why nothing is asked although something was to be.
pub fn nothing(shell: Shell) -> String {
    beside(shell).unwrap_or_else(|| match goes_on(shell) {
        true => tr!(quiz.none_here),
        false => tr!(quiz.all_done),
    })
}

/// Whether there is more to predict.
pub fn goes_on(shell: Shell) -> bool {
    shell
        .session
        .with(|s| shell.lesson.with(|own| s.goes_on(&**own)))
}

/// What a link asks for that is not there, and what is there of its table; none where all it asks for is there.
pub fn beside(shell: Shell) -> Option<String> {
    let is_beside = |session: &Session| shell.lesson.with(|own| session.is_beside(&**own));
    if !shell.session.with(is_beside) {
        return None;
    }
    let asked = |ask: &Ask| (link::key(shell.meta, ask), ask.table());
    let question = |session: &Session| session.setup.question.as_ref().map(|own| asked(&own.ask));
    let (ask, table) = shell.session.with(question).unwrap_or_default();
    let shape = |table| shell.lesson.with(|own| own.shape(table));
    Some(match table.and_then(|table| Some((table, shape(table)?))) {
        Some((table, (rows, cols))) => tr!(
            quiz.beside_size,
            ask = ask,
            name = shell.called(table),
            rows = tr!(counted.rows, count = rows),
            columns = tr!(counted.columns, count = cols)
        ),
        None => tr!(quiz.beside, ask = ask),
    })
}

/// Why the answer could not be judged.
pub fn unready(desk: Desk) -> String {
    match desk.unready.get() {
        None => String::new(),
        Some(Unready::Nothing) => tr!(quiz.choose),
        Some(Unready::Unmoved) => tr!(quiz.unmoved),
        Some(Unready::Sum(sum)) => tr!(quiz.sum_first, sum = shown(sum, 2)),
        Some(Unready::Number(NotANumber::Empty, _)) => tr!(quiz.empty),
        Some(Unready::Number(_, text)) => tr!(quiz.unreadable, text = text),
    }
}

/// Right, near or wrong, with the score. Who is right but for a digit that stands there is told how much that may be.
pub fn verdict(outcome: &Outcome, revealed: Option<&Revealed>, digits: u8) -> String {
    let Some((answer, grade)) = &outcome.answered else {
        return right_option(outcome).unwrap_or_else(|| tr!(quiz.revealed));
    };
    let score = (grade.score * 100.0).round();
    let digits = digits.max(2);
    let differs =
        revealed.is_some_and(|own| numbers(&own.truth, digits) != numbers(answer, digits));
    let word = match grade.verdict {
        Verdict::Right if differs => {
            tr!(
                quiz.right_within,
                tolerance = shown(grade.tolerance, digits)
            )
        }
        Verdict::Right => tr!(quiz.right),
        Verdict::Near => tr!(quiz.near, score = score),
        Verdict::Wrong if score > 0.0 => tr!(quiz.wrong_score, score = score),
        Verdict::Wrong => tr!(quiz.wrong),
    };
    match right_option(outcome) {
        Some(own) => format!("{word} {own}"),
        None => word,
    }
}

/// Which option is right, in a sentence; `None` where there are no options. Numbers stand in a table instead.
fn right_option(outcome: &Outcome) -> Option<String> {
    let Ask::Choice { options, right } = &outcome.ask else {
        return None;
    };
    // The teacher's words may run in another direction than the page's.
    let option = format!("\u{2068}{}\u{2069}", options.get(*right)?);
    Some(tr!(quiz.option_is, option = option))
}

/// What an option turned out to be; nothing of one that nobody chose and that is not right.
pub fn mark(is_right: bool, is_chosen: bool) -> String {
    match (is_right, is_chosen) {
        (true, true) => list(&[tr!(quiz.yours), tr!(quiz.truth)]),
        (true, false) => tr!(quiz.truth),
        (false, true) => tr!(quiz.yours),
        (false, false) => String::new(),
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

fn sentence(mistake: &str) -> String {
    match mistake {
        "unscaled" => tr!(quiz.mistake.unscaled),
        "divided_by_dk" => tr!(quiz.mistake.divided_by_dk),
        "sqrt_dmodel" => tr!(quiz.mistake.sqrt_dmodel),
        "mask_forgotten" => tr!(quiz.mistake.mask_forgotten),
        "softmax_columns" => tr!(quiz.mistake.softmax_columns),
        "swapped" => tr!(quiz.mistake.swapped),
        "scaled_after" => tr!(quiz.mistake.scaled_after),
        "masked_after" => tr!(quiz.mistake.masked_after),
        "not_divided" => tr!(quiz.mistake.not_divided),
        "values_transposed" => tr!(quiz.mistake.values_transposed),
        other => other.to_owned(),
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
pub fn distance(outcome: &Outcome, revealed: &Revealed, digits: u8) -> String {
    let digits = digits.max(2);
    let Some((answer, grade)) = &outcome.answered else {
        return String::new();
    };
    let number = |value: &f32| shown(*value, digits);
    match (answer, &revealed.truth) {
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

/// What this browser knows of an earlier answer to the question that is open; empty where there was none.
pub fn before(desk: Desk) -> String {
    let open = desk.ask.get().filter(|_| !desk.settled.get());
    let name = open.map(|ask| desk.name(&ask));
    let standing = name.and_then(|name| desk.progress.with(|all| all.standing(name)));
    match standing {
        Some(Standing::Answered(Verdict::Right)) => tr!(quiz.answered_right),
        Some(Standing::Answered(Verdict::Near)) => tr!(quiz.answered_near),
        Some(Standing::Answered(Verdict::Wrong)) => tr!(quiz.answered_wrong),
        Some(Standing::Seen) | None => String::new(),
    }
}

/// What a screen reader is told when an answer was judged.
pub fn said(shell: Shell, desk: Desk) -> String {
    let outcome = shell.session.with(|session| session.outcome.clone());
    let Some(outcome) = outcome else {
        return String::new();
    };
    let revealed = desk.revealed.get();
    let truth = revealed
        .as_ref()
        .map(|revealed| list(&numbers(&revealed.truth, shell.look.get().0.max(2))));
    let truth = truth
        .filter(|truth| !truth.is_empty())
        .map(|truth| tr!(quiz.truth_said, truth = truth));
    let said = [
        verdict(&outcome, revealed.as_ref(), shell.look.get().0),
        mistake(&outcome),
        truth.unwrap_or_default(),
    ];
    said.join(" ").trim().to_owned()
}
