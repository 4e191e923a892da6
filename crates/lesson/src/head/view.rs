//! Where one stands and how one looks. Undo leaves it alone.

use crate::core::lesson::Look;
use crate::core::standing::Viewed;
use crate::head::document::Document;
use crate::head::name::Cell;
use crate::head::stage::Stage;

/// All queries at once, or one query through all stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Stage by stage, whole matrices.
    All,
    /// Cell by cell along one row.
    One,
}

/// How much of a head is on the screen: see the attention lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One query, five beats, each with its question.
    Walk,
    /// All queries, stage by stage.
    Queries,
    /// Everything that can be set.
    Explore,
}

impl Level {
    /// In order.
    pub const ALL: [Level; 3] = [Level::Walk, Level::Queries, Level::Explore];

    /// Its key in links and attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Level::Walk => "walk",
            Level::Queries => "queries",
            Level::Explore => "explore",
        }
    }

    /// The level of that key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.key() == key)
    }
}

/// Where one stands and how one looks: nothing here changes a number.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// How much is on the screen.
    pub level: Level,
    /// The current stage.
    pub stage: Stage,
    /// The query in focus.
    pub row: usize,
    /// The key (or output column) in focus.
    pub col: usize,
    /// The cell whose explanation stays.
    pub pinned: Option<Cell>,
    /// All or one.
    pub mode: Mode,
    /// The inner steps of softmax are part of the walk.
    pub softmax_open: bool,
    /// Digits after the point, 0 to 6.
    pub digits: u8,
    /// Show differences to the run without overrides.
    pub difference: bool,
    /// 0.25 to 4; 1 is normal.
    pub speed: f32,
}

impl Default for View {
    fn default() -> View {
        View {
            level: Level::Explore,
            stage: Stage::Scores,
            row: 0,
            col: 0,
            pinned: None,
            mode: Mode::All,
            softmax_open: true,
            digits: 2,
            difference: false,
            speed: 1.0,
        }
    }
}

impl View {
    /// How numbers are written, and how fast the walk plays.
    #[must_use]
    pub const fn look(&self) -> Look {
        let (digits, speed) = (self.digits, self.speed);
        Look { digits, speed }
    }

    /// Changes that.
    pub const fn set_look(&mut self, look: Look) {
        (self.digits, self.speed) = (look.digits, look.speed);
    }

    /// After any change of the head: what is looked at is there.
    pub fn tidy(&mut self, document: &Document) {
        self.row = self.row.min(document.n().saturating_sub(1));
        let width = document.m().max(document.d_v());
        self.col = self.col.min(width.saturating_sub(1));
        self.pinned = self.pinned.filter(|cell| document.has(*cell));
    }
}

impl Viewed for View {}
