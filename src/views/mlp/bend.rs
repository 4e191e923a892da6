//! What bends: a word's embedding goes straight to another's, and what both give for it is drawn. The point between is
//! dragged, or moved by the slider.

use std::fmt::Write;

use leptos::html;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::table::{Cell, TableId};
use lesson::lessons::mlp::*;

use super::{Bench, bench};
use crate::browser::{listening, targets};
use crate::language::{exact, shown};
use crate::plot::MOST;
use crate::reactive::{derived, memo, on};
use crate::text::say;
use crate::widgets::markup::element;

/// Pieces that a curve is drawn in.
const PIECES: u16 = 60;
/// Half of the picture's width and height, and of what the curves have of it.
const HALF: (f32, f32) = (100.0, 84.0);

/// The curves with their legend and the slider.
#[component]
pub fn Bend() -> impl IntoView {
    let bench = bench();
    let t = memo(move || bench.document.with(|d| d.between));
    let picture = derived(move || draw(bench));
    let place = NodeRef::<html::Div>::new();
    let held = StoredValue::new(false);
    let kinds = &["pointerdown", "pointermove", "pointerup", "pointercancel"];
    listening::hear(place, kinds, move |kind, event| match kind {
        "pointerdown" => {
            held.set_value(true);
            targets::hold(event);
            // A finger may be about to scroll.
            if !targets::by_finger(event) {
                put(bench, targets::within(event));
            }
        }
        "pointermove" if held.get_value() => put(bench, targets::within(event)),
        "pointermove" => {}
        _ => {
            if kind == "pointerup" && held.get_value() {
                put(bench, targets::within(event));
            }
            held.set_value(false);
            bench.shell.run(Command::Settle);
        }
    });
    let said = derived(move || exact(t.get()));
    let slide = move |event| {
        if let Ok(t) = event_target_value(&event).parse() {
            bench.change(Change::Between(t));
        }
    };
    view! {
        <figure class="m-bend" aria-label=say!(mlp.bend.label)>
            <div class="m-square" node_ref=place inner_html=picture></div>
            <label class="plain-slider">
                <span>{say!(mlp.bend.between)}" "<b>{said}</b></span>
                <input type="range" min="0" max="1" step="0.05" data-control="between" aria-valuetext=said
                    prop:value=move || t.get().to_string() on:input=on(slide) on:change=on(move |_| bench.shell.run(Command::Settle))/>
            </label>
            <figcaption><Legend/></figcaption>
        </figure>
    }
}

/// The curves by name, with the number at the point.
#[component]
fn Legend() -> impl IntoView {
    let bench = bench();
    let at = derived(move || {
        let covered = hidden(bench);
        let point = bench.document.with(|d| along(d, d.between));
        point
            .filter(|_| !covered)
            .map(|own| [own.mlp, own.kept, own.anew])
    });
    let line = move |place: usize, class: &'static str, name: Signal<String>| {
        let number = derived(move || {
            let number = at
                .get()
                .and_then(|all| of_column(&all[place], column(bench)));
            number.map_or_else(String::new, |number| shown(number, 2))
        });
        view! { <p class=class><i></i>{name}" "<b>{number}</b></p> }
    };
    view! {
        {line(0, "m-key mlp", say!(mlp.bend.mlp))}
        {line(1, "m-key kept", say!(mlp.bend.kept))}
        {line(2, "m-key anew", say!(mlp.bend.anew))}
    }
}

/// Puts the point where the pointer is, in twentieths.
fn put(bench: Bench, at: Option<(f32, f32)>) {
    let Some((x, _)) = at else { return };
    let t = ((x * HALF.0 / HALF.1 + 1.0) / 2.0).clamp(0.0, 1.0);
    let t = (t * 20.0).round() / 20.0;
    if bench.document.with_untracked(|d| d.between != t) {
        bench.change(Change::Between(t));
    }
}

/// The number of each output that is drawn: that of the explained cell.
fn column(bench: Bench) -> usize {
    bench.shell.explained.get().map_or(0, |cell| cell.col)
}

