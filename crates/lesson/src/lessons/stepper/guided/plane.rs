//! The query and the keys as arrows in the plane, where each is two numbers.

use crate::head::name::Name;
use crate::head::trace::Trace;

/// A point, x to the right, y upwards.
pub type Point = (f32, f32);

/// What the plane shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    /// The tip of the query.
    pub q: Point,
    /// The tips of the keys.
    pub keys: Vec<Point>,
    /// Half of a side of the square in the middle of the picture.
    pub extent: f32,
    /// How wide and how tall the picture is, in sides of that square: everything lies within ±extent times these.
    pub sides: Point,
}

/// The least that the plane shows of each axis.
const LEAST: f32 = 1.0;

impl Plane {
    /// The plane of query `row`; `None` where vectors have other than two numbers, or one is covered.
    #[must_use]
    pub fn of(trace: &Trace, row: usize) -> Option<Plane> {
        let (q, k) = (trace.get(Name::Q), trace.get(Name::K));
        if q.cols() != 2 || row >= q.rows() {
            return None;
        }
        let (q, keys): (Point, Vec<Point>) = (
            (q.at(row, 0), q.at(row, 1)),
            k.iter_rows().map(|key| (key[0], key[1])).collect(),
        );
        let sides = (1.0, 1.0);
        let extent = extent(q, &keys, sides);
        extent.is_finite().then_some(Plane {
            q,
            keys,
            extent,
            sides,
        })
    }

    /// The same in a picture that is not square: what reaches far along its longer side has room there, and is not
    /// drawn the smaller for it.
    #[must_use]
    pub fn over(self, sides: Point) -> Plane {
        let extent = extent(self.q, &self.keys, sides);
        Plane {
            extent,
            sides,
            ..self
        }
    }

    /// Where a key falls on the line of the query: its score over |q|, along q. `None` where the query is 0.
    #[must_use]
    pub fn foot(&self, key: Point) -> Option<Point> {
        let (x, y) = self.q;
        let length = x * x + y * y;
        let along = (key.0 * x + key.1 * y) / length;
        (length > 0.0).then_some((along * x, along * y))
    }

    /// The same with sides of another length: a plane that changed its size under the pointer would run away from it.
    #[must_use]
    pub fn held(self, extent: Option<f32>) -> Plane {
        let extent = extent.unwrap_or(self.extent);
        Plane { extent, ..self }
    }

    /// Where the tip goes that is dragged to a point: into the plane, in steps of 0.1, of 1 where the plane reaches
    /// beyond ±20, so that numbers stay short.
    #[must_use]
    pub fn rounded(&self, (x, y): Point) -> Point {
        let step = if self.extent > 20.0 { 1.0 } else { 0.1 };
        let round = |v: f32| (v / step).round() * step;
        let tidy = |v: f32, side: f32| {
            let most = self.extent * side;
            (round(v.clamp(-most, most)) * 1e4).round() / 1e4 + 0.0
        };
        (tidy(x, self.sides.0), tidy(y, self.sides.1))
    }
}

/// Half of a side of the square, where all of it is to be seen with some room.
fn extent(q: Point, keys: &[Point], (wide, tall): Point) -> f32 {
    let points = keys.iter().chain([&q]);
    let all = points.flat_map(|(x, y)| [x.abs() / wide, y.abs() / tall]);
    let far = all.fold(
        LEAST,
        |far, x| if x.is_nan() { f32::NAN } else { far.max(x) },
    );
    far * 1.25
}
