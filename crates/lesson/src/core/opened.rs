//! An open lesson, whichever it is: what questions, sharing, the page's frame and its common controls
//! need, without the types of the lesson.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::command::Command;
use super::control::Limits;
use super::lesson::{Lesson, Look, Meta};
use super::numbers::Numbers;
use super::player::{Player, preset, read, write};
use super::problem::Problem;
use super::steps::Place;
use super::table::{Axis, Cell, TableId};

/// A [`Player`] of some lesson.
pub trait Opened: Send + Sync {
    /// What is known of the lesson.
    fn meta(&self) -> &'static Meta;
    /// The link of the state as it is, without `#`.
    fn link(&self) -> String;
    /// The link of the numbers alone, wherever one stands: the same for the same numbers.
    fn numbers_link(&self) -> String;
    /// Opens what a followed link holds.
    ///
    /// # Errors
    /// [`Problem`]; everything stays as it was.
    fn follow(&mut self, link: &str) -> Result<(), Problem>;
    /// Sets what the link has locked.
    fn limit(&mut self, limits: Limits);
    /// Does `command` for whoever reads the lesson.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    fn apply(&mut self, command: Command) -> Result<(), Problem>;
    /// Does `command` for whoever made the link.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    fn host_applies(&mut self, command: Command) -> Result<(), Problem>;
    /// Whether a command may be tried at all.
    ///
    /// # Errors
    /// [`Problem::Locked`], [`Problem::StepClosed`].
    fn allows(&self, command: Command) -> Result<(), Problem>;
    /// Seconds that the walk stays where it is while it plays at speed 1.
    fn stay(&self) -> f32;
    /// Lets `seconds` pass; true when something moved.
    fn tick(&mut self, seconds: f32) -> bool;
    /// Whether it plays.
    fn is_playing(&self) -> bool;
    /// Every place of the scrub bar.
    fn places(&self) -> Vec<Place>;
    /// The names of the steps that one may go to, in order.
    fn walk(&self) -> Vec<&'static str>;
    /// The sentence that a step is told with, by its key.
    fn told(&self, step: &'static str) -> &'static str;
    /// Every place of the walk, whatever a link has left out.
    fn all_places(&self) -> Vec<Place>;
    /// The row and column in focus, whatever table is looked at.
    fn focus(&self) -> (usize, usize);
    /// Where on the scrub bar one stands, from 0.
    fn place_index(&self) -> usize;
    /// Where in the walk one stands.
    fn place(&self) -> Place;
    /// The table that a place of the walk computes; `None` where there is nothing to predict.
    fn computes(&self, place: Place) -> Option<TableId>;
    /// Whether the numbers are those of the place where one stands, and of no other.
    fn follows_view(&self) -> bool;
    /// The place of the walk at which a cell is seen; `None` for a number that the figure never shows.
    fn shown_at(&self, cell: Cell) -> Option<Place>;
    /// Stands where a cell is seen, as far as one may stand there.
    fn show(&mut self, cell: Cell);
    /// How numbers are written, and how fast the walk plays.
    fn look(&self) -> Look;
    /// The cell whose explanation stays.
    fn pinned(&self) -> Option<Cell>;
    /// The cell that is explained when none is pointed at.
    fn selected(&self) -> Option<Cell>;
    /// Whether the numbers of `table` are covered with those of `first`.
    fn follows(&self, table: TableId, first: TableId) -> bool;
    /// (rows, columns) of a table; `None` where there is none now.
    fn shape(&self, table: TableId) -> Option<(usize, usize)>;
    /// Whether a reader types into that table now.
    fn typed(&self, table: TableId) -> bool;
    /// What rows or columns of that kind are called.
    fn labels(&self, axis: Axis) -> Vec<String>;
    /// The typed table whose numbers are drawn anew to ask the same question of a table again.
    fn redrawn(&self, asked: Option<TableId>) -> Option<TableId>;
    /// Every number; `None` where they do not follow from the link.
    fn numbers(&self) -> Option<Arc<dyn Numbers>>;
    /// What each common mistake would give, by its name, the most common first.
    fn mistakes(&self) -> Vec<(&'static str, Arc<dyn Numbers>)>;
    /// Whether another one, of the same lesson, has the same document.
    fn is_same(&self, other: &dyn Opened) -> bool;
    /// The preset whose numbers these are, to the digit.
    fn preset(&self) -> Option<&'static str>;
    /// Whether there is a step of editing back, and one forward.
    fn can_undo_redo(&self) -> (bool, bool);
    /// How many steps can be taken back.
    fn steps_back(&self) -> usize;
    /// As its own type.
    fn any(&self) -> &dyn Any;
    /// As its own type, to change.
    fn any_mut(&mut self) -> &mut dyn Any;
    /// Another one, the same.
    fn boxed(&self) -> Box<dyn Opened>;
}

/// Its link: all that it is. Not for each lesson by its parts, which would make the page larger.
impl fmt::Debug for dyn Opened + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.link())
    }
}

