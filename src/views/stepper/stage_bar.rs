//! The stages as a row of chips, each a live thumbnail of its matrix.

use std::borrow::Cow;

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::lessons::stepper::Change as Own;
use lesson::{Problem, Source, Stage};

use crate::plot::Scene;
use crate::reactive::{derived, memo, on, shown_while};
use crate::state::lab;
use crate::text::{self, say, tr};
use crate::widgets::matrix::range_beside;
use crate::widgets::picture::Picture;

/// The bar. The inner steps of softmax stand in a bracket that folds.
#[component]
pub fn StageBar() -> impl IntoView {
    let lab = lab();
    let open = memo(move || lab.view.with(|view| view.softmax_open));
    let projected = memo(move || lab.document.with(|d| d.source == Source::Projected));
    // A link can leave stages out.
    let is_open = move |stage: Stage| {
        let allowed = lab
            .lesson
            .with_untracked(|own| own.allows(Command::Goto(stage.key())));
        allowed != Err(Problem::StepClosed(stage.key()))
    };
    let outer = move |stages: &'static [Stage]| {
        let own = stages.iter().filter(|stage| is_open(**stage));
        own.map(|stage| view! { <Chip stage=*stage/> })
            .collect_view()
    };
    let opens = [Stage::Max, Stage::Shifted, Stage::Exp, Stage::Sum]
        .into_iter()
        .any(is_open);
    let fold = derived(move || {
        if open.get() {
            tr!(walk.softmax_fold)
        } else {
            tr!(walk.softmax_open)
        }
    });
    view! {
        <nav class="stage-bar" aria-label=say!(walk.stages)>
            {shown_while(move || projected.get(), move || outer(&[Stage::Project]).into_any())}
            {outer(&[Stage::Scores, Stage::Scaled, Stage::Mask, Stage::Masked])}
            <span class="softmax">
                <button type="button" class="fold" data-action="fold" hidden=!opens aria-expanded=derived(move || open.get().to_string())
                    on:click=on(move |_| super::change(lab, Own::OpenSoftmax(!open.get_untracked())))>
                    {fold}
                </button>
                <span class="chips">
                    {shown_while(move || open.get(), move || view! { {outer(&[Stage::Max, Stage::Shifted, Stage::Exp, Stage::Sum])} }.into_any())}
                    {outer(&[Stage::Weights])}
                </span>
            </span>
            {outer(&[Stage::Output])}
        </nav>
    }
}

#[component]
fn Chip(stage: Stage) -> impl IntoView {
    let lab = lab();
    let scene = memo(move || {
        lab.settled.with(|(document, trace)| {
            let name = stage.matrix();
            let matrix = trace.get(name);
            let masked = stage >= Stage::Mask && name.columns_are_keys();
            Scene::Heatmap {
                matrix: matrix.clone(),
                transposed: false,
                range: range_beside(lab.table(name), matrix, |of| {
                    Some(Cow::Borrowed(trace.get(of)))
                }),
                keep: masked.then(|| document.keep()),
                labels: None,
            }
        })
    });
    // All in one frame: a frame costs more than what is drawn in it.
    let delay = 120;
    let current = derived(move || (lab.stage.get() == stage).to_string());
    view! {
        <button type="button" class=format!("chip hue-{}", lab.table(stage.matrix()).hue) data-goto=stage.key()
            aria-pressed=current on:click=on(move |_| lab.run(Command::Goto(stage.key())))>
            <Picture scene=scene label="" height=0 class="thumb" delay=delay/>
            <span>{derived(move || text::stage(stage))}</span>
        </button>
    }
}
