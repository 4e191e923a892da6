//! True or false? Each claim is a misconception, or what stands against one, and is settled by computing it.

mod changes;
mod sums;

use changes::{doubled, handed, shifted, words};
use sums::{columns, rows, symmetry};

use super::Exercise;
use crate::sheet::head::Head;
use crate::sheet::markup::{boxes, lines};

const LINK: &str = "preset=cat&level=queries&stage=weights";

/// A claim, whether it is true, and how one sees that.
pub struct Claim {
    /// What is claimed.
    pub text: String,
    /// Is it so?
    pub holds: bool,
    /// The numbers that settle it.
    pub because: String,
}

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let claims = claims(&Head::open(LINK)?)?;
    let item = |inside: String| format!("<li>{inside}</li>\n");
    let tick = || boxes(&["true".into(), "false".into()]);
    let tasks = claims.iter().map(|own| {
        item(format!(
            "<p><span>{}</span> {}</p>{}",
            own.text,
            tick(),
            lines(2)
        ))
    });
    let answers = claims.iter().map(|own| {
        let verdict = if own.holds { "True" } else { "False" };
        item(format!("<b>{verdict}.</b> {}", own.because))
    });
    let (tasks, answers): (String, String) = (tasks.collect(), answers.collect());
    Ok(Exercise {
        title: "True or false?",
        task: format!(
            "<p>Tick one, and say why, with numbers of <b>the cat sat</b> where you can.</p>\n<ol class=\"claims\">\n{tasks}</ol>\n"
        ),
        links: vec![("Look there, change numbers, and see:", LINK)],
        answer: format!("<ol class=\"claims\">\n{answers}</ol>\n"),
    })
}

/// All claims about a head.
pub fn claims(head: &Head) -> Result<Vec<Claim>, String> {
    Ok(vec![
        rows(head),
        columns(head),
        symmetry(head),
        words(head),
        doubled(head)?,
        shifted(head)?,
        handed(head),
    ])
}

/// Numbers that are the same but for rounding.
fn same(a: &[f32], b: &[f32]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
}
