//! Which way must the query point so that another key wins? Many answers are right.

use lesson::Name;

use super::{Exercise, predict::INSTEAD, predict::keys};
use crate::sheet::head::Head;
use crate::sheet::markup::{GAP, boxes, lines, number, typed, vector};
use crate::sheet::plane::Plane;

const LINK: &str = "preset=cat&level=walk&stage=scores";

/// The word that is to win.
const WANTED: usize = 0;

/// The exercise.
pub fn exercise() -> Result<Exercise, String> {
    let head = Head::open(LINK)?;
    Ok(Exercise {
        title: "Turn the query",
        task: task(&head),
        links: vec![("Drag the arrow there:", LINK)],
        answer: answer(&head)?,
    })
}

/// The head with another query for the word in focus.
pub fn asking(head: &Head, q: &[f32]) -> Result<Head, String> {
    let row = head.row;
    head.changed(|document| document.q.row_mut(row).copy_from_slice(q))
}

fn task(head: &Head) -> String {
    let names = head.keys();
    let scores: String = names.iter().map(|key| format!("{key} {GAP} ")).collect();
    format!(
        "<div class=\"beside\">\n{}<div>\n\
         <p><b>a)</b> Draw a query for {word} with which {wanted} gets the largest weight. Keys stay as \
         they are. Many answers are right. {INSTEAD}</p>\n\
         <p class=\"gaps\">q = ( {GAP} , {GAP} )</p>\n<p>Its three scores:</p>\n<p class=\"gaps\">{scores}</p>\n\
         <p><b>b)</b> Is there a query for which all three weights are the same? {}</p>\n{}</div>\n</div>\n",
        keys(Plane::new(), head).svg("Three keys as arrows on squared paper"),
        boxes(&["yes".into(), "no".into()]),
        lines(1),
        word = head.asker(),
        wanted = head.word(WANTED),
    )
}

/// The shortest query of whole numbers with which the wanted key wins; of equals the one that wins by more.
pub fn valid(head: &Head) -> Result<Head, String> {
    let whole = [-2_i8, -1, 0, 1, 2].map(f32::from);
    let all = whole.into_iter().flat_map(|x| whole.map(|y| [x, y]));
    let heads: Result<Vec<_>, _> = all.map(|q| asking(head, &q)).collect();
    let wins = heads?.into_iter().filter(|head| head.winner() == WANTED);
    let length = |head: &Head| head.row(Name::Q).iter().map(|x| x * x).sum::<f32>();
    let rank = |head: &Head| (length(head), -head.trace.rows[head.row].max);
    let best = wins.filter(clearly).min_by(|a, b| {
        let (a, b) = (rank(a), rank(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    best.ok_or_else(|| "no query lets that key win".into())
}

/// Whether one key alone has the largest weight.
fn clearly(head: &Head) -> bool {
    let weights = head.row(Name::Weights);
    let most = weights[head.winner()];
    weights.iter().filter(|own| **own == most).count() == 1
}

fn answer(head: &Head) -> Result<String, String> {
    let (one, still) = (valid(head)?, asking(head, &vec![0.0; head.document.d_k()])?);
    let wanted = head.word(WANTED);
    let wins = |x, y| asking(head, &[x, y]).is_ok_and(|head| head.winner() == WANTED);
    let drawn = keys(Plane::new().sector(wins), head).arrow("query", one.row(Name::Q), "q");
    Ok(format!(
        "<div class=\"beside\">\n{}<div>\n\
         <p><b>a)</b> For example q = {}, with scores {} and weights {}. Every query in the tinted sector is right, short \
         or long: its length decides how clearly {wanted} wins, not whether.</p>\n<p>{}</p>\n\
         <p><b>b)</b> Yes, q = {}: all scores are {}, all weights {}. Who asks for nothing gets the plain average.</p>\n\
         </div>\n</div>\n",
        drawn.svg("The sector of queries with which that key wins"),
        typed(one.row(Name::Q)),
        vector(one.row(Name::Scores)),
        vector(one.row(Name::Weights)),
        straight(head)?,
        typed(still.row(Name::Q)),
        number(still.row(Name::Scores)[0]),
        number(still.row(Name::Weights)[0]),
    ))
}

/// What comes of a query that is the wanted key itself.
fn straight(head: &Head) -> Result<String, String> {
    let own = head.trace.get(Name::K).row(WANTED).to_vec();
    let scores = asking(head, &own)?;
    Ok(format!(
        "The key of {} as the query, q = {}, has scores {}: a long key scores well even where it does not point \
         quite the same way.",
        head.word(WANTED),
        typed(&own),
        vector(scores.row(Name::Scores))
    ))
}
