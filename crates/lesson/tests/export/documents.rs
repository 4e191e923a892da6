//! What is exported in these tests: every preset, and every mask, scale and override besides.

use attention::{Keep, Matrix, Scale};
use lesson::core::lesson::Preset;
use lesson::core::player::write;
use lesson::head::presets::PRESETS;
use lesson::lessons::flash::{self, Flash, Tile};
use lesson::lessons::stepper;
use lesson::share::export::Figure;
use lesson::{Cell, Document, MaskKind, Name, Source, View};

/// Tokens that would break out of a string, a line, a field or a cell if they could.
pub const HOSTILE: [&str; 8] = [
    "\"quote\"; print(1)",
    "back\\slash\\",
    "line\nbreak\r",
    "=1+1, \"x\"",
    "${tick}`{brace}'",
    "</script>\u{2028}\u{202e}",
    "canapé 猫 \u{1f600}",
    "\0\u{7f}\u{feff}@inputs@",
];

/// Four queries, five keys, nothing round.
fn cross() -> Document {
    let tokens = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let numbers = |rows, seed: usize| {
        Matrix::from_fn(rows, 3, |i, j| {
            ((i * 7 + j * 5 + seed) % 11) as f32 * 0.37 - 1.3
        })
    };
    Document::by_hand(
        tokens(&HOSTILE[..4]),
        Some(tokens(&HOSTILE[3..])),
        [numbers(4, 1), numbers(5, 4), numbers(5, 9)],
    )
}

fn masks() -> Vec<MaskKind> {
    // The second query of the painted mask sees nothing at all.
    let painted = Keep::from_fn(4, 5, |i, j| i != 1 && (i + j) % 3 != 0);
    vec![
        MaskKind::None,
        MaskKind::Causal,
        MaskKind::Window(2),
        MaskKind::Window(1),
        MaskKind::Prefix(0),
        MaskKind::Prefix(3),
        MaskKind::Padding(2),
        MaskKind::Padding(9),
        MaskKind::Painted(painted),
    ]
}

fn overridden() -> Document {
    let mut document = cross();
    document.mask = MaskKind::Causal;
    for (name, row, col, value) in [
        (Name::Scores, 2, 1, 3.25),
        (Name::Scaled, 3, 0, -0.5),
        (Name::Mask, 0, 4, 0.0),
        (Name::Mask, 1, 0, f32::NEG_INFINITY),
        (Name::Weights, 2, 2, 0.75),
    ] {
        document.overrides.insert(Cell::new(name, row, col), value);
    }
    document
}

/// All documents with a name each.
pub fn all() -> Vec<(String, Document)> {
    let preset = |preset: &Preset| (preset.slug.into(), stepper::preset(preset.slug).unwrap().0);
    let mut all: Vec<_> = PRESETS.iter().map(preset).collect();
    for mask in masks() {
        let name = format!("mask {:?} {:?}", mask.key(), mask.parameter());
        all.push((name, Document { mask, ..cross() }));
    }
    for scale in [
        Scale::SqrtDk,
        Scale::None,
        Scale::By(0.3),
        Scale::By(0.0),
        Scale::By(-2.0),
    ] {
        all.push((format!("{scale:?}"), Document { scale, ..cross() }));
    }
    let source = Source::Projected;
    all.push(("projected".into(), Document { source, ..cross() }));
    all.push(("overridden".into(), overridden()));
    let mut overflown = cross();
    overflown.q.set(0, 0, 3e38);
    overflown.k.set(2, 0, 3e38);
    overflown.k.set(4, 0, 3e38);
    all.push(("overflown".into(), overflown));
    all
}

/// The figure of a matrix of the stepper, as the page asks for it.
pub fn figure(document: &Document, matrix: &str) -> Figure {
    figure_of(stepper::encode(document, &View::default()), matrix)
}

/// The same of flash attention, at a step.
pub fn flash_figure(document: &Document, at: usize, matrix: &str) -> Figure {
    let (head, tile) = (document.clone(), Tile::default());
    let view = flash::View {
        at,
        ..flash::View::default()
    };
    figure_of(
        write::<Flash>(&flash::Document { head, tile }, &view),
        matrix,
    )
}

fn figure_of(fragment: String, matrix: &str) -> Figure {
    Figure::of(&fragment, matrix).unwrap()
}
