//! Geometry: query, keys and values as arrows in the plane; drag them and watch the weights and the output.

mod done;
mod drawn;
mod figure;
mod handles;
mod plane;
mod setting;
mod shares;
mod words;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::table::Axis;
use lesson::head::{self, change};
use lesson::lessons::geometry::{Arrows, Change, Document, Geometry, META, View};
use lesson::{Cell, Name};

use crate::app::open_lesson;
use crate::browser::page;
use crate::reactive::{memo, shown_while};
use crate::shell::{Opening, Place, Shown, parts};
use crate::state::{Lab, OverHead};
use crate::views::stepper::choosers::ScaleChooser;
use crate::widgets::plain::{self, Parts};
use crate::widgets::to_stepper::ToStepper;
pub use words::WORDS;

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Field {
    /// What every lesson over a head has; its numbers without those that are covered.
    pub lab: Lab,
    /// Every number; none is hidden here, so what is drawn asks [`Field::covers`].
    pub arrows: Memo<Option<Arc<Arrows>>>,
    /// The key that is looked at.
    pub key: Memo<usize>,
    /// A tip is held by the pointer: what would move the plane under it waits.
    pub held: RwSignal<bool>,
}

/// The state of the lesson, from any of its views.
pub fn field() -> Field {
    expect_context::<Field>()
}

impl OverHead for Geometry {
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

impl Field {
    fn open(open: RwSignal<&'static str>) -> Field {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<Geometry>(&link, &options, &WORDS);
        let (document, _) = parts::<Geometry>(opening);
        let arrows = Memo::new_with_compare(
            move |_| document.with(|document| Arrows::of(document).ok().map(Arc::new)),
            |_, _| true,
        );
        let numbers = memo(move || match arrows.get() {
            Some(arrows) => Shown::shared(arrows),
            None => Shown::default(),
        });
        let lab = Lab::open::<Geometry>(opening, Some(numbers));
        lab.connect(open);
        let key = Memo::new(move |before| {
            let looked_at = lab.explained.get().and_then(key_of);
            let last = lab.document.with(|d| d.m().saturating_sub(1));
            looked_at.or(before.copied()).unwrap_or(0).min(last)
        });
        Field {
            lab,
            arrows,
            key,
            held: RwSignal::new(false),
        }
    }

    /// Does what only this lesson can do.
    pub fn change(self, change: Change) -> bool {
        self.lab.try_own::<Geometry>(change, Place::Page)
    }

    /// Whether a number of that table is to be predicted.
    pub fn covers(self, table: Name) -> bool {
        self.lab.covers(Cell::new(table, 0, self.key.get()))
    }
}

/// The key that a cell is about.
fn key_of(cell: Cell) -> Option<usize> {
    let table = META.of(cell.name)?;
    match (table.rows, table.cols) {
        (Axis::Keys, _) => Some(cell.row),
        (_, Axis::Keys) => Some(cell.col),
        _ => None,
    }
}

/// The lesson. Its state stays while another one is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let field = Field::open(open);
    provide_context(field.lab);
    provide_context(field);
    let parts = Parts {
        figure: || view! { <figure::Figure/> }.into_any(),
        settings: || view! { <setting::Query/> }.into_any(),
        more: || view! { <ScaleChooser/><ToStepper/> }.into_any(),
    };
    shown_while(
        move || open.get() == META.slug,
        move || plain::page_of(field.lab.shell, parts),
    )
}
