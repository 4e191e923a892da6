//! The lesson: a head of one query in the plane, and where in the walk one stands.

use std::sync::Arc;

use attention::Matrix;

use super::arrows::Arrows;
use super::controls::CONTROLS;
use super::plane;
use super::tables::{ALONG, ANGLE, LENGTH, TABLES};
use crate::core::command::Edit;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::{Standing, Viewed};
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};
use crate::head::name::Name;
use crate::head::tokens::Side;
use crate::head::{change, codec, document, view};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry;

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// One query and its keys, typed, two numbers each; without mask and overrides.
    pub head: document::Document,
}

/// Where one stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The step, the pinned cell, digits and speed.
    pub standing: Standing,
    /// Where one stands in the attention lesson: its beginning.
    pub head: view::View,
}

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Change the head beside its numbers: its scale, its keys.
    Head(change::Change),
    /// Turn the query into this direction, radians; it keeps its length.
    Turn(f32),
    /// Give the query this length; it keeps its direction.
    Lengthen(f32),
    /// Add a key of that name, in the widest gap between the keys, with a value in the widest gap between the values.
    AddKey(String),
    /// Turn the keys away from each other, so often.
    Repel(usize),
}

impl From<change::Change> for Change {
    fn from(change: change::Change) -> Change {
        Change::Head(change)
    }
}

/// The most keys that the plane shows.
pub const MOST_KEYS: usize = 6;
/// The longest query that can be asked for.
const LONGEST: f32 = 12.0;
/// The most pushes at once.
const MOST_PUSHES: usize = 20;

/// The steps of the walk, by what they compute.
const STEPS: [(&str, TableId); 6] = [
    ("dot", Name::Scores),
    ("angle", ANGLE),
    ("weights", Name::Weights),
    ("output", Name::Output),
    ("lengthen", Name::Weights),
    ("repel", Name::Weights),
];

/// What the figure shows at each step beside what is computed there.
const SEEN: &[&[TableId]] = &[
    &[],
    &[Name::Scores, LENGTH, ALONG],
    &[Name::Scaled, Name::Shifted, Name::Exp, Name::Sum],
    &[Name::Weights],
    &[LENGTH, Name::Exp, Name::Sum],
    &[ANGLE, Name::Exp],
];

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "geometry",
    presets: PRESETS,
    newcomers: "",
    words: &[
        "query", "key", "score", "weight", "exp", "value", "output", "entropy",
    ],
    minutes: 8,
    keys: KEYS,
    controls: CONTROLS,
    steps: &names(&STEPS),
    tables: &TABLES,
    computes: true,
};

/// The examples, each made by hand to show one thing.
const PRESETS: &[Preset] = &[
    Preset {
        slug: "dictionary",
        fragment: "t=q&kt=sun,sea,leaf&q=1.2,0.9&k=2,0;-1,1.7;-1,-1.7&v=2,-1;0,2;-2,-1",
    },
    Preset {
        slug: "aligned",
        fragment: "t=q&kt=same,short&q=1.5,1&k=1.5,1;0.6,0.4&v=1,0;0,1",
    },
    Preset {
        slug: "orthogonal",
        fragment: "t=q&kt=along,across&q=2,0&k=1.5,0;0,2.5&v=1,0;0,1",
    },
    Preset {
        slug: "opposed",
        fragment: "t=q&kt=with,against&q=1,1.5&k=0.8,1.2;-0.8,-1.2&v=1,1;-1,-1",
    },
    Preset {
        slug: "two",
        fragment: "t=it&kt=cat,dog,mat,ran&q=1.8,0.6&k=2,1;2.3,0.1;-0.6,1.9;-1,-1.6&v=2,1;2,-1;-1.5,1.5;-1,-2",
    },
    Preset {
        slug: "crowded",
        fragment: "t=q&kt=a,b,c,d,e&q=3,1&k=2,0;1.9,0.5;1.8,0.9;1.6,1.2;1.3,1.5&v=2,0;0.6,1.9;-1.6,1.2;-1.6,-1.2;0.6,-1.9",
    },
];

