//! Where a student stands: what is asked now, what is still covered, what came of the last answer.

use super::ask::{Answer, Ask};
use super::grade::{Grade, grade};
use super::link::{Predict, Setup};
use crate::core::cover::Cover;
use crate::core::opened::Opened;
use crate::core::steps::Place;
use crate::core::table::{Axis, Cell, TableId};

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What was asked.
    pub ask: Ask,
    /// The answer and what it amounts to; `None` when the numbers were revealed without one.
    pub answered: Option<(Answer, Grade)>,
}

/// One student's way through one link.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// What the link says.
    pub setup: Setup,
    /// The first step that has not been predicted, while there is no question of the teacher's;
    /// `None` once all have.
    ahead: Option<usize>,
    /// What was ahead when the link was opened.
    first: Option<usize>,
    /// The outcome on show.
    pub outcome: Option<Outcome>,
}

impl Session {
    /// A student who has just opened a link: what comes before the step it opens at is given.
    #[must_use]
    pub fn open(setup: Setup, lesson: &dyn Opened) -> Session {
        let ahead = match setup.predict {
            Predict::Off => None,
            Predict::On => Some(lesson.place().step),
            Predict::From(table) => Some(step_of(lesson, table)),
        };
        Session {
            setup,
            ahead,
            first: ahead,
            outcome: None,
        }
    }

    /// What is asked now, or was asked when an outcome is on show. `None` when nothing is, or when the
    /// teacher's question asks for something the lesson does not have.
    #[must_use]
    pub fn ask(&self, lesson: &dyn Opened) -> Option<Ask> {
        if let Some(outcome) = &self.outcome {
            return Some(outcome.ask.clone());
        }
        match &self.setup.question {
            Some(question) => Some(question.ask.clone()).filter(|ask| ask.fits(lesson)),
            None => in_focus(lesson, lesson.computes(self.here(lesson)?)?),
        }
    }

    /// The cells whose numbers are to be said now; none once that has been done.
    #[must_use]
    pub fn asked(&self, lesson: &dyn Opened) -> Vec<Cell> {
        let open = self.outcome.is_none().then(|| self.ask(lesson)).flatten();
        open.map_or(vec![], |ask| ask.cells(lesson))
    }

    /// What stays covered.
    #[must_use]
    pub fn cover(&self, lesson: &dyn Opened) -> Cover {
        let Some(question) = &self.setup.question else {
            return self
                .first_covered(lesson)
                .map_or(Cover::Nothing, Cover::From);
        };
        if self.outcome.is_some() || !question.ask.fits(lesson) {
            return Cover::Nothing;
        }
        let rows = |table: TableId| lesson.meta().of(table).map(|table| table.rows);
        match (self.setup.predict, &question.ask) {
            (Predict::Off, Ask::Choice { .. }) => Cover::Nothing,
            (Predict::Off, Ask::Row(table, row)) => row_alone(lesson, *table, *row),
            (Predict::Off, Ask::Cell(cell)) if rows(cell.name) == Some(Axis::Keys) => {
                Cover::From(cell.name)
            }
            (Predict::Off, Ask::Cell(cell)) => row_alone(lesson, cell.name, cell.row),
            // Covered is at least what is asked.
            (Predict::From(table), ask) => {
                Cover::From(ask.table().map_or(table, |asked| asked.min(table)))
            }
            (Predict::On, ask) => ask
                .table()
                .or_else(|| last(lesson))
                .map_or(Cover::Nothing, Cover::From),
        }
    }

    /// Judges `answer` to what is asked and uncovers the numbers. `None` when nothing is asked, or
    /// when it was answered already.
    pub fn check(&mut self, lesson: &dyn Opened, answer: Answer) -> Option<Grade> {
        let ask = self.ask(lesson).filter(|_| self.outcome.is_none())?;
        let grade = grade(lesson, &ask, &answer);
        let answered = Some((answer, grade));
        self.settle(lesson, Outcome { ask, answered });
        Some(grade)
    }

    /// Uncovers the numbers without an answer.
    pub fn reveal(&mut self, lesson: &dyn Opened) {
        if let Some(ask) = self.ask(lesson).filter(|_| self.outcome.is_none()) {
            let answered = None;
            self.settle(lesson, Outcome { ask, answered });
        }
    }

    /// On to the next question: the place it is about. `None` when every step was predicted, or when
    /// the question was the teacher's.
    pub fn next(&mut self, lesson: &dyn Opened) -> Option<Place> {
        if self.setup.question.is_some() {
            return None;
        }
        self.outcome = None;
        self.step(lesson)
    }

    /// Back to the first question, as nobody has answered it: the place it is about. `None` when the question is the
    /// teacher's, or when nothing is asked.
    pub fn restart(&mut self, lesson: &dyn Opened) -> Option<Place> {
        self.ahead = self.first;
        self.outcome = None;
        self.next(lesson)
    }

