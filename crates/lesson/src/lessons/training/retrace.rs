//! A run whose file holds its last step alone, trained again from its seed.
//!
//! The same settings give the same bits on every machine (`attention/tests/model.rs`), so the moments of
//! a shipped run need not be fetched: whoever wants to see them has them computed again, in seconds. That it
//! was the same run is not believed but compared, weight for weight.

use super::problem::TrainingProblem;
use super::session::Session;
use super::snapshot::Snapshot;

/// A run on its way to a step that another has reached already.
#[derive(Debug)]
pub struct Retrace {
    session: Session,
    until: u32,
}

impl Retrace {
    /// From the seed of `run` to where it stands; `None` where nothing of its way is missing.
    ///
    /// # Errors
    /// [`TrainingProblem`] for settings that make no model.
    pub fn of(run: &Session) -> Result<Option<Self>, TrainingProblem> {
        let known = run.snapshots().first().is_some_and(|first| first.step == 0);
        if known || run.steps() == 0 {
            return Ok(None);
        }
        let session = Session::new(run.settings().clone())?;
        let until = run.steps();
        Ok(Some(Self { session, until }))
    }

    /// One step; nothing once it is there.
    ///
    /// # Errors
    /// [`TrainingProblem::Model`]; nothing from outside leads there.
    pub fn step(&mut self) -> Result<(), TrainingProblem> {
        match self.is_over() {
            true => Ok(()),
            false => self.session.step(),
        }
    }

    /// Has it come as far as the other run?
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.session.diverged() || self.session.steps() >= self.until
    }

    /// Steps so far.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.session.steps()
    }

    /// The moments so far, oldest first.
    #[must_use]
    pub fn moments(&self) -> &[Snapshot] {
        self.session.snapshots()
    }

    /// The run with all its moments and what its optimiser remembers, if it came to the same weights as `run`.
    #[must_use]
    pub fn same_as(self, run: &Session) -> Option<Session> {
        let weights = |session: &Session| session.model().params().to_flat();
        let same = self.until == self.session.steps() && weights(&self.session) == weights(run);
        same.then_some(self.session)
    }
}
