//! A small picture of each lesson, drawn from what it computes where that is at hand.

use std::fmt::Write as _;

use lesson::Name;
use lesson::core::fragment::Fragment;
use lesson::core::player;
use lesson::core::random::number;
use lesson::head::trace::Trace;
use lesson::lessons::geometry::{self, MOST_KEYS};
use lesson::lessons::stepper::ByHand;

/// The inside of an SVG of 96×60.
pub fn of(slug: &str) -> String {
    match slug {
        "stepper" => weights(),
        "geometry" => arrows(),
        "scale" => walks(),
        "heads" => maps(),
        "mlp" => against(),
        "positions" => turning(),
        "training" => induction(),
        "backward" => descent(),
        "cost" => growth(),
        "flash" => tiles(),
        "models" => wall(),
        _ => cells(3, 3, |row, col| f32::from(u8::from(row == col))),
    }
}

/// Three heads of a wall: of the token before, of the first token, of what followed the same token before.
fn wall() -> String {
    let share = |there: bool| if there { 0.85 } else { 0.12 };
    cells_at(4.0, 26.0, 5, 5, |row, col| share(row == col + 1))
        + &cells_at(35.0, 26.0, 5, 5, |_, col| share(col == 0))
        + &cells_at(66.0, 26.0, 5, 5, |row, col| share(row == col + 2))
}

/// The weights of the opening example.
fn weights() -> String {
    let first = player::preset::<ByHand>("cat").ok();
    let trace = first.and_then(|(document, _)| Trace::of(&document).ok());
    trace.map_or_else(String::new, |trace| {
        let weights = trace.get(Name::Weights);
        cells(weights.rows(), weights.cols(), |row, col| {
            weights.at(row, col)
        })
    })
}

/// The query and the keys of the plane's opening example, as its link has them.
fn arrows() -> String {
    let first = geometry::META.presets.first();
    let link = Fragment(first.map_or("", |preset| preset.fragment));
    let line = |row: &[f32], class: &str| {
        let (x, y) = (48.0 + 13.0 * row[0], 30.0 - 13.0 * row[1]);
        format!(
            "<polyline class=\"{class}\" points=\"48,30 {x:.1},{y:.1}\"/><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\"/>"
        )
    };
    let all = |key: &str, class: &str| {
        let rows = link.matrix(key, MOST_KEYS).ok().flatten();
        rows.map_or_else(String::new, |rows| {
            rows.iter_rows().map(|row| line(row, class)).collect()
        })
    };
    all("k", "slow") + &all("q", "fast")
}

