//! Attention by hand: one head walked stage by stage, all queries at once or one query cell by cell.

pub mod announcement;
mod controls;
pub mod formula;
pub mod guided;

use std::sync::Arc;

use crate::core::command::{self, Edit};
use crate::core::control::join;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Look, Meta, State};
use crate::core::numbers::Numbers;
use crate::core::player::{self, Player};
use crate::core::problem::Problem;
use crate::core::steps::Place;
use crate::core::table::{Axis, Cell, TableId};
use crate::head::change::{self, HeadNumbers};
use crate::head::codec;
use crate::head::document::Document;
use crate::head::mistake;
use crate::head::name::{Name, TABLES};
use crate::head::presets::PRESETS;
use crate::head::stage::Stage;
use crate::head::trace::Trace;
use crate::head::view::{Level, Mode, View};
use guided::Beat;

/// Seconds a stage stays while playing at speed 1, all queries at once.
const SECONDS_PER_STAGE: f32 = 2.0;
/// Seconds a cell stays while playing one query.
const SECONDS_PER_CELL: f32 = 0.8;

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByHand;

/// The lesson while it is open.
pub type Stepper = Player<ByHand>;

/// What can be done to it.
pub type Command = command::Command<Change>;

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Change the head beside its numbers.
    Head(change::Change),
    /// How much is on the screen.
    Level(Level),
    /// All queries at once, or one.
    Mode(Mode),
    /// The query in focus.
    Row(usize),
    /// Show the inner steps of softmax in the walk.
    OpenSoftmax(bool),
    /// Show the difference to the run without overrides.
    Difference(bool),
}

impl From<change::Change> for Change {
    fn from(change: change::Change) -> Change {
        Change::Head(change)
    }
}

/// What the figure shows at each step beside what is computed there. Q, K, V and the output stand
/// beside every step; they belong to the one that makes them.
const SEEN: &[&[TableId]] = &{
    let mut seen: [&[TableId]; Stage::ALL.len()] = [&[]; Stage::ALL.len()];
    seen[Stage::Project as usize] = &[Name::K, Name::V];
    seen[Stage::Output as usize] = &[Name::Weights];
    seen
};

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "stepper",
    presets: PRESETS,
    newcomers: "level=walk&stage=project",
    words: &[
        "token",
        "query",
        "key",
        "value",
        "dot_product",
        "score",
        "softmax",
        "weight",
        "output",
    ],
    minutes: 6,
    keys: KEYS,
    controls: controls::CONTROLS,
    steps: &STEPS,
    tables: &TABLES,
    computes: true,
};

/// The names of the stages.
const STEPS: [&str; Stage::ALL.len()] = {
    let mut names = [""; Stage::ALL.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = Stage::ALL[index].key();
        index += 1;
    }
    names
};

/// The entries of its links.
const KEYS: &[Key] = &{
    let begin: [Key; 15] = join(codec::NUMBERS, [Key::place("stage")]);
    let begin: [Key; 23] = join(begin, codec::LOOKS);
    let all: [Key; 24] = join(begin, [Key::look("level").usually("explore")]);
    all
};

/// Reads a link of the lesson, without `#`. An empty one is the opening state.
///
/// # Errors
/// [`Problem`], for the first entry that cannot be taken. Any bytes are safe to pass.
pub fn decode(fragment: &str) -> Result<(Document, View), Problem> {
    player::read::<ByHand>(fragment)
}

/// The link that [`decode`] reads back as that state.
#[must_use]
pub fn encode(document: &Document, view: &View) -> String {
    player::write::<ByHand>(document, view)
}

/// The state of a preset.
///
/// # Errors
/// [`Problem::LinkUnknown`] when there is none of that slug.
pub fn preset(slug: &str) -> Result<(Document, View), Problem> {
    player::preset::<ByHand>(slug)
}

