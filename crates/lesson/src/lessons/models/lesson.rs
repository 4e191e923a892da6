//! The lesson: which model is open and what is looked at. Its numbers are the model's, so they do not follow from
//! the link.

use super::changed::{Hidden, Instead, Swap};
use super::controls::CONTROLS;
use super::drawn::Drawn;
use super::link::{self, Document, Source, View};
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::player::Player;
use crate::core::problem::Problem;
use crate::core::table::{Axis, Cell, Table, TableId};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Models;

/// The lesson while it is open.
pub type Inspector = Player<Models>;

/// The weights of the head that is shown large, a row a query.
pub const WEIGHTS: TableId = TableId(0);

/// What could stand at the place that is looked at, a row a token: its number in the vocabulary, its probability,
/// and its probability with all heads.
pub const NEXT: TableId = TableId(1);

/// The logit lens at that place, a row a layer, the first before any block: the number of the likeliest token, its
/// probability, and that of the token that is likeliest at the end.
pub const LENS: TableId = TableId(2);

/// What the other text's stream does when it stands at a place: a row a layer it enters, a column a place. 0: nothing,
/// 1: the answer is the other text's.
pub const SWAPS: TableId = TableId(3);

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "models",
    presets: &[
        Preset {
            slug: "reader",
            fragment: "model=reader&head=1.0",
        },
        Preset {
            slug: "phrase",
            fragment: "model=reader&head=1.0&text=Queequeg%20dies%20game!--mind%20ye%20that;%20Queequeg%20dies",
        },
        Preset {
            slug: "headless",
            fragment: "model=reader&head=1.0&off=1.0",
        },
        Preset {
            slug: "swap",
            fragment: "model=reader&head=1.0&other='Wake%20up,%20Drummer!'%20And%20they%20pinched%20it%20on%20both%20sides%20at%20once.%0AThe%20D",
        },
        Preset {
            slug: "induction",
            fragment: "model=induction&head=1.0",
        },
        Preset {
            slug: "without",
            fragment: "model=induction&head=1.0&off=1.0,1.1",
        },
    ],
    newcomers: "",
    words: &[
        "token",
        "head",
        "ablation",
        "logit",
        "residual",
        "induction_head",
        "previous_token_head",
    ],
    minutes: 10,
    keys: &[
        Key::numbers("model"),
        Key::numbers("trained"),
        Key::numbers("weights"),
        Key::numbers("text"),
        Key::numbers("off"),
        Key::numbers("blind"),
        Key::numbers("drawn"),
        Key::numbers("other"),
        Key::numbers("swap"),
        Key::look("head"),
        Key::look("token"),
        Key::look("of"),
        Key::look("lines"),
    ],
    controls: CONTROLS,
    steps: &[],
    tables: &[
        said("weights", "a", Axis::Queries, Axis::Keys).shares(),
        said("next", "p", Axis::Counted, OF_NEXT),
        said("lens", "p", Axis::Counted, OF_LENS),
        said("swaps", "s", Axis::Counted, Axis::Counted),
    ],
    computes: false,
};

/// The columns of [`NEXT`] and [`LENS`]: a token by its number in the vocabulary, its probability, and that with all heads
/// in use, or that of the token which the last layer finds likeliest.
const OF_NEXT: Axis = Axis::Named(&["token", "p", "p_all_heads"]);
const OF_LENS: Axis = Axis::Named(&["token", "p", "p_of_last"]);

