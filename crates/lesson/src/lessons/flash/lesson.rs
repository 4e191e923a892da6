//! The lesson: a head's document with the size of a tile, and where in the walk over it one stands.

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;

use super::controls::CONTROLS;
use super::plan::{Planned, plan};
use super::shown::Part;
use super::step::Kind;
use super::tile::Tile;
use super::walk::Walk;
use crate::core::command::{self, Edit};
use crate::core::control::join;
use crate::core::expr::Expr;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Look, Meta, Preset, State};
use crate::core::numbers::Numbers;
use crate::core::player::Player;
use crate::core::problem::Problem;
use crate::core::standing::Viewed;
use crate::core::steps::Place;
use crate::core::table::{Axis, Cell, Table, TableId};
use crate::head::change;
use crate::head::codec;
use crate::head::document::{self, opened};
use crate::head::name::{self, Name};
use crate::head::presets::PRESETS;
use crate::head::view;

/// Seconds a step stays while playing at speed 1.
const SECONDS_PER_STEP: f32 = 1.6;

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flash;

/// The lesson while it is open.
pub type Walker = Player<Flash>;

/// What can be done to it.
pub type Command = command::Command<Change>;

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The head. Overrides of scores and weights are left out of the walk, but kept for the way back.
    pub head: document::Document,
    /// The size of a tile, as asked for.
    pub tile: Tile,
}

/// Where one stands and what one looks at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Where one stands in the attention lesson, for the way back; digits and speed count here too.
    pub head: view::View,
    /// The step one stands at.
    pub at: usize,
    /// Query and column in focus: a step explains the number it computed there.
    pub focus: (usize, usize),
    /// The cell whose explanation stays until the next step.
    pub pinned: Option<Cell>,
}

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Change the head beside its numbers.
    Head(change::Change),
    /// Work in tiles of that size.
    Tile(Tile),
}

impl From<change::Change> for Change {
    fn from(change: change::Change) -> Change {
        Change::Head(change)
    }
}

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "flash",
    presets: &EXAMPLES,
    newcomers: "preset=tiles",
    words: &["tile", "flash_attention", "softmax"],
    minutes: 6,
    keys: KEYS,
    controls: CONTROLS,
    steps: &[],
    tables: &TABLES,
    computes: true,
};

/// The examples of a head, and one that is large enough for tiles to hold less than all scores, with rows whose
/// largest score is in a later tile.
const EXAMPLES: [Preset; PRESETS.len() + 1] = join_presets(Preset {
    slug: "tiles",
    fragment: "t=the,cat,that,chased,the,mouse,sat,down&q=-0.6,0.4;0.9,0.5;1.2,-0.3;0.3,1.5;-0.6,0.4;1.1,0.2;1.6,0.2;-0.4,1.2&k=-0.3,0.2;1.8,0.3;0.4,-0.5;-0.5,1;-0.3,0.2;0.6,2.1;0.2,1.3;-0.8,0.5&v=0,0.1;1,0;0.1,0.2;0,1;0,0.1;0.8,0.3;0.2,0.9;-0.4,0.6&row=3&tile=4x4",
});

/// The examples of every head, and one more.
const fn join_presets(own: Preset) -> [Preset; PRESETS.len() + 1] {
    let mut all = [own; PRESETS.len() + 1];
    let mut index = 0;
    while index < PRESETS.len() {
        all[index] = PRESETS[index];
        index += 1;
    }
    all
}

/// The tables of the head, then those of the figure. Where both have a maximum, a sum and an output the
/// plain name is the head's: the finished number, whatever the step.
pub const TABLES: [Table; name::TABLES.len() + Part::ALL.len()] = {
    let mut all = [name::TABLES[0]; name::TABLES.len() + Part::ALL.len()];
    let mut index = 0;
    while index < name::TABLES.len() {
        all[index] = name::TABLES[index];
        index += 1;
    }
    while index < all.len() {
        all[index] = known(Part::ALL[index - name::TABLES.len()]);
        index += 1;
    }
    all
};

/// The entries of its links.
const KEYS: &[Key] = &{
    let begin: [Key; 15] = join(codec::NUMBERS, [Key::look("stage")]);
    let begin: [Key; 23] = join(begin, codec::LOOKS);
    let own = [Key::numbers("tile"), Key::place("at"), Key::look("cell")];
    let all: [Key; 26] = join(begin, own);
    all
};

