//! What is pointed at on a token's way, and what is open.

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::lessons::training::block::{BlockCell, Part};

use super::super::state::{Training, training};
use super::plan::{self, Plan};
use crate::browser::{numbers, targets};
use crate::reactive::{effect, memo};

/// The state of the panel that nothing outside it needs.
#[derive(Clone, Copy)]
pub struct Way {
    /// The cell that stays explained.
    pub pinned: RwSignal<Option<BlockCell>>,
    /// The head that was chosen here; until then the one that the gallery shows.
    pub chosen: RwSignal<Option<usize>>,
    /// The head that is shown.
    pub head: Memo<usize>,
    /// Which rows there are.
    pub plan: Memo<Plan>,
    /// Counts how often something was opened, and has to be marked anew.
    pub opened: RwSignal<u32>,
}

/// From any view of the panel.
pub fn way() -> Way {
    expect_context::<Way>()
}

impl Way {
    /// Nothing pinned.
    pub fn new() -> Self {
        let training = training();
        let chosen = RwSignal::new(None);
        let plan = memo(move || {
            training
                .block
                .with(|view| view.as_ref().map(|view| Plan::of(view)).unwrap_or_default())
        });
        let head = memo(move || {
            let wanted = chosen
                .get()
                .unwrap_or_else(|| training.view.with(|view| view.head.1));
            wanted.min(plan.with(Plan::heads).saturating_sub(1))
        });
        Self {
            pinned: RwSignal::new(None),
            chosen,
            head,
            plan,
            opened: RwSignal::new(0),
        }
    }

    /// Marks the explained cell, what goes into it, and the pinned one.
    pub fn follow(self, training: Training) {
        effect(move || {
            self.opened.track();
            self.head.track();
            let address = |cell: &BlockCell| (plan::id(*cell), cell.col);
            training.explanation.with(|explanation| {
                let sources = explanation.iter().flat_map(|one| &one.sources).map(address);
                numbers::mark("lit", sources);
                numbers::mark(
                    "explained",
                    explanation.iter().map(|one| address(&one.cell)),
                );
            });
            numbers::mark("pinned", self.pinned.get().iter().map(address));
        });
    }

    /// Lets go of a number that the way no longer has: of a longer text, or another model.
    pub fn let_go(self, training: Training) {
        effect(move || {
            let Some(view) = training.block.get() else {
                return;
            };
            let gone =
                |cell: Option<BlockCell>| cell.is_some_and(|cell| view.value(cell).is_none());
            if gone(self.pinned.get_untracked()) {
                self.pinned.set(None);
            }
            if gone(training.cell.get_untracked()) {
                training.cell.set(None);
                training.explanation.set(None);
            }
        });
    }

    /// The pointer or the focus is on a number.
    pub fn point(self, training: Training, event: &Event) {
        if let Some(cell) = cell(event).filter(|cell| training.cell.get_untracked() != Some(*cell))
        {
            training.cell.set(Some(cell));
        }
    }

    /// The pointer has left: the pinned number is explained again.
    pub fn leave(self, training: Training) {
        if let Some(pinned) = self.pinned.get_untracked() {
            training.cell.set(Some(pinned));
        }
    }

    /// A click pins a number; on the pinned one again it lets go.
    pub fn pin(self, training: Training, event: &Event) {
        if let Some(cell) = cell(event) {
            let pinned = (self.pinned.get_untracked() != Some(cell)).then_some(cell);
            self.pinned.set(pinned);
            training.cell.set(Some(cell));
        }
    }
}

/// Did an event happen in a number?
pub fn is_cell(event: &Event) -> bool {
    cell(event).is_some()
}

/// The number an event happened in.
fn cell(event: &Event) -> Option<BlockCell> {
    let names = ["data-part", "data-col", "data-layer", "data-head"];
    let [key, col, layer, head] = targets::attributes(event, names)?;
    let number = |text: Option<String>| text?.parse().ok();
    Some(BlockCell {
        layer: number(layer),
        part: part(&key?)?,
        head: number(head),
        col: number(col)?,
    })
}

fn part(key: &str) -> Option<Part> {
    let mut all = Part::EMBEDDING
        .into_iter()
        .chain(Part::BLOCK)
        .chain(Part::OUTPUT);
    all.find(|part| part.key() == key)
}
