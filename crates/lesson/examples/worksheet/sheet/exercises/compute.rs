//! One query by hand, from the scores to the output.

use lesson::Name;
use lesson::lessons::stepper::guided::{Shares, shares};

use super::Exercise;
use crate::sheet::head::Head;
use crate::sheet::markup::{Entry, GAP, Table, asked, number};

const LINK: &str = "preset=cat&level=queries&mode=one&stage=scores";

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let head = Head::open(LINK)?;
    let own = shares(&head.trace, head.row);
    Ok(Exercise {
        title: "One word by hand",
        task: task(&head, &own),
        links: vec![("Walk it cell by cell:", LINK)],
        answer: answer(&head, &own),
    })
}

/// A column a key, and the sum where one divides by it.
fn table(head: &Head, own: &Shares, filled: bool) -> String {
    let columns = head.keys().into_iter().chain(["sum".into()]).collect();
    let line = |row: &[f32], sum: Option<f32>| {
        let sum = sum.map_or(vec![Entry::Nothing], |sum| asked(&[sum], filled));
        [asked(row, filled), sum].concat()
    };
    let total = own.weights.iter().sum();
    let root = format!("scaled, ÷ √{}", head.document.d_k());
    Table::new(&format!("The row of {}", head.asker()), columns)
        .row("score, q·k", line(head.row(Name::Scores), None))
        .row(&root, line(&own.scores, None))
        .row("e<sup>scaled</sup>", line(&own.exps, Some(own.sum)))
        .row("weight", line(&own.weights, Some(total)))
        .html()
}

fn task(head: &Head, own: &Shares) -> String {
    let products = |count: usize| vec![format!("{GAP} · {GAP}"); count].join(" + ");
    let (keys, d_k) = (head.keys(), head.document.d_k());
    let scores = keys.iter().map(|key| format!("q · k <b>{key}</b>"));
    let outputs = (1..=head.document.d_v()).map(|place| format!("o<sub>{place}</sub>"));
    format!(
        "<p>The query of {word} meets every key. First the three scores:</p>\n{}\
         <p>Now the row. √{d_k} = {root}.</p>\n<div class=\"wide\">{}</div>\n\
         <p>The output of {word}: each weight times the value of that word, added up. Once for each of the {d_v} \
         numbers of a value.</p>\n{}",
        sums(scores, &products(d_k)),
        table(head, own, false),
        sums(outputs, &products(keys.len())),
        word = head.asker(),
        root = number((d_k as f32).sqrt()),
        d_v = head.document.d_v(),
    )
}

/// A line for each: its name, and sums with gaps in the place of numbers.
fn sums(names: impl Iterator<Item = String>, sum: &str) -> String {
    let line =
        |name: String| format!("<tr><th scope=\"row\">{name} =</th><td>{sum} = {GAP}</td></tr>\n");
    let lines: String = names.map(line).collect();
    format!("<table class=\"sums\">\n{lines}</table>\n")
}

fn answer(head: &Head, own: &Shares) -> String {
    let keys = head.keys();
    let scores = keys.iter().enumerate().map(|(col, key)| {
        let written = head.arithmetic(Name::Scores, col);
        format!("q · k <b>{key}</b> {written}")
    });
    let outputs = (0..head.document.d_v()).map(|col| {
        let written = head.arithmetic(Name::Output, col);
        format!("o<sub>{}</sub> {written}", col + 1)
    });
    let best = head.winner();
    let weight = format!(
        "weight of {} = {} / {} = {}",
        head.word(best),
        number(own.exps[best]),
        number(own.sum),
        number(own.weights[best])
    );
    let written: Vec<_> = scores.chain([weight]).chain(outputs).collect();
    format!(
        "<div class=\"beside\">{}<p class=\"math\">{}</p></div>\n\
         <p>The page takes the row’s largest score away before e<sup>x</sup>, so that no number gets too large. The \
         e<sup>x</sup> there are other numbers; the weights are the same.</p>\n",
        table(head, own, true),
        written.join("<br>\n"),
    )
}
