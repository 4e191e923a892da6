//! A case on paper: its table, and the answer.

use attention::Matrix;
use lesson::head::mistake::Mistake;
use lesson::{Name, Trace};

use super::{Case, WORDS, wrong};
use crate::sheet::head::Head;
use crate::sheet::markup::{Table, entries, lines, number};

/// A table with its mistake, and room to say what it is.
pub fn task(case: &Case) -> Result<String, String> {
    let (head, wrong) = wrong(case)?;
    let table = Table::new(&caption(case, &head), head.keys());
    let table = match case.shown {
        Name::Scaled => ratio(table, &head, &wrong),
        shown => table.rows(&head.keys(), wrong.get(shown).iter_rows()),
    };
    Ok(format!(
        "<div class=\"case\">{}{}</div>\n",
        table.html(),
        lines(4)
    ))
}

/// One row before and after it was scaled: the two are to be compared.
fn ratio(table: Table, head: &Head, wrong: &Trace) -> Table {
    let row = |name: Name| entries(wrong.get(name).row(head.row));
    let table = table.row("score", row(Name::Scores));
    table.row("scaled", row(Name::Scaled))
}

/// The words above a case's table.
fn caption(case: &Case, head: &Head) -> String {
    let sizes = match case.shown {
        Name::Scaled => format!(
            " of {}; d<sub>model</sub> = {}, d<sub>k</sub> = {}",
            head.asker(),
            head.document.d_model(),
            head.document.d_k()
        ),
        _ => String::new(),
    };
    format!(
        "<b class=\"letter\">{}</b> {}{sizes}",
        case.letter, case.title
    )
}

/// What was done wrong, how one sees it, and the right table.
pub fn answer(case: &Case) -> Result<String, String> {
    let (head, wrong) = wrong(case)?;
    let words = WORDS.iter().find(|(mistake, _)| *mistake == case.mistake);
    let words = words.map_or("", |(_, words)| words);
    let (right, shown) = (head.trace.get(case.shown), wrong.get(case.shown));
    let table = Table::new("Right", head.keys());
    let table = match case.shown {
        Name::Scaled => table.row("scaled", entries(right.row(head.row))),
        _ => table.rows(&head.keys(), right.iter_rows()),
    };
    let seen = seen(case, &head, shown);
    let first = format!(
        "<p><b class=\"letter\">{}</b> {words}. {seen}</p>",
        case.letter
    );
    Ok(format!(
        "<div class=\"case\">{first}{}</div>\n",
        table.html()
    ))
}

/// What gives the mistake away.
fn seen(case: &Case, head: &Head, shown: &Matrix) -> String {
    let list = |matrix: &Matrix| {
        let sums = matrix.iter_rows().map(|row| number(row.iter().sum()));
        sums.collect::<Vec<_>>().join(", ")
    };
    let (row, d_k) = (head.row, head.document.d_k());
    match case.mistake {
        Mistake::SoftmaxDownColumns => format!(
            "The rows sum to {}, the columns to {}. Rows must sum to 1: each query shares out its own attention.",
            list(shown),
            list(&shown.transposed())
        ),
        Mistake::QueriesAndKeysSwapped => {
            let col = head.winner();
            format!(
                "Row {}, column {}, says {}, but q·k {}. The rows are queries, the columns keys.",
                head.asker(),
                head.word(col),
                number(shown.at(row, col)),
                head.arithmetic(Name::Scores, col)
            )
        }
        Mistake::MaskedAfterSoftmax => format!(
            "The hidden cells are 0, as they should be, but the rows sum to {}. The mask belongs \
             before softmax; then the words that are left share the 1.",
            list(shown)
        ),
        _ => format!(
            "Score over scaled is {} everywhere, √{}. It should be √{d_k} = {}: what counts is how many products are \
             added.",
            number(head.trace.get(Name::Scores).at(row, row) / shown.at(row, row)),
            head.document.d_model(),
            number((d_k as f32).sqrt())
        ),
    }
}
