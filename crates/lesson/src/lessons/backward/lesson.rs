//! The lesson: a head's document with a loss, and where on the way back one stands.

use std::sync::Arc;

use attention::{Matrix, Scale};

use super::controls::CONTROLS;
use super::document::Document;
use super::loss::Loss;
use super::tables::*;
use super::way::Way;
use crate::core::command::Edit;
use crate::core::control::join;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::number;
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::{Standing, Viewed};
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};
use crate::head::document::{Source, opened};
use crate::head::name::Name;
use crate::head::{change, codec, view};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backward;

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
    /// Change the head beside its numbers.
    Head(change::Change),
    /// Another loss.
    Loss(Loss),
    /// That query should look at that key.
    Aim(usize, usize),
    /// How far a step of gradient descent goes.
    Rate(f32),
    /// So many steps of gradient descent.
    Descend(usize),
}

impl From<change::Change> for Change {
    fn from(change: change::Change) -> Change {
        Change::Head(change)
    }
}

/// What a step of gradient descent may go by.
const RATES: std::ops::RangeInclusive<f32> = 0.001..=100.0;

/// The steps of the walk, by what they compute; none where one only looks.
const STEPS: [(&str, Option<TableId>); 12] = [
    ("forward", None),
    ("loss", Some(LOSS)),
    ("grad_output", Some(GRAD_OUTPUT)),
    ("grad_v", Some(GRAD_V)),
    ("grad_weights", Some(GRAD_WEIGHTS)),
    ("jacobian", Some(GRAD_SCALED)),
    ("scale", Some(GRAD_SCORES)),
    ("grad_q", Some(GRAD_Q)),
    ("grad_k", Some(GRAD_K)),
    ("grad_w", Some(GRAD_WQ)),
    ("grad_x", Some(GRAD_X)),
    ("descent", None),
];

const NAMES: [&str; STEPS.len()] = names(&STEPS);

/// What the figure shows at each step beside what is computed there, whatever the loss.
const SEEN: &[&[TableId]] = &[
    &[Name::Weights, Name::Output],
    &[],
    &[Name::Output],
    &[Name::Weights, GRAD_OUTPUT],
    &[],
    &[GRAD_WEIGHTS, AVERAGE, CENTRED, Name::Weights],
    &[GRAD_SCALED],
    &[GRAD_SCORES, Name::K],
    &[GRAD_SCORES, Name::Q],
    &[GRAD_Q, GRAD_WK, GRAD_WV],
    &[GRAD_Q, GRAD_K, GRAD_V, GRAD_XKV],
];

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "backward",
    presets: PRESETS,
    newcomers: "",
    words: &["loss", "gradient", "softmax", "learning_rate"],
    minutes: 10,
    keys: KEYS,
    controls: CONTROLS,
    steps: &NAMES,
    tables: &TABLES,
    computes: true,
};

/// The examples, each made by hand to show one thing.
const PRESETS: &[Preset] = &[
    Preset {
        slug: "target",
        fragment: "t=x%E2%82%81,x%E2%82%82,x%E2%82%83&q=1,0;0,1;1,1&k=1,0;0,1;1,1&v=2,0;0,3;1,1&loss=target&target=1,1;1,1;0,2",
    },
    Preset {
        slug: "aim",
        fragment: "t=the,cat,sat&q=-0.6,1.1;0.3,-0.5;-0.8,0.9&k=1.2,0.7;-0.4,0.8;2.3,-1.4&v=0.1,0.2;1,0;0,1&loss=cell&aim=1.0",
    },
    Preset {
        slug: "projected",
        fragment: "t=sun,rain,wind,snow&src=projected&x=1.2,0.2,-0.3,0.1;-0.2,1.1,0.3,-0.4;0.1,-0.3,1.2,0.3;-0.4,0.2,-0.2,1.2&w_q=1.4,0.2,-0.3;-0.4,1.3,0.3;0.3,-0.5,1.4;-0.9,-0.6,-0.9&w_k=1.4,0.2,-0.3;-0.4,1.3,0.3;0.3,-0.5,1.4;-0.9,-0.6,-0.9&w_v=1,0;0,1;1,1;-1,1&loss=cell&aim=1.0",
    },
    Preset {
        slug: "saturated",
        fragment: "t=a,wide,head,saturates&q=2,-1.5,1,2.5;-1.5,2,2.5,0.5;1,2.5,-2,1.5;2.5,0.5,1.5,-2&k=2.5,-1,0.5,2;-2,1.5,2,1;0.5,2,-2.5,1;2,1,1,-2.5&v=1,0;0,1;-1,0;0,-1&scale=none&loss=target&target=0,1;-1,0;0,-1;1,0",
    },
    Preset {
        slug: "cross",
        fragment: "t=black,cat&kt=chat,noir,dort&src=projected&x=1,0.2,0;0.1,1,0.3&x_kv=0.2,1,0.1;1,0,0.2;0,0.3,1&w_q=1.2,0.3;0.2,1.1;-0.3,0.4&w_k=0.9,0.1;0.3,1;0.2,-0.4&w_v=1,0;0,1;0.5,0.5&loss=cell&aim=0.1",
    },
    Preset {
        slug: "causal",
        fragment: "t=the,cat,sat,down&q=0.5,0.2;1.1,-0.3;-0.2,1.4;0.7,0.5&k=0.3,-0.4;-0.5,1.6;1.2,0.4;0.4,0.9&v=0.1,0.1;1,0;0,1;-0.5,0.5&mask=causal&loss=target&target=0,0;1,0.5;0.5,1;0,1",
    },
];