impl Lesson for ByHand {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (document, mut view) = codec::read(link, base)?;
        let level = link.one_of("level", &Level::ALL.map(Level::key), Level::from_key)?;
        view.level = level.unwrap_or(view.level);
        // A question stands beside the whole figure, and what is to be predicted is covered there.
        if view.level == Level::Walk && ["ask", "predict"].iter().any(|key| link.has(key)) {
            view.level = Level::Explore;
        }
        let all = view.level != Level::Walk && view.mode == Mode::All;
        if all && view.pinned.is_none() && names_no_cell(link) {
            view.col = strongest(&document, view.row).unwrap_or(view.col);
        }
        Ok((document, view))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        codec::stands_alone(link)
    }

    fn write(document: &Document, view: &View, to: &mut Entries) {
        codec::write(document, view, to);
        if view.level != Level::Explore {
            to.push("level", view.level.key());
        }
    }

    fn change(document: &mut Document, view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Head(change) => document.change(change)?,
            Change::Level(level) => rise(document, view, level),
            Change::Mode(mode) => follow(view, mode),
            Change::Row(row) => focus(view, row),
            Change::OpenSoftmax(open) => view.softmax_open = open,
            Change::Difference(on) => view.difference = on,
        }
        Ok(())
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Head(change) => change.control(),
            Change::Level(_) => "level",
            Change::Mode(_) => "mode",
            Change::Row(_) => "query",
            Change::OpenSoftmax(_) => "fold",
            Change::Difference(_) => "difference",
        })
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        document.edit(edit)
    }

    fn owned(document: &Document, _view: &View, name: &str) -> Option<String> {
        document.owned(name)
    }

    fn places(document: &Document, view: &View) -> Vec<Place> {
        if view.level == Level::Walk {
            return Beat::ALL.map(|beat| of_stage(beat.stage(), 0)).to_vec();
        }
        let columns = |stage: Stage| match view.mode {
            Mode::All => 1,
            Mode::One => document.shape(stage.matrix()).1,
        };
        let place = |stage: Stage| (0..columns(stage)).map(move |part| of_stage(stage, part));
        Stage::walk(document.source, view.softmax_open)
            .flat_map(place)
            .collect()
    }

    fn place(document: &Document, view: &View) -> Place {
        let col = match (view.level, view.mode) {
            (Level::Walk, _) | (_, Mode::All) => 0,
            (_, Mode::One) => selected(document, view).col,
        };
        of_stage(view.stage, col)
    }

    /// A pinned cell goes along: the same row and column in the matrix of the new stage.
    fn go(document: &Document, view: &mut View, place: Place) {
        let Some(stage) = Stage::ALL.get(place.step) else {
            return;
        };
        view.stage = *stage;
        if view.level == Level::Walk {
            return;
        }
        if view.mode == Mode::One {
            view.col = place.part;
        }
        if view.mode == Mode::One || view.pinned.is_some() {
            view.pinned = Some(in_focus(document, view, stage.matrix()));
        }
    }

    fn stand(_document: &Document, view: &mut View, place: Place) {
        view.stage = Stage::ALL.get(place.step).copied().unwrap_or(view.stage);
    }

    fn rewind(document: &Document, view: &mut View, first: Place) {
        view.col = match (view.level, view.mode) {
            (Level::Walk, _) | (_, Mode::One) => 0,
            (_, Mode::All) => strongest(document, view.row).unwrap_or(0),
        };
        Self::go(document, view, first);
        view.pinned = None;
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        let stage = Stage::ALL.get(place.step)?;
        (*stage != Stage::Mask).then(|| stage.matrix())
    }

    fn stay(view: &View) -> f32 {
        match (view.level, view.mode) {
            (Level::Walk, _) => Beat::of(view.stage).seconds(),
            (_, Mode::All) => SECONDS_PER_STAGE,
            (_, Mode::One) => SECONDS_PER_CELL,
        }
    }

    /// Another example is opened at the same level.
    fn carry(before: &View, after: &mut View) {
        (after.level, after.softmax_open) = (before.level, before.softmax_open);
    }

    fn look(view: &View) -> Look {
        view.look()
    }

    fn set_look(view: &mut View, look: Look) {
        view.set_look(look);
    }

    fn pin(view: &mut View, cell: Option<Cell>) {
        view.pinned = cell;
        let Some(Cell { name, row, col }) = cell else {
            return;
        };
        if !name.rows_are_keys() && Stage::of(name) != Stage::Project {
            view.row = row;
        }
        if name.columns_are_keys() || name == Name::Output {
            view.col = col;
        }
    }

    fn pinned(view: &View) -> Option<Cell> {
        view.pinned
    }

    fn selected(document: &Document, view: &View) -> Option<Cell> {
        Some(selected(document, view))
    }

    fn focus(_document: &Document, view: &View) -> (usize, usize) {
        (view.row, view.col)
    }

    fn tidy(document: &Document, view: &mut View) {
        view.tidy(document);
        // Without overrides there is no difference, and no switch to turn it off with.
        view.difference &= !document.overrides.is_empty();
        if view.level == Level::Walk {
            view.stage = Beat::of(view.stage).stage();
            return;
        }
        if !Stage::walk(document.source, view.softmax_open).any(|stage| stage == view.stage) {
            view.stage = match view.stage.inside_softmax() {
                true => Stage::Weights,
                false => Stage::Scores,
            };
        }
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        document.uses(table).then(|| document.shape(table))
    }

    fn typed(document: &Document, table: TableId) -> bool {
        document.typed().contains(&table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        document.labels(axis)
    }

    fn redrawn(document: &Document, asked: Option<TableId>) -> Option<TableId> {
        Some(document.redrawn(asked))
    }

    fn numbers(document: &Arc<Document>, _view: &View) -> Option<Arc<dyn Numbers>> {
        let trace = Arc::new(Trace::of(document).ok()?);
        let document = Arc::clone(document);
        Some(Arc::new(HeadNumbers { document, trace }))
    }

    fn mistakes(document: &Document) -> Vec<(&'static str, Arc<dyn Numbers>)> {
        mistake::all(document)
    }
}

