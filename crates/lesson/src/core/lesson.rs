//! What a lesson is. All that lessons have in common (links, undo, presets, locks, steps, questions,
//! `get` and `set`, exports, announcements, reset) is made from this, in [`Player`](super::player::Player)
//! and in the room `share`, without a line for each lesson.

use std::fmt::Debug;
use std::sync::Arc;

use attention::Matrix;

use super::command::{Edit, Never};
use super::control::Control;
use super::fragment::{Entries, Fragment};
use super::numbers::Numbers;
use super::problem::Problem;
use super::standing::Viewed;
use super::steps::{Names, Place};
use super::table::{Axis, Cell, Table, TableId};

/// A named state to open.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in links, choosers and translations.
    pub slug: &'static str,
    /// The state, as in a link.
    pub fragment: &'static str,
}

/// What an entry of a link is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// It decides numbers: a change of it is an edit.
    Numbers,
    /// Where in the walk one stands.
    Place,
    /// How something is looked at.
    Look,
}

/// An entry of a lesson's links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its key.
    pub name: &'static str,
    /// What it is about.
    pub about: About,
    /// Its text where it says the usual and a link leaves it out; empty where there is no such text.
    pub usual: &'static str,
}

impl Key {
    /// Entries that decide numbers.
    #[must_use]
    pub const fn numbers(name: &'static str) -> Key {
        Key::of(name, About::Numbers)
    }

    /// The entry that says where one stands.
    #[must_use]
    pub const fn place(name: &'static str) -> Key {
        Key::of(name, About::Place)
    }

    /// An entry that says how something is looked at.
    #[must_use]
    pub const fn look(name: &'static str) -> Key {
        Key::of(name, About::Look)
    }

    /// The same, which a link leaves out where it says that.
    #[must_use]
    pub const fn usually(self, usual: &'static str) -> Key {
        Key { usual, ..self }
    }

    const fn of(name: &'static str, about: About) -> Key {
        let usual = "";
        Key { name, about, usual }
    }
}

/// What is known of a lesson before it is opened: data alone, so that the page knows every lesson
/// without the code of any.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    /// Its name in links.
    pub slug: &'static str,
    /// The examples it can be opened with; an empty link opens the first.
    pub presets: &'static [Preset],
    /// What the page adds to a link that asks for nothing, so that a newcomer begins well; empty where an
    /// empty link does. A link that somebody copied never gets it: it shows the same for ever.
    pub newcomers: &'static str,
    /// The words of the glossary that one meets in it.
    pub words: &'static [&'static str],
    /// About how many minutes it takes to walk through.
    pub minutes: u32,
    /// The entries of its links, in the order they are written.
    pub keys: &'static [Key],
    /// Everything in it that a link can lock or hide.
    pub controls: &'static [Control],
    /// The steps that a link can limit a reader to; empty where steps have no names.
    pub steps: Names,
    /// Its tables, in the order of the computation.
    pub tables: &'static [Table],
    /// Its tables follow from its link, so that others can compute them again: it can ask about its
    /// numbers, and hides those that are to be predicted.
    pub computes: bool,
}

impl Meta {
    /// The link that a newcomer gets, who asks for nothing of his own; every other link as it is.
    #[must_use]
    pub fn for_newcomers(&self, link: &str) -> String {
        const NOTHING: [&str; 6] = ["ver", "lesson", "lang", "theme", "from", "open"];
        let mut asks = Fragment(link).entries().map(|(key, _)| key);
        match self.newcomers.is_empty() || !asks.all(|key| NOTHING.contains(&key)) {
            true => link.to_owned(),
            false => format!("{link}&{}", self.newcomers),
        }
    }

    /// The table of that key.
    #[must_use]
    pub fn table(&self, key: &str) -> Option<TableId> {
        let index = self.tables.iter().position(|table| table.key == key)?;
        u8::try_from(index).ok().map(TableId)
    }