/// The entries of its links.
const KEYS: &[Key] = &{
    let own = [
        Key::numbers("loss"),
        Key::numbers("aim"),
        Key::numbers("target"),
        Key::numbers("g"),
        Key::numbers("rate").usually("0.5"),
        Key::place("stage"),
        Key::look("pin"),
        Key::look("digits").usually("2"),
        Key::look("speed").usually("1"),
    ];
    let all: [Key; 23] = join(codec::NUMBERS, own);
    all
};

/// What the step forward comes to, for the loss that is chosen.
fn forward(document: &Document, place: Place) -> Option<TableId> {
    let of_loss = match document.loss {
        Loss::Cell => Name::Weights,
        Loss::Target | Loss::Given => Name::Output,
    };
    (NAMES.get(place.step) == Some(&"forward")).then_some(of_loss)
}

/// A matrix that has to have the shape of the output.
fn of_output(
    link: Fragment<'_>,
    key: &'static str,
    shape: (usize, usize),
) -> Result<Option<Matrix>, Problem> {
    let own = link.matrix(key, opened::DIMENSIONS)?;
    match own {
        Some(own) if own.shape() != shape => {
            Err(Problem::LinkShape(key.into(), own.shape(), shape))
        }
        own => Ok(own),
    }
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (row, col) = text.split_once('.')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}

