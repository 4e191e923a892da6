//! The losses of the three toys over the steps, and the line of who only guesses.

use std::fmt::Write;

use lesson::lessons::mlp::MOST_TRAINED;
use lesson::lessons::mlp::toy::{Kind, Runs, Task};

use crate::text::tr;
use crate::widgets::markup::element;

/// The picture's width and height, and what the curves have of it.
const SIZE: (f32, f32) = (240.0, 110.0);
const LEFT: f32 = 6.0;
const BELOW: f32 = 14.0;

/// The loss of who only guesses: on the held-out words, or on all before there are any.
pub fn guessing(runs: Option<&Runs>, task: Task) -> f32 {
    let run = runs.and_then(|runs| runs.of(task, Kind::Mlp));
    run.map_or(task.guessing(), |run| run.guessing())
}

/// The picture of a task.
pub fn draw(runs: Option<&Runs>, task: Task) -> String {
    // Twice as bad as guessing is the top: where they begin matters less than where they end.
    let guessing = guessing(runs, task);
    let top = 2.0 * guessing;
    let place = |(step, loss): (u32, f32)| {
        let x = LEFT + (SIZE.0 - 2.0 * LEFT) * step as f32 / MOST_TRAINED as f32;
        let tall = SIZE.1 - BELOW - 4.0;
        (x, 4.0 + tall * (1.0 - (loss / top).min(1.0)))
    };
    let (left, floor) = place((0, 0.0));
    let (right, guess) = place((MOST_TRAINED, guessing));
    let mut text = format!(
        "<path class=\"m-axes\" d=\"M{left} 2V{floor}H{right}\"/><path class=\"m-floor\" d=\"M{left} {guess:.1}H{right}\"/>"
    );
    let label = format!(
        "class=\"m-small\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\"",
        guess - 3.0
    );
    text += &element("text", &label, &tr!(mlp.toys.guessing));
    let end = format!(
        "class=\"m-small\" x=\"{right}\" y=\"{}\" text-anchor=\"end\"",
        SIZE.1 - 3.0
    );
    text += &element(
        "text",
        &end,
        &tr!(mlp.toys.steps, count = MOST_TRAINED as usize),
    );
    for kind in Kind::ALL {
        let Some(run) = runs.and_then(|runs| runs.of(task, kind)) else {
            continue;
        };
        let mut line = String::new();
        for (x, y) in run.curve.iter().map(|own| place(*own)) {
            let _ = write!(line, "{x:.1},{y:.1} ");
        }
        let _ = write!(
            text,
            "<polyline class=\"m-curve {}\" points=\"{line}\"/>",
            kind.key()
        );
        if let Some((x, y)) = run.curve.last().map(|own| place(*own)) {
            let _ = write!(
                text,
                "<circle class=\"m-point {}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>",
                kind.key()
            );
        }
    }
    format!(
        "<svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">{text}</svg>",
        SIZE.0, SIZE.1
    )
}
