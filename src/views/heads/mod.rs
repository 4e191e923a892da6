//! Many heads by hand: projections, maps side by side, concat, W_O, residual; who shares keys and values.

mod before;
mod counts;
mod done;
mod figure;
mod setting;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::heads::{Change, Document, Heads, META};

use crate::app::open_lesson;
use crate::browser::page;
use crate::reactive::{derived, shown_while};
use crate::shell::{Opening, Place, Shell, numbers, parts};
use crate::widgets::plain::{self, Parts};
pub use words::WORDS;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Bench {
    /// What all lessons have.
    pub shell: Shell,
    /// Tokens, matrices, heads and groups.
    pub document: Memo<Arc<Document>>,
    /// The seed of the last draw.
    pub seed: RwSignal<u64>,
}

/// The state of the lesson, from any of its views.
pub fn bench() -> Bench {
    expect_context::<Bench>()
}

impl Bench {
    fn open(open: RwSignal<&'static str>) -> Bench {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<Heads>(&link, &options, &WORDS);
        let (document, _) = parts::<Heads>(opening);
        let computed = numbers::computed::<Heads>(opening);
        let shell = opening.shell(computed, computed, derived(|| false));
        shell.connect(open);
        let seed = RwSignal::new(0);
        Bench {
            shell,
            document,
            seed,
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) {
        self.shell.try_own::<Heads>(change, Place::Page);
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
        more: || view! { <setting::Draw/> }.into_any(),
    };
    shown_while(
        move || open.get() == META.slug,
        move || plain::page_of(bench.shell, parts),
    )
}
