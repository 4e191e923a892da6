//! The lesson: both, over the same tokens, and where in the walk one stands.

use std::sync::Arc;

use attention::Matrix;

use super::along::strongest;
use super::controls::CONTROLS;
use super::document::{Document, MOST_TRAINED, Other, WIDEST};
use super::pass::Pass;
use super::presets::PRESETS;
use super::tables::*;
use crate::core::command::Edit;
use crate::core::fragment::{Entries, Fragment, decoded, encoded};
use crate::core::lesson::{Key, Lesson, Meta, State};
use crate::core::number;
use crate::core::numbers::Numbers;
use crate::core::problem::{Problem, quoted};
use crate::core::standing::Standing;
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mlp;

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// What the other input is.
    Other(Other),
    /// The token that becomes the other word.
    At(usize),
    /// The other input becomes the input.
    Keep,
    /// How far on the way between two embeddings, 0 to 1.
    Between(f32),
    /// How many tokens a known model is counted with.
    Count(usize),
    /// Other matrices, drawn from this seed.
    Draw(u64),
    /// Toys of another seed, from their beginning.
    Seed(u64),
    /// So many steps of training more.
    Train(u32),
    /// The toys as they were before training.
    Untrain,
}

/// The steps of the walk, by what they compute; none where nothing is explained.
const STEPS: [(&str, Option<TableId>); 6] = [
    ("two", Some(Part::A.of(0))),
    ("token", Some(Part::M.of(0))),
    ("change", Some(D_O)),
    ("count", None),
    ("linear", Some(GAP_M)),
    ("train", None),
];

const NAMES: [&str; STEPS.len()] = names(&STEPS);

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "mlp",
    presets: PRESETS,
    newcomers: "",
    words: &["mlp", "relu", "parameter", "weight", "loss", "held_out"],
    minutes: 9,
    keys: KEYS,
    controls: CONTROLS,
    steps: &NAMES,
    tables: &TABLES,
    computes: true,
};

/// The entries of its links.
const KEYS: &[Key] = &[
    Key::numbers("t"),
    Key::numbers("word"),
    Key::numbers("x"),
    Key::numbers("new"),
    Key::numbers("w_q"),
    Key::numbers("w_k"),
    Key::numbers("w_v"),
    Key::numbers("w_in"),
    Key::numbers("b_in"),
    Key::numbers("w_out"),
    Key::numbers("b_out"),
    Key::numbers("other").usually("word"),
    Key::numbers("at").usually("0"),
    Key::numbers("between").usually("0.5"),
    Key::numbers("n").usually("1024"),
    Key::numbers("seed").usually("1"),
    Key::numbers("trained").usually("0"),
    Key::place("stage"),
    Key::look("pin"),
    Key::look("digits").usually("2"),
    Key::look("speed").usually("1"),
];

/// The keys of the typed matrices, in the order of their tables.
const TYPED: [&str; 9] = [
    "x", "new", "w_q", "w_k", "w_v", "w_in", "b_in", "w_out", "b_out",
];

fn tokens(text: &str) -> Option<Vec<String>> {
    text.split(',')
        .map(|token| decoded(token).map(|token| quoted(&token)))
        .collect()
}

fn bare(link: Fragment<'_>) -> Result<Document, Problem> {
    let needed = |key: &'static str| match link.matrix(key, WIDEST)? {
        Some(matrix) => Ok(matrix),
        None => Err(Problem::LinkEntry(key.into(), String::new())),
    };
    let mut typed = std::array::from_fn(|_| Matrix::zeros(0, 0));
    for (key, own) in TYPED.into_iter().zip(&mut typed) {
        *own = needed(key)?;
    }
    Ok(Document {
        tokens: (1..=typed[0].rows()).map(|i| format!("t{i}")).collect(),
        word: "new".into(),
        typed,
        other: Other::Word,
        at: 0,
        between: 0.5,
        length: 1024,
        seed: 1,
        trained: 0,
    })
}

