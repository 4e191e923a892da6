//! Plane geometry: lengths, angles, hulls, and keys that keep away from each other.

/// A point or an arrow from the origin, x to the right, y upwards.
pub type Point = (f32, f32);

/// The length of an arrow.
#[must_use]
pub fn length((x, y): Point) -> f32 {
    x.hypot(y)
}

/// Its direction, radians from −π to π counted from the x axis; 0 for one without length.
#[must_use]
pub fn direction((x, y): Point) -> f32 {
    y.atan2(x)
}

/// The arrow of that length in that direction, radians, in hundredths, so that numbers stay short.
#[must_use]
pub fn arrow(length: f32, direction: f32) -> Point {
    (
        hundredths(length * direction.cos()),
        hundredths(length * direction.sin()),
    )
}

/// The nearest hundredth; never −0.
#[must_use]
pub fn hundredths(x: f32) -> f32 {
    (x * 100.0).round() / 100.0 + 0.0
}

/// The angle between two arrows, degrees from 0 to 180; 90 where one has no length. By the products themselves, as
/// arccos loses the small angles.
#[must_use]
pub fn angle(a: Point, b: Point) -> f32 {
    let (cross, dot) = (a.0 * b.1 - a.1 * b.0, a.0 * b.0 + a.1 * b.1);
    match cross == 0.0 && dot == 0.0 {
        true => 90.0,
        false => cross.abs().atan2(dot).to_degrees(),
    }
}

/// The corners of the smallest convex shape that holds all points, against the clock (Andrew's monotone chain, 1979).
/// Of points on one line its two ends, of one point that point.
#[must_use]
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let lower = chain(sorted.iter());
    let upper = chain(sorted.iter().rev());
    let inner = |own: Vec<Point>| own[..own.len() - 1].to_vec();
    [inner(lower), inner(upper)].concat()
}

fn chain<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut corners: Vec<Point> = vec![];
    for point in points {
        while let [.., a, b] = corners[..] {
            if turns_left(a, b, *point) {
                break;
            }
            corners.pop();
        }
        corners.push(*point);
    }
    corners
}

fn turns_left(a: Point, b: Point, c: Point) -> bool {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0.0
}

/// The direction in the middle of the widest gap between these directions, radians.
#[must_use]
pub fn widest_gap(directions: &[f32]) -> f32 {
    let mut sorted = directions.to_vec();
    sorted.sort_by(f32::total_cmp);
    let Some((first, last)) = sorted.first().zip(sorted.last()) else {
        return 0.0;
    };
    let around = (*last, first + std::f32::consts::TAU);
    let pairs = sorted.windows(2).map(|pair| (pair[0], pair[1]));
    let widest = pairs
        .chain([around])
        .max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let (from, to) = widest.unwrap_or(around);
    wrapped((from + to) / 2.0)
}

/// The smallest angle between two of the arrows, degrees; `None` of fewer than two.
#[must_use]
pub fn smallest_angle(arrows: &[Point]) -> Option<f32> {
    let pairs = (0..arrows.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs
        .map(|(i, j)| angle(arrows[i], arrows[j]))
        .min_by(f32::total_cmp)
}

/// How often directions are moved for one push.
const MOVES: usize = 12;
/// How far a direction moves at a time by a force of one.
const PACE: f32 = 0.06;
/// The furthest that one moves at a time, radians: none jumps over its neighbour by much.
const FURTHEST: f32 = 0.12;

/// One push: the arrows turn away from each other, each by the forces of all others, and keep their lengths. The force
/// is that of charges on a circle: ½·cot(Δ/2), the slope of −ln of their distance. Equal directions part in the order
/// of the arrows. An arrow without length stays where it is.
#[must_use]
pub fn repelled(arrows: &[Point]) -> Vec<Point> {
    let charged: Vec<usize> = (0..arrows.len())
        .filter(|i| length(arrows[*i]) > 0.0)
        .collect();
    let mut at: Vec<f32> = charged.iter().map(|i| direction(arrows[*i])).collect();
    for _ in 0..MOVES {
        let force = |i: usize| {
            let others = (0..at.len()).filter(|j| *j != i);
            others.map(|j| push(at[i] - at[j], i > j)).sum::<f32>()
        };
        let moved = (0..at.len()).map(|i| at[i] + (PACE * force(i)).clamp(-FURTHEST, FURTHEST));
        at = moved.collect();
    }
    let mut pushed = arrows.to_vec();
    for (index, direction) in charged.into_iter().zip(at) {
        pushed[index] = arrow(length(arrows[index]), direction);
    }
    pushed
}

/// The force from a neighbour, by how far one is from it; `after` says where to go from one that stands in the same
/// direction.
fn push(apart: f32, after: bool) -> f32 {
    let apart = wrapped(apart);
    let least = if after { 0.05 } else { -0.05 };
    let apart = if apart.abs() < 0.05 { least } else { apart };
    0.5 / (apart / 2.0).tan()
}

/// The same direction, from −π to π.
fn wrapped(direction: f32) -> f32 {
    use std::f32::consts::{PI, TAU};
    (direction + PI).rem_euclid(TAU) - PI
}
