//! The lesson: what is drawn, and where in the walk one stands.

use std::sync::Arc;

use super::controls::CONTROLS;
use super::document::{Distribution, Document, MOST_KEYS, Rule};
use super::drawn::Drawn;
use super::tables::*;
use crate::core::command::Edit;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::number::{self, shortest};
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::{Standing, Viewed};
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale;

/// What is shown of softmax as d_k grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// The size of its Jacobian.
    #[default]
    Jacobian,
    /// The largest weight.
    Largest,
    /// The entropy.
    Entropy,
}

impl Show {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Jacobian, Self::Largest, Self::Entropy];

    /// The name in links.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Jacobian => "jacobian",
            Self::Largest => "largest",
            Self::Entropy => "entropy",
        }
    }

    fn of(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }
}

/// Where one stands, and what is shown as d_k grows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct View {
    /// Step, pin, digits, speed.
    pub standing: Standing,
    /// What is shown at the last step.
    pub show: Show,
}

impl Viewed for View {
    fn standing(&self) -> Option<&Standing> {
        Some(&self.standing)
    }

    fn standing_mut(&mut self) -> Option<&mut Standing> {
        Some(&mut self.standing)
    }
}

/// What only this lesson can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Components from another distribution.
    Distribution(Distribution),
    /// Components that lean to the same side, with that correlation.
    Leaning(f32),
    /// Another d_k.
    Width(usize),
    /// Another number of keys.
    Keys(usize),
    /// Another number of heads.
    Heads(usize),
    /// Other random numbers.
    Seed(u32),
    /// Another draw of the same.
    Draw(u32),
    /// So many dot products at each width.
    Scores(u32),
    /// Something else of softmax.
    Show(Show),
}

/// The steps of the walk, by the table that they compute, if one is computed from the link.
const STEPS: [(&str, Option<TableId>); 5] = [
    ("sum", Some(SCORES)),
    ("spread", None),
    ("grows", None),
    ("weights", Some(WEIGHTS)),
    ("stall", None),
];

/// What the figure shows at each step beside what is computed there.
const SEEN: &[&[TableId]] = &[
    &[],
    &[SCORES],
    &[],
    &[SCALED, LARGEST, ENTROPY, JACOBIAN],
    &[],
];

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "scale",
    presets: PRESETS,
    newcomers: "",
    words: &[
        "dot_product",
        "d_k",
        "variance",
        "scaling",
        "entropy",
        "jacobian",
    ],
    minutes: 8,
    keys: KEYS,
    controls: CONTROLS,
    steps: &names(&STEPS),
    tables: &TABLES,
    computes: true,
};

/// The examples, each to show one thing. The first shows what is usual: of seeds 1 to 60 it has the one whose eight
/// scores have a mean square nearest to d_k without one beyond ±2√d_k, and whose sums leave that cone about as often
/// as sums do (`tests/scale.rs`). A link without a seed means seed 1, as it always has.
const PRESETS: &[Preset] = &[
    Preset {
        slug: "head",
        fragment: "d_k=64&seed=55",
    },
    Preset {
        slug: "narrow",
        fragment: "d_k=4",
    },
    Preset {
        slug: "wide",
        fragment: "d_k=512",
    },
    Preset {
        slug: "uniform",
        fragment: "dist=uniform&d_k=64",
    },
    Preset {
        slug: "leaning",
        fragment: "dist=correlated&d_k=64",
    },
    Preset {
        slug: "pair",
        fragment: "d_k=128&n=2&seed=5",
    },
];

/// The entries of its links.
const KEYS: &[Key] = &[
    Key::numbers("dist").usually("normal"),
    Key::numbers("rho").usually("0.3"),
    Key::numbers("d_k"),
    Key::numbers("n").usually("8"),
    Key::numbers("heads").usually("8"),
    Key::numbers("seed").usually("1"),
    Key::numbers("draw").usually("0"),
    Key::numbers("scores").usually("100000"),
    Key::numbers("q"),
    Key::numbers("k"),
    Key::place("stage"),
    Key::look("show").usually("jacobian"),
    Key::look("pin"),
    Key::look("digits").usually("2"),
    Key::look("speed").usually("1"),
];

fn distribution(slug: &str) -> Option<Distribution> {
    Distribution::ALL.into_iter().find(|own| own.slug() == slug)
}

