//! Walking: commands, the clock, and what is explained.

use lesson::Command;
use lesson::lessons::flash::{At, Kind, Part, Tile, Walk, Walker};

use super::cat;

#[test]
fn it_is_walked_by_the_stepper_s_commands_and_clock() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let steps = walk.steps.len();
    assert_eq!(steps, 2 * (2 + 2 * 8));
    let mut walker = Walker::default();
    assert!(walker.apply(&Command::Back, steps) && walker.at == 0);
    assert!(walker.apply(&Command::Next, steps) && walker.at == 1);
    assert!(walker.apply(&Command::Scrub(usize::MAX), steps) && walker.at == steps - 1);
    assert!(walker.apply(&Command::Next, steps) && walker.at == steps - 1);
    // Play at the end starts over, and ends by itself.
    walker.apply(&Command::Play, steps);
    assert!(walker.at == 0 && walker.playback.playing);
    let mut moved = 0;
    while walker.playback.playing {
        assert!(!walker.tick(0.1, 1.0, steps));
        moved += usize::from(walker.tick(2.0, 1.0, steps));
        assert!(moved < 1000);
    }
    assert_eq!((moved, walker.at), (steps - 1, steps - 1));
    walker.apply(&Command::Reset, steps);
    assert_eq!(walker.at, 0);
    assert!(
        !walker.apply(&Command::Digits(3), steps),
        "the document's and the view's"
    );
}

#[test]
fn a_chip_leads_to_its_step_of_the_same_tile() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let (first, second) = (2, 10);
    assert_eq!(walk.steps[first].kind, Kind::Scores);
    assert_eq!(walk.steps[second].kind, Kind::Scores);
    // From the end of the first tile its own beginning, though the second tile's is nearer.
    assert_eq!(walk.steps[8].kind, Kind::Accumulate);
    assert_eq!(walk.near(Kind::Scores, 8), Some(first));
    assert_eq!(walk.near(Kind::Begin, 12), Some(0));
    assert_eq!(walk.near(Kind::Divide, 0), Some(17));
    assert_eq!(walk.near(Kind::Skip, 0), None, "nothing is masked");
    assert_eq!(walk.tile_at(1, 2), Some(9));
    assert_eq!(walk.tile_at(3, 0), None);
}

#[test]
fn what_is_explained_is_what_the_step_computed() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let mut walker = Walker::default();
    assert_eq!(walker.explained(&walk), None, "nothing is computed yet");
    walker.go(2, walk.steps.len());
    walker.pin((Part::Tile, 1, 1));
    assert_eq!(
        walker.explained(&walk),
        Some(At {
            step: 2,
            row: 1,
            col: 1
        })
    );
    walker.apply(&Command::Next, walk.steps.len());
    assert_eq!(
        walker.explained(&walk),
        Some(At {
            step: 3,
            row: 1,
            col: 0
        }),
        "the row stays in focus"
    );
    for _ in 0..walk.steps.len() {
        walker.apply(&Command::Next, walk.steps.len());
        let at = walker.explained(&walk);
        assert!(at.is_none_or(|at| walk.number(at).is_some()));
    }
}