/// The entries of its links.
const KEYS: &[Key] = &[
    Key::numbers("t"),
    Key::numbers("kt"),
    Key::numbers("q"),
    Key::numbers("k"),
    Key::numbers("v"),
    Key::numbers("scale"),
    Key::place("stage"),
    Key::look("pin"),
    Key::look("digits").usually("2"),
    Key::look("speed").usually("1"),
];

impl Document {
    /// The head of the attention lesson as far as the plane shows it: typed Q, K and V and the scale. What it would
    /// leave out is left out, so that the numbers are those of what is seen.
    fn of(head: document::Document) -> Result<Document, Problem> {
        let keys = head.key_tokens().to_vec();
        let typed = [head.q, head.k, head.v];
        let mut own = document::Document::by_hand(head.queries, Some(keys), typed);
        own.scale = head.scale;
        let own = Document { head: own };
        own.fits()?;
        Ok(own)
    }

    /// One query, a few keys, two numbers each.
    fn fits(&self) -> Result<(), Problem> {
        let head = &self.head;
        let m = head.m();
        if m > MOST_KEYS {
            return Err(Problem::TooMany(m, MOST_KEYS));
        }
        let wanted = [(Name::Q, (1, 2)), (Name::K, (m, 2)), (Name::V, (m, 2))];
        for (name, wanted) in wanted {
            let found = head.shape(name);
            if found != wanted {
                return Err(Problem::LinkShape(name.key().into(), found, wanted));
            }
        }
        Ok(())
    }

    /// Whether there is that table: what Q, K and V could be projected from is not.
    #[must_use]
    pub fn has_table(&self, table: TableId) -> bool {
        match table {
            LENGTH | ALONG | ANGLE => true,
            Name::Mask => false,
            of_head => self.head.uses(of_head),
        }
    }

    fn query(&self) -> plane::Point {
        (self.head.q.at(0, 0), self.head.q.at(0, 1))
    }

    fn set_query(&mut self, (x, y): plane::Point) {
        self.head.q = Matrix::from_fn(1, 2, |_, col| if col == 0 { x } else { y });
    }

    /// A query without length points along the x axis. Its length is in tenths from now on, as the slider beside it
    /// says: what each turn rounds a little would wander.
    fn turn(&mut self, direction: f32) {
        let length = plane::length(self.query());
        let tenths = (length * 10.0).round() / 10.0;
        // A short one stays an arrow, and one that is too long for tenths stays as it is.
        let said = if tenths > 0.0 && tenths.is_finite() {
            tenths
        } else {
            length
        };
        self.set_query(plane::arrow(said, direction));
    }

    fn lengthen(&mut self, length: f32) {
        let direction = plane::direction(self.query());
        self.set_query(plane::arrow(length.clamp(0.0, LONGEST), direction));
    }

    fn add_key(&mut self, name: String) -> Result<(), Problem> {
        let place = |matrix: &Matrix| {
            let tips = tips(matrix);
            let directions: Vec<f32> = tips.iter().map(|tip| plane::direction(*tip)).collect();
            let mean = tips.iter().map(|tip| plane::length(*tip)).sum::<f32>() / tips.len() as f32;
            plane::arrow(mean.max(1.0), plane::widest_gap(&directions))
        };
        let (k, v) = (place(&self.head.k), place(&self.head.v));
        self.head
            .change(change::Change::AddToken(Side::Keys, name))?;
        let last = self.head.m() - 1;
        put(&mut self.head.k, last, k);
        put(&mut self.head.v, last, v);
        self.fits()
    }

    fn repel(&mut self, pushes: usize) {
        for _ in 0..pushes.min(MOST_PUSHES) {
            let pushed = plane::repelled(&tips(&self.head.k));
            for (row, tip) in pushed.into_iter().enumerate() {
                put(&mut self.head.k, row, tip);
            }
        }
    }