impl Lesson for Scale {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (base, view) = base.unwrap_or_default();
        let document = Document {
            distribution: link
                .read("dist", distribution)?
                .unwrap_or(base.distribution),
            rho: link
                .read("rho", |text| number::parse(text).ok())?
                .unwrap_or(base.rho),
            width: link.count("d_k")?.unwrap_or(base.width),
            keys: link.count("n")?.unwrap_or(base.keys),
            heads: link.count("heads")?.unwrap_or(base.heads),
            seed: link.count("seed")?.unwrap_or(base.seed),
            draw: link.count("draw")?.unwrap_or(base.draw),
            scores: link.count("scores")?.unwrap_or(base.scores),
            q: link.matrix("q", MOST_KEYS)?.or(base.q),
            k: link.matrix("k", MOST_KEYS)?.or(base.k),
        };
        document.check()?;
        let view = View {
            standing: Standing::read(link, &META, view.standing)?,
            show: link.read("show", Show::of)?.unwrap_or(view.show),
        };
        Ok((document, view))
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        link.has("d_k")
    }

    fn write(own: &Document, view: &View, to: &mut Entries) {
        let usual = Document::default();
        let differs = own.distribution != usual.distribution;
        to.when(differs, "dist", || own.distribution.slug().to_owned());
        to.when(own.rho != usual.rho, "rho", || shortest(own.rho));
        to.push("d_k", own.width.to_string());
        to.when(own.keys != usual.keys, "n", || own.keys.to_string());
        to.when(own.heads != usual.heads, "heads", || own.heads.to_string());
        to.when(own.seed != usual.seed, "seed", || own.seed.to_string());
        to.when(own.draw != usual.draw, "draw", || own.draw.to_string());
        to.when(own.scores != usual.scores, "scores", || {
            own.scores.to_string()
        });
        for (key, typed) in [("q", &own.q), ("k", &own.k)] {
            if let Some(typed) = typed {
                to.matrix(key, typed);
            }
        }
        view.standing.write(&META, to);
        to.when(view.show != Show::default(), "show", || {
            view.show.slug().to_owned()
        });
    }

    fn change(document: &mut Document, view: &mut View, change: Change) -> Result<(), Problem> {
        let drawn_anew = !matches!(
            change,
            Change::Heads(_) | Change::Scores(_) | Change::Show(_)
        );
        if drawn_anew {
            document.forget_typed();
        }
        match change {
            Change::Distribution(distribution) => document.distribution = distribution,
            Change::Leaning(rho) => {
                (document.distribution, document.rho) = (Distribution::Correlated, rho);
            }
            Change::Width(width) => document.width = width,
            Change::Keys(keys) => document.keys = keys,
            Change::Heads(heads) => document.heads = heads,
            Change::Seed(seed) => document.seed = seed,
            Change::Draw(draw) => document.draw = draw,
            Change::Scores(scores) => document.scores = scores,
            Change::Show(show) => view.show = show,
        }
        document.check()
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Distribution(_) | Change::Leaning(_) => "distribution",
            Change::Width(_) => "width",
            Change::Keys(_) => "keys",
            Change::Heads(_) => "heads",
            Change::Seed(_) => "seed",
            Change::Draw(_) => "another-draw",
            Change::Scores(_) => "count",
            Change::Show(_) => "show",
        })
    }

    fn edit(document: &mut Document, edit: Edit) -> Result<(), Problem> {
        let table = edit.table().unwrap_or(Q);
        let drawn = Drawn::of(&Arc::new(document.clone()));
        let Some(typed) = document.typed_mut(table) else {
            return Err(Problem::Fixed(META.of(table).map_or("", |table| table.key)));
        };
        let mut own = drawn.get(table).into_owned();
        edit.of_matrix(&META, table, &mut own)?;
        *typed = Some(own);
        Ok(())
    }

    fn typed(_document: &Document, table: TableId) -> bool {
        [Q, K].contains(&table)
    }

    fn dragged(change: &Change) -> Option<Cell> {
        matches!(change, Change::Width(_)).then_some(Cell::new(Q, 0, 0))
    }

    fn told(document: &Document, step: &'static str) -> &'static str {
        // One product is no sum.
        let sums = document.width > 1;
        match (document.leans(), step) {
            (true, "sum") if sums => "sum_leaning",
            (true, "spread") if sums => "spread_leaning",
            (true, "grows") => "grows_leaning",
            (true, "weights") => "weights_leaning",
            _ => step,
        }
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        STEPS.get(place.step)?.1
    }

    /// At softmax the row without a factor: what goes wrong.
    fn selected(document: &Document, view: &View) -> Option<Cell> {
        let here = Self::computes(document, Self::place(document, view));
        let row = |table| usize::from(table == WEIGHTS);
        let cell = here.map(|table| Cell::new(table, row(table), 0));
        Self::pinned(view).or(cell)
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        document.shape(table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries => Rule::ALL.map(|rule| rule.written(document.heads)).to_vec(),
            Axis::Keys => (1..=document.keys)
                .map(|key| format!("k{}", number::subscript(key)))
                .collect(),
            _ => vec![],
        }
    }

    fn numbers(document: &Arc<Document>, _view: &View) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Drawn::of(document)))
    }
}
