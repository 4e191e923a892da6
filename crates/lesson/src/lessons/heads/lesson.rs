//! The lesson: several heads over one X, and where in the walk one stands.

use std::sync::Arc;

use attention::Matrix;

use super::controls::CONTROLS;
use super::document::{Document, WIDEST};
use super::pass::Pass;
use super::tables::*;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::Standing;
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};
use crate::core::typed;

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads;

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// So many heads of the same width in all.
    Heads(usize),
    /// So many groups of keys and values.
    Share(usize),
    /// With the causal mask or without a mask.
    Causal(bool),
    /// Other projections, drawn from this seed.
    Draw(u64),
}

/// The steps of the walk, by what they compute.
const STEPS: [(&str, TableId); 6] = [
    ("project", Q),
    ("maps", weights(0)),
    ("concat", CONCAT),
    ("mix", OUT),
    ("residual", SUM),
    ("share", K),
];

/// What the figure shows at each step beside what is computed there.
const SEEN: &[&[TableId]] = &[
    &[K, V],
    &[Q, K, weights(1), weights(2), weights(3)],
    &[V, weights(0), weights(1), weights(2), weights(3)],
    &[CONCAT],
    &[OUT],
    &[V, weights(0), weights(1), weights(2), weights(3)],
];

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "heads",
    presets: PRESETS,
    newcomers: "",
    words: &[
        "head",
        "multi_head",
        "n_heads",
        "d_k",
        "residual",
        "kv_cache",
    ],
    minutes: 8,
    keys: KEYS,
    controls: CONTROLS,
    steps: &names(&STEPS),
    tables: &TABLES,
    computes: true,
};

/// The examples, each made by hand to show one thing. In the first two, the first two numbers of X say what a word is,
/// the last two where it stands: head 1 looks for a word of the other kind, head 2 for the word before.
const PRESETS: &[Preset] = &[
    Preset {
        slug: "two",
        fragment: "t=cat,sat,mat&x=1,0,1,0;0,1,0,1;1,0,-1,0&w_q=0,3,0,0;3,0,0,0;0,0,0,3;0,0,-3,0&w_k=1,0,0,0;0,1,0,0;0,0,-1,0;0,0,0,1&w_v=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&w_o=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&heads=2",
    },
    Preset {
        slug: "one",
        fragment: "t=cat,sat,mat&x=1,0,1,0;0,1,0,1;1,0,-1,0&w_q=0,3,0,0;3,0,0,0;0,0,0,3;0,0,-3,0&w_k=1,0,0,0;0,1,0,0;0,0,-1,0;0,0,0,1&w_v=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&w_o=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&heads=1",
    },
    Preset {
        slug: "four",
        fragment: "t=the,old,sailor,sang&x=1,0.2,-0.3,0.5;-0.4,1.1,0.3,-0.2;0.6,-0.7,1.2,0.1;-0.2,0.4,-0.5,1&w_q=1.2,-0.4,0.3,0.8;-0.6,1,0.5,-0.9;0.7,0.2,-1.1,0.4;0.1,-0.8,0.6,1.3&w_k=0.9,0.3,-0.7,0.5;-0.2,1.2,0.4,-0.6;0.8,-0.5,1,0.2;-0.3,0.6,-0.1,1.1&w_v=1,0.2,0,-0.3;0.1,0.9,-0.2,0;-0.4,0,1.1,0.3;0.2,-0.1,0,1&w_o=0.8,0.1,-0.2,0;0,0.9,0.3,-0.1;-0.1,0.2,0.7,0.4;0.3,0,-0.2,0.8&heads=4",
    },
    Preset {
        slug: "grouped",
        fragment: "t=the,old,sailor,sang&x=1,0.2,-0.3,0.5;-0.4,1.1,0.3,-0.2;0.6,-0.7,1.2,0.1;-0.2,0.4,-0.5,1&w_q=1.2,-0.4,0.3,0.8;-0.6,1,0.5,-0.9;0.7,0.2,-1.1,0.4;0.1,-0.8,0.6,1.3&w_k=0.6,-0.1;0.5,-0.1;0.15,0.6;0.15,0.5&w_v=0.6,-0.15;0.5,-0.1;-0.2,0.7;0.05,0.5&w_o=0.8,0.1,-0.2,0;0,0.9,0.3,-0.1;-0.1,0.2,0.7,0.4;0.3,0,-0.2,0.8&heads=4&kv=2&mask=causal",
    },
];

/// The entries of its links.
const KEYS: &[Key] = &[
    Key::numbers("t"),
    Key::numbers("x"),
    Key::numbers("w_q"),
    Key::numbers("w_k"),
    Key::numbers("w_v"),
    Key::numbers("w_o"),
    Key::numbers("heads"),
    Key::numbers("kv"),
    Key::numbers("mask").usually("none"),
    Key::place("stage"),
    Key::look("pin"),
    Key::look("digits").usually("2"),
    Key::look("speed").usually("1"),
];

