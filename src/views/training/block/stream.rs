//! The residual stream at a glance: a row as it enters the first block, and one as it leaves each.

use crate::language::shown;
use attention::Matrix;
use leptos::prelude::*;
use lesson::lessons::training::block::BlockView;

use super::super::state::training;
use super::export::Export;
use super::fold::Fold;
use super::numbers;
use super::plan::Station;
use super::station::DIGITS;
use super::way::way;
use crate::plot::{Labels, Range, Scene};
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup;
use crate::widgets::picture::Picture;

/// CSS pixels a row, and above the first.
const ROW: u32 = 22;

/// The picture, and its numbers as a table.
#[component]
pub fn Stream() -> impl IntoView {
    let (training, way) = (training(), way());
    let rows = derived(move || way.plan.with(super::plan::Plan::stream));
    let scene = derived(move || {
        let matrix = training
            .block
            .with(|view| view.as_ref().and_then(|view| matrix(view, &rows.get())));
        let matrix = matrix.unwrap_or_else(|| Matrix::zeros(1, 1));
        Scene::Heatmap {
            range: Range::around(&matrix),
            matrix,
            transposed: false,
            keep: None,
            labels: Some(Labels {
                rows: rows.get().into_iter().map(name).collect(),
                cols: Vec::new(),
                digits: 2,
            }),
        }
    });
    let height = derived(move || (rows.with(Vec::len) as u32 + 1) * ROW);
    let title = say!(block.stream);
    let body = move || view! { <Table rows=rows/> }.into_any();
    view! {
        <section class="stream">
            <h4>{title}</h4>
            <p class="lead">{say!(block.stream_note)}</p>
            <Picture scene=scene label=title height=height class="bars"/>
            <Export rows=rows/>
            <Fold name="stream".to_owned() title=say!(block.as_table) body=Box::new(body)/>
        </section>
    }
}

#[component]
fn Table(rows: Signal<Vec<Station>>) -> impl IntoView {
    let training = training();
    let lines = derived(move || {
        training.block.with(|view| {
            view.as_ref()
                .map(|view| table(view, &rows.get()))
                .unwrap_or_default()
        })
    });
    view! { <div class="scroll"><table class="cells" data-stream="" aria-label=say!(block.stream)><tbody inner_html=lines></tbody></table></div> }
}

/// A short name of a row of the stream.
pub fn name(station: Station) -> String {
    match station.layer {
        None => tr!(block.start),
        Some(layer) => tr!(block.after, number = layer + 1),
    }
}

/// The numbers of those places.
pub fn matrix(view: &BlockView, rows: &[Station]) -> Option<Matrix> {
    let width = rows.first()?.width;
    let numbers: Vec<f32> = rows
        .iter()
        .flat_map(|row| numbers::values(view, *row).unwrap_or_default())
        .copied()
        .collect();
    Matrix::new(rows.len(), width, numbers).ok()
}

/// The cells lead to their explanation like those of the stations.
fn table(view: &BlockView, rows: &[Station]) -> String {
    let line = |row: &Station| {
        let (key, layer) = (
            row.part.key(),
            row.layer
                .map(|layer| format!("data-layer=\"{layer}\""))
                .unwrap_or_default(),
        );
        let cell = |(col, value): (usize, &f32)| {
            let attributes = format!(
                "data-part=\"{key}\" {layer} data-col=\"{col}\" tabindex=\"{}\"",
                if col == 0 { 0 } else { -1 }
            );
            markup::element("td", &attributes, &shown(*value, DIGITS))
        };
        let cells = numbers::values(view, *row)
            .unwrap_or_default()
            .iter()
            .enumerate()
            .map(cell);
        markup::row(
            "",
            markup::element("th", "scope=\"row\"", &name(*row)),
            cells,
        )
    };
    rows.iter().map(line).collect()
}
