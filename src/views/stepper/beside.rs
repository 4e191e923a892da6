//! What stands beside the figure and below it: one cell, one row, all weights. A part: the figure can be worked with
//! before it is here.

use leptos::prelude::*;

use super::inspector::Inspector;
use super::journey::Journey;
use super::map::AttentionMap;
use super::row::{Row, RowStatistics};
use crate::page_part;
use crate::parts::Fetched;

page_part!(INSPECTOR in beside: fn() -> AnyView = || view! { <Inspector/> }.into_any());
page_part!(BELOW in beside: fn() -> AnyView = below);

fn below() -> AnyView {
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
