//! What the planes show, as markup: arrows, lines of equal score, the reach of a key along the query, and the hull of the
//! values with the output in it. In units of the picture: the plane's half side is 100, y downwards.

use std::fmt::Write;

use leptos::prelude::{Get, With};
use lesson::Name;
use lesson::lessons::geometry::plane::{self, Point};
use lesson::lessons::geometry::{ALONG, ANGLE, Arrows};

use super::Field;
use crate::plot::colours::token_style;
use crate::plot::{MOST, round_up};
use crate::widgets::markup::element;

/// Half of the side.
const HALF: f32 = 100.0;
/// Between lines of equal score lies at least this share of the plane's half.
const APART: f64 = 0.28;
/// Names of tips as near as this would stand on each other.
const NEAR: f32 = 26.0;

/// Half of a plane's side, in the units of its arrows, that shows all of these points.
pub fn extent(points: &[Point]) -> f32 {
    let far = |far: f32, (x, y): &Point| far.max(x.abs()).max(y.abs());
    points.iter().fold(1.0, far).min(MOST) * 1.22
}

/// A point of the plane in the picture. What is no number is drawn at 0.
fn at((x, y): Point, extent: f32) -> Point {
    let place = |own: f32| match own.is_nan() {
        true => 0.0,
        false => own.clamp(-MOST, MOST) / extent * HALF,
    };
    (place(x), -place(y))
}

/// The plane of query and keys.
pub fn keys(field: Field, own: &Arrows, extent: f32) -> String {
    let (here, q) = (field.key.get(), at(own.q(), extent));
    let names = field.lab.document.with(|d| d.key_tokens().to_vec());
    let scored = !field.covers(Name::Scores);
    let mut all = axes();
    if scored {
        all += &levels(own.q(), extent);
        all += &reach(
            own,
            here,
            extent,
            !field.covers(ALONG) && !field.covers(ANGLE),
        );
    }
    for (index, tip) in own.keys().into_iter().enumerate() {
        let class = if index == here { "geo-k here" } else { "geo-k" };
        let tip = at(tip, extent);
        all += &arrow(class, &token_style(index), tip);
        // What ends near q has its name on the side away from q.
        let above = if far(tip, q) < NEAR {
            tip.1 <= q.1
        } else {
            tip.1 < 0.0
        };
        all += &label(&names[index], tip, &token_style(index), above);
    }
    let tips: Vec<Point> = own.keys().iter().map(|tip| at(*tip, extent)).collect();
    all += &arrow("geo-q", "", q);
    all += &label("q", q, "", q_above(q, &tips));
    picture(&all)
}

/// Whether the name of q stands above its tip: on the side away from the nearest key, if one is near.
fn q_above(q: Point, tips: &[Point]) -> bool {
    let nearest = tips
        .iter()
        .min_by(|a, b| far(**a, q).total_cmp(&far(**b, q)))
        .filter(|tip| far(**tip, q) < NEAR);
    nearest.map_or(q.1 < 0.0, |tip| tip.1 > q.1)
}