    /// Only what the plane shows changes.
    fn change_head(&mut self, change: change::Change) -> Result<(), Problem> {
        use change::Change::{AddToken, MoveToken, RemoveToken, RenameToken, Scale};
        match change {
            AddToken(Side::Keys, name) => return self.add_key(name),
            Scale(_) | RenameToken(..) | RemoveToken(Side::Keys, _) => {}
            MoveToken(Side::Keys, ..) => {}
            _ => return Err(Problem::Fixed("q")),
        }
        self.head.change(change)?;
        self.fits()
    }
}

fn tips(matrix: &Matrix) -> Vec<plane::Point> {
    matrix.iter_rows().map(|row| (row[0], row[1])).collect()
}

fn put(matrix: &mut Matrix, row: usize, (x, y): plane::Point) {
    *matrix = Matrix::from_fn(matrix.rows(), 2, |i, col| match (i == row, col) {
        (true, 0) => x,
        (true, _) => y,
        (false, col) => matrix.at(i, col),
    });
}

impl Lesson for Geometry {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (base, view) = base.map_or((None, View::default()), |(document, view)| {
            (Some(document.head), view)
        });
        let document = Document::of(codec::read_document(link, base)?)?;
        let standing = Standing::read(link, &META, view.standing)?;
        Ok((document, View { standing, ..view }))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        codec::stands_alone(link)
    }

    fn write(document: &Document, view: &View, to: &mut Entries) {
        codec::write_document(&document.head, to);
        view.standing.write(&META, to);
    }

    fn change(document: &mut Document, _view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Head(change) => document.change_head(change)?,
            Change::AddKey(name) => document.add_key(name)?,
            Change::Turn(direction) if direction.is_finite() => document.turn(direction),
            Change::Lengthen(length) if length.is_finite() => document.lengthen(length),
            Change::Turn(_) | Change::Lengthen(_) => {}
            Change::Repel(pushes) => document.repel(pushes),
        }
        document.head.imply_projection();
        Ok(())
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Head(change::Change::RemoveToken(..)) => "remove-key",
            Change::Head(change::Change::Scale(_)) => "scale",
            Change::Head(_) | Change::AddKey(_) => "add-key",
            Change::Turn(_) => "turn",
            Change::Lengthen(_) => "lengthen",
            Change::Repel(_) => "repel",
        })
    }

    fn dragged(change: &Change) -> Option<Cell> {
        matches!(change, Change::Turn(_) | Change::Lengthen(_)).then_some(Cell::new(Name::Q, 0, 0))
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        let own = |table: &TableId| [Name::Q, Name::K, Name::V].contains(table);
        match edit.table() {
            Some(table) if !own(&table) => {
                Err(Problem::Fixed(META.of(table).map_or("", |table| table.key)))
            }
            _ => {
                document.head.edit(edit)?;
                document.fits()
            }
        }
    }

    fn owned(document: &Document, _view: &View, name: &str) -> Option<String> {
        document.head.owned(name)
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        STEPS.get(place.step).map(|(_, table)| *table)
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        let shape = match table {
            LENGTH => (1, 1),
            ALONG | ANGLE => (1, document.head.m()),
            of_head if document.has_table(of_head) => document.head.shape(of_head),
            _ => return None,
        };
        Some(shape)
    }

    fn typed(document: &Document, table: TableId) -> bool {
        document.head.typed().contains(&table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        document.head.labels(axis)
    }

    /// What is read from the plane gives the scores away, and they it.
    fn follows(table: TableId, first: TableId) -> bool {
        match (table, first) {
            (ALONG | ANGLE, Name::Scores) => true,
            (LENGTH, first) => first == LENGTH,
            (Name::Scores, ALONG | ANGLE) => true,
            (ALONG | ANGLE, first) | (first, ALONG | ANGLE) => table == first,
            (table, first) => table >= first,
        }
    }

    fn numbers(document: &Arc<Document>, _view: &View) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Arrows::of(document).ok()?))
    }
}

impl Viewed for View {
    fn standing(&self) -> Option<&Standing> {
        Some(&self.standing)
    }

    fn standing_mut(&mut self) -> Option<&mut Standing> {
        Some(&mut self.standing)
    }
}
