//! The lesson: what is told of positions, and where in the walk one stands.

use std::sync::Arc;

use attention::Matrix;
use attention::model::RopeLayout;

use super::controls::CONTROLS;
use super::document::{Document, Range, written};
use super::pass::Pass;
use super::scheme::Scheme;
use super::tables::*;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::number::{self, shortest};
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::standing::Standing;
use crate::core::steps::{Place, names};
use crate::core::table::{Axis, Cell, TableId};
use crate::core::typed;

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions;

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Which token stands at each place.
    Order(Vec<usize>),
    /// Sums over keys by words, or from left to right.
    ByWords(bool),
    /// What tells of order in the step that compares.
    Scheme(Scheme),
    /// The base of waves and turns.
    Base(f32),
    /// Which components turn together.
    Pairing(RopeLayout),
    /// Where the query and the key of the clocks stand.
    At(usize, usize),
    /// Whose query it is.
    Asks(usize),
    /// Whose key it is.
    Asked(usize),
    /// So many heads with slopes.
    Heads(usize),
    /// The head whose penalty is taken off.
    Head(usize),
    /// So many positions on the map.
    Length(usize),
    /// So many dimensions on the map.
    Width(usize),
    /// A model was trained with so many positions.
    Trained(usize),
    /// So many distances are looked at.
    Far(usize),
}

/// The steps of the walk, by what they compute.
pub const STEPS: [(&str, TableId); 8] = [
    ("shuffle", OP),
    ("order", OP),
    ("waves", H),
    ("distance", NEAR),
    ("learned", H),
    ("rope", MATCH),
    ("alibi", S1),
    ("beyond", BEYOND),
];

/// What the figure shows at each step beside what is computed there.
const SEEN: &[&[TableId]] = &[
    &[XP, A1, AP, O1],
    &[XP, A1, AP, O1],
    &[P, A0, A1, MAP],
    &[MAP],
    &[P, A0, A1, LEARNED, ALIKE],
    &[PAIR, ANGLES, TURNED, A0, A1],
    &[SLOPES, BIAS, S0, A0, A1],
    &[SLOPES, S0],
];

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "positions",
    presets: PRESETS,
    newcomers: "",
    words: &[
        "position",
        "embedding",
        "sinusoidal",
        "rope",
        "alibi",
        "dot_product",
    ],
    minutes: 12,
    keys: KEYS,
    controls: CONTROLS,
    steps: &names(&STEPS),
    tables: &TABLES,
    computes: true,
};

/// The examples, each made by hand to show one thing.
const PRESETS: &[Preset] = &[
    Preset {
        slug: "bites",
        fragment: "t=dog,bites,man&x=1,0.2,0.6,0;0,1.1,-0.3,0.4;0.7,-0.4,0.1,1&w_q=1.2,0.4,0,-0.3;-0.5,1,0.6,0.2;0.3,-0.2,0.9,0.5;0.4,0.7,-0.6,1.1&w_k=0.9,-0.3,0.5,0.1;0.2,1.1,-0.4,0.6;-0.6,0.3,1,0.2;0.5,0.1,-0.2,0.8&base=100&width=4",
    },
    Preset {
        slug: "twice",
        fragment: "t=the,cat,saw,the,dog&x=0.3,-0.2,0.4,0.1;1,0.5,-0.3,0.2;-0.4,1.1,0.6,-0.2;0.3,-0.2,0.4,0.1;0.9,0.3,0.2,-0.6&w_q=1.2,0.4,0,-0.3;-0.5,1,0.6,0.2;0.3,-0.2,0.9,0.5;0.4,0.7,-0.6,1.1&w_k=0.9,-0.3,0.5,0.1;0.2,1.1,-0.4,0.6;-0.6,0.3,1,0.2;0.5,0.1,-0.2,0.8&order=3,1,2,0,4&base=100&width=4",
    },
    Preset {
        slug: "same",
        fragment: "t=ha,ha,ha,ha&x=1,0,1,0;1,0,1,0;1,0,1,0;1,0,1,0&w_q=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&w_k=1,0,0,0;0,1,0,0;0,0,1,0;0,0,0,1&scheme=rope&order=1,2,3,0&pair=3,0&width=4",
    },
    Preset {
        slug: "clocks",
        fragment: "t=one,two,three,four&x=1,0,0.5,0,1,0,0.5,0;0,1,0,0.5,0,1,0,0.5;0.8,0.4,0,0.3,0.6,0,0.2,1;0.2,0.7,0.9,0,0.3,0.5,1,0.1&w_q=1,0,0,0,0,0,0,0;0,1,0,0,0,0,0,0;0,0,1,0,0,0,0,0;0,0,0,1,0,0,0,0;0,0,0,0,1,0,0,0;0,0,0,0,0,1,0,0;0,0,0,0,0,0,1,0;0,0,0,0,0,0,0,1&w_k=1,0,0,0,0,0,0,0;0,1,0,0,0,0,0,0;0,0,1,0,0,0,0,0;0,0,0,1,0,0,0,0;0,0,0,0,1,0,0,0;0,0,0,0,0,1,0,0;0,0,0,0,0,0,1,0;0,0,0,0,0,0,0,1&scheme=rope&base=100&pairing=half&at=9,6&pair=2,0&length=16&width=16&stage=rope",
    },
    Preset {
        slug: "beyond",
        fragment: "t=dog,bites,man&x=1,0.2,0.6,0;0,1.1,-0.3,0.4;0.7,-0.4,0.1,1&w_q=2.4,0.8,0,-0.6;-1,2,1.2,0.4;0.6,-0.4,1.8,1;0.8,1.4,-1.2,2.2&w_k=0.9,-0.3,0.5,0.1;0.2,1.1,-0.4,0.6;-0.6,0.3,1,0.2;0.5,0.1,-0.2,0.8&scheme=alibi&base=50&trained=8&far=40&heads=8&head=2&length=20&stage=beyond",
    },
];

