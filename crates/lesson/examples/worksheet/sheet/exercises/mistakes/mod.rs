//! Four tables, each made by a rule that is wrong in one place.

mod written;

use lesson::head::mistake::Mistake;
use lesson::{Name, Trace};

use super::Exercise;
use crate::sheet::head::Head;
use written::{answer, task};

/// A table with a mistake.
pub struct Case {
    /// Where the page shows the right numbers.
    pub link: &'static str,
    /// What was done wrong.
    pub mistake: Mistake,
    /// The table that is shown.
    pub shown: Name,
    /// What it should be.
    title: &'static str,
    /// Its letter.
    letter: &'static str,
}

/// All of them, A to D.
pub const CASES: [Case; 4] = [
    Case {
        link: "preset=cat&level=queries&stage=weights",
        mistake: Mistake::SoftmaxDownColumns,
        shown: Name::Weights,
        title: "Weights of <b>the cat sat</b>",
        letter: "A",
    },
    Case {
        link: "preset=cat&level=queries&stage=scores",
        mistake: Mistake::QueriesAndKeysSwapped,
        shown: Name::Scores,
        title: "Scores of <b>the cat sat</b>",
        letter: "B",
    },
    Case {
        link: "preset=cat&level=queries&mask=causal&stage=weights",
        mistake: Mistake::MaskedAfterSoftmax,
        shown: Name::Weights,
        title: "Weights of <b>the cat sat</b>, causal mask",
        letter: "C",
    },
    Case {
        link: "preset=same_wq_wk&level=queries&stage=scaled",
        mistake: Mistake::SqrtDModel,
        shown: Name::Scaled,
        title: "Scaled scores",
        letter: "D",
    },
];

/// The mistakes to choose from, in the words of the sheet; one is not among the tables.
const WORDS: [(Mistake, &str); 5] = [
    (
        Mistake::SqrtDModel,
        "Divided by √d<sub>model</sub>, not by √d<sub>k</sub>",
    ),
    (
        Mistake::NotDivided,
        "e<sup>x</sup> not divided by the sum of the row",
    ),
    (
        Mistake::SoftmaxDownColumns,
        "Softmax down the columns, not along the rows",
    ),
    (
        Mistake::MaskedAfterSoftmax,
        "Mask put on after softmax, not before",
    ),
    (Mistake::QueriesAndKeysSwapped, "Q and K swapped"),
];

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let tasks: Result<String, String> = CASES.iter().map(task).collect();
    let answers: Result<String, String> = CASES.iter().map(answer).collect();
    let words: String = WORDS
        .iter()
        .map(|(_, words)| format!("<li>{words}</li>\n"))
        .collect();
    Ok(Exercise {
        title: "Find the mistake",
        task: format!(
            "<p>Four people made one mistake each. The numbers in Q, K and V were right. Write below each table what went wrong, and how \
             you see it. One of these five was made by nobody:</p>\n<ul class=\"choices\">\n{words}</ul>\n\
             <div class=\"cases\">\n{}</div>\n",
            tasks?
        ),
        links: CASES.iter().map(|case| (case.letter, case.link)).collect(),
        answer: format!("<div class=\"cases\">\n{}</div>\n", answers?),
    })
}

/// What the case's table says with its mistake.
pub fn wrong(case: &Case) -> Result<(Head, Trace), String> {
    let head = Head::open(case.link)?;
    let wrong = head.mistaken(case.mistake)?;
    Ok((head, wrong))
}
