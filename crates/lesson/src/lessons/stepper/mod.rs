//! The stepper: the document with its history, and where in the walk one stands.

pub mod announcement;
pub mod arithmetic;
pub mod command;
pub mod formula;

use std::sync::Arc;

use crate::core::history::History;
use crate::core::playback::Playback;
use crate::core::problem::Problem;
use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::presets;
use crate::head::stage::Stage;
use crate::head::view::{Mode, View};
use crate::lessons::stepper::command::Command;
use crate::share::embed::Framing;

/// Seconds a stage stays while playing at speed 1, all queries at once.
const SECONDS_PER_STAGE: f32 = 2.0;
/// Seconds a cell stays while playing one query.
const SECONDS_PER_CELL: f32 = 0.8;

/// The whole state of the lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Stepper {
    /// The document and its history.
    pub history: History,
    /// Where one stands.
    pub view: View,
    /// Whether it plays.
    pub playback: Playback,
    /// What is locked, and the stages one may walk to.
    pub framing: Framing,
}

impl Stepper {
    /// A stepper that opens with this document and view.
    pub fn new(document: Document, view: View) -> Stepper {
        let mut stepper = Stepper {
            history: History::new(document),
            view,
            playback: Playback::default(),
            framing: Framing::default(),
        };
        stepper.stay_inside();
        stepper
    }

    /// Puts it into another frame: from now on these locks and steps count. Nobody can undo to what
    /// was before a lock.
    pub fn frame(&mut self, framing: Framing) {
        if !framing.lock.is_empty() {
            self.history = History::new(Document::clone(self.document()));
        }
        self.framing = framing;
        self.stay_inside();
    }

    /// The document as it is.
    pub fn document(&self) -> &Arc<Document> {
        self.history.document()
    }