    /// What is known of a table; `None` for another lesson's.
    #[must_use]
    pub fn of(&self, table: TableId) -> Option<&'static Table> {
        self.tables.get(usize::from(table.0))
    }

    /// What the entry of that key is about; `None` for one that is not the lesson's.
    #[must_use]
    pub fn about(&self, key: &str) -> Option<About> {
        let own = self.keys.iter().find(|own| own.name == key);
        own.map(|own| own.about)
    }

    /// The entry that says where in the walk one stands; `None` for a lesson without a walk.
    #[must_use]
    pub fn place(&self) -> Option<&'static str> {
        let own = self.keys.iter().find(|own| own.about == About::Place);
        own.map(|own| own.name)
    }

    /// The preset of that slug.
    ///
    /// # Errors
    /// [`Problem::LinkUnknown`].
    pub fn preset(&self, slug: &str) -> Result<&'static Preset, Problem> {
        let known = || self.presets.iter().map(|own| own.slug).collect();
        let unknown =
            || Problem::LinkUnknown("preset".into(), super::problem::quoted(slug), known());
        let found = self.presets.iter().find(|own| own.slug == slug);
        found.ok_or_else(unknown)
    }
}

/// How numbers are written, and how fast a walk plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Digits after the point, 0 to 6.
    pub digits: u8,
    /// 0.25 to 4; 1 is normal.
    pub speed: f32,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            digits: 2,
            speed: 1.0,
        }
    }
}

impl Look {
    /// The nearest that can be.
    #[must_use]
    pub fn clamped(self) -> Look {
        let speed = match self.speed.is_finite() {
            true => self.speed.clamp(0.25, 4.0),
            false => 1.0,
        };
        let digits = self.digits.min(6);
        Look { digits, speed }
    }
}

/// All that a link of a lesson holds: what decides its numbers, and where one stands.
pub type State<L> = (<L as Lesson>::Document, <L as Lesson>::View);

