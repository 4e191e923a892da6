//! Backwards: a loss, and how it changes with every number of a head, step by step.

mod descent;
mod done;
mod figure;
mod graph;
mod loss;
mod losses;
mod nudge;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::head::{self, change};
use lesson::lessons::backward::{Backward, Change, Document, META, View, Way};

use crate::app::open_lesson;
use crate::browser::page;
use crate::reactive::{memo, shown_while};
use crate::shell::{Opening, Place, Shown, parts};
use crate::state::{Lab, OverHead};
use crate::views::stepper::choosers::{KindChoosers, ScaleChooser, Shape};
use crate::widgets::plain::{self, Parts};
use crate::widgets::to_stepper::ToStepper;
pub use words::WORDS;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Back {
    /// What every lesson over a head has.
    pub lab: Lab,
    /// Head, loss, targets.
    pub document: Memo<Arc<Document>>,
    /// Every number; none is hidden here, so what is shown goes through the shell.
    pub way: Memo<Option<Arc<Way>>>,
    /// The losses of the steps of descent.
    pub losses: RwSignal<losses::Losses>,
}

/// The state of the lesson, from any of its views.
pub fn back() -> Back {
    expect_context::<Back>()
}

impl OverHead for Backward {
    fn head(document: &Document) -> &head::document::Document {
        &document.head
    }

    fn view(view: &View) -> &head::view::View {
        &view.head
    }

    fn change_head(change: change::Change) -> Change {
        Change::Head(change)
    }
}

impl Back {
    fn open(open: RwSignal<&'static str>) -> Back {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<Backward>(&link, &options, &WORDS);
        let (document, _) = parts::<Backward>(opening);
        let way = memo_of_way(document);
        let numbers = memo(move || match way.get() {
            Some(way) => Shown::shared(way),
            None => Shown::default(),
        });
        let lab = Lab::open::<Backward>(opening, Some(numbers));
        lab.connect(open);
        Back {
            lab,
            document,
            way,
            losses: RwSignal::new(losses::Losses::default()),
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) -> bool {
        self.lab.try_own::<Backward>(change, Place::Page)
    }
}

/// The numbers that follow from the document; without any where its shapes do not fit, which it sees to.
fn memo_of_way(document: Memo<Arc<Document>>) -> Memo<Option<Arc<Way>>> {
    Memo::new_with_compare(
        move |_| document.with(|document| Way::of(document).ok().map(Arc::new)),
        |before, after| match (before, after) {
            (Some(Some(a)), Some(Some(b))) => !Arc::ptr_eq(a, b),
            _ => true,
        },
    )
}

/// The scale, where it does not stand above.
#[component]
fn Scale() -> impl IntoView {
    let back = back();
    shown_while(
        move || !loss::is_about_scale(back),
        || view! { <ScaleChooser/> }.into_any(),
    )
}

/// The lesson. Its state stays while another one is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let back = Back::open(open);
    provide_context(back.lab);
    provide_context(back);
    let parts = Parts {
        figure: || {
            done::notice(self::back());
            view! { <figure::Figure/> }.into_any()
        },
        settings: || view! { <loss::Choosers/> }.into_any(),
        more: || view! { <KindChoosers/><Scale/><Shape/><ToStepper/> }.into_any(),
    };
    shown_while(
        move || open.get() == META.slug,
        move || plain::page_of(back.lab.shell, parts),
    )
}
