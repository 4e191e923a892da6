//! Which word gets the largest weight, before anything is computed?

use lesson::Name;

use super::Exercise;
use crate::sheet::head::Head;
use crate::sheet::markup::{GAP, boxes, lines, number, typed};
use crate::sheet::plane::Plane;

const LINK: &str = "preset=cat&level=queries&stage=weights&ask=weights.1";

/// For whoever cannot draw, or does not see the arrows.
pub const INSTEAD: &str = "Or say for each key: same side, opposite, or across.";

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let head = Head::open(LINK)?;
    Ok(Exercise {
        title: "Predict first",
        task: task(&head),
        links: vec![("Set your shares as bars and see:", LINK)],
        answer: answer(&head),
    })
}

/// The keys as arrows.
pub fn keys(plane: Plane, head: &Head) -> Plane {
    let rows = head.trace.get(Name::K).iter_rows();
    let arrow =
        |plane: Plane, (name, row): (String, &[f32])| plane.arrow("key", row, &format!("k {name}"));
    head.keys().into_iter().zip(rows).fold(plane, arrow)
}

fn task(head: &Head) -> String {
    let (word, keys_drawn) = (head.asker(), keys(Plane::new(), head));
    let guesses: String = head
        .keys()
        .iter()
        .map(|key| format!("{key} {GAP} "))
        .collect();
    format!(
        "<div class=\"beside\">\n{}<div>\n\
         <p>The arrows are the three keys. Draw the query of {word}, {}, from the middle. {INSTEAD}</p>\n\
         <p>Compute nothing yet. Which key gets the largest weight from {word}?</p>\n\
         <p>{}</p>\n<p>Why?</p>\n{}\
         <p>Guess the three weights. They add up to 1.</p>\n<p class=\"gaps\">{guesses}</p>\n</div>\n</div>\n",
        keys_drawn.svg("Three keys as arrows on squared paper"),
        typed(head.row(Name::Q)),
        boxes(&head.keys()),
        lines(3),
    )
}

fn answer(head: &Head) -> String {
    let (scores, weights) = (head.row(Name::Scores), head.row(Name::Weights));
    let (best, names) = (head.word(head.winner()), head.keys());
    let each = |row: &[f32]| {
        let all = names.iter().zip(row);
        let all: Vec<_> = all
            .map(|(key, value)| format!("{key} {}", number(*value)))
            .collect();
        all.join(", ")
    };
    let drawn = keys(Plane::new(), head).arrow("query", head.row(Name::Q), "q");
    format!(
        "<div class=\"beside\">\n{}<div>\n\
         <p>{best}. Its key points the way the query points, and it is long: both make the score large. \
         The key of {} points away from the query, so its score is below 0.</p>\n\
         <p>Scores: {}.<br>Weights: {}.</p>\n\
         <p>Even a score below 0 becomes a weight above 0.</p>\n</div>\n</div>\n",
        drawn.svg("The three keys and the query as arrows"),
        head.word(last(scores)),
        each(scores),
        each(weights),
    )
}

/// The smallest of a row.
fn last(row: &[f32]) -> usize {
    (0..row.len()).fold(0, |best, at| if row[at] < row[best] { at } else { best })
}
