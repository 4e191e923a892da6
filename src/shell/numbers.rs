//! The numbers of a lesson as signals.

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;
use leptos::prelude::*;
use lesson::core::cover::{Cover, Covered};
use lesson::core::lesson::Lesson;
use lesson::core::numbers::Numbers;
use lesson::core::opened::Opened;
use lesson::core::table::{Cell, TableId};

use super::{Opening, parts};
use crate::reactive::memo;

/// Numbers, or none where they have not been measured yet. Two are the same when they are one.
#[derive(Clone, Default)]
pub struct Shown(pub Option<Arc<dyn Numbers>>);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        }
    }
}

impl Shown {
    /// Those numbers.
    pub fn of(numbers: impl Numbers + 'static) -> Self {
        Self(Some(Arc::new(numbers)))
    }

    /// The same, which others hold too.
    pub fn shared(numbers: Arc<impl Numbers + 'static>) -> Self {
        Self(Some(numbers))
    }

    /// The numbers of a table.
    pub fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        self.0.as_ref()?.matrix(table)
    }

    /// The number in `cell`.
    pub fn value(&self, cell: Cell) -> Option<f32> {
        self.0.as_ref()?.value(cell)
    }
}

/// The numbers as the lesson computes them: anew with each document, and with each view where that
/// decides which there are.
pub fn computed<L: Lesson>(opening: Opening) -> Memo<Shown> {
    let (document, view) = parts::<L>(opening);
    memo(move || {
        let looked = match L::FOLLOWS_VIEW {
            true => view.get(),
            false => view.get_untracked(),
        };
        Shown(document.with(|document| L::numbers(document, &looked)))
    })
}

/// The numbers without those that are covered: the same ones while nothing is.
pub fn covered(
    lesson: RwSignal<Box<dyn Opened>>,
    cover: Memo<Cover>,
    numbers: Memo<Shown>,
) -> Memo<Shown> {
    memo(move || {
        let own = numbers.get();
        let (Some(all), true) = (&own.0, cover.get() != Cover::Nothing) else {
            return own;
        };
        let all = Arc::clone(all);
        Shown(Some(lesson.with_untracked(|lesson| {
            Covered::of(&**lesson, cover.get(), all)
        })))
    })
}