/// The keys of the typed matrices.
const TYPED: [(&str, TableId); 5] = [
    ("x", X),
    ("w_q", W_Q),
    ("w_k", W_K),
    ("w_v", W_V),
    ("w_o", W_O),
];

fn bare(link: Fragment<'_>) -> Result<Document, Problem> {
    let needed = |key| typed::needed(link, key, WIDEST);
    let x = needed("x")?;
    Ok(Document {
        tokens: (1..=x.rows()).map(|i| format!("t{i}")).collect(),
        w_q: needed("w_q")?,
        w_k: needed("w_k")?,
        w_v: needed("w_v")?,
        w_o: needed("w_o")?,
        heads: 1,
        groups: 1,
        causal: false,
        x,
    })
}

/// The cell of a table that is explained first.
fn telling(pass: &Pass, table: TableId) -> Cell {
    if table == weights(0) {
        return pass.apart();
    }
    let own = pass.get(table);
    let first = own.data().iter().position(|x| *x != 0.0).unwrap_or(0);
    let cols = own.cols().max(1);
    Cell::new(table, first / cols, first % cols)
}

impl Lesson for Heads {
    const META: &'static Meta = &META;
    const TYPED: &'static [(&'static str, TableId)] = &TYPED;
    type Document = Document;
    type View = Standing;
    type Change = Change;
    const BESIDE: &'static [&'static [TableId]] = SEEN;

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        let (mut document, view) = match base {
            Some(base) => base,
            None => (bare(link)?, Standing::default()),
        };
        document.tokens = typed::read_tokens(link)?.unwrap_or(document.tokens);
        typed::read::<Self>(link, WIDEST, &mut document)?;
        if let Some(heads) = link.count("heads")? {
            (document.heads, document.groups) = (heads, heads);
        }
        document.groups = link.count("kv")?.unwrap_or(document.groups);
        let causal = link.read("mask", |text| match text {
            "none" => Some(false),
            "causal" => Some(true),
            _ => None,
        })?;
        document.causal = causal.unwrap_or(document.causal);
        document.fits()?;
        Ok((document, Standing::read(link, &META, view)?))
    }

    fn write(document: &Document, view: &Standing, to: &mut Entries) {
        typed::write_tokens(&document.tokens, to);
        typed::write::<Self>(document, to);
        to.push("heads", document.heads.to_string());
        to.push("kv", document.groups.to_string());
        to.when(document.causal, "mask", || "causal".into());
        view.write(&META, to);
    }

    fn change(
        document: &mut Document,
        _view: &mut Standing,
        change: Change,
    ) -> Result<(), Problem> {
        match change {
            Change::Heads(heads) => document.cut(heads),
            Change::Share(groups) if groups > 0 => document.share(groups),
            Change::Share(_) => {}
            Change::Causal(causal) => document.causal = causal,
            Change::Draw(seed) => document.draw_others(seed),
        }
        document.fits()
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Heads(_) => "heads",
            Change::Share(_) => "sharing",
            Change::Causal(_) => "mask",
            Change::Draw(_) => "draw-weights",
        })
    }

    fn input(document: &Document, table: TableId) -> Option<&Matrix> {
        document.input(table)
    }

    fn input_mut(document: &mut Document, table: TableId) -> Option<&mut Matrix> {
        document.input_mut(table)
    }

    fn told(document: &Document, step: &'static str) -> &'static str {
        let shared = document.groups < document.heads;
        match step {
            "project" if document.heads == 1 => "project_one",
            "maps" if document.heads == 1 => "maps_one",
            "concat" if document.heads == 1 => "concat_one",
            "mix" if document.heads == 1 => "mix_one",
            "project" if shared => "project_shared",
            "maps" if shared => "maps_shared",
            "concat" if shared => "concat_shared",
            step => step,
        }
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        STEPS.get(place.step).map(|(_, table)| *table)
    }

    /// A number that tells something: where heads look, a row in which they differ; else the first that is not 0.
    fn selected(document: &Document, view: &Standing) -> Option<Cell> {
        let table = || Self::computes(document, Self::place(document, view));
        Self::pinned(view)
            .or_else(|| Some(telling(&Pass::of(&Arc::new(document.clone())), table()?)))
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        document.shape(table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries | Axis::Keys => document.tokens.clone(),
            Axis::Counted | Axis::Places | Axis::Shuffled | Axis::Named(_) | Axis::One => vec![],
        }
    }

    fn numbers(document: &Arc<Document>, _view: &Standing) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Pass::of(document)))
    }
}
