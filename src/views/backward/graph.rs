//! The whole way: what is computed from what, how far back one is, and how large each gradient is. A place of it is the
//! way to its step.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::table::{Cell, TableId};
use lesson::lessons::backward::*;

use super::{Back, back};
use crate::language::shown;
use crate::reactive::{derived, memo, on, part};
use crate::text::{say, tr};

/// A place: the symbol of what was computed forward, its gradient, the step that computes that, and where it stands:
/// column and row of the drawing.
struct Node(&'static str, TableId, &'static str, u32, u32);

/// From the inputs to the loss, as it was computed; the rows are Q and K, scores and weights, V.
const NODES: [Node; 7] = [
    Node("Q", GRAD_Q, "grad_q", 1, 1),
    Node("K", GRAD_K, "grad_k", 1, 2),
    Node("V", GRAD_V, "grad_v", 1, 3),
    Node("S", GRAD_SCORES, "scale", 2, 1),
    Node("S′", GRAD_SCALED, "jacobian", 3, 1),
    Node("A", GRAD_WEIGHTS, "grad_weights", 4, 1),
    Node("O", GRAD_OUTPUT, "grad_output", 5, 2),
];

/// Where the loss stands: a row below O, where its number has the width of two columns.
const LOSS_AT: (f32, f32) = (5.5, 2.5);

/// What is computed from what, by places in `NODES`; O is followed by the loss.
const WAYS: [(usize, usize); 6] = [(0, 3), (1, 3), (3, 4), (4, 5), (5, 6), (2, 6)];

/// The drawing.
#[component]
pub fn Graph() -> impl IntoView {
    let back = back();
    let step = memo(move || back.lab.shell.lesson.with(|own| own.place().step));
    let node = move |own: &'static Node| {
        let Node(symbol, gradient, goto, col, row) = own;
        let at = META.steps.iter().position(|name| name == goto).unwrap_or(0);
        let here = derived(move || (step.get() == at).then_some("step"));
        let reached = derived(move || step.get() >= at || is_shown(back, step.get(), *gradient));
        let style = derived(move || {
            format!(
                "grid-area:{row}/{col};--share:{:.3}",
                share(back, *gradient)
            )
        });
        let size = derived(move || match reached.get() {
            true => length(back, *gradient).map_or(String::new(), |length| shown(length, 2)),
            false => String::new(),
        });
        view! {
            <button type="button" class="b-node" class:reached=reached data-gradient=*goto style=style aria-current=here
                title=say!(backward.to_step) on:click=on(move |_| back.lab.run(Command::Goto(goto)))>
                <b>{*symbol}</b><i aria-hidden="true"></i><small>{size}</small>
            </button>
        }
    };
    let there = memo(move || back.lab.shell.lesson.with(|own| own.walk()));
    let ways = derived(move || there.with(|open| ways(open)));
    let nodes = part(move || {
        let open = there.get();
        NODES
            .iter()
            .filter(|own| open.contains(&own.2))
            .map(node)
            .collect_view()
            .into_any()
    });
    view! {
        <div class="b-graph" role="group" aria-label=say!(backward.graph)>
            <svg class="b-ways" viewBox="0 0 6 3" preserveAspectRatio="none" aria-hidden="true"><path d=ways/></svg>
            {nodes}
            <p class="b-total" style="grid-area:3/5/4/7"><b>"L"</b>" "{derived(move || total(back))}</p>
            <p class="b-key">{derived(move || key(back, step.get()))}</p>
        </div>
    }
}

/// Whether a step shows a gradient that is computed only after it: the loss has that of the output beside it.
fn is_shown(back: Back, step: usize, gradient: TableId) -> bool {
    let at_loss = META.steps.get(step) == Some(&"loss");
    at_loss && gradient == GRAD_OUTPUT && back.document.with(|own| own.loss != Loss::Cell)
}

/// What the numbers and the bars are, once a place has one.
fn key(back: Back, step: usize) -> String {
    let reached = |Node(_, gradient, goto, ..): &Node| {
        let at = META.steps.iter().position(|name| name == goto);
        at.is_some_and(|at| step >= at) || is_shown(back, step, *gradient)
    };
    match NODES.iter().any(reached) {
        true => tr!(backward.graph_key),
        false => tr!(backward.graph_empty),
    }
}

/// A line for each way whose two ends are in the drawing, in columns and rows; the last place leads to the loss.
fn ways(open: &[&str]) -> String {
    let middle = |Node(.., col, row): &Node| (*col as f32 - 0.5, *row as f32 - 0.5);
    let there = |node: &&Node| open.contains(&node.2);
    let line = |((x1, y1), (x2, y2)): ((f32, f32), (f32, f32))| format!("M{x1} {y1}L{x2} {y2}");
    let both = |(from, to): (usize, usize)| {
        let pair = NODES
            .get(from)
            .filter(there)
            .zip(NODES.get(to).filter(there));
        pair.map(|(from, to)| (middle(from), middle(to)))
    };
    let last = NODES
        .iter()
        .rfind(there)
        .map(|node| (middle(node), LOSS_AT));
    WAYS.into_iter()
        .filter_map(both)
        .chain(last)
        .map(line)
        .collect()
}

/// The length of a gradient; none where it is to be predicted.
fn length(back: Back, table: TableId) -> Option<f32> {
    let covered = back.lab.covers(Cell::new(table, 0, 0));
    back.way
        .with(|way| way.as_ref().map(|way| way.length(table)))
        .filter(|_| !covered)
}

/// How long its bar is, on a scale that shows a thousandth: 0 at 10⁻⁴, 1 at 10.
fn share(back: Back, table: TableId) -> f32 {
    let length = length(back, table).unwrap_or(0.0);
    ((length.max(1e-4).log10() + 4.0) / 5.0).clamp(0.0, 1.0)
}

fn total(back: Back) -> String {
    let covered = back.lab.covers(Cell::new(LOSS, 0, 0));
    let loss = back
        .way
        .with(|way| way.as_ref().map(|way| way.loss()))
        .filter(|_| !covered);
    loss.map_or_else(String::new, |loss| shown(loss, 4))
}
