//! Positions: what attention does without them, and four ways to tell it about order.

mod chart;
mod clocks;
mod done;
mod figure;
mod order;
mod plots;
mod setting;
mod track;
mod words;

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::number::NotANumber;
use lesson::core::problem::quoted;
use lesson::core::table::TableId;
use lesson::lessons::positions::{Change, Document, META, Positions};

use crate::app::open_lesson;
use crate::browser::page;
use crate::reactive::{derived, memo, shown_while};
use crate::shell::{Opening, Place, Shell, numbers, parts};
use crate::widgets::plain::{self, Parts};
pub use words::WORDS;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Bench {
    /// What all lessons have.
    pub shell: Shell,
    /// All that decides the numbers.
    pub document: Memo<Arc<Document>>,
    /// The step where one stands.
    pub step: Memo<&'static str>,
}

/// The state of the lesson, from any of its views.
pub fn bench() -> Bench {
    expect_context::<Bench>()
}

impl Bench {
    fn open(open: RwSignal<&'static str>) -> Bench {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<Positions>(&link, &options, &WORDS);
        let (document, _) = parts::<Positions>(opening);
        let computed = numbers::computed::<Positions>(opening);
        let shell = opening.shell(computed, computed, derived(|| false));
        shell.connect(open);
        let step = memo(move || {
            let step = shell.lesson.with(|own| own.place().step);
            META.steps.get(step).copied().unwrap_or_default()
        });
        Bench {
            shell,
            document,
            step,
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) {
        self.shell.try_own::<Positions>(change, Place::Page);
    }

    /// Says that what was typed is no number; the last good one stays.
    pub fn refuse(self, typed: &str) {
        let why = match typed.is_empty() {
            true => NotANumber::Empty,
            false => NotANumber::Unreadable,
        };
        self.shell
            .complain(Place::Page, Problem::Number(why, quoted(typed)));
    }

    /// A drag has ended: what comes is another step of undo.
    pub fn settle(self) {
        self.shell.run(Command::Settle);
    }

    /// The numbers of a table as they may be seen: NaN where one is to be predicted.
    pub fn numbers(self, table: TableId) -> Matrix {
        self.shell.numbers.with(|numbers| {
            let own = numbers.matrix(table).map(Cow::into_owned);
            own.unwrap_or_else(|| Matrix::zeros(0, 0))
        })
    }

    /// The row or column of a table that is looked at, if it is looked at.
    pub fn looked_at(self, table: TableId) -> Option<(usize, usize)> {
        let cell = self.shell.explained.get()?;
        (cell.name == table).then_some((cell.row, cell.col))
    }
}

/// The lesson. Its state stays while another one is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let bench = Bench::open(open);
    provide_context(bench.shell);
    provide_context(bench);
    let parts = Parts {
        figure: || {
            done::notice(self::bench());
            view! { <figure::Figure/> }.into_any()
        },
        settings: || view! { <setting::Choosers/> }.into_any(),
        more: || view! { <setting::More/> }.into_any(),
    };
    shown_while(
        move || open.get() == META.slug,
        move || plain::page_of(bench.shell, parts),
    )
}