impl Stepper {
    /// The cell that is explained when nothing is pointed at: the pinned one, else the one in focus.
    #[must_use]
    pub fn selected(&self) -> Cell {
        selected(self.document(), &self.view)
    }
}

/// Another level, at the same stage as far as it has it. Who has walked to the end begins again with all queries: at
/// the last stage there would be nothing to go on to.
fn rise(document: &Document, view: &mut View, level: Level) {
    if (view.level, view.stage) == (Level::Walk, Stage::Output) {
        view.stage = Stage::Scores;
    }
    // The walk was about the key that matches best: its numbers are explained first.
    if view.level == Level::Walk {
        view.col = strongest(document, view.row).unwrap_or(view.col);
    }
    // The walk has shown what is inside softmax; after it one step is enough, until everything is open.
    match (view.level, level) {
        (Level::Walk, Level::Queries) => view.softmax_open = false,
        (Level::Queries, Level::Explore) => view.softmax_open = true,
        _ => {}
    }
    view.level = level;
    if level == Level::Walk {
        (view.mode, view.pinned) = (Mode::All, None);
    }
}

/// A place of a stage.
const fn of_stage(stage: Stage, part: usize) -> Place {
    let step = stage as usize;
    Place { step, part }
}

fn selected(document: &Document, view: &View) -> Cell {
    let here = || in_focus(document, view, view.stage.matrix());
    view.pinned.unwrap_or_else(here)
}

/// The cell of `name` in the focused row and, as far as it has one, column.
fn in_focus(document: &Document, view: &View, name: Name) -> Cell {
    let (rows, cols) = document.shape(name);
    Cell::new(name, view.row.min(rows - 1), view.col.min(cols - 1))
}

/// Whether a link leads to a level and says nothing of a number. What the page wrote (it has a version) stands where it
/// stood when it was copied.
fn names_no_cell(link: Fragment<'_>) -> bool {
    let says = |key: &&str| link.has(key);
    link.has("level") && !["ver", "col", "pin"].iter().any(says)
}

/// The key that a query looks at most: its numbers tell more than those of the first key.
fn strongest(document: &Document, row: usize) -> Option<usize> {
    let trace = Trace::of(document).ok()?;
    trace.rows.get(row).map(|row| row.argmax)
}

/// One query is walked from its first cell, or from the one that is pinned.
fn follow(view: &mut View, mode: Mode) {
    view.mode = mode;
    if (mode, view.pinned) == (Mode::One, None) {
        view.col = 0;
    }
}

fn focus(view: &mut View, row: usize) {
    view.row = row;
    if let Some(cell) = &mut view.pinned {
        cell.row = row;
    }
}
