//! Where a student stands: what is asked now, what is still covered, what came of the last answer.

use attention::ShapeError;

use super::ask::{Answer, Ask};
use super::cover::Cover;
use super::grade::{Grade, grade};
use super::link::{Predict, Setup};
use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::stage::Stage;
use crate::head::view::View;

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
    /// The first stage that has not been predicted, while there is no question of the teacher's;
    /// `None` once all have.
    ahead: Option<Stage>,
    /// The outcome on show.
    pub outcome: Option<Outcome>,
}

impl Session {
    /// A student who has just opened a link: what comes before the stage it opens at is given.
    #[must_use]
    pub fn open(setup: Setup, view: &View) -> Session {
        let ahead = match setup.predict {
            Predict::Off => None,
            Predict::On => Some(view.stage),
            Predict::From(name) => Some(stage_of(name)),
        };
        Session {
            setup,
            ahead,
            outcome: None,
        }
    }

    /// What is asked now, or was asked when an outcome is on show. `None` when nothing is, or when the
    /// teacher's question asks for something the document does not have.
    #[must_use]
    pub fn ask(&self, document: &Document, view: &View) -> Option<Ask> {
        if let Some(outcome) = &self.outcome {
            return Some(outcome.ask.clone());
        }
        match &self.setup.question {
            Some(question) => Some(question.ask.clone()).filter(|ask| ask.fits(document)),
            None => self
                .stage(document, view)
                .map(|stage| in_focus(document, view, stage)),
        }
    }

    /// What stays covered.
    #[must_use]
    pub fn cover(&self, document: &Document) -> Cover {
        let Some(question) = &self.setup.question else {
            return self
                .ahead
                .map_or(Cover::Nothing, |stage| Cover::From(stage.matrix()));
        };
        if self.outcome.is_some() || !question.ask.fits(document) {
            return Cover::Nothing;
        }
        match (self.setup.predict, &question.ask) {
            (Predict::Off, Ask::Choice { .. }) => Cover::Nothing,
            (Predict::Off, Ask::Weights(row)) => Cover::Row(Name::Weights, *row),
            (Predict::Off, Ask::Cell(cell)) if cell.name.rows_are_keys() => Cover::From(cell.name),
            (Predict::Off, Ask::Cell(cell)) => Cover::Row(cell.name, cell.row),
            // Covered is at least what is asked.
            (Predict::From(name), ask) => {
                Cover::From(ask.matrix().map_or(name, |asked| asked.min(name)))
            }
            (Predict::On, ask) => Cover::From(ask.matrix().unwrap_or(Name::Weights)),
        }
    }

    /// Judges `answer` to what is asked and uncovers the numbers. `None` when nothing is asked, or
    /// when it was answered already.
    ///
    /// # Errors
    /// [`ShapeError`] when the document's matrices do not fit each other.
    pub fn check(
        &mut self,
        document: &Document,
        view: &View,
        answer: Answer,
    ) -> Result<Option<Grade>, ShapeError> {
        let Some(ask) = self.ask(document, view).filter(|_| self.outcome.is_none()) else {
            return Ok(None);
        };
        let grade = grade(document, &ask, &answer, view.digits)?;
        self.settle(
            document,
            view,
            Outcome {
                ask,
                answered: Some((answer, grade)),
            },
        );
        Ok(Some(grade))
    }

    /// Uncovers the numbers without an answer.
    pub fn reveal(&mut self, document: &Document, view: &View) {
        if let Some(ask) = self.ask(document, view).filter(|_| self.outcome.is_none()) {
            self.settle(
                document,
                view,
                Outcome {
                    ask,
                    answered: None,
                },
            );
        }
    }

    /// On to the next question: the stage it is about. `None` when every stage was predicted, or when
    /// the question was the teacher's.
    pub fn next(&mut self, document: &Document, view: &View) -> Option<Stage> {
        if self.setup.question.is_some() {
            return None;
        }
        self.outcome = None;
        self.stage(document, view)
    }

    /// The same question again, about other numbers: covered as it was before.
    pub fn again(&mut self) {
        let asked = self.outcome.take().and_then(|outcome| outcome.ask.matrix());
        if let (None, Some(name)) = (&self.setup.question, asked) {
            self.ahead = Some(stage_of(name));
        }
    }

    /// Whether a next question follows the outcome on show.
    #[must_use]
    pub fn goes_on(&self, document: &Document, view: &View) -> bool {
        self.setup.question.is_none() && self.stage(document, view).is_some()
    }

    /// Whether the teacher's question asks for something that the document does not have.
    #[must_use]
    pub fn is_beside(&self, document: &Document) -> bool {
        let question = self.setup.question.as_ref();
        question.is_some_and(|question| !question.ask.fits(document))
    }

    fn settle(&mut self, document: &Document, view: &View, outcome: Outcome) {
        if let Some(stage) = self.stage(document, view) {
            let mut later = walk(document, view).filter(|own| *own > stage);
            self.ahead = later.next();
        }
        self.outcome = Some(outcome);
    }

    /// The first stage of the walk that has not been predicted.
    fn stage(&self, document: &Document, view: &View) -> Option<Stage> {
        let ahead = self.ahead?;
        walk(document, view).find(|stage| *stage >= ahead)
    }
}

/// The stages with something to predict: the mask is chosen, not computed.
fn walk(document: &Document, view: &View) -> impl Iterator<Item = Stage> {
    Stage::walk(document.source, view.softmax_open).filter(|stage| *stage != Stage::Mask)
}

/// The stage that computes `name`.
fn stage_of(name: Name) -> Stage {
    match name {
        Name::Q | Name::K | Name::V => Stage::Project,
        name => Stage::of(name),
    }
}

/// What is asked of a stage: the row of weights in focus, or the cell in focus.
fn in_focus(document: &Document, view: &View, stage: Stage) -> Ask {
    let name = stage.matrix();
    let (rows, cols) = document.shape(name);
    let row = view.row.min(rows.saturating_sub(1));
    match stage {
        Stage::Weights => Ask::Weights(row),
        _ => Ask::Cell(Cell::new(name, row, view.col.min(cols.saturating_sub(1)))),
    }
}
