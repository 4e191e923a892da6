//! What stands in the figure at a step, and what is held in memory.

use attention::Matrix;
use lesson::Name;
use lesson::lessons::flash::{Held, Kind, Part, State, Tile, Walk};
use lesson::lessons::stepper;

use super::{cat, documents};

#[test]
fn tiles_that_the_mask_empties_are_skipped_and_no_others() {
    let document = stepper::preset("causal").unwrap().0;
    let walk = Walk::of(&document, Tile::default()).unwrap();
    let skipped: Vec<_> = walk
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Skip)
        .map(|step| (step.queries.start, step.keys.start))
        .collect();
    assert_eq!(skipped, [(0, 2), (0, 4), (2, 4)]);
    for (row, col, state) in [
        (0, 2, State::Skipped),
        (1, 5, State::Skipped),
        (0, 1, State::Ahead),
    ] {
        assert_eq!(walk.shown(0, Part::Tile, row, col).state, state);
    }
    let computed = walk
        .steps
        .iter()
        .filter(|step| step.kind == Kind::Scores)
        .count();
    assert_eq!(computed, 6);
}

#[test]
fn what_stands_in_the_figure() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let value = |at, part, row, col| {
        walk.shown(at, part, row, col)
            .source
            .map(|source| walk.value(source))
    };
    // A query begins with nothing; others wait.
    assert_eq!(value(0, Part::Max, 0, 0), Some(f32::NEG_INFINITY));
    assert_eq!(value(0, Part::Sum, 1, 0), Some(0.0));
    assert_eq!(value(0, Part::Accumulated, 2, 0), None);
    // Scores, then exponentials in their place; gone with the next tile.
    let find = |kind, nth| {
        walk.steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.kind == kind)
            .nth(nth)
            .unwrap()
            .0
    };
    let (scores, exp, second) = (
        find(Kind::Scores, 0),
        find(Kind::Exp, 0),
        find(Kind::Load, 1),
    );
    assert_eq!(
        value(scores, Part::Tile, 1, 0),
        walk.plain.get(Name::Masked).get(1, 0)
    );
    assert_eq!(value(exp, Part::Tile, 1, 0), Some(1.0));
    assert_eq!(walk.shown(second, Part::Tile, 1, 0).state, State::Gone);
    assert_eq!(walk.shown(second, Part::Tile, 1, 2).state, State::Held);
    assert_eq!(walk.shown(second, Part::Tile, 2, 0).state, State::Ahead);
    // The old value beside the new one.
    let sum = walk.shown(find(Kind::Sum, 1), Part::Sum, 1, 0);
    assert!(sum.changed && sum.old == value(second, Part::Sum, 1, 0));
    // The output stays when its queries are finished.
    let end = walk.steps.len() - 1;
    assert_eq!(walk.shown(end, Part::Output, 0, 1).state, State::Written);
    assert_eq!(walk.shown(end, Part::Max, 0, 0).state, State::Gone);
    let all = Matrix::from_fn(3, 2, |i, c| value(end, Part::Output, i, c).unwrap());
    assert_eq!(all, walk.output());
}

#[test]
fn memory_is_a_tile_and_a_few_numbers_a_query() {
    for document in documents() {
        let tile = Tile::default().within(document.n(), document.m());
        let walk = Walk::of(&document, tile).unwrap();
        let most = Held::most(tile, document.d_v());
        let held: Vec<Held> = (0..walk.steps.len()).map(|at| walk.held(at)).collect();
        assert!(held.iter().all(|one| one.total() <= most.total()));
        let rows = walk.steps.last().unwrap().queries.len();
        assert_eq!(
            held.last().unwrap().total(),
            rows * (2 + document.d_v()),
            "what is divided"
        );
    }
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    assert_eq!(
        walk.held(6),
        Held {
            tile: 4,
            running: 8,
            aside: 2
        }
    );
    let long = Held::most(
        Tile {
            queries: 64,
            keys: 64,
        },
        64,
    );
    assert_eq!(long.total(), 64 * 64 + 64 * 66 + 64);
}