/// The entries of its links.
const KEYS: &[Key] = &[
    Key::numbers("t"),
    Key::numbers("x"),
    Key::numbers("w_q"),
    Key::numbers("w_k"),
    Key::numbers("order"),
    Key::numbers("sum").usually("words"),
    Key::numbers("scheme"),
    Key::numbers("base"),
    Key::numbers("pairing").usually("neighbours"),
    Key::numbers("at"),
    Key::numbers("pair"),
    Key::numbers("length"),
    Key::numbers("width"),
    Key::numbers("heads"),
    Key::numbers("head"),
    Key::numbers("trained"),
    Key::numbers("far"),
    Key::place("stage"),
    Key::look("pin"),
    Key::look("digits").usually("2"),
    Key::look("speed").usually("1"),
];

/// The keys of the typed matrices.
const TYPED: [(&str, TableId); 3] = [("x", X), ("w_q", W_Q), ("w_k", W_K)];

/// Whole numbers joined by commas, no more than there can be tokens.
fn counts(text: &str) -> Option<Vec<usize>> {
    let all: Option<Vec<usize>> = text
        .split(',')
        .take(Range::TOKENS.1 + 1)
        .map(|own| own.parse().ok())
        .collect();
    all
}

fn two(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(',')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

fn bare(link: Fragment<'_>) -> Result<Document, Problem> {
    let needed = |key| typed::needed(link, key, Range::WIDTH.1);
    Ok(Document::new(needed("x")?, needed("w_q")?, needed("w_k")?))
}

/// The tokens and their matrices. With other tokens than before, their order and whose query and key are looked at
/// begin anew.
fn read_tokens(link: Fragment<'_>, document: &mut Document) -> Result<(), Problem> {
    let n = document.n();
    if let Some(tokens) = typed::read_tokens(link)? {
        document.tokens = tokens;
    }
    typed::read::<Positions>(link, Range::WIDTH.1, document)?;
    if document.n() != n {
        document.order = (0..document.n()).collect();
        document.pair = (document.n().saturating_sub(1), 0);
    }
    Ok(())
}

fn read_choices(link: Fragment<'_>, document: &mut Document) -> Result<(), Problem> {
    let d = document;
    d.order = link.read("order", counts)?.unwrap_or(d.order.clone());
    let by_words = link.read("sum", |text| match text {
        "words" => Some(true),
        "places" => Some(false),
        _ => None,
    })?;
    d.by_words = by_words.unwrap_or(d.by_words);
    d.scheme = link.read("scheme", Scheme::of)?.unwrap_or(d.scheme);
    let base = link.read("base", |text| number::parse(text).ok())?;
    d.base = base.unwrap_or(d.base);
    let pairing = link.read("pairing", |text| match text {
        "neighbours" => Some(RopeLayout::Interleaved),
        "half" => Some(RopeLayout::HalfSplit),
        _ => None,
    })?;
    d.pairing = pairing.unwrap_or(d.pairing);
    d.at = link.read("at", two)?.unwrap_or(d.at);
    d.pair = link.read("pair", two)?.unwrap_or(d.pair);
    d.map.length = link.count("length")?.unwrap_or(d.map.length);
    d.map.width = link.count("width")?.unwrap_or(d.map.width);
    d.slopes.heads = link.count("heads")?.unwrap_or(d.slopes.heads);
    d.slopes.head = link.count("head")?.unwrap_or(d.slopes.head);
    d.trained = link.count("trained")?.unwrap_or(d.trained);
    d.far = link.count("far")?.unwrap_or(d.far);
    Ok(())
}

impl Lesson for Positions {
    const META: &'static Meta = &META;
    // Each step tells of order in its own way.
    const FOLLOWS_VIEW: bool = true;
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
        read_tokens(link, &mut document)?;
        read_choices(link, &mut document)?;
        document.fits()?;
        Ok((document, Standing::read(link, &META, view)?))
    }

    fn write(d: &Document, view: &Standing, to: &mut Entries) {
        typed::write_tokens(&d.tokens, to);
        typed::write::<Self>(d, to);
        to.push("order", written(&d.order));
        to.when(!d.by_words, "sum", || "places".into());
        to.push("scheme", d.scheme.key());
        to.push("base", shortest(d.base));
        to.when(d.pairing == RopeLayout::HalfSplit, "pairing", || {
            "half".into()
        });
        to.push("at", format!("{},{}", d.at.0, d.at.1));
        to.push("pair", format!("{},{}", d.pair.0, d.pair.1));
        for (key, count) in [
            ("length", d.map.length),
            ("width", d.map.width),
            ("heads", d.slopes.heads),
            ("head", d.slopes.head),
            ("trained", d.trained),
            ("far", d.far),
        ] {
            to.push(key, count.to_string());
        }
        view.write(&META, to);
    }

    fn change(d: &mut Document, _view: &mut Standing, change: Change) -> Result<(), Problem> {
        match change {
            Change::Order(order) => d.order = order,
            Change::ByWords(by_words) => d.by_words = by_words,
            Change::Scheme(scheme) => d.scheme = scheme,
            Change::Base(base) => d.base = base,
            Change::Pairing(pairing) => d.pairing = pairing,
            Change::At(q, k) => d.at = (q, k),
            Change::Asks(token) => d.pair.0 = token,
            Change::Asked(token) => d.pair.1 = token,
            Change::Heads(heads) => {
                d.slopes.heads = heads;
                d.slopes.head = d.slopes.head.min(heads.saturating_sub(1));
            }
            Change::Head(head) => d.slopes.head = head,
            Change::Length(length) => d.map.length = length,
            Change::Width(width) => d.map.width = width,
            Change::Trained(trained) => d.trained = trained,
            Change::Far(far) => d.far = far,
        }
        d.fits()
    }

    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Order(_) => "order",
            Change::ByWords(_) => "summing",
            Change::Scheme(_) => "positions",
            Change::Base(_) => "base",
            Change::Pairing(_) => "pairing",
            Change::At(..) => "clock",
            Change::Asks(_) => "asks",
            Change::Asked(_) => "asked",
            Change::Heads(_) => "slopes",
            Change::Head(_) => "slope-head",
            Change::Length(_) => "map-length",
            Change::Width(_) => "map-width",
            Change::Trained(_) => "trained",
            Change::Far(_) => "far",
        })
    }

    fn dragged(change: &Change) -> Option<Cell> {
        match change {
            Change::Order(_) => Some(Cell::new(XP, 0, 0)),
            Change::At(..) => Some(Cell::new(ANGLES, 0, 0)),
            _ => None,
        }
    }

    fn input(document: &Document, table: TableId) -> Option<&Matrix> {
        document.input(table)
    }

    fn input_mut(document: &mut Document, table: TableId) -> Option<&mut Matrix> {
        document.input_mut(table)
    }

    fn computes(_document: &Document, place: Place) -> Option<TableId> {
        STEPS.get(place.step).map(|(_, table)| *table)
    }

    fn shape(document: &Document, table: TableId) -> Option<(usize, usize)> {
        document.shape(table)
    }

    fn labels(document: &Document, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries | Axis::Keys => document.tokens.clone(),
            Axis::Shuffled => document.shuffled(),
            Axis::Counted | Axis::Places | Axis::Named(_) | Axis::One => vec![],
        }
    }

    fn numbers(document: &Arc<Document>, view: &Standing) -> Option<Arc<dyn Numbers>> {
        Some(Arc::new(Pass::of(document, scheme(document, view.step))))
    }
}

/// How a step tells of order.
#[must_use]
pub fn scheme(document: &Document, step: usize) -> Scheme {
    match STEPS.get(step).map_or("", |(step, _)| *step) {
        "order" => document.scheme,
        "waves" | "distance" => Scheme::Sinusoidal,
        "learned" => Scheme::Learned,
        "rope" => Scheme::Rope,
        "alibi" | "beyond" => Scheme::Alibi,
        _ => Scheme::None,
    }
}