/// What is known of the table of a part.
const fn known(part: Part) -> Table {
    let (key, symbol, cols, hue) = match part {
        Part::Tile => ("tile", "s", Axis::Keys, "scores"),
        Part::TileMax => ("tile_max", "m̃", Axis::One, "weights"),
        Part::Max => ("running_max", "m", Axis::One, "weights"),
        Part::Factor => ("factor", "c", Axis::One, "weights"),
        Part::Sum => ("running_sum", "l", Axis::One, "weights"),
        Part::Accumulated => ("accumulated", "O", Axis::Counted, "output"),
        Part::Output => ("written", "o", Axis::Counted, "output"),
    };
    Table::computed(key, symbol, Axis::Queries, cols).drawn(symbol, hue)
}

impl Document {
    /// The walk over it.
    ///
    /// # Errors
    /// [`attention::ShapeError`] when the head's matrices do not fit each other.
    pub fn walk(&self) -> Result<Walk, attention::ShapeError> {
        Walk::of(&self.head, self.tile)
    }

    /// What the steps of the walk do, in order, without a number of theirs.
    #[must_use]
    pub fn plan(&self) -> Vec<Planned> {
        plan(&self.head.keep(), self.tile)
    }
}

impl Lesson for Flash {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;
    const FOLLOWS_VIEW: bool = true;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let usual = base.as_ref().map(|(document, _)| document.tile);
        let base = base.map(|(document, view)| (document.head, view.head));
        let pinned = link.read("pin", |text| META.cell(text))?;
        let pinned = pinned.filter(|cell| Part::of_table(cell.name).is_some());
        // The head does not know the tables of a step.
        let of_head = link.only(|key| key != "pin" || pinned.is_none());
        let (head, view) = codec::read(Fragment(&of_head), base)?;
        let tile = link.read("tile", Tile::from_key)?.or(usual);
        let tile = tile.unwrap_or_default();
        let document = Document {
            head,
            tile: tile.within(opened::TOKENS, opened::TOKENS),
        };
        let view = View {
            head: view,
            at: link.count("at")?.unwrap_or_default(),
            focus: link.read("cell", pair)?.unwrap_or_default(),
            pinned,
        };
        Ok((document, view))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        codec::stands_alone(link)
    }

    fn write(document: &Document, view: &View, to: &mut Entries) {
        let of_head = view::View {
            pinned: view.head.pinned.filter(|_| view.pinned.is_none()),
            ..view.head.clone()
        };
        codec::write(&document.head, &of_head, to);
        let tile = document.tile;
        to.when(tile != Tile::default(), "tile", || tile.key());
        to.when(view.at != 0, "at", || view.at.to_string());
        let (row, col) = view.focus;
        to.when(view.focus != (0, 0), "cell", || format!("{row}.{col}"));
        if let Some(cell) = view.pinned {
            to.push("pin", META.address(cell));
        }
    }

    fn change(document: &mut Document, _view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Head(change) => document.head.change(change)?,
            Change::Tile(tile) => document.tile = tile.within(opened::TOKENS, opened::TOKENS),
        }
        Ok(())
    }

    fn control(change: &Change) -> Option<&'static str> {
        match change {
            Change::Head(change) => Some(change.control()),
            // Which of the two it is, what changes says.
            Change::Tile(_) => None,
        }
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        match edit.table() {
            Some(table) if !Name::TYPED.contains(&table) => {
                let table = META.of(table).map_or("", |table| table.key);
                Err(Problem::Fixed(table))
            }
            _ => document.head.edit(edit),
        }
    }

    fn owned(document: &Document, _view: &View, name: &str) -> Option<String> {
        match name {
            "tile-queries" => Some(document.tile.queries.to_string()),
            "tile-keys" => Some(document.tile.keys.to_string()),
            name => document.head.owned(name),
        }
    }

    fn places(document: &Document, _view: &View) -> Vec<Place> {
        let place = |step| Place { step, part: 0 };
        (0..document.plan().len()).map(place).collect()
    }

    fn place(_document: &Document, view: &View) -> Place {
        Place {
            step: view.at,
            part: 0,
        }
    }

    fn go(_document: &Document, view: &mut View, place: Place) {
        view.at = place.step;
        view.pinned = None;
    }

    /// Nothing is to be predicted where the scores of a tile give way to their exponentials: it is the same table, which
    /// is named after its scores.
    fn computes(document: &Document, place: Place) -> Option<TableId> {
        let plan = document.plan();
        let kind = plan.get(place.step)?.kind;
        Part::of(kind)
            .filter(|_| kind != Kind::Exp)
            .map(Part::table)
    }

    /// Tables of the head are never in the figure. A cell of the figure is there from the step on that computes it.
    fn shown_at(document: &Document, view: &View, cell: Cell) -> Option<Place> {
        let part = Part::of_table(cell.name)?;
        let plan = document.plan();
        let computes = |own: &Planned| {
            let of_it = Part::of(own.kind) == Some(part) && own.queries.contains(&cell.row);
            of_it && own.columns(document.head.d_v()).contains(&cell.col)
        };
        let mut steps = (0..plan.len()).filter(|step| computes(&plan[*step]));
        let first = steps.next()?;
        let walk = document.walk().ok()?;
        let (Cell { row, col, .. }, at) = (cell, view.at);
        let step = match walk.shown(at, part, row, col).source {
            Some(_) => at,
            None if at <= first => first,
            None => steps.find(|step| *step >= at).unwrap_or(first),
        };
        Some(Place { step, part: 0 })
    }

    fn stay(_view: &View) -> f32 {
        SECONDS_PER_STEP
    }

    fn look(view: &View) -> Look {
        view.head.look()
    }

    fn set_look(view: &mut View, look: Look) {
        view.head.set_look(look);
    }

    /// On the pinned cell again it lets go.
    fn pin(view: &mut View, cell: Option<Cell>) {
        if let Some(cell) = cell {
            // Nothing computes what is typed: who clicks into it to change it goes on seeing the step's own number.
            if Part::of_table(cell.name).is_none() {
                return;
            }
            view.focus = (cell.row, cell.col);
        }
        view.pinned = cell.filter(|cell| view.pinned != Some(*cell));
    }

    fn pinned(view: &View) -> Option<Cell> {
        view.pinned
    }

    fn selected(document: &Document, view: &View) -> Option<Cell> {
        // A pinned cell is explained at steps that compute nothing as well.
        if view.pinned.is_some() {
            return view.pinned;
        }
        // Asked at every move of the pointer: where the numbers stand is known without computing them.
        let plan = document.plan();
        let step = plan.get(view.at)?;
        let (row, col) = step.nearest(view.focus, document.head.d_v())?;
        Some(Cell::new(Part::of(step.kind)?.table(), row, col))
    }

    /// Of what the step computes, where it computes anything.
    fn focus(document: &Document, view: &View) -> (usize, usize) {
        let plan = document.plan();
        let step = plan.get(view.at);
        let nearest = step.and_then(|step| step.nearest(view.focus, document.head.d_v()));
        nearest.unwrap_or(view.focus)
    }

    fn tidy(document: &Document, view: &mut View) {
        // An edit may have left fewer steps than there were.
        view.at = view.at.min(document.plan().len().saturating_sub(1));
        view.pinned = view.pinned.filter(|cell| {
            let shape = Self::shape(document, cell.name);
            shape.is_some_and(|(rows, cols)| cell.row < rows && cell.col < cols)
        });
        view.head.tidy(&document.head);
    }

    /// The head's scores, weights and output are the figure's numbers, all at once.
    fn follows(table: TableId, first: TableId) -> bool {
        let of_head = Part::of_table(table).is_none() && table >= Name::Scores;
        table >= first || (Part::of_table(first).is_some() && of_head)
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        let head = &document.head;
        match Part::of_table(table) {
            Some(Part::Tile) => Some((head.n(), head.m())),
            Some(Part::Accumulated | Part::Output) => Some((head.n(), head.d_v())),
            Some(_) => Some((head.n(), 1)),
            None => head.uses(table).then(|| head.shape(table)),
        }
    }

    fn typed(document: &Document, table: TableId) -> bool {
        document.head.typed().contains(&table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        document.head.labels(axis)
    }

    fn redrawn(document: &Document, asked: Option<TableId>) -> Option<TableId> {
        Some(document.head.redrawn(asked))
    }

    fn numbers(document: &Arc<Document>, view: &View) -> Option<Arc<dyn Numbers>> {
        let walk = Arc::new(document.walk().ok()?);
        Some(Arc::new(FlashNumbers { walk, at: view.at }))
    }
}

/// The numbers at a step.
#[derive(Clone, Debug)]
pub struct FlashNumbers {
    /// Every step; shared, for a step forward changes none of them.
    pub walk: Arc<Walk>,
    /// The one that has been done last.
    pub at: usize,
}

impl Numbers for FlashNumbers {
    /// Of the head what plain softmax gives, without the overrides that the walk leaves out; of the
    /// figure what stands there, NaN where nothing does.
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let Some(part) = Part::of_table(table) else {
            let there = usize::from(table.0) < Name::ALL.len();
            return there.then(|| Cow::Borrowed(self.walk.plain.get(table)));
        };
        let shape = (self.walk.n(), self.walk.columns(part));
        Some(Cow::Owned(Matrix::from_fn(shape.0, shape.1, |row, col| {
            let source = self.walk.shown(self.at, part, row, col).source;
            source.map_or(f32::NAN, |source| self.walk.value(source))
        })))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        let part = Part::of_table(cell.name)?;
        let at = self.walk.at(self.at, (part, cell.row, cell.col))?;
        self.walk.rule(at)
    }
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (row, col) = text.split_once('.')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

impl Viewed for View {}