    /// The same question again, about other numbers: covered as it was before.
    pub fn again(&mut self, lesson: &dyn Opened) {
        let asked = self.outcome.take().and_then(|outcome| outcome.ask.table());
        if let (None, Some(table)) = (&self.setup.question, asked) {
            self.ahead = Some(step_of(lesson, table));
        }
    }

    /// Whether a next question follows the outcome on show.
    #[must_use]
    pub fn goes_on(&self, lesson: &dyn Opened) -> bool {
        self.setup.question.is_none() && self.step(lesson).is_some()
    }

    /// Whether the teacher's question asks for something that the lesson does not have.
    #[must_use]
    pub fn is_beside(&self, lesson: &dyn Opened) -> bool {
        let question = self.setup.question.as_ref();
        question.is_some_and(|question| !question.ask.fits(lesson))
    }

    fn settle(&mut self, lesson: &dyn Opened, outcome: Outcome) {
        if let Some(here) = self.here(lesson) {
            let mut later = walk(lesson).into_iter().filter(|own| own.step > here.step);
            self.ahead = later.next().map(|place| place.step);
        }
        self.outcome = Some(outcome);
    }

    /// What the first step computes that has not been predicted: also of a step that is folded away,
    /// which uncovers nothing.
    fn first_covered(&self, lesson: &dyn Opened) -> Option<TableId> {
        let (step, part) = (self.ahead?, 0);
        let place = || lesson.computes(self.step(lesson)?);
        lesson.computes(Place { step, part }).or_else(place)
    }

    /// The place that is asked about: the first that has not been predicted. Where the numbers are those of the place
    /// where one stands, that one, if there is anything to predict at it.
    fn here(&self, lesson: &dyn Opened) -> Option<Place> {
        let first = self.step(lesson)?;
        if !lesson.follows_view() {
            return Some(first);
        }
        let stands = |own: &Place| own.step == lesson.place().step && own.step >= first.step;
        walk(lesson).into_iter().find(stands)
    }

    /// The first place of the walk that has not been predicted.
    fn step(&self, lesson: &dyn Opened) -> Option<Place> {
        let ahead = self.ahead?;
        walk(lesson).into_iter().find(|place| place.step >= ahead)
    }
}

/// One row, unless another has the same numbers, as where a token stands twice: then that would give it away.
fn row_alone(lesson: &dyn Opened, table: TableId, row: usize) -> Cover {
    let is_twice = lesson.numbers().is_some_and(|numbers| {
        numbers.matrix(table).is_some_and(|matrix| {
            let mut rows = matrix.iter_rows().enumerate();
            let own = (row < matrix.rows()).then(|| matrix.row(row));
            rows.any(|(index, other)| index != row && Some(other) == own)
        })
    });
    match is_twice {
        true => Cover::From(table),
        false => Cover::Row(table, row),
    }
}

/// The first place of each step with something to predict, as far as one may walk: what is chosen, like the mask, is not.
fn walk(lesson: &dyn Opened) -> Vec<Place> {
    asking(lesson, lesson.places())
}

fn asking(lesson: &dyn Opened, mut places: Vec<Place>) -> Vec<Place> {
    places.dedup_by_key(|place| place.step);
    places.retain(|place| lesson.computes(*place).is_some());
    places
}

/// The first step that computes a table, or one after it, whether or not one may go there: what is covered is covered.
fn step_of(lesson: &dyn Opened, table: TableId) -> usize {
    let places = asking(lesson, lesson.all_places());
    let computes = |place: &&Place| lesson.computes(**place) >= Some(table);
    places
        .iter()
        .find(computes)
        .map_or(usize::MAX, |place| place.step)
}

/// The last table whose rows can be asked as a whole; else the last that can be asked.
fn last(lesson: &dyn Opened) -> Option<TableId> {
    let ids = (0..lesson.meta().tables.len()).map(|index| TableId(index as u8));
    let asked: Vec<TableId> = ids.filter(|table| lesson.asks(*table)).collect();
    let whole = |table: &&TableId| lesson.meta().of(**table).is_some_and(|t| t.distribution);
    asked.iter().rev().find(whole).or(asked.last()).copied()
}

/// What is asked of a table: the row in focus where its rows are shares, else the cell in focus.
fn in_focus(lesson: &dyn Opened, table: TableId) -> Option<Ask> {
    let (rows, cols) = lesson.shape(table)?;
    let (row, col) = lesson.focus();
    let row = row.min(rows.saturating_sub(1));
    Some(match lesson.meta().of(table)?.distribution {
        true => Ask::Row(table, row),
        false => Ask::Cell(Cell::new(table, row, col.min(cols.saturating_sub(1)))),
    })
}
