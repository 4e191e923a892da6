//! A matrix as a table over its heatmap: inputs where the user types, cells where it is computed.
//!
//! The table is the figure's twin for keyboards and screen readers and the place of editing at
//! once; the canvas under it is the drawing. Events are handled once for the whole table.

mod blocks;
mod menu;
mod override_field;
mod pointing;
mod scene;
mod shown;
mod structure;
mod typing;

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::core::table::TableId as Name;

use crate::browser::{cells, page};
use crate::plot::Scene;
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::shell::{Shell, shell};
use crate::text::{self, tr};
use crate::widgets::notice::MatrixNotice;
use crate::widgets::picture::Picture;
use menu::MatrixMenu;
use override_field::OverrideField;
pub use scene::{range, symbol};
use structure::Structure;

/// The table of `name`, typed or computed as the document has it.
#[component]
pub fn MatrixTable(
    /// Which matrix.
    name: Name,
    /// Draw it transposed (K above the scores); rows and columns keep their meaning.
    #[prop(optional)]
    transposed: bool,
    /// Show what its drawn rows stand for; readers are told in any case.
    #[prop(optional)]
    row_labels: bool,
    /// Show what its drawn columns stand for.
    #[prop(optional)]
    col_labels: bool,
) -> impl IntoView {
    let shell = shell();
    let structure = memo(move || Structure::of(shell, name, transposed));
    let body = NodeRef::<html::Tbody>::new();
    let drag = StoredValue::new(None);
    let entered = StoredValue::new(false);
    keep_cells_written(name, transposed, body);
    let scene = memo(move || scene::of(shell, name, transposed));
    let class = format!(
        "matrix hue-{}{}{}",
        shell.table(name).hue,
        if row_labels { " rows-labelled" } else { "" },
        if col_labels { " cols-labelled" } else { "" }
    );
    let size = derived(move || structure.with(|s| format!("--rows:{};--cols:{}", s.rows, s.cols)));
    view! {
        <div class=class style=size data-frame=shell.table(name).key>
            <Caption name=name transposed=transposed structure=structure/>
            <div class="field">
                <div
                    class="sheet"
                    on:pointerover=on(move |event| pointing::over(shell, name, &event, drag))
                    on:pointerleave=on(move |_| shell.hovered.set(None))
                    on:pointerdown=on(move |event| {
                        entered.set_value(pointing::enters(&event));
                        pointing::down(shell, name, &event, drag);
                    })
                    on:mouseup=on(move |event| pointing::let_go(&event, entered.get_value()))
                    on:pointermove=on(move |event| pointing::moved(shell, &event, drag))
                    on:pointerup=on(move |_| pointing::up(shell, drag))
                    on:pointercancel=on(move |_| pointing::up(shell, drag))
                    on:click=on(move |event| pointing::click(shell, name, &event))
                    on:dblclick=on(move |event| pointing::double_click(shell, name, &event))
                    on:focusin=on(move |event| typing::focused(shell, name, &event))
                    on:focusout=on(move |_| shell.hovered.set(None))
                    on:keydown=on(move |event| typing::key(shell, name, transposed, &event))
                    on:input=on(move |event| typing::typed(shell, name, &event))
                    on:change=on(move |event| typing::finished(shell, name, &event))
                    on:dragstart=on(|event: ev::DragEvent| event.prevent_default())
                    on:drop=on(|event: ev::DragEvent| event.prevent_default())
                    on:copy=on(move |event: ev::ClipboardEvent| blocks::copied(shell, name, transposed, &event, false))
                    on:cut=on(move |event: ev::ClipboardEvent| blocks::copied(shell, name, transposed, &event, true))
                    on:paste=on(move |event: ev::ClipboardEvent| blocks::pasted(shell, name, transposed, &event))
                >
                    <Under scene=scene/>
                    // Keyed, so that another structure is another table: cells are never reused.
                    <For each=move || [structure.get()] key=Structure::clone let:built>
                        {built.view(shell, name, body)}
                    </For>
                    <OverrideField name=name/>
                </div>
            </div>
            <MatrixNotice name=name/>
        </div>
    }
}

/// The heatmap under the cells: decoration, since the table over it holds the same numbers.
#[component]
fn Under(scene: Memo<Scene>) -> impl IntoView {
    view! { <Picture scene=scene label="" height=0 class="under"/> }
}

#[component]
fn Caption(name: Name, transposed: bool, structure: Memo<Structure>) -> impl IntoView {
    let shell = shell();
    let shape = derived(move || structure.with(|s| text::shape((s.rows, s.cols))));
    let typed = move || structure.with(|s| s.typed);
    view! {
        <div class="caption">
            <span class="symbol">{symbol(shell.table(name), transposed)}</span>
            <span class="called">{derived(move || shell.called(name))}</span>
            <span class="shape">{shape}</span>
            {shown_while(typed, move || view! { <MatrixMenu name=name/> }.into_any())}
        </div>
    }
}

/// Writes the numbers into the table whenever they change, and only those that did; all of them
/// into a table that was built anew. Tables that do not stand in the figure follow after the frame.
fn keep_cells_written(name: Name, transposed: bool, body: NodeRef<html::Tbody>) {
    let (shell, pending) = (shell(), StoredValue::new(false));
    let standing = use_context::<Standing>();
    let written = StoredValue::new_local((None, Vec::new()));
    let written_at = StoredValue::new(0u32);
    let write = move || {
        let Some(table) = body.get_untracked() else {
            return;
        };
        let after = untrack(|| shown::all(shell, name, transposed));
        written.update_value(|(old, before)| {
            if old.as_ref() != Some(&table)
                || written_at.get_value() != shell.afresh.get_untracked()
            {
                before.clear();
            }
            cells::write(&table, before, &after);
            (*old, *before) = (Some(table), after);
            written_at.set_value(shell.afresh.get_untracked());
        });
    };
    effect(move || {
        body.track();
        shell.numbers.track();
        shell.unedited.track();
        shell.look.track();
        shell.afresh.track();
        if standing.is_none_or(|standing| standing.0.run(name)) {
            write();
        } else if !pending.get_value() {
            pending.set_value(true);
            page::after_frame(move || {
                if pending.try_set_value(false).is_none() {
                    write();
                }
            });
        }
    });
}

/// Says of a table whether it stands in the figure now; those that do not are written after the frame.
/// A lesson that says nothing has all of them standing.
#[derive(Clone, Copy)]
pub struct Standing(pub Callback<Name, bool>);

/// What a screen reader calls the table.
fn table_label(shell: Shell, name: Name, shape: (usize, usize)) -> String {
    tr!(
        matrix.caption,
        symbol = symbol(shell.table(name), false),
        name = shell.called(name),
        rows = tr!(counted.rows, count = shape.0),
        cols = tr!(counted.columns, count = shape.1)
    )
}