/// Sums of random signs, each step one up or down, in the cone of their standard deviation.
fn walks() -> String {
    let cone = |sign: f32| {
        let at = |step: u8| {
            let x = f32::from(step) / 16.0;
            format!(
                "{:.1},{:.1} ",
                8.0 + 80.0 * x,
                30.0 - sign * 24.0 * x.sqrt()
            )
        };
        let points: String = (0..=16).map(at).collect();
        format!("<polyline class=\"slow\" points=\"{points}\"/>")
    };
    let walk = |seed: u64| {
        let (mut sum, mut points) = (0.0_f32, "8,30 ".to_owned());
        for step in 0..32_u16 {
            sum += if number(seed, step.into()) < 0.5 {
                -1.0
            } else {
                1.0
            };
            let (x, y) = (8.0 + 2.5 * f32::from(step + 1), 30.0 - 2.1 * sum);
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        format!("<polyline class=\"fast\" points=\"{points}\"/>")
    };
    cone(1.0) + &cone(-1.0) + &[1, 4, 6].map(walk).concat()
}

/// Two heads over the same words: one looks at the word before, one at every other word.
fn maps() -> String {
    let share = |there: bool| if there { 0.85 } else { 0.12 };
    cells_at(3.0, 42.0, 4, 4, |row, col| {
        share(row == col + 1 || row + col == 0)
    }) + &cells_at(51.0, 42.0, 4, 4, |row, col| share((row + col) % 2 == 1))
}

/// An MLP that keeps every token on its own way, and attention that leads each to all: three tokens.
fn against() -> String {
    let height = |row: u16| 12.0 + 18.0 * f32::from(row);
    let line = |left: u16, (from, to): (u16, u16), class: &str| {
        let (x, y1, y2) = (left, height(from), height(to));
        format!(
            "<polyline class=\"{class}\" points=\"{x},{y1} {},{y2}\"/>",
            x + 32
        )
    };
    let alone = (0..3).map(|row| line(8, (row, row), "slow"));
    let all = (0..9).map(|at| line(56, (at / 3, at % 3), "fast"));
    alone.chain(all).collect()
}

/// Hands that turn with the position, each pair slower than the one before: RoPE with base 16.
fn turning() -> String {
    let hand = |(pair, place): (u8, u8)| {
        let angle = f32::from(place) * 0.5f32.powi(i32::from(pair));
        let (x, y) = (20.0 + 28.0 * f32::from(pair), 30.0);
        let (tip, top) = (x + 12.0 * angle.cos(), y - 12.0 * angle.sin());
        let class = if place == 2 { "fast" } else { "slow" };
        format!("<polyline class=\"{class}\" points=\"{x:.1},{y:.1} {tip:.1},{top:.1}\"/>")
    };
    let pairs = 0..3u8;
    pairs
        .flat_map(|pair| (0..3u8).map(move |place| (pair, place)))
        .map(hand)
        .collect()
}

/// Gradient descent on x²: the loss after each step of x ← x − 0.15·2x.
fn descent() -> String {
    let losses = std::iter::successors(Some(1.0f32), |x| Some(x - 0.15 * 2.0 * x));
    let point = |(step, x): (usize, f32)| {
        let (left, top) = (8.0 + 8.0 * step as f32, 54.0 - 46.0 * x * x);
        format!("{left:.1},{top:.1} ")
    };
    let points: String = losses.take(11).enumerate().map(point).collect();
    format!("<polyline class=\"slow\" points=\"{points}\"/><path class=\"axis\" d=\"M8 4V54H92\"/>")
}

/// What an induction head looks at in a pattern of five tokens, three times: what followed the same token before.
fn induction() -> String {
    const PERIOD: usize = 5;
    cells(15, 15, |row, col| {
        f32::from(u8::from(
            row + 1 == col + PERIOD || (row < PERIOD && col == 0),
        ))
    })
}

/// n and n², to the same scale.
fn growth() -> String {
    let line = |power: i32| {
        let at = |step: u16| {
            let x = f32::from(step) / 20.0;
            format!("{:.1},{:.1} ", 8.0 + 80.0 * x, 54.0 - 48.0 * x.powi(power))
        };
        (0..=20).map(at).collect::<String>()
    };
    let drawn =
        |points: String, class: &str| format!("<polyline class=\"{class}\" points=\"{points}\"/>");
    drawn(line(1), "slow") + &drawn(line(2), "fast") + "<path class=\"axis\" d=\"M8 4V54H92\"/>"
}

/// A field of scores, one tile of which is held.
fn tiles() -> String {
    cells(8, 8, |row, col| {
        let held = (4..8).contains(&row) && (0..4).contains(&col);
        match held {
            true => 0.9,
            false => 0.12,
        }
    })
}

/// A square of cells in the middle, each as full as its number.
fn cells(rows: usize, cols: usize, value: impl Fn(usize, usize) -> f32) -> String {
    let size = 54.0 / rows.max(cols).max(1) as f32;
    cells_at((96.0 - size * cols as f32) / 2.0, 54.0, rows, cols, value)
}

/// A square of cells from `left` on, `side` wide.
fn cells_at(
    left: f32,
    side: f32,
    rows: usize,
    cols: usize,
    value: impl Fn(usize, usize) -> f32,
) -> String {
    let size = side / rows.max(cols).max(1) as f32;
    let above = (60.0 - size * rows as f32) / 2.0;
    let mut text = String::new();
    for row in 0..rows {
        for col in 0..cols {
            let (x, y) = (left + size * col as f32, above + size * row as f32);
            let (side, full) = (size * 0.92, value(row, col));
            let _ = write!(
                text,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill-opacity=\"{full:.2}\"/>"
            );
        }
    }
    text
}
