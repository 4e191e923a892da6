//! Undo and redo over whole documents: they are small, and a snapshot cannot be wrong.

use std::sync::Arc;

use super::table::Cell;

/// The most steps kept.
const MOST: usize = 500;

/// The current document with its past and its future.
#[derive(Clone, Debug, PartialEq)]
pub struct History<D> {
    present: Arc<D>,
    past: Vec<Arc<D>>,
    future: Vec<Arc<D>>,
    /// The cell being typed or scrubbed: its keystrokes make one step.
    typing: Option<Cell>,
}

impl<D: Clone + PartialEq> History<D> {
    /// A history that starts with `document`.
    pub fn new(document: D) -> Self {
        Self {
            present: Arc::new(document),
            past: vec![],
            future: vec![],
            typing: None,
        }
    }

    /// The document as it is.
    pub fn document(&self) -> &Arc<D> {
        &self.present
    }

    /// Makes `document` the present one. `typing` names the cell, where this is one keystroke of
    /// many in the same cell.
    pub fn push(&mut self, document: D, typing: Option<Cell>) {
        if *self.present == document {
            return;
        }
        let same_step = typing.is_some() && typing == self.typing;
        let before = std::mem::replace(&mut self.present, Arc::new(document));
        self.typing = typing;
        if !same_step {
            self.past.push(before);
            if self.past.len() > MOST {
                self.past.remove(0);
            }
        } else if self.past.last() == Some(&self.present) {
            // All is as it was before this step: there is nothing to take back.
            self.past.pop();
            self.typing = None;
        }
        self.future.clear();
    }

    /// Ends the current step of typing.
    pub fn settle(&mut self) {
        self.typing = None;
    }

    /// Takes back the typing in `cell`, if that is what is going on; redo brings it again.
    pub fn cancel(&mut self, cell: Cell) {
        if self.typing == Some(cell) {
            self.undo();
        }
    }

    /// One step back; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.settle();
        let Some(before) = self.past.pop() else {
            return false;
        };
        self.future
            .push(std::mem::replace(&mut self.present, before));
        true
    }

    /// One step forward; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.settle();
        let Some(after) = self.future.pop() else {
            return false;
        };
        self.past.push(std::mem::replace(&mut self.present, after));
        true
    }

    /// How many steps can be taken back.
    pub fn steps_back(&self) -> usize {
        self.past.len()
    }

    /// Whether there is a step back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step forward.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }
}
