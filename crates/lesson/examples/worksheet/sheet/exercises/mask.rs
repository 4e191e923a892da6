//! The causal mask: what is hidden, and what that does to a row.

use lesson::head::document::MaskKind;
use lesson::lessons::stepper::guided::shares;
use lesson::{Document, Name};

use super::Exercise;
use crate::sheet::head::Head;
use crate::sheet::markup::{Entry, GAP, Table, asked, entries, lines, number};

const LINK: &str = "preset=causal&level=queries&stage=weights&row=2";

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let head = Head::open(LINK)?;
    let open = head.changed(|document| document.mask = MaskKind::None)?;
    Ok(Exercise {
        title: "No looking ahead",
        task: task(&head, &open),
        links: vec![("See the mask at work:", LINK)],
        answer: answer(&head, &open)?,
    })
}

fn task(head: &Head, open: &Head) -> String {
    let table = Table::new("Scaled scores, without a mask", head.keys());
    let table = table.rows(&head.keys(), head.trace.get(Name::Scaled).iter_rows());
    let first = vec![GAP; head.document.m()].join(" ");
    format!(
        "<p>A model that writes must not see what comes next: a word may look at itself and at the words before it. \
         Rows are queries, columns are keys.</p>\n<div class=\"wide\">{}</div>\n\
         <p><b>a)</b> Cross out every score that the causal mask hides. For softmax it becomes −∞, and e<sup>−∞</sup> is 0.</p>\n\
         <p><b>b)</b> Without the mask these are the weights of {word}. Fill them in again, with the mask.</p>\n\
         <div class=\"wide\">{}</div>\n\
         <p><b>c)</b> The weights of the first word, without a calculator:</p>\n<p class=\"gaps\">{first}</p>\n\
         <p><b>d)</b> Somebody changes the last word. Which rows of the output change, and why?</p>\n{}",
        table.html(),
        row("", head, open, false),
        lines(3),
        word = head.asker(),
    )
}

/// The row of the query: as it was, and to be filled in anew.
fn row(letter: &str, head: &Head, open: &Head, filled: bool) -> String {
    let own = shares(&head.trace, head.row);
    let sum = asked(&[own.sum], filled);
    let one = asked(&[own.weights.iter().sum()], filled);
    let columns = head.keys().into_iter().chain(["sum".into()]).collect();
    let before = entries(open.row(Name::Weights));
    let given = [before, entries(&[open.trace.rows[open.row].sum])].concat();
    Table::new(&format!("{letter}The row of {}", head.asker()), columns)
        .row("weight, no mask", given)
        .row("scaled, masked", masked(&own.scores, filled))
        .row(
            "e<sup>scaled</sup>",
            [asked(&own.exps, filled), sum].concat(),
        )
        .row("weight", [asked(&own.weights, filled), one].concat())
        .html()
}

fn masked(scores: &[f32], filled: bool) -> Vec<Entry> {
    [asked(scores, filled), vec![Entry::Nothing]].concat()
}

fn answer(head: &Head, open: &Head) -> Result<String, String> {
    let table = Table::new("<b>a)</b> Scaled scores with the mask", head.keys());
    let table = table.rows(&head.keys(), head.trace.get(Name::Masked).iter_rows());
    let first: Vec<_> = head.trace.get(Name::Weights).row(0).to_vec();
    let first: Vec<_> = first.into_iter().map(number).collect();
    let seen = open.row(Name::Weights).iter().zip(head.row(Name::Weights));
    let seen = seen.filter(|(_, masked)| **masked > 0.0);
    let seen: Vec<_> = seen.map(|(open, _)| number(*open)).collect();
    Ok(format!(
        "<div class=\"beside\">{}<div>\n<p><b>c)</b> {}. It sees only itself.</p>\n<p><b>d)</b> {}</p>\n</div></div>\n\
         <div class=\"beside\">{}<div>\n<p>Quicker: keep the weights that may be seen, {}, and divide them by their sum. \
         That is the same, because softmax only compares.</p>\n</div></div>\n",
        table.html(),
        first.join(", "),
        changed(head)?,
        row("<b>b)</b> ", head, open, true),
        seen.join(", "),
    ))
}

/// Which rows of the output are others when the last word is another.
fn changed(head: &Head) -> Result<String, String> {
    let other = head.changed(|document| {
        let last = document.n() - 1;
        for name in [Name::Q, Name::K, Name::V] {
            double(document, name, last);
        }
    })?;
    let rows = |head: &Head| {
        head.trace
            .get(Name::Output)
            .iter_rows()
            .map(<[f32]>::to_vec)
            .collect::<Vec<_>>()
    };
    let (before, after) = (rows(head), rows(&other));
    let differ = (0..before.len()).filter(|row| before[*row] != after[*row]);
    let differ: Vec<_> = differ.map(|row| head.word(row)).collect();
    Ok(format!(
        "Only the row of {}, the last one: no word before it sees it. To the last digit, the other rows stay.",
        differ.join(", ")
    ))
}

fn double(document: &mut Document, name: Name, row: usize) {
    if let Some(matrix) = document.input_mut(name) {
        matrix.row_mut(row).iter_mut().for_each(|own| *own *= 2.0);
    }
}
