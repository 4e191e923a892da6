//! The stepper: one figure in which the matrices stand as they are multiplied, the stages one walks
//! through it, and beside it what one cell and one row amount to.

pub mod choosers;
mod edits;
mod examples;
mod export;
pub mod figure;
mod inspector;
mod journey;
mod map;
pub mod quiz;
mod row;
mod said;
mod shape;
mod stage_bar;
mod walking;

use leptos::prelude::*;

use crate::reactive::derived;
use crate::state::lab;
use crate::widgets::walk::{self, Walk};
use choosers::Choosers;
use figure::Figure;
use inspector::Inspector;
use journey::Journey;
use map::AttentionMap;
use quiz::{Desk, Quiz};
use row::{Row, RowStatistics};
use stage_bar::StageBar;

/// The lesson.
#[component]
pub fn Stepper() -> impl IntoView {
    let lab = lab();
    provide_context(walking::of(lab));
    provide_context(Desk::open());
    walk::listen();
    let large = derived(move || lab.document.with(|d| d.m() + d.d_k() + d.d_v() > 24));
    view! {
        <div class="stepper" id="stepper">
            <Choosers/>
            <StageBar/>
            <Quiz/>
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