impl Lesson for Backward {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (base, view) = base.map_or((None, View::default()), |(document, view)| {
            (Some(document), view)
        });
        let head = codec::read_document(link, base.as_ref().map(|base| base.head.clone()))?;
        let mut document = match base {
            Some(base) => Document { head, ..base },
            None => Document::bare(head),
        };
        document.fit();
        let shape = (document.head.n(), document.head.d_v());
        let (target, g) = (
            of_output(link, "target", shape)?,
            of_output(link, "g", shape)?,
        );
        // What is brought is what is meant, unless the link says otherwise.
        let brought = match (&g, &target) {
            (Some(_), _) => Some(Loss::Given),
            (None, Some(_)) => Some(Loss::Target),
            (None, None) => None,
        };
        let loss = link.read("loss", Loss::from_key)?.or(brought);
        document.loss = loss.unwrap_or(document.loss);
        document.target = target.unwrap_or(document.target);
        document.g = g.unwrap_or(document.g);
        document.aim = link.read("aim", pair)?.unwrap_or(document.aim);
        let rate = link.read("rate", |text| number::parse(text).ok())?;
        document.rate = rate
            .unwrap_or(document.rate)
            .clamp(*RATES.start(), *RATES.end());
        document.fit();
        let standing = Standing::read(link, &META, view.standing)?;
        Ok((document, View { standing, ..view }))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        codec::stands_alone(link)
    }

    fn write(document: &Document, view: &View, to: &mut Entries) {
        codec::write_document(&document.head, to);
        to.push("loss", document.loss.key());
        let head = &document.head;
        if document.loss == Loss::Cell || document.aim != (head.n().saturating_sub(1), 0) {
            to.push("aim", format!("{}.{}", document.aim.0, document.aim.1));
        }
        let says = |matrix: &Matrix| matrix.data().iter().any(|x| *x != 0.0);
        if document.loss == Loss::Target || says(&document.target) {
            to.matrix("target", &document.target);
        }
        if document.loss == Loss::Given || says(&document.g) {
            to.matrix("g", &document.g);
        }
        to.when(document.rate != 0.5, "rate", || {
            number::shortest(document.rate)
        });
        view.standing.write(&META, to);
    }

    fn change(document: &mut Document, _view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Head(change) => document.change_head(change)?,
            Change::Loss(loss) => document.ask_for(loss),
            Change::Aim(row, col) => document.aim = (row, col),
            Change::Rate(rate) if rate.is_finite() => {
                document.rate = rate.clamp(*RATES.start(), *RATES.end())
            }
            Change::Rate(_) => {}
            Change::Descend(steps) => document.descend(steps)?,
        }
        document.fit();
        Ok(())
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Head(change) => change.control(),
            Change::Loss(_) | Change::Aim(..) => "loss",
            Change::Rate(_) => "rate",
            Change::Descend(1) => "descend",
            Change::Descend(_) => "descend-many",
        })
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        let fixed = |table: TableId| Problem::Fixed(META.of(table).map_or("", |table| table.key));
        match edit.table() {
            Some(TARGET) if document.loss == Loss::Target => {
                edit.of_matrix(&META, TARGET, &mut document.target)
            }
            Some(GRAD_OUTPUT) if document.loss == Loss::Given => {
                edit.of_matrix(&META, GRAD_OUTPUT, &mut document.g)
            }
            Some(table) if !Name::TYPED.contains(&table) => Err(fixed(table)),
            _ => {
                document.head.edit(edit)?;
                document.fit();
                Ok(())
            }
        }
    }

    fn owned(document: &Document, _view: &View, name: &str) -> Option<String> {
        let mut written = Entries::default();
        match name {
            "target" => written.matrix("", &document.target),
            "grad_output" => written.matrix("", &document.g),
            "aim" => written.push("", format!("{:?}", document.aim)),
            "rate" => written.push("", document.rate.to_string()),
            name => return document.head.owned(name),
        }
        Some(written.text())
    }

    fn places(document: &Document, _view: &View) -> Vec<Place> {
        let projected = document.head.source == Source::Projected;
        let there = |step: &usize| match NAMES[*step] {
            "grad_w" | "grad_x" => projected,
            // A loss on a weight does not look at the output: nothing goes back by it.
            "grad_output" | "grad_v" => document.loss != Loss::Cell,
            _ => true,
        };
        let place = |step| Place { step, part: 0 };
        (0..STEPS.len()).filter(there).map(place).collect()
    }

    fn told(document: &Document, step: &'static str) -> &'static str {
        let of_cell = document.loss == Loss::Cell;
        match step {
            "loss" | "grad_weights" | "descent" if document.aims_at_hidden() => "aim_hidden",
            "loss" if of_cell => "loss_of_cell",
            "grad_output" if document.loss == Loss::Given => "grad_output_given",
            "grad_weights" if of_cell => "grad_weights_cell",
            "scale" => match (document.head.scale == Scale::None, of_cell) {
                (false, false) => step,
                (false, true) => "scale_cell",
                (true, false) => "scale_left",
                (true, true) => "scale_left_cell",
            },
            "grad_x" if document.head.keys.is_some() => "grad_x_cross",
            step => step,
        }
    }

    fn computes(document: &Document, place: Place) -> Option<TableId> {
        let table = STEPS.get(place.step)?.1?;
        let asked = document.has_table(table) && !Self::typed(document, table);
        asked.then_some(table)
    }

    fn selected(document: &Document, view: &View) -> Option<Cell> {
        let place = Self::place(document, view);
        let table = Self::computes(document, place).or_else(|| forward(document, place));
        let row = if document.loss == Loss::Cell {
            document.aim.0
        } else {
            0
        };
        let of = |table: TableId| {
            let (rows, _) = Self::shape(document, table)?;
            let by_query = META.of(table)?.rows == Axis::Queries;
            Some(Cell::new(
                table,
                if by_query { row.min(rows - 1) } else { 0 },
                0,
            ))
        };
        Self::pinned(view).or_else(|| table.and_then(of))
    }

    fn tidy(document: &Document, view: &mut View) {
        let places = Self::places(document, view);
        let standing = &mut view.standing;
        if !places.iter().any(|place| place.step == standing.step) {
            let before = places.iter().rev().find(|place| place.step < standing.step);
            standing.step = before.map_or(0, |place| place.step);
        }
        standing.pinned = standing.pinned.filter(|cell| {
            let shape = Self::shape(document, cell.name);
            shape.is_some_and(|(rows, cols)| cell.row < rows && cell.col < cols)
        });
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        let head = &document.head;
        let (n, m) = (head.n(), head.m());
        let shape = match table {
            TARGET | GRAD_OUTPUT => (n, head.d_v()),
            LOSS | AVERAGE => (n, 1),
            CENTRED => (n, m),
            table => match gradient_of(table) {
                Some(of) => head.shape(of),
                None => head.shape(table),
            },
        };
        document.has_table(table).then_some(shape)
    }

    fn typed(document: &Document, table: TableId) -> bool {
        match table {
            TARGET => document.loss == Loss::Target,
            GRAD_OUTPUT => document.loss == Loss::Given,
            table => document.head.typed().contains(&table),
        }
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        document.head.labels(axis)
    }

    fn redrawn(document: &Document, asked: Option<TableId>) -> Option<TableId> {
        Some(document.head.redrawn(asked))
    }

    fn numbers(document: &Arc<Document>, _view: &View) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Way::of(document).ok()?))
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
