//! Whom each token looks at, as lines: queries stand left, keys right, and the heavier a weight,
//! the broader and the fuller its line, in the colour of the query.

use attention::Matrix;
use plotters::prelude::DrawingBackend;
use plotters::style::Color;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, colours, fitted};

const TEXT: f64 = 12.0;
/// Room for the tokens on each side, CSS pixels.
const SIDE: f64 = 72.0;
/// Between a token and its lines.
const GAP: f64 = 6.0;
/// The broadest line, CSS pixels.
const BROAD: f64 = 4.0;
/// What is left of a line that the token in focus has no part in.
const FAINT: f64 = 0.1;
/// Lighter links would not be seen.
const LEAST: f32 = 0.004;

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Links {
    /// The tokens, n of them.
    pub tokens: Vec<String>,
    /// Whom each looks at, n×n.
    pub weights: Matrix,
    /// Weights below this are left out.
    pub least: f32,
    /// Only the lines from and to this token are drawn in full.
    pub lit: Option<usize>,
}

/// One line.
#[derive(Clone, Copy)]
struct Link {
    query: usize,
    key: usize,
    weight: f32,
}

impl Links {
    /// What is drawn, the lightest first, so that the heaviest lie on top; those in focus above all.
    fn sorted(&self) -> Vec<Link> {
        let least = self.least.max(LEAST);
        let rows = self.weights.iter_rows().enumerate();
        let all = rows.flat_map(|(query, row)| {
            let link = move |(key, weight): (usize, &f32)| Link {
                query,
                key,
                weight: *weight,
            };
            row.iter().enumerate().map(link)
        });
        let mut links: Vec<Link> = all.filter(|link| link.weight >= least).collect();
        links.sort_by(|a, b| {
            let rank = |link: &Link| (self.is_lit(link), link.weight);
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        links
    }

    fn is_lit(&self, link: &Link) -> bool {
        let token = self.lit;
        token.is_none_or(|token| link.query == token || link.key == token)
    }
}

/// Draws both columns of tokens and the lines between them.
pub(super) fn draw<DB: DrawingBackend>(
    brush: &Brush<DB>,
    links: &Links,
) -> Result<(), Failure<DB>> {
    let (_, _, right, _) = brush.whole();
    let (from, to) = (brush.px(SIDE), right - brush.px(SIDE));
    for link in links.sorted() {
        let share = f64::from(link.weight.clamp(0.0, 1.0));
        let alpha = (0.12 + 0.88 * share) * if links.is_lit(&link) { 1.0 } else { FAINT };
        let colour = colours::token(link.query, brush.dark).mix(alpha);
        let ends = (
            (from, middle(brush, links, link.query)),
            (to, middle(brush, links, link.key)),
        );
        brush.stroke(ends, colour, 0.75 + (BROAD - 0.75) * share)?;
    }
    for (index, token) in links.tokens.iter().enumerate() {
        let (y, half) = (middle(brush, links, index), brush.px(5.0));
        let colour = colours::token(index, brush.dark);
        let label = fitted(token, SIDE - GAP - 6.0, TEXT);
        brush.fill((from - brush.px(4.0), y - half, from, y + half), colour)?;
        brush.fill((to, y - half, to + brush.px(4.0), y + half), colour)?;
        brush.text(&label, (from - brush.px(4.0 + GAP), y), TEXT, HPos::Right)?;
        brush.text(&label, (to + brush.px(4.0 + GAP), y), TEXT, HPos::Left)?;
    }
    Ok(())
}

/// The height at which the lines of a token begin or end.
fn middle<DB: DrawingBackend>(brush: &Brush<DB>, links: &Links, token: usize) -> i32 {
    let (_, _, _, bottom) = brush.whole();
    let part = (2 * token + 1) as f64 / (2 * links.tokens.len().max(1)) as f64;
    (f64::from(bottom) * part) as i32
}

/// The token of `n` that stands at height `y` of a picture that is `height` high.
pub fn token_at(y: f64, height: f64, n: usize) -> Option<usize> {
    let part = y / height;
    (0.0..1.0)
        .contains(&part)
        .then_some((part * n as f64) as usize)
}
