//! The lesson: both, over the same tokens, and where in the walk one stands.

use std::sync::Arc;

use attention::Matrix;

use super::along::strongest;
use super::controls::CONTROLS;
use super::document::{Document, MOST_TRAINED, Other, WIDEST};
use super::pass::Pass;
use super::presets::PRESETS;
use super::tables::*;
use crate::core::fragment::{Entries, Fragment, encoded};
use crate::core::lesson::{Key, Lesson, Meta, State};
use crate::core::number;
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::Standing;
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};
use crate::core::typed;

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

/// What the figure shows at each step beside what is computed there.
const SEEN: &[&[TableId]] = &[
    &[Part::O.of(0), Part::M.of(0)],
    &[Part::H.of(0), Part::R.of(0)],
    &[
        OTHER,
        Part::M.of(0),
        Part::M.of(1),
        D_M,
        Part::A.of(1),
        D_A,
        Part::O.of(0),
        Part::O.of(1),
    ],
    &[],
    &[L_X, L_R, L_M, L_V, L_O, GAP_O],
];

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
const TYPED: [(&str, TableId); 9] = [
    ("x", X),
    ("new", NEW),
    ("w_q", W_Q),
    ("w_k", W_K),
    ("w_v", W_V),
    ("w_in", W_1),
    ("b_in", B_1),
    ("w_out", W_2),
    ("b_out", B_2),
];

fn bare(link: Fragment<'_>) -> Result<Document, Problem> {
    let mut matrices = std::array::from_fn(|_| Matrix::zeros(0, 0));
    for ((key, _), own) in TYPED.into_iter().zip(&mut matrices) {
        *own = typed::needed(link, key, WIDEST)?;
    }
    Ok(Document {
        tokens: (1..=matrices[0].rows()).map(|i| format!("t{i}")).collect(),
        word: "new".into(),
        typed: matrices,
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
    const TYPED: &'static [(&'static str, TableId)] = &TYPED;
    type Document = Document;
    type View = Standing;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (mut d, view) = match base {
            Some(base) => base,
            None => (bare(link)?, Standing::default()),
        };
        d.tokens = typed::read_tokens(link)?.unwrap_or(d.tokens);
        d.word = typed::read_token(link, "word")?.unwrap_or(d.word);
        typed::read::<Self>(link, WIDEST, &mut d)?;
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

    fn write(d: &Document, view: &Standing, to: &mut Entries) {
        typed::write_tokens(&d.tokens, to);
        to.push("word", encoded(&d.word));
        typed::write::<Self>(d, to);
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
            Change::Draw(seed) => d.draw_others(seed),
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

    fn input(document: &Document, table: TableId) -> Option<&Matrix> {
        document.input(table)
    }

    fn input_mut(document: &mut Document, table: TableId) -> Option<&mut Matrix> {
        document.input_mut(table)
    }

    fn told(d: &Document, step: &'static str) -> &'static str {
        match (step, d.other) {
            ("change", Other::Order) => "change_order",
            _ => step,
        }
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

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries => document.tokens.clone(),
            Axis::Keys | Axis::Shuffled => document.other_tokens(),
            _ => vec![],
        }
    }

    fn numbers(document: &Arc<Document>, _view: &Standing) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Pass::of(document)))
    }
}
