//! Walking: commands, the clock, and what is explained.

use lesson::core::command::{Command, Edit};
use lesson::core::table::Cell;
use lesson::head::name::Name;
use lesson::lessons::flash::{At, Change, Document, Kind, Part, Tile, View, Walk, Walker};

use super::{cat, explained};

/// The cat at the first step.
fn walker() -> Walker {
    let (head, tile) = (cat(), Tile::default());
    Walker::new(Document { head, tile }, View::default())
}

fn doing(walker: &mut Walker, command: Command<Change>) -> usize {
    walker.apply(command).unwrap();
    walker.view.at
}

#[test]
fn it_is_walked_by_the_commands_and_the_clock_of_every_lesson() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let steps = walk.steps.len();
    assert_eq!(steps, 2 * (2 + 2 * 8));
    let mut walker = walker();
    assert_eq!(walker.places().len(), steps);
    assert_eq!(doing(&mut walker, Command::Back), 0);
    assert_eq!(doing(&mut walker, Command::Next), 1);
    assert_eq!(doing(&mut walker, Command::Scrub(usize::MAX)), steps - 1);
    assert_eq!(doing(&mut walker, Command::Next), steps - 1);
    // Play at the end starts over, and ends by itself.
    assert_eq!(doing(&mut walker, Command::Play), 0);
    assert!(walker.playback.playing);
    let mut moved = 0;
    while walker.playback.playing {
        assert!(!walker.tick(0.1));
        moved += usize::from(walker.tick(2.0));
        assert!(moved < 1000);
    }
    assert_eq!((moved, walker.view.at), (steps - 1, steps - 1));
    assert_eq!(doing(&mut walker, Command::Reset), 0);
    assert_eq!(doing(&mut walker, Command::Digits(3)), 0);
    assert_eq!(walker.view.head.digits, 3);
}

/// An edit may leave fewer steps than there were.
#[test]
fn one_stands_at_a_step_that_is_there() {
    let mut walker = walker();
    doing(&mut walker, Command::Scrub(usize::MAX));
    let whole = Tile {
        queries: 3,
        keys: 3,
    };
    let last = doing(&mut walker, Command::Own(Change::Tile(whole)));
    assert_eq!(last, walker.document().walk().unwrap().steps.len() - 1);
    let mask = Cell::new(Name::Mask, 0, 0);
    let fixed = walker.apply(Command::Edit(Edit::Set(mask, 1.0)));
    assert!(fixed.is_err(), "the mask is not painted here: {fixed:?}");
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
    let mut walker = walker();
    let tile = |row, col| Some(Cell::new(Part::Tile.table(), row, col));
    assert_eq!(explained(&walker, &walk), None, "nothing is computed yet");
    doing(&mut walker, Command::Scrub(2));
    doing(&mut walker, Command::Pin(tile(1, 1)));
    assert_eq!(
        explained(&walker, &walk),
        Some(At {
            step: 2,
            row: 1,
            col: 1
        })
    );
    doing(&mut walker, Command::Next);
    assert_eq!(
        explained(&walker, &walk),
        Some(At {
            step: 3,
            row: 1,
            col: 0
        }),
        "the row stays in focus"
    );
    for _ in 0..walk.steps.len() {
        doing(&mut walker, Command::Next);
        let at = explained(&walker, &walk);
        assert!(at.is_none_or(|at| walk.number(at).is_some()));
    }
}

#[test]
fn a_click_into_what_is_typed_leaves_the_step_its_own_number() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let mut walker = walker();
    doing(&mut walker, Command::Scrub(2));
    let own = explained(&walker, &walk);
    assert!(own.is_some());
    doing(&mut walker, Command::Pin(Some(Cell::new(Name::Q, 0, 1))));
    assert_eq!(explained(&walker, &walk), own);
}

#[test]
fn a_pinned_cell_is_explained_at_a_step_that_computes_nothing() {
    let mut walker = walker();
    let walk = walker.document().walk().unwrap();
    let load = walk.steps.iter().rposition(|step| step.kind == Kind::Load);
    let load = load.unwrap();
    doing(&mut walker, Command::Scrub(load));
    assert_eq!(explained(&walker, &walk), None);
    let row = walk.steps[load].queries.start;
    let sum = Cell::new(Part::Sum.table(), row, 0);
    doing(&mut walker, Command::Pin(Some(sum)));
    let at = explained(&walker, &walk).unwrap();
    assert!(at.step < load && walk.steps[at.step].kind == Kind::Sum);
    // Once more on the same cell lets go.
    doing(&mut walker, Command::Pin(Some(sum)));
    assert_eq!(explained(&walker, &walk), None);
}
