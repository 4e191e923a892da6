//! How well a run does on what it was not trained on, as it stands and with all its heads.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::training::look::{Quality, Seen};
use lesson::protocol::Side;

use super::super::controls::percent;
use super::super::training;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::markup;

/// Loss and accuracy of the shown moment; when heads are out, also without that and the difference.
#[component]
pub fn QualityLine(side: Side) -> impl IntoView {
    let run = training().runs[side.index()];
    let facts = derived(move || {
        run.seen
            .with(|seen| seen.as_ref().map_or_else(String::new, |seen| facts(seen)))
    });
    view! { <dl class="facts quality" aria-live="off" inner_html=facts></dl> }
}

fn facts(seen: &Seen) -> String {
    let Quality { loss, accuracy } = seen.quality;
    let step = cell("step", seen.step as f32, &seen.step.to_string());
    let mut facts = vec![
        fact(&tr!(gallery.step), [step]),
        fact(&tr!(gallery.loss), [loss_cell("loss", loss)]),
        fact(
            &tr!(gallery.accuracy),
            [accuracy_cell("accuracy", accuracy)],
        ),
    ];
    if let Some(whole) = &seen.quality_whole {
        let cells = [
            loss_cell("whole-loss", whole.loss),
            accuracy_cell("whole-accuracy", whole.accuracy),
        ];
        facts.push(fact(&tr!(gallery.whole), cells));
        let (lost, points) = (loss - whole.loss, (accuracy - whole.accuracy) * 100.0);
        let in_points = tr!(gallery.points, points = signed(points, 1));
        let cells = [
            cell("lost-loss", lost, &signed(lost, 3)),
            cell("lost-accuracy", points, &in_points),
        ];
        facts.push(fact(&tr!(gallery.lost), cells));
    }
    facts.concat()
}

fn loss_cell(key: &str, loss: f32) -> String {
    cell(key, loss, &shown(loss, 3))
}

fn accuracy_cell(key: &str, accuracy: f32) -> String {
    cell(key, accuracy, &percent(accuracy))
}

/// A number; `key` is for scripts and tests.
fn cell(key: &str, value: f32, text: &str) -> String {
    let attributes = format!("data-quality=\"{key}\" data-value=\"{}\"", shortest(value));
    markup::element("dd", &attributes, text)
}

fn fact<const N: usize>(name: &str, cells: [String; N]) -> String {
    let name = markup::element("dt", "", name);
    format!("<div>{name}{}</div>", cells.concat())
}

/// With its sign, whichever it is.
pub fn signed(value: f32, digits: u8) -> String {
    let text = shown(value, digits);
    if text.starts_with('−') {
        text
    } else {
        format!("+{text}")
    }
}
