//! The stepper: one figure in which the matrices stand as they are multiplied, the stages one walks
//! through it, and beside it what one cell and one row amount to.

mod choosers;
mod edits;
mod examples;
mod figure;
mod inspector;
mod journey;
mod keyboard;
mod map;
mod row;
mod shape;
mod stage_bar;
mod walk;

use leptos::prelude::*;

use crate::reactive::derived;
use crate::state::lab;
use choosers::Choosers;
use figure::Figure;
use inspector::Inspector;
use journey::Journey;
use map::AttentionMap;
use row::{Row, RowStatistics};
use stage_bar::StageBar;
use walk::Walk;

/// The lesson.
#[component]
pub fn Stepper() -> impl IntoView {
    keyboard::listen();
    let lab = lab();
    let large = derived(move || lab.document.with(|d| d.m() + d.d_k() + d.d_v() > 24));
    view! {
        <div class="stepper">
            <Choosers/>
            <StageBar/>
            <div class="workspace" class:large=large>
                <Figure/>
                <Inspector/>
                <Walk/>
                <Journey/>
                <div class="side-column">
                    <Row/>
                    <AttentionMap/>
                    <RowStatistics/>
                </div>
            </div>
        </div>
    }
}