    /// Does `command` for whoever reads the lesson: nothing that the link has locked changes.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn apply(&mut self, command: Command) -> Result<(), Problem> {
        self.framing.allows(&command)?;
        // A followed link is a new beginning, with a frame of its own.
        if self.framing.lock.is_empty() || matches!(command, Command::Load(_)) {
            return self.obey(command);
        }
        let before = self.clone();
        self.obey(command)?;
        let kept = self.framing.keeps(
            (before.document(), &before.view),
            (self.document(), &self.view),
        );
        if kept.is_err() {
            *self = before;
        }
        kept
    }

    /// Does `command` for whoever made the link: locks do not bind the page around the lesson, the
    /// steps do.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn obey(&mut self, command: Command) -> Result<(), Problem> {
        match command {
            Command::Next => self.step(1),
            Command::Back => self.step(-1),
            Command::Goto(stage) => self.goto(stage),
            Command::Reset => self.reset(),
            Command::Play => self.play(),
            Command::Scrub(place) => self.scrub(place),
            Command::Mode(mode) => self.view.mode = mode,
            Command::Row(row) => self.focus(row),
            Command::Pin(cell) => self.pin(cell),
            Command::Speed(speed) => self.view.speed = speed,
            Command::OpenSoftmax(open) => self.view.softmax_open = open,
            Command::Digits(digits) => self.view.digits = digits,
            Command::Difference(on) => self.view.difference = on,
            Command::Settle => self.history.settle(),
            Command::Cancel(cell) => self.history.cancel(cell),
            Command::Undo => drop(self.history.undo()),
            Command::Redo => drop(self.history.redo()),
            Command::Preset(slug) => self.open(presets::open(&slug)?),
            Command::Load(state) => self.follow(*state),
            Command::Edit(cell, value) => self.edit(Some(cell), |d| d.set_cell(cell, value))?,
            command => self.edit(None, |document| change(document, command))?,
        }
        self.stay_inside();
        Ok(())
    }

    /// Lets `seconds` pass; true when something moved.
    pub fn tick(&mut self, seconds: f32) -> bool {
        let stay = if self.view.mode == Mode::All {
            SECONDS_PER_STAGE
        } else {
            SECONDS_PER_CELL
        };
        let passed = seconds * self.view.speed;
        let (place, places) = (self.place(), self.places().len());
        let next = self.playback.tick(passed, stay, place, places);
        if let Some(place) = next {
            self.scrub(place);
        }
        next.is_some()
    }

    /// The stages of this walk.
    pub fn walk(&self) -> Vec<Stage> {
        let all = self.stages();
        match self.framing.steps {
            Some(steps) => steps.of(&all),
            None => all,
        }
    }

    /// The same without the limits of a link.
    fn stages(&self) -> Vec<Stage> {
        Stage::walk(self.document().source, self.view.softmax_open).collect()
    }

    /// Every place of the scrub bar: a stage, and with one query the column of the cell in its row.
    pub fn places(&self) -> Vec<(Stage, usize)> {
        let columns = |stage: Stage| match self.view.mode {
            Mode::All => 1,
            Mode::One => self.document().shape(stage.matrix()).1,
        };
        self.walk()
            .into_iter()
            .flat_map(|s| (0..columns(s)).map(move |col| (s, col)))
            .collect()
    }

    /// Where on the scrub bar one stands.
    pub fn place(&self) -> usize {
        let (stage, col) = (self.view.stage, self.selected().col);
        let places = self.places();
        let exact = places.iter().position(|place| *place == (stage, col));
        exact
            .or(places.iter().position(|place| place.0 == stage))
            .unwrap_or(0)
    }

    /// The cell that is explained when nothing is hovered: the pinned one, else the one in focus.
    pub fn selected(&self) -> Cell {
        self.view
            .pinned
            .unwrap_or_else(|| self.in_focus(self.view.stage.matrix()))
    }

    /// The cell of `name` in the focused row and, as far as it has one, column.
    fn in_focus(&self, name: Name) -> Cell {
        let (rows, cols) = self.document().shape(name);
        Cell::new(
            name,
            self.view.row.min(rows - 1),
            self.view.col.min(cols - 1),
        )
    }

    fn step(&mut self, by: isize) {
        let walk = self.walk();
        let here = walk
            .iter()
            .position(|stage| *stage == self.view.stage)
            .unwrap_or(0);
        let there = here.saturating_add_signed(by).min(walk.len() - 1);
        self.goto(walk[there]);
    }

    /// A pinned cell goes along: the same row and column in the matrix of the new stage.
    fn goto(&mut self, stage: Stage) {
        self.view.stage = stage;
        if self.view.pinned.is_some() {
            self.view.pinned = Some(self.in_focus(stage.matrix()));
        }
    }

    fn scrub(&mut self, place: usize) {
        let places = self.places();
        let (stage, col) = places[place.min(places.len() - 1)];
        self.view.stage = stage;
        if self.view.mode == Mode::One {
            self.view.col = col;
            self.view.pinned = Some(self.in_focus(stage.matrix()));
        } else if self.view.pinned.is_some() {
            self.goto(stage);
        }
    }

    fn reset(&mut self) {
        self.playback.playing = false;
        self.view.pinned = None;
        self.view.col = 0;
        self.view.stage = self.walk()[0];
    }

    /// Play at the end starts over.
    fn play(&mut self) {
        let (place, places) = (self.place(), self.places().len());
        if let Some(first) = self.playback.toggle(place, places) {
            self.scrub(first);
        }
    }

    fn focus(&mut self, row: usize) {
        self.view.row = row;
        if let Some(cell) = &mut self.view.pinned {
            cell.row = row;
        }
    }

    fn pin(&mut self, cell: Option<Cell>) {
        self.view.pinned = cell;
        let Some(Cell { name, row, col }) = cell else {
            return;
        };
        if !name.rows_are_keys() && Stage::of(name) != Stage::Project {
            self.view.row = row;
        }
        if name.columns_are_keys() || name == Name::Output {
            self.view.col = col;
        }
    }

    /// Opens what a link holds. What the one before had locked is not to be had back.
    fn follow(&mut self, state: (Document, View)) {
        self.open(state);
        if !self.framing.lock.is_empty() {
            self.history = History::new(Document::clone(self.document()));
        }
    }

    fn open(&mut self, (document, view): (Document, View)) {
        self.history.push(document, None);
        self.view = view;
        self.playback.playing = false;
    }

    fn edit(
        &mut self,
        typing: Option<Cell>,
        change: impl FnOnce(&mut Document) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut document = Document::clone(self.document());
        let implied = document.projection_is_implied();
        change(&mut document)?;
        if implied {
            document.imply_projection();
        }
        self.history.push(document, typing);
        Ok(())
    }

    /// After any change: row, column, pin and stage are ones that exist.
    fn stay_inside(&mut self) {
        let document = Arc::clone(self.document());
        let view = &mut self.view;
        view.row = view.row.min(document.n() - 1);
        view.col = view.col.min(document.m().max(document.d_v()) - 1);
        view.pinned = view.pinned.filter(|cell| document.has(*cell));
        // Without overrides there is no difference, and no switch to turn it off with.
        view.difference &= !document.overrides.is_empty();
        view.digits = view.digits.min(6);
        view.speed = if view.speed.is_finite() {
            view.speed.clamp(0.25, 4.0)
        } else {
            1.0
        };
        if !self.stages().contains(&self.view.stage) {
            let inside = self.view.stage.inside_softmax();
            self.view.stage = if inside {
                Stage::Weights
            } else {
                Stage::Scores
            };
        }
        if let Some(steps) = self.framing.steps {
            self.view.stage = steps.nearest(&self.walk(), self.view.stage);
        }
    }
}

/// The commands that change the document, but for single cells.
fn change(document: &mut Document, command: Command) -> Result<(), Problem> {
    match command {
        Command::Clear(cell) => document.overrides.remove(cell),
        Command::ClearBlock(name, rows, cols) => document.overrides.retain(|cell| {
            let inside =
                (rows.0..=rows.1).contains(&cell.row) && (cols.0..=cols.1).contains(&cell.col);
            cell.name != name || !inside
        }),
        Command::ClearAll => document.overrides = Default::default(),
        Command::Paste(at, block) => document.set_block(at, &block)?,
        Command::Replace(name, rows) => document.replace_matrix(name, &rows)?,
        Command::Fill(name, fill) => document.fill(name, fill)?,
        Command::Source(source) => document.source = source,
        Command::Cross(cross) => document.set_cross(cross),
        Command::Mask(key, parameter) => document.choose_mask(&key, parameter),
        Command::Scale(scale) => document.scale = scale,
        Command::AddToken(side, name) => document.add_token(side, name)?,
        Command::RemoveToken(side, index) => document.remove_token(side, index)?,
        Command::RenameToken(side, index, name) => document.rename_token(side, index, &name),
        Command::MoveToken(side, from, to) => document.move_token(side, from, to),
        Command::Resize(dimension, size) => document.set_dimension(dimension, size)?,
        // All others are done by `Stepper::apply` itself.
        _ => {}
    }
    Ok(())
}
