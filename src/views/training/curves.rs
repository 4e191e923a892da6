//! The curves of the runs: loss and accuracy, and where on them one stands.

use leptos::prelude::*;
use lesson::lessons::training::chart::{ACCURACY, HELD_OUT, TRAIN};
use lesson::lessons::training::curve::Point;
use lesson::lessons::training::look::At;
use lesson::protocol::Side;

use super::controls::{percent, side_name, two};
use super::export::Export;
use super::{Training, training};
use crate::language::localised;
use crate::plot::{Curve, Scene};
use crate::reactive::{derived, memo, part};
use crate::text::{following, say, tr};
use crate::widgets::picture::Picture;

/// Height of each plot in CSS pixels.
const HEIGHT: u32 = 180;

/// Both plots, and their numbers as a table.
#[component]
pub fn Curves() -> impl IntoView {
    let training = training();
    let loss = derived(move || Scene::Curves {
        curves: curves(training, true),
        top: None,
        cursor: cursor(training),
    });
    let accuracy = derived(move || Scene::Curves {
        curves: curves(training, false),
        top: Some(1.0),
        cursor: cursor(training),
    });
    let height = derived(|| HEIGHT);
    view! {
        <div class="curves" data-control="beside">
            <section class="card">
                <h3>{say!(curves.loss)}</h3>
                <Picture scene=loss label=say!(curves.loss_label) height=height class="map"/>
            </section>
            <section class="card">
                <h3>{say!(curves.accuracy)}</h3>
                <Picture scene=accuracy label=say!(curves.accuracy_label) height=height class="map"/>
            </section>
            <div class="row taken"><Numbers/><div class="of-export" role="group" aria-label=say!(curves.loss)><Export/></div></div>
        </div>
    }
}

/// The step that is marked.
pub fn cursor(training: Training) -> Option<u32> {
    match training.at.get() {
        At::Now => None,
        At::Step(step) => Some(step),
    }
}

/// The curves of one plot: of the loss those of training and of the held-out sequences, of the
/// accuracy the held-out one; of both runs.
fn curves(training: Training, loss: bool) -> Vec<Curve> {
    let both = two(training);
    let mut curves = Vec::new();
    for side in Side::BOTH {
        let points = points(training, side);
        let line = |value: fn(&Point) -> Option<f32>| {
            let point = |point: &Point| Some((point.step, value(point)?));
            points.iter().filter_map(point).collect::<Vec<_>>()
        };
        let mut add = |quantity, points| {
            curves.push(Curve {
                label: label(both, side, quantity),
                points,
                colour: side.index(),
                faint: quantity == TRAIN,
            });
        };
        if points.is_empty() {
            continue;
        }
        if loss {
            add(TRAIN, line(|p| p.train));
            add(HELD_OUT, line(|p| Some(p.held_out)));
        } else {
            add(ACCURACY, line(|p| Some(p.accuracy)));
        }
    }
    curves
}

/// What is known of a run, step by step; empty while there is none.
pub fn points(training: Training, side: Side) -> Vec<Point> {
    training.runs[side.index()].progress.with(|progress| {
        let points = progress.as_ref().map(|progress| progress.points.clone());
        points.unwrap_or_default()
    })
}

/// What is written at a curve; `both` where there are two runs to be told apart.
pub fn label(both: bool, side: Side, quantity: usize) -> String {
    let of = if quantity == TRAIN {
        tr!(curves.train)
    } else {
        tr!(curves.held_out)
    };
    if both {
        format!("{} {of}", side_name(side))
    } else {
        of
    }
}

/// The same numbers as a table; rows are made only while it is open.
#[component]
fn Numbers() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <details class="numbers" on:toggle=move |_| open.update(|open| *open = !*open)>
            <summary>{say!(curves.numbers)}</summary>
            {part(move || if open.get() { view! { <Table/> }.into_any() } else { ().into_any() })}
        </details>
    }
}

#[component]
fn Table() -> impl IntoView {
    let training = training();
    let rows = memo(move || {
        let mut rows = Vec::new();
        for side in Side::BOTH {
            training.runs[side.index()].progress.with(|progress| {
                for point in progress.iter().flat_map(|progress| &progress.points) {
                    rows.push((side, *point));
                }
            });
        }
        rows
    });
    let row = move |(side, point): (Side, Point)| {
        view! {
            <tr>
                <th scope="row">{point.step}</th>
                <td>{following(move || if two(training) { side_name(side) } else { String::new() })}</td>
                <td>{point.train.map(|loss| localised(format!("{loss:.4}")))}</td>
                <td>{localised(format!("{:.4}", point.held_out))}</td>
                <td>{percent(point.accuracy)}</td>
            </tr>
        }
    };
    view! {
        <div class="scroll tall">
            <table data-table="curves" aria-label=say!(curves.numbers)>
                <thead><tr>
                    <th scope="col">{say!(curves.step)}</th>
                    <th scope="col">{say!(curves.run)}</th>
                    <th scope="col">{say!(curves.train_loss)}</th>
                    <th scope="col">{say!(curves.held_out_loss)}</th>
                    <th scope="col">{say!(curves.accuracy)}</th>
                </tr></thead>
                <tbody>{part(move || rows.get().into_iter().map(row).collect_view().into_any())}</tbody>
            </table>
        </div>
    }
}