/// A lesson: pure logic, in its folder under `lessons`.
///
/// The document is all that decides numbers; undo is over documents only. The view is where one stands
/// and how one looks. What a lesson does not have it leaves to the defaults here.
pub trait Lesson: Sized + Clone + PartialEq + Debug + 'static {
    /// What is known of it before it is opened.
    const META: &'static Meta;
    /// All that decides the numbers.
    type Document: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Where one stands and how one looks: nothing in it changes a number.
    type View: Clone + PartialEq + Debug + Default + Viewed + Send + Sync + 'static;
    /// What only this lesson can do; [`Never`] where there is nothing.
    type Change: Clone + PartialEq + Debug + 'static;

    /// Which numbers there are depends on where one stands too.
    const FOLLOWS_VIEW: bool = false;

    /// The typed matrices with the keys of their entries in links, for a lesson that has each of them at its
    /// [`input`](Lesson::input): edits and locks of them come from here, and their links from [`typed`](super::typed).
    const TYPED: &'static [(&'static str, TableId)] = &[];

    /// The computed tables that the figure shows at each step beside the one that is computed there: where a reader who
    /// is asked about them is led. What stands at no step is offered to nobody as a question.
    const BESIDE: &'static [&'static [TableId]] = &[];

    /// The typed matrix of a table; `None` for all others.
    fn input(_document: &Self::Document, _table: TableId) -> Option<&Matrix> {
        None
    }

    /// The same, to change.
    fn input_mut(_document: &mut Self::Document, _table: TableId) -> Option<&mut Matrix> {
        None
    }

    /// Reads the entries of a link, over the state of the preset that it names. What is out of range is
    /// clamped by [`tidy`](Lesson::tidy).
    ///
    /// # Errors
    /// [`Problem`] for the first entry that cannot be taken.
    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem>;

    /// Whether a link has so much of its own that it stands on no preset; one that does not, and names
    /// none, stands on the first.
    fn stands_alone(link: Fragment<'_>) -> bool {
        if !Self::TYPED.is_empty() {
            return Self::TYPED.iter().all(|(key, _)| link.has(key));
        }
        let is_numbers = |key: &str| Self::META.about(key) == Some(About::Numbers);
        link.entries().any(|(key, _)| is_numbers(key))
    }

    /// Writes the entries that [`read`](Lesson::read) reads; those that say the usual may be left out.
    fn write(document: &Self::Document, view: &Self::View, to: &mut Entries);

    /// Does what only this lesson can do. After an error the state may be anything: it is thrown away.
    ///
    /// # Errors
    /// [`Problem`].
    fn change(
        document: &mut Self::Document,
        view: &mut Self::View,
        change: Self::Change,
    ) -> Result<(), Problem>;

    /// The control that a change belongs to; `None` where there is none to be locked.
    fn control(_change: &Self::Change) -> Option<&'static str> {
        None
    }

    /// The cell that something is dragged for: until [`Settle`](super::command::Command::Settle) all such changes are one
    /// step of undo, as with what is typed into a cell; `None` for a change that is a step of its own.
    fn dragged(_change: &Self::Change) -> Option<Cell> {
        None
    }

    /// Changes cells. After an error the document may be anything: it is thrown away.
    ///
    /// # Errors
    /// [`Problem::Fixed`] where there is nothing to change, and what the lesson finds.
    fn edit(document: &mut Self::Document, edit: Edit) -> Result<(), Problem> {
        let first = Self::TYPED.first().map(|(_, table)| *table);
        let table = edit.table().or(first);
        match table.and_then(|table| Some((table, Self::input_mut(document, table)?))) {
            Some((table, own)) => edit.of_matrix(Self::META, table, own),
            None => {
                let table = table.and_then(|table| Self::META.of(table));
                Err(Problem::Fixed(table.map_or("", |table| table.key)))
            }
        }
    }

    /// What a control owns, as text, where an entry of the link is too coarse: compared before and
    /// after, so that a locked control's part stays as it was.
    fn owned(document: &Self::Document, _view: &Self::View, name: &str) -> Option<String> {
        let (_, table) = Self::TYPED.iter().find(|(key, _)| *key == name)?;
        let mut written = Entries::default();
        written.matrix("", Self::input(document, *table)?);
        Some(written.text())
    }

    /// Every place of the walk; none in a lesson without one.
    fn places(_document: &Self::Document, view: &Self::View) -> Vec<Place> {
        let steps = view.standing().map_or(0, |_| Self::META.steps.len());
        (0..steps).map(|step| Place { step, part: 0 }).collect()
    }

    /// Where in the walk one stands.
    fn place(_document: &Self::Document, view: &Self::View) -> Place {
        let step = view.standing().map_or(0, |standing| standing.step);
        Place { step, part: 0 }
    }

    /// Goes to a place of the walk.
    fn go(_document: &Self::Document, view: &mut Self::View, place: Place) {
        if let Some(standing) = view.standing_mut() {
            (standing.step, standing.pinned) = (place.step, None);
        }
    }

    /// Stands at a place since one may not stand elsewhere: nobody has gone, so nothing is pinned.
    fn stand(document: &Self::Document, view: &mut Self::View, place: Place) {
        Self::go(document, view, place);
    }

    /// Goes to the beginning, which is `first`.
    fn rewind(document: &Self::Document, view: &mut Self::View, first: Place) {
        Self::go(document, view, first);
    }

    /// The table that a place of the walk computes; `None` where there is nothing to predict.
    fn computes(_document: &Self::Document, _place: Place) -> Option<TableId> {
        None
    }

    /// The sentence that a step is told with: its own, or the key of another one where its own would not be true of this
    /// document.
    fn told(_document: &Self::Document, step: &'static str) -> &'static str {
        step
    }

    /// Seconds a place stays while playing at speed 1.
    fn stay(_view: &Self::View) -> f32 {
        2.0
    }

    /// Carries from one view to the next what stays when another example is opened, besides the step of a
    /// [`Standing`](super::standing::Standing), which stays unless the example names one.
    fn carry(_before: &Self::View, _after: &mut Self::View) {}

    /// How numbers are written, and how fast the walk plays.
    fn look(view: &Self::View) -> Look {
        view.standing()
            .map(|standing| standing.look)
            .unwrap_or_default()
    }

    /// Changes that.
    fn set_look(view: &mut Self::View, look: Look) {
        if let Some(standing) = view.standing_mut() {
            standing.look = look;
        }
    }

    /// Pins the explanation of a cell, or lets go.
    fn pin(view: &mut Self::View, cell: Option<Cell>) {
        if let Some(standing) = view.standing_mut() {
            standing.pinned = cell;
        }
    }

    /// The cell whose explanation stays.
    fn pinned(view: &Self::View) -> Option<Cell> {
        view.standing()?.pinned
    }

    /// The cell that is explained when none is pointed at.
    fn selected(document: &Self::Document, view: &Self::View) -> Option<Cell> {
        let first = |table| Cell::new(table, 0, 0);
        let here = Self::place(document, view);
        Self::pinned(view).or_else(|| Self::computes(document, here).map(first))
    }

    /// The row and column in focus, whatever table is looked at.
    fn focus(document: &Self::Document, view: &Self::View) -> (usize, usize) {
        let cell = Self::selected(document, view);
        cell.map_or((0, 0), |cell| (cell.row, cell.col))
    }

    /// After any change: what the view says exists.
    fn tidy(document: &Self::Document, view: &mut Self::View) {
        let last = Self::META.steps.len().saturating_sub(1);
        if let Some(standing) = view.standing_mut() {
            standing.step = standing.step.min(last);
            standing.pinned = standing.pinned.filter(|cell| {
                let shape = Self::shape(document, cell.name);
                shape.is_some_and(|(rows, cols)| cell.row < rows && cell.col < cols)
            });
        }
    }

    /// Whether the figure shows a table at a place of the walk.
    fn shows(document: &Self::Document, place: Place, table: TableId) -> bool {
        let beside = Self::BESIDE.get(place.step);
        Self::computes(document, place) == Some(table)
            || beside.is_some_and(|beside| beside.contains(&table))
    }

    /// The place of the walk at which a cell is seen: where one stands if it is seen there, else the next, else the
    /// first; `None` for a number that the figure never shows.
    fn shown_at(document: &Self::Document, view: &Self::View, cell: Cell) -> Option<Place> {
        let here = Self::place(document, view);
        let places = Self::places(document, view);
        let (before, after): (Vec<Place>, Vec<Place>) =
            places.into_iter().partition(|place| *place < here);
        let mut all = std::iter::once(here).chain(after).chain(before);
        all.find(|place| Self::shows(document, *place, cell.name))
    }

    /// Whether the numbers of `table` follow from those of `first`, or give them away: it is covered with
    /// them. In most lessons that is the order of the tables.
    fn follows(table: TableId, first: TableId) -> bool {
        table >= first
    }

    /// (rows, columns) of a table; `None` where the document has none of it.
    fn shape(_document: &Self::Document, _table: TableId) -> Option<(usize, usize)> {
        None
    }

    /// Whether a reader types into that table now.
    fn typed(document: &Self::Document, table: TableId) -> bool {
        Self::input(document, table).is_some()
    }

    /// What the rows or columns of that kind are called, one name each; none where they are counted.
    fn labels(_document: &Self::Document, _axis: Axis) -> Vec<String> {
        vec![]
    }

    /// The typed table whose numbers are drawn anew to ask the same question of a table again: the first
    /// that is typed.
    fn redrawn(document: &Self::Document, _asked: Option<TableId>) -> Option<TableId> {
        let mut all = (0..Self::META.tables.len()).map(|index| TableId(index as u8));
        all.find(|table| Self::typed(document, *table))
    }

    /// Every number; `None` where they do not follow from the document (they are measured or trained).
    fn numbers(_document: &Arc<Self::Document>, _view: &Self::View) -> Option<Arc<dyn Numbers>> {
        None
    }

    /// What each common mistake would give, by its name, the most common first.
    fn mistakes(_document: &Self::Document) -> Vec<(&'static str, Arc<dyn Numbers>)> {
        vec![]
    }
}

/// A lesson has no command of its own.
///
/// # Errors
/// None: there is no such command.
pub fn no_change(change: Never) -> Result<(), Problem> {
    match change {}
}
