//! Links to a walk.

use lesson::head::presets;
use lesson::lessons::flash::{Tile, Walk, Walker, link};

use super::TOLERANCE;

#[test]
fn links_keep_document_tile_and_step() {
    for preset in presets::PRESETS {
        let (document, view) = presets::open(preset.slug).unwrap();
        let walker = Walker {
            tile: Tile {
                queries: 1,
                keys: 3,
            },
            at: 17,
            focus: (1, 2),
            ..Walker::default()
        };
        let fragment = link::encode(&document, &view, &walker);
        assert!(
            fragment.contains("lesson=flash&") && fragment.contains("&tile=1x3&at=17&cell=1.2")
        );
        assert_eq!(lesson::registry::lesson_of(&fragment), "flash");
        assert_eq!(link::decode(&fragment).unwrap(), (document, view, walker));
    }
    // The stepper's own link opens as well, at the beginning.
    let (document, view) = presets::open("causal").unwrap();
    let opened = link::decode(&lesson::head::codec::encode(&document, &view)).unwrap();
    assert_eq!(opened, (document, view, Walker::default()));
    let (document, view) = presets::open(presets::OPENING).unwrap();
    assert_eq!(
        link::decode("lesson=flash").unwrap(),
        (document, view, Walker::default())
    );
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
        assert!(link::decode(text).is_err(), "{text}");
    }
    for text in [
        "tile=0x0",
        "tile=4000000000x4000000000",
        "at=18446744073709551615",
        "cell=18446744073709551615.0",
        "&&&===&tile=2x2",
    ] {
        let (document, _, mut walker) = link::decode(text).unwrap();
        let walk = Walk::of(&document, walker.tile).unwrap();
        walker.go(walker.at, walk.steps.len());
        assert!(walker.at < walk.steps.len());
        assert!(
            walker
                .explained(&walk)
                .is_none_or(|at| walk.number(at).is_some())
        );
        assert!(walk.difference() <= TOLERANCE);
    }
}
