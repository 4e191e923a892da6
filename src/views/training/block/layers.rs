//! The stations in order: before the blocks, in each of them, after them.

use leptos::prelude::*;

use super::fold::Fold;
use super::plan::Plan;
use super::station::stations;
use super::way::way;
use crate::reactive::{derived, memo, on, part};
use crate::text::{following, say, tr};

/// All of them. Blocks are built while they are open, the first is at once.
#[component]
pub fn Layers() -> impl IntoView {
    let plan = way().plan;
    part(move || {
        let plan = plan.get();
        let layers = (0..plan.layers())
            .map(|layer| layer_view(layer, &plan))
            .collect_view();
        view! {
            <section class="group" data-group="before"><h4>{say!(block.before)}</h4>{stations(plan.before())}</section>
            {layers}
            <section class="group" data-group="after"><h4>{say!(block.output)}</h4>{stations(plan.after())}</section>
        }
        .into_any()
    })
}

fn layer_view(layer: usize, plan: &Plan) -> AnyView {
    let title = following(move || tr!(block.layer, number = layer + 1));
    let [before, after] = plan.around_heads(layer);
    let body = move || {
        view! {
            <div class="group">{stations(before.clone())}<Heads layer=layer/>{stations(after.clone())}</div>
        }
        .into_any()
    };
    view! { <Fold name=format!("layer-{layer}") title=title open={layer == 0} body=Box::new(body)/> }.into_any()
}

/// One head at a time.
#[component]
fn Heads(layer: usize) -> impl IntoView {
    let way = way();
    let count = memo(move || way.plan.with(Plan::heads));
    let button = move |head: usize| {
        view! {
            <button type="button" data-choose-head=head aria-pressed=derived(move || (way.head.get() == head).to_string())
                on:click=on(move |_| way.chosen.set(Some(head)))>
                {head + 1}
            </button>
        }
    };
    view! {
        <section class="block-head">
            <div class="row" role="group" aria-label=say!(block.heads)>
                <span class="of-heads">{say!(block.heads)}</span>
                {part(move || (0..count.get()).map(button).collect_view().into_any())}
            </div>
            {part(move || stations(way.plan.with(|plan| plan.of_head(layer, way.head.get()))))}
        </section>
    }
}
