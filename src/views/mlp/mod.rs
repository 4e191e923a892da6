//! Attention against an MLP: both drawn over the same tokens, another input beside the first, what is counted, what
//! bends, and the toys that train.

mod bend;
mod counts;
mod curves;
mod done;
mod figure;
mod flow;
mod setting;
mod toys;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::numbers::Beside;
use lesson::lessons::mlp::toy::Runs;
use lesson::lessons::mlp::{Change, Document, META, Mlp, TOY_LOSSES};

use crate::app::open_lesson;
use crate::browser::page;
use crate::reactive::{derived, memo, shown_while};
use crate::shell::{Opening, Place, Shell, Shown, numbers, parts};
use crate::widgets::plain::{self, Parts};
pub use words::WORDS;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Bench {
    /// What all lessons have; its numbers without those that are covered.
    pub shell: Shell,
    /// Tokens, matrices, the other input, how far the toys are trained.
    pub document: Memo<Arc<Document>>,
    /// The toys, as far as they have been trained until now.
    pub runs: RwSignal<Option<Arc<Runs>>>,
    /// The seed of the last draw.
    pub drawn: RwSignal<u64>,
}

/// The state of the lesson, from any of its views.
pub fn bench() -> Bench {
    expect_context::<Bench>()
}

impl Bench {
    fn open(open: RwSignal<&'static str>) -> Bench {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<Mlp>(&link, &options, &WORDS);
        let (document, _) = parts::<Mlp>(opening);
        let computed = numbers::computed::<Mlp>(opening);
        let runs = RwSignal::new(None::<Arc<Runs>>);
        // What was trained stands beside what follows from the link.
        let numbers = memo(move || match (computed.get().0, runs.get()) {
            (Some(own), Some(runs)) => Shown::of(Beside::of(own, TOY_LOSSES, vec![runs.losses()])),
            (own, _) => Shown(own),
        });
        let shell = opening.shell(numbers, numbers, derived(|| false));
        shell.connect(open);
        Bench {
            shell,
            document,
            runs,
            drawn: RwSignal::new(0),
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) {
        self.shell.try_own::<Mlp>(change, Place::Page);
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
