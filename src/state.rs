//! The state of a lesson over one head of attention, as signals: the shell of every lesson, and by
//! their own types the head's document, its numbers, and where one stands.

use std::ops::Deref;
use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::lesson::Lesson;
use lesson::core::opened::Opened;
use lesson::core::player::Player;
use lesson::head::change::{Change, HeadNumbers};
use lesson::{Cell, Document, Stage, Trace, View};

use crate::reactive::{derived, effect, memo};
pub use crate::shell::Place;
use crate::shell::{Opening, Shell, Shown, parts};

/// Everything the views of a lesson over a head read. What all lessons have is its shell's.
#[derive(Clone, Copy)]
pub struct Lab {
    /// What all lessons have.
    pub shell: Shell,
    /// The head's document.
    pub document: Memo<Arc<Document>>,
    /// Where one stands.
    pub view: Memo<View>,
    /// Every number that follows from the document, but for those that are covered: what views show.
    pub trace: Memo<Arc<Trace>>,
    /// Document and trace of the last rest: what stands beside the figure follows a moment later, so that the
    /// figure itself answers within a frame.
    pub settled: RwSignal<(Arc<Document>, Arc<Trace>)>,
    /// The current stage.
    pub stage: Memo<Stage>,
    change: fn(Shell, Change, Place) -> bool,
    preset: fn(&str) -> Option<Document>,
}

impl Deref for Lab {
    type Target = Shell;

    fn deref(&self) -> &Shell {
        &self.shell
    }
}

/// A lesson whose document has a head.
pub trait OverHead: Lesson {
    /// The head.
    fn head(document: &Self::Document) -> &Document;
    /// Where one stands in the attention lesson.
    fn view(view: &Self::View) -> &View;
    /// Its change that changes the head.
    fn change_head(change: Change) -> Self::Change;
}

/// The state of the lesson, from any view.
pub fn lab() -> Lab {
    expect_context::<Lab>()
}

impl Lab {
    /// The lesson that was opened. `numbers` are its own where they are other than the head's.
    pub fn open<L: OverHead>(opening: Opening, numbers: Option<Memo<Shown>>) -> Lab
    where
        Player<L>: Send + Sync,
    {
        let (own, looked) = parts::<L>(opening);
        let document = memo(move || own.with(|own| Arc::new(L::head(own).clone())));
        let view = memo(move || looked.with(|looked| L::view(looked).clone()));
        let truth = traced(move || document.get());
        let unedited = traced(move || Arc::new(document.with(|d| d.unedited())));
        let difference = derived(move || view.with(|view| view.difference));
        let all = numbers.unwrap_or_else(|| of_head(document, truth));
        let shell = opening.shell(all, of_head(document, unedited), difference);
        let trace = covered(shell, truth);
        let settled = RwSignal::new((document.get_untracked(), trace.get_untracked()));
        settle_at_rest(shell, document, trace, settled);
        Lab {
            shell,
            document,
            view,
            trace,
            settled,
            stage: memo(move || view.with(|v| v.stage)),
            change: |shell, change, place| shell.try_own::<L>(L::change_head(change), place),
            preset: |slug| {
                let (document, _) = lesson::core::player::preset::<L>(slug).ok()?;
                Some(L::head(&document).clone())
            },
        }
    }

    /// Changes the head beside its numbers; a problem is shown at `place`. True when done.
    pub fn change(self, change: Change, place: Place) -> bool {
        (self.change)(self.shell, change, place)
    }

    /// The cell whose arithmetic is shown; a lesson over a head has one always.
    pub fn cell(self) -> Cell {
        let first = Cell::new(lesson::Name::Scores, 0, 0);
        self.explained.get().unwrap_or(first)
    }

    /// The head of a preset.
    pub fn head_of(self, slug: &str) -> Option<Document> {
        (self.preset)(slug)
    }
}

fn of_head(document: Memo<Arc<Document>>, trace: Memo<Arc<Trace>>) -> Memo<Shown> {
    memo(move || {
        Shown::of(HeadNumbers {
            document: document.get(),
            trace: trace.get(),
        })
    })
}

/// Copies document and trace into `settled` at every rest.
fn settle_at_rest(
    shell: Shell,
    document: Memo<Arc<Document>>,
    trace: Memo<Arc<Trace>>,
    settled: RwSignal<(Arc<Document>, Arc<Trace>)>,
) {
    effect(move || {
        if shell.rested.get() > 0 {
            settled.set((document.get_untracked(), trace.get_untracked()));
        }
    });
}

/// `trace` without the numbers that are covered: the same one while nothing is.
fn covered(shell: Shell, trace: Memo<Arc<Trace>>) -> Memo<Arc<Trace>> {
    memo(move || match shell.cover.get() {
        lesson::core::cover::Cover::Nothing => trace.get(),
        cover => {
            let over = |own: &dyn Opened| trace.with(|t| t.covered(own, cover));
            Arc::new(shell.lesson.with_untracked(|own| over(&**own)))
        }
    })
}

/// A trace that follows a document. The document keeps its shapes fitting, so a refusal would be a
/// bug of ours; the last good numbers then stay, and the console says why.
fn traced(document: impl Fn() -> Arc<Document> + Send + Sync + 'static) -> Memo<Arc<Trace>> {
    Memo::new(
        move |before: Option<&Arc<Trace>>| match Trace::of(&document()) {
            Ok(trace) => Arc::new(trace),
            Err(error) => {
                leptos::logging::error!("{error}");
                before.cloned().unwrap_or_default()
            }
        },
    )
}