impl Lesson for Mlp {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = Standing;
    type Change = Change;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (mut d, view) = match base {
            Some(base) => base,
            None => (bare(link)?, Standing::default()),
        };
        d.tokens = link.read("t", tokens)?.unwrap_or(d.tokens);
        let word = link.read("word", |text| decoded(text).map(|word| quoted(&word)))?;
        d.word = word.unwrap_or(d.word);
        for (key, own) in TYPED.into_iter().zip(&mut d.typed) {
            if let Some(matrix) = link.matrix(key, WIDEST)? {
                *own = matrix;
            }
        }
        d.other = link.read("other", Other::from_key)?.unwrap_or(d.other);
        d.at = link.count("at")?.unwrap_or(d.at);
        let between = link.read("between", |text| number::parse(text).ok())?;
        d.between = between.unwrap_or(d.between);
        d.length = link.count("n")?.unwrap_or(d.length);
        d.seed = link.count("seed")?.unwrap_or(d.seed);
        d.trained = link.count("trained")?.unwrap_or(d.trained);
        d.fits()?;
        Ok((d, Standing::read(link, &META, view)?))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        TYPED.iter().all(|key| link.has(key))
    }

    fn write(d: &Document, view: &Standing, to: &mut Entries) {
        let tokens = d.tokens.iter().map(|token| encoded(token));
        to.push("t", tokens.collect::<Vec<_>>().join(","));
        to.push("word", encoded(&d.word));
        for (key, own) in TYPED.into_iter().zip(&d.typed) {
            to.matrix(key, own);
        }
        to.when(d.other != Other::Word, "other", || d.other.key().into());
        to.when(d.at != 0, "at", || d.at.to_string());
        to.when(d.between != 0.5, "between", || number::shortest(d.between));
        to.when(d.length != 1024, "n", || d.length.to_string());
        to.when(d.seed != 1, "seed", || d.seed.to_string());
        to.when(d.trained != 0, "trained", || d.trained.to_string());
        view.write(&META, to);
    }

    fn change(d: &mut Document, _view: &mut Standing, change: Change) -> Result<(), Problem> {
        match change {
            Change::Other(other) => d.other = other,
            Change::At(at) => d.at = at,
            Change::Keep => {
                let other = Pass::of(&Arc::new(d.clone())).get(OTHER).into_owned();
                d.keep_other(other)?;
            }
            Change::Between(t) if t.is_finite() => d.between = t.clamp(0.0, 1.0),
            Change::Between(_) => {}
            Change::Count(length) => d.length = length,
            Change::Draw(seed) => d.draw(seed),
            Change::Seed(seed) => (d.seed, d.trained) = (seed, 0),
            Change::Train(steps) => d.trained = d.trained.saturating_add(steps).min(MOST_TRAINED),
            Change::Untrain => d.trained = 0,
        }
        d.fits()
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Other(_) => "other",
            Change::At(_) => "at",
            Change::Keep => "keep-new",
            Change::Between(_) => "between",
            Change::Count(_) => "count-n",
            Change::Draw(_) => "draw-weights",
            Change::Seed(_) => "seed",
            Change::Train(steps) if *steps >= MOST_TRAINED => "train-all",
            Change::Train(_) => "train-on",
            Change::Untrain => "untrain",
        })
    }

    fn dragged(change: &Change) -> Option<Cell> {
        matches!(change, Change::Between(_)).then_some(Cell::new(GAP_M, 0, 0))
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        let table = edit.table().unwrap_or(X);
        match document.input_mut(table) {
            Some(own) => edit.of_matrix(&META, table, own),
            None => Err(Problem::Fixed(META.of(table).map_or("", |table| table.key))),
        }
    }

    fn owned(document: &Document, _view: &Standing, name: &str) -> Option<String> {
        let index = TYPED.iter().position(|key| *key == name)?;
        let mut written = Entries::default();
        written.matrix("", document.typed.get(index)?);
        Some(written.text())
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        STEPS.get(place.step)?.1
    }

    fn selected(document: &Document, view: &Standing) -> Option<Cell> {
        let table = Self::computes(document, Self::place(document, view));
        // What matters is explained first: the strongest weight, a token that only hears of the change.
        let last = document.n().saturating_sub(1);
        let cell = |table: TableId| match table {
            table if table == Part::A.of(0) => Cell::new(table, 0, strongest(document)),
            D_O => Cell::new(table, usize::from(document.at == 0).min(last), 0),
            GAP_M => Cell::new(table, 0, 0),
            table => Cell::new(table, last, 0),
        };
        Self::pinned(view).or_else(|| table.map(cell))
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        document.shape(table)
    }

    fn typed(document: &Document, table: TableId) -> bool {
        document.input(table).is_some()
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries => document.tokens.clone(),
            Axis::Keys => document.other_tokens(),
            _ => vec![],
        }
    }

    fn numbers(document: &Arc<Document>, _view: &Standing) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Pass::of(document)))
    }
}
