//! Flash attention by hand ends in the digits of the plain softmax, for every preset, mask and size
//! of a tile, and each number on the way is what an online softmax written out plainly gives.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod figure;
mod links;
mod numbers;
mod online;
mod softmax;
mod walker;

use lesson::core::lesson::Lesson;
use lesson::head::presets;
use lesson::lessons::flash::{At, Flash, Part, Tile, Walk, Walker};
use lesson::lessons::stepper;
use lesson::{Document, MaskKind};

/// The walk adds in another order than the plain softmax and rescales on the way: it may differ by
/// rounding, a few units in the last place of numbers of this size.
const TOLERANCE: f32 = 1e-6;

fn masks(n: usize, m: usize) -> Vec<MaskKind> {
    let checkers = attention::Keep::from_fn(n, m, |i, j| (i + j) % 2 == 1);
    // Nobody sees anything but the last query; then rows and tiles with nothing.
    let mostly_blind = attention::Keep::from_fn(n, m, |i, j| i + 1 == n && j + 1 == m);
    vec![
        MaskKind::None,
        MaskKind::Causal,
        MaskKind::Window(2),
        MaskKind::Prefix(2),
        MaskKind::Padding(1),
        MaskKind::Padding(m),
        MaskKind::Painted(checkers),
        MaskKind::Painted(mostly_blind),
    ]
}

/// Every preset under every mask, as typed and as projected.
fn documents() -> Vec<Document> {
    let mut all = vec![];
    for preset in presets::PRESETS {
        let document = stepper::preset(preset.slug).unwrap().0;
        for mask in masks(document.n(), document.m()) {
            all.push(Document {
                mask,
                ..document.clone()
            });
        }
        all.push(document);
    }
    all
}

fn sizes(document: &Document) -> impl Iterator<Item = Tile> + use<> {
    let (n, m) = (document.n(), document.m());
    let tile = move |queries| (1..=m).map(move |keys| Tile { queries, keys });
    (1..=n).flat_map(tile)
}

/// Where the number that is explained was computed.
fn explained(walker: &Walker, walk: &Walk) -> Option<At> {
    let cell = Flash::selected(walker.document(), &walker.view)?;
    let part = Part::of_table(cell.name)?;
    walk.at(walker.view.at, (part, cell.row, cell.col))
}

fn cat() -> Document {
    stepper::preset("cat").unwrap().0
}