impl dyn Opened + '_ {
    /// Whether there is something to predict in that table now: it is there, and computed.
    #[must_use]
    pub fn asks(&self, table: TableId) -> bool {
        let asked = self.meta().of(table).is_some_and(|table| table.asked);
        asked && self.shape(table).is_some() && !self.typed(table)
    }

    /// Whether there is such a cell now.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        let shape = self.shape(cell.name);
        shape.is_some_and(|(rows, cols)| cell.row < rows && cell.col < cols)
    }
}

impl<L: Lesson> Opened for Player<L>
where
    Player<L>: Send + Sync,
{
    fn meta(&self) -> &'static Meta {
        L::META
    }

    fn link(&self) -> String {
        Player::link(self)
    }

    fn numbers_link(&self) -> String {
        write::<L>(self.document(), &L::View::default())
    }

    fn follow(&mut self, link: &str) -> Result<(), Problem> {
        self.load(read::<L>(link)?);
        Ok(())
    }

    fn limit(&mut self, limits: Limits) {
        Player::limit(self, limits);
    }

    fn apply(&mut self, command: Command) -> Result<(), Problem> {
        Player::apply(self, command.of())
    }

    fn host_applies(&mut self, command: Command) -> Result<(), Problem> {
        Player::host_applies(self, command.of())
    }

    fn allows(&self, command: Command) -> Result<(), Problem> {
        Player::allows(self, &command.of())
    }

    fn stay(&self) -> f32 {
        L::stay(&self.view)
    }

    fn tick(&mut self, seconds: f32) -> bool {
        Player::tick(self, seconds)
    }

    fn is_playing(&self) -> bool {
        self.playback.playing
    }

    fn walk(&self) -> Vec<&'static str> {
        Player::walk(self)
    }

    fn told(&self, step: &'static str) -> &'static str {
        L::told(self.document(), step)
    }

    fn places(&self) -> Vec<Place> {
        Player::places(self)
    }

    fn all_places(&self) -> Vec<Place> {
        L::places(self.document(), &self.view)
    }

    fn focus(&self) -> (usize, usize) {
        L::focus(self.document(), &self.view)
    }

    fn place_index(&self) -> usize {
        Player::place_index(self)
    }

    fn place(&self) -> Place {
        L::place(self.document(), &self.view)
    }

    fn computes(&self, place: Place) -> Option<TableId> {
        L::computes(self.document(), place)
    }

    fn follows_view(&self) -> bool {
        L::FOLLOWS_VIEW
    }

    fn shown_at(&self, cell: Cell) -> Option<Place> {
        L::shown_at(self.document(), &self.view, cell)
    }

    fn show(&mut self, cell: Cell) {
        Player::show(self, cell);
    }

    fn look(&self) -> Look {
        L::look(&self.view)
    }

    fn pinned(&self) -> Option<Cell> {
        L::pinned(&self.view)
    }

    fn selected(&self) -> Option<Cell> {
        L::selected(self.document(), &self.view)
    }

    fn follows(&self, table: TableId, first: TableId) -> bool {
        L::follows(table, first)
    }

    fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        L::shape(self.document(), table)
    }

    fn typed(&self, table: TableId) -> bool {
        L::typed(self.document(), table)
    }

    fn labels(&self, axis: Axis) -> Vec<String> {
        L::labels(self.document(), axis)
    }

    fn redrawn(&self, asked: Option<TableId>) -> Option<TableId> {
        L::redrawn(self.document(), asked)
    }

    fn numbers(&self) -> Option<Arc<dyn Numbers>> {
        L::numbers(self.document(), &self.view)
    }

    fn mistakes(&self) -> Vec<(&'static str, Arc<dyn Numbers>)> {
        L::mistakes(self.document())
    }

    fn is_same(&self, other: &dyn Opened) -> bool {
        let other = other.any().downcast_ref::<Player<L>>();
        other.is_some_and(|other| self.document() == other.document())
    }

    fn preset(&self) -> Option<&'static str> {
        let same =
            |slug: &str| preset::<L>(slug).is_ok_and(|(document, _)| document == **self.document());
        let mut slugs = L::META.presets.iter().map(|preset| preset.slug);
        slugs.find(|slug| same(slug))
    }

    fn can_undo_redo(&self) -> (bool, bool) {
        (self.history.can_undo(), self.history.can_redo())
    }

    fn steps_back(&self) -> usize {
        self.history.steps_back()
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn Opened> {
        Box::new(self.clone())
    }
}
