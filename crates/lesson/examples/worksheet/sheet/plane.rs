//! The plane of queries and keys with two numbers each: arrows on squared paper, as SVG.

use lesson::core::number::exact;

/// Points of the picture for 1 of the plane.
const UNIT: f32 = 30.0;
/// How far the squares go from the middle.
const REACH: f32 = 3.0;

/// A picture that is being drawn.
pub struct Plane(String);

impl Plane {
    /// Squared paper with two axes.
    pub fn new() -> Plane {
        let mut plane = Plane(String::new());
        for step in -6..=6_i8 {
            let at = f32::from(step) / 2.0;
            let class = match step {
                0 => "axis",
                step if step % 2 == 0 => "one",
                _ => "half",
            };
            plane.line(class, (at, -REACH), (at, REACH));
            plane.line(class, (-REACH, at), (REACH, at));
        }
        for at in [-2.0, -1.0, 1.0, 2.0] {
            let number = exact(at);
            plane.text("tick", (at, -0.35), &number);
            plane.text("tick", (0.22, at - 0.1), &number);
        }
        plane
    }

    /// With an arrow from the middle to `to` (two numbers), and its name at the tip, as markup.
    pub fn arrow(mut self, class: &str, to: &[f32], name: &str) -> Plane {
        let &[x, y] = to else { return self };
        let length = x.hypot(y).max(f32::MIN_POSITIVE);
        let (dx, dy) = (x / length, y / length);
        // The head: back from the tip, then to both sides.
        let (back, side) = (0.22, 0.09);
        let (bx, by) = (x - back * dx, y - back * dy);
        let tip = [
            (x, y),
            (bx - side * dy, by + side * dx),
            (bx + side * dy, by - side * dx),
        ];
        self.line(class, (0.0, 0.0), (bx, by));
        let tip = tip.map(place).join(" ");
        self.0 += &format!("<polygon class=\"{class}\" points=\"{tip}\"/>\n");
        self.text("name", (x + 0.3 * dx, y + 0.3 * dy - 0.1), name);
        self
    }

    /// With the directions for which `holds` tinted, a degree at a time.
    pub fn sector(mut self, holds: impl Fn(f32, f32) -> bool) -> Plane {
        const ROUND: u16 = 360;
        let at = |degree: u16| {
            let angle = f32::from(degree % ROUND).to_radians();
            (angle.cos(), angle.sin())
        };
        let inside = |degree: u16| holds(at(degree).0, at(degree).1);
        let begins = |degree: &u16| inside(*degree) && !inside(degree + ROUND - 1);
        let Some(first) = (0..ROUND).find(begins) else {
            return self;
        };
        let rim = (first..first + ROUND).take_while(|degree| inside(*degree));
        let rim = rim.map(|degree| (at(degree).0 * REACH, at(degree).1 * REACH));
        let corners: Vec<_> = std::iter::once((0.0, 0.0)).chain(rim).map(place).collect();
        // Under the squares.
        self.0.insert_str(
            0,
            &format!(
                "<polygon class=\"tint\" points=\"{}\"/>\n",
                corners.join(" ")
            ),
        );
        self
    }

    /// The picture, with `said` for whoever does not see it.
    pub fn svg(self, said: &str) -> String {
        let size = 2.0 * REACH * UNIT;
        format!(
            "<svg class=\"plane\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"{said}\">\n{}</svg>\n",
            self.0
        )
    }

    fn line(&mut self, class: &str, from: (f32, f32), to: (f32, f32)) {
        let [(x1, y1), (x2, y2)] = [from, to].map(point);
        self.0 += &format!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
        );
    }

    fn text(&mut self, class: &str, at: (f32, f32), text: &str) {
        let (x, y) = point(at);
        self.0 += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>\n");
    }
}

/// Where a point of the plane stands in the picture, whose y runs downwards.
fn point((x, y): (f32, f32)) -> (f32, f32) {
    ((REACH + x) * UNIT, (REACH - y) * UNIT)
}

fn place(at: (f32, f32)) -> String {
    let (x, y) = point(at);
    format!("{x:.1},{y:.1}")
}
