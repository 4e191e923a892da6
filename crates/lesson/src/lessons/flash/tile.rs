//! The size of a tile, and the blocks it cuts queries and keys into.

use std::ops::Range;

/// How many queries and how many keys are worked on at once: B_r and B_c in the papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// B_r, queries a tile.
    pub queries: usize,
    /// B_c, keys a tile.
    pub keys: usize,
}

impl Default for Tile {
    fn default() -> Tile {
        Tile {
            queries: 2,
            keys: 2,
        }
    }
}

impl Tile {
    /// No smaller than 1×1, no larger than n×m.
    #[must_use]
    pub fn within(self, n: usize, m: usize) -> Tile {
        Tile {
            queries: self.queries.clamp(1, n.max(1)),
            keys: self.keys.clamp(1, m.max(1)),
        }
    }

    /// As in links: `2x2`.
    #[must_use]
    pub fn key(self) -> String {
        format!("{}x{}", self.queries, self.keys)
    }

    /// Reads what [`key`](Tile::key) writes; the size is for [`within`](Tile::within) to bound.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Tile> {
        let (queries, keys) = key.split_once('x')?;
        Some(Tile {
            queries: queries.parse().ok()?,
            keys: keys.parse().ok()?,
        })
    }
}

/// 0..count in blocks of `size`; the last may be smaller.
pub fn blocks(count: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count)
        .step_by(size.max(1))
        .map(move |from| from..(from + size).min(count))
}
