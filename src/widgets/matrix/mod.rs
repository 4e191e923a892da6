//! A matrix as a table over its heatmap: inputs where the user types, cells where it is computed.
//!
//! The table is the figure's twin for keyboards and screen readers and the place of editing at
//! once; the canvas under it is the drawing. Events are handled once for the whole table.

mod blocks;
mod events;
mod menu;
mod override_field;
mod pointing;
mod scene;
mod shown;
mod structure;
mod typing;

use leptos::html;
use leptos::prelude::*;
use lesson::core::table::{Cell, TableId as Name};

use crate::browser::cells::{self, Shown};
use crate::browser::page;
use crate::language;
use crate::plot::Scene;
use crate::reactive::{derived, effect, memo, shown_while};
use crate::shell::{Shell, shell};
use crate::text::{self, following, tr};
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
    let (sheet, table) = (NodeRef::<html::Div>::new(), NodeRef::<html::Table>::new());
    events::hear(shell, name, transposed, sheet);
    keep_cells_written(name, transposed, structure, table);
    let key = shell.table(name).key;
    let typed = memo(move || structure.with(|s| s.typed));
    let label = following(move || table_label(shell, name, structure.with(|s| s.shape)));
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
                <div class="sheet" node_ref=sheet>
                    <Under scene=scene/>
                    <table
                        data-matrix=derived(move || (!typed.get()).then_some(key))
                        data-inputs=derived(move || typed.get().then_some(key))
                        aria-label=label node_ref=table
                    ></table>
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

/// What a table in the page was built and written for.
#[derive(Default)]
struct Written {
    structure: Option<Structure>,
    cells: Vec<Shown>,
    afresh: u32,
}

/// Builds the table when its structure changes, and writes the numbers into it whenever they change, only those that
/// did; all of them into a table that was built anew. Tables that do not stand in the figure follow after the
/// frame.
fn keep_cells_written(
    name: Name,
    transposed: bool,
    structure: Memo<Structure>,
    table: NodeRef<html::Table>,
) {
    let (shell, pending) = (shell(), StoredValue::new(false));
    let standing = use_context::<Standing>();
    let written = StoredValue::new(Written::default());
    let write = move || {
        let Some(table) = table.get_untracked() else {
            return;
        };
        let after = untrack(|| shown::all(shell, name, transposed));
        let (structure, afresh) = (structure.get_untracked(), shell.afresh.get_untracked());
        let mut built = false;
        written.update_value(|written| {
            if written.structure.as_ref() != Some(&structure) {
                cells::build(&table, &untrack(|| structure.markup(shell, name)));
                *written = Written::default();
                built = true;
            }
            if written.afresh != afresh {
                written.cells.clear();
            }
            cells::write(&table, &written.cells, &after);
            *written = Written {
                structure: Some(structure),
                cells: after,
                afresh,
            };
        });
        if built {
            shell.built.update(|count| *count += 1);
        }
    };
    effect(move || {
        table.track();
        structure.track();
        shell.numbers.track();
        // What stands without the edits is computed only where the difference is shown.
        if shell.look.get().1 {
            shell.unedited.track();
        }
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
    relabel(name, table);
}

/// Says the names of the cells that are typed into in another language, and leaves what stands in them.
fn relabel(name: Name, table: NodeRef<html::Table>) {
    let shell = shell();
    let first = StoredValue::new(true);
    effect(move || {
        language::track();
        if first.get_value() {
            return first.set_value(false);
        }
        if let Some(table) = table.get_untracked() {
            cells::relabel(&table, |row, col| {
                untrack(|| structure::input_label(shell, Cell::new(name, row, col)))
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
