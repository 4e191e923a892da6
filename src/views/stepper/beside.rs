//! What stands beside the figure and below it: one cell, one row, all weights. A part: the figure can be worked with
//! before it is here.

use attention::Matrix;
use leptos::prelude::*;
use lesson::head::codec;
use lesson::head::stage::Stage;
use lesson::head::view::Level;
use lesson::lessons::geometry::MOST_KEYS;
use lesson::{Document, Name, Trace};

use super::inspector::Inspector;
use super::journey::Journey;
use super::map::AttentionMap;
use super::row::{Row, RowStatistics};
use super::said;
use crate::browser::page;
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{derived, shown_while};
use crate::state::{Lab, lab};
use crate::text::{self, say};
use crate::widgets::came_from::entry;

page_part!(INSPECTOR in beside: fn() -> AnyView = || view! { <Inspector/> }.into_any());
page_part!(BELOW in beside: fn() -> AnyView = below);
page_part!(TOLD in beside: fn() -> AnyView = || {
    let Said { position, said } = expect_context();
    said::follow(lab(), position, said);
    ().into_any()
});

/// Where a screen reader is told of a step, and where one stands.
#[derive(Clone, Copy)]
pub struct Said {
    /// Where one stands, in words.
    pub position: Signal<String>,
    /// What is told.
    pub said: RwSignal<String>,
}

fn below() -> AnyView {
    let lab = lab();
    view! {
        <Journey/>
        <div class="side-column">
            {shown_while(move || weighed(lab), || view! { <Row/><AttentionMap/><RowStatistics/> }.into_any())}
            <Elsewhere/>
        </div>
    }
    .into_any()
}

/// Whether one may see what the weights are: who asks all queries first walks to them.
fn weighed(lab: Lab) -> bool {
    let queries = lab.view.with(|view| view.level == Level::Queries);
    !queries || lab.stage.get() >= Stage::Weights
}

/// The lessons that can be opened with the same numbers.
const LESSONS: [&str; 3] = ["geometry", "backward", "flash"];

/// The ways to the same numbers in other lessons.
#[component]
fn Elsewhere() -> impl IntoView {
    let lab = lab();
    let link = move |slug: &'static str| {
        let link = derived(move || {
            let (document, trace) = lab.settled.get();
            let row = lab.view.with(|view| view.row);
            let head = match slug {
                "geometry" => in_the_plane(&document, &trace, row),
                _ => Some(Document::clone(&document)),
            };
            head.map(|head| {
                format!(
                    "#{}{}",
                    codec::link(slug, &head),
                    entry(&untrack(|| lab.link_with_question()))
                )
            })
        });
        let away = derived(move || link.with(Option::is_none));
        view! { <a href=link hidden=away>{derived(move || text::lesson(slug))}</a> }
    };
    view! {
        <p class="elsewhere note" data-control="elsewhere"><span>{say!(site.same_numbers)}</span>{LESSONS.map(link)}</p>
    }
}

/// The query in focus with its keys, where they are arrows in a plane.
fn in_the_plane(document: &Document, trace: &Trace, row: usize) -> Option<Document> {
    let [q, k, v] = [Name::Q, Name::K, Name::V].map(|name| trace.get(name).clone());
    // The row in focus may be that of numbers which come a moment later.
    let there = row < q.rows();
    let fits = there && q.cols() == 2 && v.cols() == 2 && k.rows() <= MOST_KEYS;
    let all = [&q, &k, &v];
    if !fits || all.iter().any(|own| own.data().iter().any(|x| x.is_nan())) {
        return None;
    }
    let one = Matrix::from_fn(1, 2, |_, col| q.at(row, col));
    let name = document.queries.get(row)?.clone();
    let keys = Some(document.key_tokens().to_vec());
    let mut head = Document::by_hand(vec![name], keys, [one, k, v]);
    head.scale = document.scale;
    Some(head)
}

/// The card of the explained cell; its room is kept for it.
#[component]
pub fn CellCard() -> impl IntoView {
    Fetched::of(INSPECTOR).once_seen("card inspector")
}

/// What a screen reader is told, also of a figure that has all the screen.
#[component]
pub fn Told() -> impl IntoView {
    let told = Fetched::of(TOLD);
    page::after_frame(move || told.want());
    told.quietly()
}

/// Rows, map and statistics.
#[component]
pub fn Below() -> impl IntoView {
    Fetched::of(BELOW).once_seen("side-column")
}
