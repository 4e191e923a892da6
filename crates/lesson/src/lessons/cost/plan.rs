//! In which order points are measured, and how long that will take.

use super::messages::Start;
use super::method::Method;
use super::point::{Point, at};
use super::settings::{SIZES, Settings};
use super::{fit, guard};

/// A method and a size.
pub type Place = (Method, usize);

/// All points that are wanted and not yet known, small sizes first, so that every curve grows at
/// the same pace and what is large can be predicted before it is begun.
#[must_use]
pub fn missing(settings: &Settings, points: &[Point]) -> Vec<Place> {
    let sizes = SIZES.iter().filter(|n| **n <= settings.largest);
    let all = sizes.flat_map(|n| settings.methods.iter().map(move |method| (*method, *n)));
    all.filter(|(method, n)| at(points, *method, *n).is_none())
        .collect()
}

/// A call that takes longer than this, in milliseconds, is measured once.
pub const ONCE: f64 = 1000.0;

/// The least batches of a point whose calls are shorter.
pub const BATCHES: usize = 3;

/// The most.
pub const MOST_BATCHES: usize = 9;

/// Batches are added until they have lasted so many milliseconds together: of more, the median is
/// less at the mercy of what else the device does.
pub const TIMED: f64 = 90.0;

/// Milliseconds for which calls do not count: of a method's first point, and of its others.
pub const WARM: (f64, f64) = (150.0, 10.0);

/// The least that a batch lasts, in milliseconds: a hundred steps of the coarsest clock.
pub const BATCH: f64 = 10.0;

/// Milliseconds that `places` will take together, as far as that can be told from what was measured;
/// `None` while some method has no point at all.
#[must_use]
pub fn remaining(start: &Start, points: &[Point], places: &[Place]) -> Option<f64> {
    let settings = &start.settings;
    let one = |place: &Place| {
        let anyway = start.anyway.contains(place);
        if guard::judge(settings, points, *place, anyway).is_err() {
            return Some(0.0);
        }
        fit::predicted(points, &settings.setup, place.0, place.1).map(duration)
    };
    places.iter().map(one).sum()
}

/// Milliseconds of a point whose calls take `ms`: what warms it, and the batches.
fn duration(ms: f64) -> f64 {
    if ms > ONCE {
        return ms;
    }
    ms.max(WARM.1) + (BATCHES as f64 * ms).max(TIMED)
}
