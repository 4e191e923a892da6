//! What has to be remembered at a step, beside Q, K, V and the finished output.

use super::step::Kind;
use super::tile::Tile;
use super::walk::Walk;

/// Numbers that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// The tile: scores, then exponentials in their place.
    pub tile: usize,
    /// m, l and O of the block of queries: B_r·(2 + d_v).
    pub running: usize,
    /// The tile's row maxima, then the factors: B_r.
    pub aside: usize,
}

impl Held {
    /// All of it.
    #[must_use]
    pub const fn total(self) -> usize {
        self.tile + self.running + self.aside
    }

    /// The most that is held for tiles of that size and values of that width, whatever n and m.
    #[must_use]
    pub const fn most(tile: Tile, d_v: usize) -> Held {
        Held {
            tile: tile.queries * tile.keys,
            running: tile.queries * (2 + d_v),
            aside: tile.queries,
        }
    }
}

impl Walk {
    /// What is held when step `at` has been done.
    #[must_use]
    pub fn held(&self, at: usize) -> Held {
        let Some(step) = self.steps.get(at) else {
            return Held::default();
        };
        let tile = Tile {
            queries: step.queries.len(),
            keys: step.keys.len(),
        };
        let most = Held::most(tile, self.d_v());
        let (in_tile, aside) = match step.kind {
            Kind::Begin | Kind::Skip | Kind::Load | Kind::Divide => (false, false),
            Kind::Scores => (true, false),
            _ => (true, true),
        };
        Held {
            tile: if in_tile { most.tile } else { 0 },
            running: most.running,
            aside: if aside { most.aside } else { 0 },
        }
    }
}
