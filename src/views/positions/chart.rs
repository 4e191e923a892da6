//! Lines over positions as an SVG: axes, ticks, points and curves, in the page's own type.

use std::fmt::Write;

use crate::language::exact;
use crate::plot::{MOST, round_up};
use crate::widgets::markup::element;

/// The picture's size, and what is left for axes.
const WIDE: f32 = 420.0;
const HIGH: f32 = 220.0;
const LEFT: f32 = 34.0;
const LOW: f32 = 22.0;
const RIGHT: f32 = 10.0;
/// How far apart the lines of two names are, and how far from its line a name may stand.
const APART: f32 = 10.0;
const ASTRAY: f32 = 12.0;

/// A part of the plane, drawn.
pub struct Chart {
    x: (f32, f32),
    y: (f32, f32),
    right: f32,
    inside: String,
}

impl Chart {
    /// From the first x to the last, with room for these values.
    pub fn over(x: (f32, f32), values: impl IntoIterator<Item = f32>) -> Chart {
        Chart::with_names(x, values, 0.0)
    }

    /// The same with room right of it for names of lines.
    pub fn with_names(x: (f32, f32), values: impl IntoIterator<Item = f32>, beside: f32) -> Chart {
        let finite = values.into_iter().filter(|y| is_drawn(*y));
        let (low, high) = finite.fold((0.0f32, 0.0f32), |(low, high), y| (low.min(y), high.max(y)));
        let room = ((high - low) * 0.07).max(1e-3);
        let (x, y) = ((x.0, x.1.max(x.0 + 1.0)), (low - room, high + room));
        let mut chart = Chart {
            x,
            y,
            right: WIDE - RIGHT - beside,
            inside: String::new(),
        };
        chart.axes();
        chart
    }

    /// A point of the plane in the picture.
    fn at(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let across = (x - self.x.0) / (self.x.1 - self.x.0);
        let up = (y - self.y.0) / (self.y.1 - self.y.0);
        (
            LEFT + across * (self.right - LEFT),
            HIGH - LOW - up * (HIGH - LOW - 8.0),
        )
    }

    fn axes(&mut self) {
        let (left, zero) = self.at((self.x.0, 0.0));
        let _ = write!(
            self.inside,
            "<path class=\"pos-axis\" d=\"M{left:.1} 4V{:.1}M{left:.1} {zero:.1}H{}\"/>",
            HIGH - LOW,
            self.right + RIGHT
        );
        for value in ticks(self.y, 4.0, 0.0) {
            let (_, y) = self.at((self.x.0, value));
            let rounded = match value.abs() < 1e4 {
                true => (value * 1e4).round() / 1e4 + 0.0,
                false => value,
            };
            self.word((LEFT - 4.0, y + 3.0), "end", "", &exact(rounded));
        }
        for value in ticks(self.x, 8.0, 1.0) {
            let (x, _) = self.at((value, 0.0));
            self.word((x, HIGH - 6.0), "middle", "", &exact(value + 0.0));
        }
    }

    fn word(&mut self, (x, y): (f32, f32), anchor: &str, class: &str, text: &str) {
        let attributes =
            format!("class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"");
        self.inside += &element("text", &attributes, &text.replace('-', "−"));
    }

    /// A curve through these points, broken where one is not there.
    pub fn line(&mut self, class: &str, points: impl IntoIterator<Item = (f32, f32)>) {
        let mut path = String::new();
        let mut down = true;
        for point in points {
            if !is_drawn(point.1) {
                down = true;
                continue;
            }
            let (x, y) = self.at(point);
            let _ = write!(path, "{}{x:.1} {y:.1}", if down { "M" } else { "L" });
            down = false;
        }
        let _ = write!(
            self.inside,
            "<path class=\"pos-line {class}\" d=\"{path}\"/>"
        );
    }

    /// Points.
    pub fn dots(&mut self, class: &str, points: impl IntoIterator<Item = (f32, f32)>) {
        for point in points.into_iter().filter(|point| is_drawn(point.1)) {
            let (x, y) = self.at(point);
            let _ = write!(
                self.inside,
                "<circle class=\"pos-dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"
            );
        }
    }

    /// Names of lines, each right of where its line ends and below the one before; one for which there is no room near
    /// its line is left out. Of a line that ends earlier it stands above the end.
    pub fn names<'a>(&mut self, ends: impl IntoIterator<Item = (String, (f32, f32), &'a str)>) {
        let drawn = ends.into_iter().filter(|(_, end, _)| is_drawn(end.1));
        let mut names: Vec<_> = drawn
            .map(|(class, end, text)| (class, self.at(end), text))
            .collect();
        names.sort_by(|one, other| one.1.1.total_cmp(&other.1.1));
        let mut free = 0.0f32;
        for (class, (x, end), text) in names {
            if x < self.right - 1.0 {
                self.word((x, end - 5.0), "end", &class, text);
                continue;
            }
            let y = end.max(free);
            if y - end < ASTRAY {
                self.word((x + 4.0, y + 3.5), "start", &class, text);
                free = y + APART;
            }
        }
    }

    /// A line from below to above, at x.
    pub fn upright(&mut self, class: &str, x: f32, text: &str) {
        let (at, _) = self.at((x, 0.0));
        let _ = write!(
            self.inside,
            "<path class=\"pos-line {class}\" d=\"M{at:.1} 4V{:.1}\"/>",
            HIGH - LOW
        );
        self.word((at + 4.0, 13.0), "start", class, text);
    }

    /// The picture.
    pub fn svg(self) -> String {
        format!(
            "<svg viewBox=\"0 0 {WIDE} {HIGH}\" aria-hidden=\"true\">{}</svg>",
            self.inside
        )
    }
}

/// Round numbers from low to high, about that many, at least so far apart.
fn ticks((low, high): (f32, f32), count: f32, least: f32) -> Vec<f32> {
    let apart = (round_up(f64::from((high - low).max(1e-6) / count)) as f32).max(least);
    let first = (low / apart).ceil();
    let all = (0..40u8).map(|index| (first + f32::from(index)) * apart);
    all.take_while(|value| *value <= high).collect()
}

/// Whether there is room for a value in a picture.
fn is_drawn(y: f32) -> bool {
    y.abs() < MOST
}
