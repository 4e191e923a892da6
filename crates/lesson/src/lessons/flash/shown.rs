//! What stands in each cell of the figure at a step.

use super::address::{At, Source};
use super::step::{Kind, Step};
use super::walk::Walk;
use crate::core::table::TableId;
use crate::head::name::TABLES;

/// A matrix of the figure; its rows are the queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The n×m field: scores, then exponentials, of the one tile that is held.
    Tile,
    /// The largest score of each row of the tile, n×1.
    TileMax,
    /// m, n×1.
    Max,
    /// exp(m before − m), n×1.
    Factor,
    /// l, n×1.
    Sum,
    /// O before it is divided, n×d_v.
    Accumulated,
    /// O / l, n×d_v.
    Output,
}

impl Part {
    /// All, in the order of the figure.
    pub const ALL: [Part; 7] = [
        Part::Tile,
        Part::TileMax,
        Part::Max,
        Part::Factor,
        Part::Sum,
        Part::Accumulated,
        Part::Output,
    ];

    /// The name in attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Part::Tile => "tile",
            Part::TileMax => "tile_max",
            Part::Max => "max",
            Part::Factor => "factor",
            Part::Sum => "sum",
            Part::Accumulated => "accumulated",
            Part::Output => "output",
        }
    }

    /// The part of that key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.key() == key)
    }

    /// Its table: after those of a head.
    #[must_use]
    pub const fn table(self) -> TableId {
        TableId((TABLES.len() + self as usize) as u8)
    }

    /// The part whose table that is.
    #[must_use]
    pub fn of_table(table: TableId) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.table() == table)
    }

    /// The part that shows what steps of this kind compute.
    #[must_use]
    pub const fn of(kind: Kind) -> Option<Part> {
        Some(match kind {
            Kind::Begin | Kind::Skip | Kind::Load => return None,
            Kind::Scores | Kind::Exp => Part::Tile,
            Kind::TileMax => Part::TileMax,
            Kind::Max => Part::Max,
            Kind::Factor => Part::Factor,
            Kind::Sum => Part::Sum,
            Kind::Accumulate => Part::Accumulated,
            Kind::Divide => Part::Output,
        })
    }

    /// The steps that compute it, and what it is before the first of them.
    const fn computed_by(self) -> (&'static [Kind], Option<f32>) {
        match self {
            Part::Tile => (&[Kind::Scores, Kind::Exp], None),
            Part::TileMax => (&[Kind::TileMax], None),
            Part::Max => (&[Kind::Max], Some(f32::NEG_INFINITY)),
            Part::Factor => (&[Kind::Factor], None),
            Part::Sum => (&[Kind::Sum], Some(0.0)),
            Part::Accumulated => (&[Kind::Accumulate], Some(0.0)),
            Part::Output => (&[Kind::Divide], None),
        }
    }
}

/// What has become of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its turn has not come.
    Ahead,
    /// It is in memory, or being loaded.
    Held,
    /// It was computed, used and let go of.
    Gone,
    /// Its tile is never computed: the mask hides all of it.
    Skipped,
    /// It is output, and finished.
    Written,
}

impl State {
    /// The name in attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            State::Ahead => "ahead",
            State::Held => "held",
            State::Gone => "gone",
            State::Skipped => "skipped",
            State::Written => "written",
        }
    }
}

/// One cell of the figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// What has become of it.
    pub state: State,
    /// Where its number comes from, while it has one.
    pub source: Option<Source>,
    /// What it was before this step, where the step changed it.
    pub old: Option<f32>,
    /// This step computed it.
    pub changed: bool,
}

impl Shown {
    const fn empty(state: State) -> Shown {
        Shown {
            state,
            source: None,
            old: None,
            changed: false,
        }
    }
}

impl Walk {
    /// The columns of that part.
    #[must_use]
    pub fn columns(&self, part: Part) -> usize {
        match part {
            Part::Tile => self.m(),
            Part::Accumulated | Part::Output => self.d_v(),
            _ => 1,
        }
    }

    /// What stands at (`row`, `col`) of `part` when step `at` has been done.
    #[must_use]
    pub fn shown(&self, at: usize, part: Part, row: usize, col: usize) -> Shown {
        if part == Part::Tile && self.is_skipped(row, col) {
            return Shown::empty(State::Skipped);
        }
        let Some(now) = self.steps.get(at) else {
            return Shown::empty(State::Ahead);
        };
        if row < now.queries.start {
            return self.of_finished(at, part, row, col);
        }
        if row >= now.queries.end {
            return Shown::empty(State::Ahead);
        }
        if part == Part::Tile && !now.keys.contains(&col) {
            let gone = self.was_computed(at, col);
            return Shown::empty(if gone { State::Gone } else { State::Ahead });
        }
        self.of_block(at, part, row, col)
    }

    /// A row whose queries are finished: only their output is still there.
    fn of_finished(&self, at: usize, part: Part, row: usize, col: usize) -> Shown {
        if part != Part::Output {
            return Shown::empty(State::Gone);
        }
        let wrote = |step: &Step| step.kind == Kind::Divide && step.queries.contains(&row);
        let step = self.steps[..at].iter().rposition(wrote);
        Shown {
            source: step.map(|step| Source::Step(At { step, row, col })),
            ..Shown::empty(State::Written)
        }
    }

    /// A row of the block at work, and in the field a cell of the tile at work.
    fn of_block(&self, at: usize, part: Part, row: usize, col: usize) -> Shown {
        let now = &self.steps[at];
        let (kinds, start) = part.computed_by();
        let changed = kinds.contains(&now.kind);
        let step = changed
            .then_some(at)
            .or_else(|| self.latest(kinds, at, part));
        let of = |step| Source::Step(At { step, row, col });
        let source = step.map(of).or(start.map(Source::Start));
        let before = |_| {
            let before = self.latest(kinds, at, part).map(of);
            before.or(start.map(Source::Start))
        };
        let old = changed.then_some(()).and_then(before);
        Shown {
            state: match (part, source) {
                (Part::Output, Some(_)) => State::Written,
                (Part::Output, None) => State::Ahead,
                _ => State::Held,
            },
            source,
            old: old.map(|source| self.value(source)),
            changed,
        }
    }

    /// The last step before `at` that computed the part and whose numbers are still held: those of
    /// the running parts since the block began, all others in the same tile only.
    fn latest(&self, kinds: &[Kind], at: usize, part: Part) -> Option<usize> {
        let running = matches!(part, Part::Max | Part::Sum | Part::Accumulated);
        let found = kinds.iter().filter_map(|kind| self.last(*kind, at)).max()?;
        let same_tile = self.steps[found].keys == self.steps[at].keys;
        (running || same_tile).then_some(found)
    }

    /// Whether the tile of key `col`, in the row of tiles at work, was computed before step `at`.
    fn was_computed(&self, at: usize, col: usize) -> bool {
        let queries = &self.steps[at].queries;
        let before = self.steps[..at].iter().rev();
        before
            .take_while(|step| step.queries == *queries)
            .any(|step| step.kind == Kind::Scores && step.keys.contains(&col))
    }

    fn is_skipped(&self, row: usize, col: usize) -> bool {
        let block = |at: usize, size: usize, count: usize| {
            let start = at / size * size;
            start..(start + size).min(count)
        };
        let queries = block(row, self.tile.queries, self.n());
        self.hidden(&queries, &block(col, self.tile.keys, self.m()))
    }
}