fn far(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The plane of values and output.
pub fn values(field: Field, own: &Arrows, extent: f32) -> String {
    let names = field.lab.document.with(|d| d.key_tokens().to_vec());
    let values = own.values();
    let point = |point: Point| {
        let (x, y) = at(point, extent);
        format!("{x:.1},{y:.1}")
    };
    let corners: Vec<String> = plane::hull(&values).into_iter().map(point).collect();
    let mut all = axes()
        + &format!(
            "<polygon class=\"geo-hull\" points=\"{}\"/>",
            corners.join(" ")
        );
    let shown = !field.covers(Name::Output) && !field.covers(Name::Weights);
    let output = at(own.output(), extent);
    for (index, value) in values.into_iter().enumerate() {
        let (x, y) = at(value, extent);
        let style = token_style(index);
        if shown {
            let weight = own.get(Name::Weights).at(0, index);
            let width = 0.5 + 7.0 * weight;
            let (ox, oy) = output;
            let _ = write!(
                all,
                "<line class=\"geo-pull\" style=\"{style};stroke-width:{width:.2}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{ox:.1}\" y2=\"{oy:.1}\"/>"
            );
        }
        let _ = write!(
            all,
            "<circle class=\"geo-v\" style=\"{style}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
        );
        all += &label(&names[index], (x, y), "", y < 0.0);
    }
    if shown {
        let (x, y) = output;
        let _ = write!(
            all,
            "<path class=\"geo-o\" d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\"/>",
            y - 6.0
        );
        all += &label("o", output, "", output.1 < 0.0);
    }
    picture(&all)
}

fn picture(inside: &str) -> String {
    format!(
        "<svg viewBox=\"-100 -100 200 200\" aria-hidden=\"true\"><defs><marker id=\"geo-head\" viewBox=\"0 0 10 10\" \
         refX=\"8\" refY=\"5\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto-start-reverse\">\
         <path d=\"M0 0L10 5L0 10z\" fill=\"context-stroke\"/></marker></defs>{inside}</svg>"
    )
}

fn axes() -> String {
    "<path class=\"geo-axes\" d=\"M-900 0H900M0 -900V900\"/>".to_owned()
}

fn arrow(class: &str, style: &str, (x, y): Point) -> String {
    format!(
        "<line class=\"{class}\" style=\"{style}\" x2=\"{x:.1}\" y2=\"{y:.1}\" marker-end=\"url(#geo-head)\"/>"
    )
}

/// A name beside a tip, on the side away from the middle, a little above it or below; with a token's `style` its colour
/// is a mark under it.
fn label(name: &str, (x, y): Point, style: &str, above: bool) -> String {
    // About half of the letter's height a letter; on the other side where there is no room.
    let long = 4.6 * name.chars().count() as f32;
    let left = if x < 0.0 {
        x - 7.0 - long > -98.0
    } else {
        x + 7.0 + long > 98.0
    };
    let (anchor, dx) = if left { ("end", -7.0) } else { ("start", 7.0) };
    let (x, y) = (
        x + dx,
        (y + if above { -5.0 } else { 11.0 }).clamp(-92.0, 97.0),
    );
    let attributes =
        format!("x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" style=\"{style}\"");
    let from = if left { x - long } else { x };
    let mark = match style.is_empty() {
        true => String::new(),
        false => format!(
            "<path class=\"geo-mark\" style=\"{style}\" d=\"M{from:.1} {:.1}h{long:.1}\"/>",
            y + 2.8
        ),
    };
    mark + &element("text", &attributes, name)
}

/// Lines on which every key has the same score: across the query, as far apart as its length says.
fn levels(q: Point, extent: f32) -> String {
    let length = plane::length(q);
    if length < 1e-3 {
        return String::new();
    }
    let along = (q.0 / length, q.1 / length);
    let across = f64::from(extent) * f64::from(length);
    let step = round_up(across * APART);
    let reach = (across * 1.5 / step) as i32;
    if !length.is_finite() || !((across * 1.5) as f32).is_finite() {
        return String::new();
    }
    let line = |index: i32| {
        let score = (f64::from(index) * step) as f32;
        let foot = (along.0 * score / length, along.1 * score / length);
        let end = |side: f32| {
            at(
                (
                    foot.0 - along.1 * side * extent * 3.0,
                    foot.1 + along.0 * side * extent * 3.0,
                ),
                extent,
            )
        };
        let ((x1, y1), (x2, y2)) = (end(-1.0), end(1.0));
        let class = if index == 0 {
            "geo-level zero"
        } else {
            "geo-level"
        };
        let number = margin(foot, (-along.1, along.0), extent)
            .map_or_else(String::new, |place| level(place, score));
        format!(
            "<line class=\"{class}\" x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{x2:.0}\" y2=\"{y2:.0}\"/>{number}"
        )
    };
    (-reach..=reach).map(line).collect()
}

/// The number of a line.
fn level((x, y): Point, score: f32) -> String {
    element(
        "text",
        &format!("class=\"geo-score\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\""),
        &crate::language::exact(score).replace('-', "−"),
    )
}

/// Where a line through `foot` in direction `(dx, dy)` leaves a square a little smaller than the plane: a place for its
/// number. A line that passes by that square has none: its number would be cut off.
fn margin(foot: Point, (dx, dy): Point, extent: f32) -> Option<Point> {
    let inner = extent * 0.9;
    // How far along the line it enters and leaves the strip between −inner and inner.
    let strip = |from: f32, by: f32| match by.abs() < 1e-6 {
        true if from.abs() > inner => (f32::INFINITY, f32::NEG_INFINITY),
        true => (f32::NEG_INFINITY, f32::INFINITY),
        false => {
            let ends = ((-inner - from) / by, (inner - from) / by);
            (ends.0.min(ends.1), ends.0.max(ends.1))
        }
    };
    let (across, up) = (strip(foot.0, dx), strip(foot.1, dy));
    let (enters, leaves) = (across.0.max(up.0), across.1.min(up.1));
    let (x, y) = at((foot.0 + dx * leaves, foot.1 + dy * leaves), extent);
    (enters <= leaves).then_some((x, y + 3.0))
}

/// How far a key reaches along the query: the line of the query, the key's foot on it, and the angle between them.
fn reach(own: &Arrows, key: usize, extent: f32, shown: bool) -> String {
    let (q, Some(tip)) = (own.q(), own.keys().get(key).copied()) else {
        return String::new();
    };
    let length = plane::length(q);
    if !shown || length < 1e-3 {
        return String::new();
    }
    let along = own.get(ALONG).at(0, key) / length;
    let (foot, tip) = (at((q.0 * along, q.1 * along), extent), at(tip, extent));
    // Beyond the plane on both sides.
    let far = at(
        (q.0 / length * extent * 9.0, q.1 / length * extent * 9.0),
        extent,
    );
    let line = format!(
        "<line class=\"geo-line\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\"/>",
        far.0, far.1, -far.0, -far.1
    );
    format!(
        "{line}<line class=\"geo-foot\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>\
         <line class=\"geo-reach\" style=\"{}\" x2=\"{:.1}\" y2=\"{:.1}\"/>{}",
        tip.0,
        tip.1,
        foot.0,
        foot.1,
        token_style(key),
        foot.0,
        foot.1,
        arc(at(q, extent), tip, own.get(ANGLE).at(0, key))
    )
}

/// The angle between two arrows of the picture, with its number.
fn arc(q: Point, key: Point, degrees: f32) -> String {
    let radius = 0.3 * plane::length(q).min(plane::length(key)).max(30.0);
    let (from, to) = (plane::direction(q), plane::direction(key));
    if plane::length(q) < 1.0 || plane::length(key) < 1.0 || degrees < 2.0 {
        return String::new();
    }
    let end = |direction: f32| (radius * direction.cos(), radius * direction.sin());
    let ((x1, y1), (x2, y2)) = (end(from), end(to));
    // The shorter way round; the picture's y points down.
    let turned = (to - from).rem_euclid(std::f32::consts::TAU);
    let sweep = u8::from(turned < std::f32::consts::PI);
    let half = from
        + if sweep == 1 {
            turned / 2.0
        } else {
            turned / 2.0 + std::f32::consts::PI
        };
    let (x, y) = (
        (radius + 9.0) * half.cos(),
        (radius + 9.0) * half.sin() + 3.0,
    );
    let number = element(
        "text",
        &format!("class=\"geo-angle\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\""),
        &format!("{degrees:.0}°"),
    );
    format!(
        "<path class=\"geo-arc\" d=\"M{x1:.1} {y1:.1}A{radius:.1} {radius:.1} 0 0 {sweep} {x2:.1} {y2:.1}\"/>{number}"
    )
}