/// A table that the model fills: nobody types into it, and nobody can be asked about it.
const fn said(key: &'static str, symbol: &'static str, rows: Axis, cols: Axis) -> Table {
    Table {
        control: "text",
        hue: "weights",
        ..Table::typed(key, symbol, rows, cols)
    }
}

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Another model, as it is opened first, its weights as whole numbers of eight bits or as f32.
    Model(Source, bool),
    /// The same model, its weights as whole numbers of eight bits or as f32.
    Int8(bool),
    /// The same model, after so many steps of its training.
    Moment(u32),
    /// Another text.
    Text(String),
    /// A head that is taken out with that in its place, or brought back.
    Head((usize, usize), Option<Instead>),
    /// A key that is hidden from a query, or shown again.
    Hide(Hidden, bool),
    /// A row of weights that is drawn.
    Draw(Drawn),
    /// The row of a head's query is computed again.
    Undraw((usize, usize), usize),
    /// Another text, from which streams are taken.
    Other(Option<String>),
    /// A place's stream that is taken from there, or not any more.
    Swap(Swap, bool),
    /// The model is as it was trained again.
    Whole,
    /// The head that is shown large.
    Look((usize, usize)),
    /// The token that is looked at, or the last.
    Token(Option<usize>),
    /// The token whose logit is followed, by its number in the vocabulary, or the likeliest.
    Of(Option<u32>),
    /// Lines between tokens, or a map.
    Lines(bool),
}

impl Lesson for Models {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;

    fn write(document: &Document, view: &View, to: &mut Entries) {
        link::write(document, view, to);
    }

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        link::read(link, base)
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        link.has("model")
    }

    fn change(document: &mut Document, view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Model(source, int8) => {
                (*document, *view) = (Document::of(source), View::default());
                document.int8 = int8;
            }
            Change::Int8(int8) => document.int8 = int8,
            Change::Moment(step) => {
                if let Some(source) = document.source.after(step) {
                    document.source = source;
                }
            }
            Change::Text(text) => {
                document.text = Some(short(text)?);
                view.of = None;
            }
            Change::Head(at, instead) => document.changed.take(at, instead),
            Change::Hide(own, hide) => document.changed.hide(own, hide),
            Change::Draw(row) => document.changed.draw(row),
            Change::Undraw(head, query) => document.changed.undraw(head, query),
            Change::Other(text) => document.changed.other = text.map(short).transpose()?,
            Change::Swap(own, swap) => document.changed.swap(own, swap),
            Change::Whole => document.changed.clear(),
            Change::Look(at) => view.head = at,
            // At another place another token is likely.
            Change::Token(token) => (view.token, view.of) = (token, None),
            Change::Of(of) => view.of = of,
            Change::Lines(lines) => view.lines = lines,
        }
        Ok(())
    }

    fn dragged(change: &Change) -> Option<Cell> {
        match change {
            Change::Draw(row) => Some(Cell::new(WEIGHTS, row.query, 0)),
            _ => None,
        }
    }

    /// The text and the heads that are out come with a model, so these are held by their controls alone.
    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Model(..) => "open",
            Change::Int8(_) => "int8",
            Change::Moment(_) => "moment",
            Change::Text(_) => "text",
            Change::Head(..) => "ablate",
            Change::Hide(..) => "hide-key",
            Change::Draw(_) | Change::Undraw(..) => "draw-row",
            Change::Other(_) => "other-text",
            Change::Swap(..) => "swap",
            Change::Whole => "all-heads",
            Change::Look(_) => "head",
            Change::Token(_) => "token",
            Change::Of(_) => "follow",
            Change::Lines(_) => "view",
        })
    }
}

/// A text that is not too long for a link.
fn short(text: String) -> Result<String, Problem> {
    match text.len() <= link::MOST_TEXT {
        true => Ok(text),
        false => Err(Problem::TextTooLong(text.len(), link::MOST_TEXT)),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;

    #[test]
    fn a_text_that_is_too_long_is_refused_as_a_text() {
        let source = Source::Shipped("induction".to_owned(), None);
        let (mut document, mut view) = (Document::of(source), View::default());
        let most = link::MOST_TEXT;
        let mut type_text = |bytes| {
            let text = Change::Text("a".repeat(bytes));
            Models::change(&mut document, &mut view, text)
        };
        type_text(most).unwrap();
        let refused = type_text(most + 1);
        assert_eq!(refused, Err(Problem::TextTooLong(most + 1, most)));
        assert_eq!(document.text().len(), most);
    }
}
