//! What stands beside the figure and below it: one cell, one row, all weights. A part: the figure can be worked with
//! before it is here.

use leptos::prelude::*;

use super::inspector::Inspector;
use super::journey::Journey;
use super::map::AttentionMap;
use super::row::{Row, RowStatistics};
use super::said;
use crate::page_part;
use crate::parts::Fetched;
use crate::state::lab;

page_part!(INSPECTOR in beside: fn() -> AnyView = || view! { <Inspector/> }.into_any());
page_part!(BELOW in beside: fn() -> AnyView = below);

/// Where a screen reader is told of a step, and where one stands.
#[derive(Clone, Copy)]
pub struct Said {
    /// Where one stands, in words.
    pub position: Signal<String>,
    /// What is told.
    pub said: RwSignal<String>,
}

fn below() -> AnyView {
    let Said { position, said } = expect_context();
    said::follow(lab(), position, said);
    view! {
        <Journey/>
        <div class="side-column">
            <Row/>
            <AttentionMap/>
            <RowStatistics/>
        </div>
    }
    .into_any()
}

/// The card of the explained cell; its room is kept for it.
#[component]
pub fn CellCard() -> impl IntoView {
    Fetched::of(INSPECTOR).once_seen("card inspector")
}

/// Rows, map and statistics.
#[component]
pub fn Below() -> impl IntoView {
    Fetched::of(BELOW).once_seen("side-column")
}