/// That number; of a cell beyond them the last.
fn of_column(own: &[f32], col: usize) -> Option<f32> {
    own.get(col).or(own.last()).copied()
}

/// Whether a number of the curves is to be predicted.
fn hidden(bench: Bench) -> bool {
    let covers = |table: TableId| bench.shell.covers(Cell::new(table, 1, 0));
    [L_M, L_O].into_iter().any(covers)
}

fn draw(bench: Bench) -> String {
    let document = bench.document.get();
    let at = |piece: u16| along(&document, f32::from(piece) / f32::from(PIECES));
    let points: Vec<Along> = (0..=PIECES).filter_map(at).collect();
    let col = column(bench);
    let of = |own: fn(&Along) -> &Vec<f32>| -> Vec<(f32, f32)> {
        let one = |point: &Along| {
            let y = of_column(own(point), col)?;
            (y.abs() < MOST).then_some((point.t, y))
        };
        points.iter().filter_map(one).collect()
    };
    let curves = [
        ("anew", of(|own| &own.anew)),
        ("kept", of(|own| &own.kept)),
        ("mlp", of(|own| &own.mlp)),
    ];
    let all = curves.iter().flat_map(|(_, points)| points);
    let (low, high) = all.fold((0.0f32, 0.0f32), |(low, high), (_, y)| {
        (low.min(*y), high.max(*y))
    });
    let tall = (high - low).max(1e-3);
    let place = |(t, y): (f32, f32)| {
        let x = (2.0 * t - 1.0) * HALF.1;
        (x, HALF.1 - 2.0 * HALF.1 * (y - low) / tall)
    };
    let mut text = frame(&document, place((0.0, 0.0)).1);
    if hidden(bench) {
        return svg(&text);
    }
    for (class, points) in &curves {
        let mut line = String::new();
        for (x, y) in points.iter().map(|own| place(*own)) {
            let _ = write!(line, "{x:.1},{y:.1} ");
        }
        let _ = write!(
            text,
            "<polyline class=\"m-curve {class}\" points=\"{line}\"/>"
        );
    }
    text += &chord(&curves[2].1, &place);
    for (class, points) in &curves {
        let near = |a: &&(f32, f32), b: &&(f32, f32)| {
            let far = |own: &(f32, f32)| (own.0 - document.between).abs();
            far(a).total_cmp(&far(b))
        };
        if let Some((x, y)) = points.iter().min_by(near).map(|own| place(*own)) {
            let _ = write!(
                text,
                "<circle class=\"m-point {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"
            );
        }
    }
    svg(&text)
}

/// The straight line between the MLP's two ends: where it would be if it did not bend.
fn chord(points: &[(f32, f32)], place: &impl Fn((f32, f32)) -> (f32, f32)) -> String {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return String::new();
    };
    let ((x1, y1), (x2, y2)) = (place(*first), place(*last));
    format!("<line class=\"m-chord\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>")
}

/// 0, both ends, and where the point is.
fn frame(document: &Document, zero: f32) -> String {
    let (side, x) = (HALF.1, (2.0 * document.between - 1.0) * HALF.1);
    let end = |x: f32, anchor: &str, word: &str| {
        let place = format!("x=\"{x}\" y=\"98\" text-anchor=\"{anchor}\"");
        element("text", &place, word)
    };
    let from = document
        .tokens
        .get(document.at)
        .cloned()
        .unwrap_or_default();
    let ends = end(-side, "start", &from) + &end(side, "end", &document.word);
    format!(
        "<path class=\"m-axes\" d=\"M{} {zero:.1}H{side}M{} -{side}V{side}M{side} -{side}V{side}\"/>\
         <path class=\"m-here\" d=\"M{x:.1} -{side}V{side}\"/>{ends}",
        -side, -side
    )
}

fn svg(inside: &str) -> String {
    let wide = HALF.0;
    format!("<svg viewBox=\"-{wide} -{wide} 200 200\" aria-hidden=\"true\">{inside}</svg>")
}
