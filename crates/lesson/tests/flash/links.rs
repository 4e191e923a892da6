//! Links to a walk.

use lesson::core::player::{preset, read, write};
use lesson::core::table::Cell;
use lesson::head::presets;
use lesson::lessons::flash::{Document, Flash, Part, Tile, View, Walker};
use lesson::lessons::stepper;

use super::{TOLERANCE, explained};

/// A walk over the preset from its beginning.
fn opened(slug: &str) -> (Document, View) {
    let (head, mut view) = stepper::preset(slug).unwrap();
    // A link has one pinned cell.
    view.pinned = None;
    let document = Document {
        head,
        tile: Tile::default(),
    };
    let view = View {
        head: view,
        ..View::default()
    };
    (document, view)
}

#[test]
fn links_keep_document_tile_and_step() {
    for preset in presets::PRESETS {
        let (mut document, mut view) = opened(preset.slug);
        document.tile = Tile {
            queries: 1,
            keys: 3,
        };
        (view.at, view.focus) = (17, (1, 2));
        view.pinned = Some(Cell::new(Part::Sum.table(), 1, 0));
        let fragment = write::<Flash>(&document, &view);
        assert!(
            fragment.contains("lesson=flash&")
                && fragment.contains("&tile=1x3&at=17&cell=1.2&pin=running_sum.1.0")
        );
        assert_eq!(lesson::registry::lesson_of(&fragment), "flash");
        assert_eq!(read::<Flash>(&fragment), Ok((document, view)));
    }
    // The stepper's own link opens as well once it names this lesson, at the beginning.
    let (document, view) = stepper::preset("causal").unwrap();
    let own = stepper::encode(&document, &view);
    assert!(read::<Flash>(&own).is_err(), "it names another lesson");
    let here = own.replace("lesson=stepper", "lesson=flash");
    assert_eq!(read::<Flash>(&here), Ok(opened("causal")));
    assert_eq!(
        read::<Flash>("lesson=flash"),
        Ok(opened(presets::PRESETS[0].slug))
    );
    assert_eq!(preset::<Flash>("causal"), Ok(opened("causal")));
}

#[test]
fn hostile_links_are_refused_or_bounded() {
    for text in [
        "tile=",
        "tile=2",
        "tile=2x",
        "tile=x2",
        "tile=-1x2",
        "tile=axb",
        "tile=2x2x2",
        "at=-1",
        "at=a",
        "at=1e9",
        "cell=1",
        "cell=a.b",
        "q=1&k=x&v=1",
        "lesson=none",
    ] {
        assert!(read::<Flash>(text).is_err(), "{text}");
    }
    for text in [
        "tile=0x0",
        "tile=4000000000x4000000000",
        "at=18446744073709551615",
        "cell=18446744073709551615.0",
        "&&&===&tile=2x2",
    ] {
        let walker = Walker::open(text).unwrap();
        let walk = walker.document().walk().unwrap();
        assert!(walker.view.at < walk.steps.len());
        assert!(explained(&walker, &walk).is_none_or(|at| walk.number(at).is_some()));
        assert!(walk.difference() <= TOLERANCE);
    }
}
