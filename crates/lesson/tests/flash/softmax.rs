//! What a walk ends in: the plain softmax, whatever the mask, the scale and the tile.

use attention::Scale;
use lesson::core::number::shown;
use lesson::head::presets;
use lesson::lessons::flash::{Tile, Walk};
use lesson::lessons::stepper;
use lesson::{Document, MaskKind, Name, Trace, View};

use super::{TOLERANCE, cat, documents, sizes};

#[test]
fn it_ends_in_the_plain_softmax() {
    for document in documents() {
        let plain = Trace::of(&document).unwrap();
        let plain = plain.get(Name::Output);
        for tile in sizes(&document) {
            let walk = Walk::of(&document, tile).unwrap();
            let output = walk.output();
            assert_eq!(output.shape(), plain.shape());
            let largest = plain
                .data()
                .iter()
                .fold(1.0_f32, |most, v| most.max(v.abs()));
            for (own, plain) in output.data().iter().zip(plain.data()) {
                let close = (own - plain).abs() <= TOLERANCE * largest;
                assert!(close, "{tile:?} {:?}: {own} for {plain}", document.mask);
                assert_eq!(
                    shown(*own, 2),
                    shown(*plain, 2),
                    "{tile:?} {:?}",
                    document.mask
                );
            }
            assert!(walk.difference() <= TOLERANCE * largest);
        }
    }
}

/// The example is shown with the digits it opens with.
#[test]
fn every_example_shows_the_same_digits() {
    for preset in presets::PRESETS {
        let (document, view) = stepper::preset(preset.slug).unwrap();
        let walk = Walk::of(&document, Tile::default()).unwrap();
        let (own, plain) = (walk.output(), walk.plain.get(Name::Output));
        for (own, plain) in own.data().iter().zip(plain.data()) {
            let texts = [own, plain].map(|value| shown(*value, view.digits));
            assert_eq!(texts[0], texts[1], "{}", preset.slug);
        }
    }
}

#[test]
fn the_worked_example_is_the_one_in_the_books() {
    let document = stepper::preset("worked").unwrap().0;
    let output = Walk::of(&document, Tile::default()).unwrap().output();
    assert_eq!(
        (shown(output.at(2, 0), 3), shown(output.at(2, 1), 3)),
        ("1.000".into(), "1.248".into())
    );
}

#[test]
fn a_query_that_sees_nothing_gets_zeros() {
    let mut document = cat();
    document.mask = MaskKind::Painted(attention::Keep::from_fn(3, 3, |i, _| i != 1));
    for tile in sizes(&document) {
        let walk = Walk::of(&document, tile).unwrap();
        assert_eq!(walk.output().row(1), [0.0, 0.0], "{tile:?}");
        assert!(walk.plain.rows[1].sees_nothing);
    }
}

#[test]
fn cross_attention_and_widths_of_their_own() {
    let walk = |fragment: &str| {
        let (document, _) = stepper::decode(fragment).unwrap();
        let walk = Walk::of(
            &document,
            Tile {
                queries: 2,
                keys: 3,
            },
        )
        .unwrap();
        assert!(walk.difference() <= TOLERANCE);
        walk
    };
    let one = walk("q=0.5,1,2&k=1,0,1;0,2,1;-1,1,0;2,2,-2;0,0,0&v=1;2;3;4;-5");
    assert_eq!((one.n(), one.m(), one.d_v()), (1, 5, 1));
    assert_eq!(
        one.tile,
        Tile {
            queries: 1,
            keys: 3
        }
    );
}

/// Where scores overflow to ∞, the largest share their row equally, as in the plain softmax.
#[test]
fn overflow_ends_as_in_the_plain_softmax() {
    let (document, _) = stepper::decode("q=1e30;1&k=1e30;1;1e30&v=1;2;4&scale=none").unwrap();
    for tile in sizes(&document) {
        let walk = Walk::of(&document, tile).unwrap();
        assert_eq!(walk.output(), *walk.plain.get(Name::Output), "{tile:?}");
        assert_eq!(walk.output().at(0, 0), 2.5);
    }
}

#[test]
fn own_scale_is_the_plain_one() {
    for scale in [Scale::None, Scale::By(0.0), Scale::By(-3.0), Scale::By(1e4)] {
        let document = Document { scale, ..cat() };
        let walk = Walk::of(
            &document,
            Tile {
                queries: 1,
                keys: 1,
            },
        )
        .unwrap();
        assert!(walk.difference() <= TOLERANCE, "{scale:?}");
    }
    let (document, _): (Document, View) = stepper::preset("unscaled").unwrap();
    assert!(Walk::of(&document, Tile::default()).unwrap().difference() <= TOLERANCE);
}
