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
use crate::browser::spare;
use crate::building::piece;
use crate::language;
use crate::plot::Scene;
use crate::reactive::{derived, effect, memo, shown_while};
use crate::shell::{Shell, shell};
use crate::text::{self, following, tr};
use crate::widgets::markup::typeset;
use crate::widgets::notice::MatrixNotice;
use crate::widgets::picture::Picture;
pub use events::hear;
use menu::MatrixMenu;
use override_field::OverrideField;
pub use scene::{range, range_beside, symbol};
use structure::Structure;
pub use structure::input_label;

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
    piece(move || sheet_of(name, transposed, row_labels, col_labels))
}

fn sheet_of(name: Name, transposed: bool, row_labels: bool, col_labels: bool) -> AnyView {
    let shell = shell();
    let structure = memo(move || Structure::of(shell, name, transposed));
    let (sheet, table) = (NodeRef::<html::Div>::new(), NodeRef::<html::Table>::new());
    hear(shell, name, transposed, sheet);
    let standing = use_context::<Standing>();
    let stands = memo(move || standing.is_none_or(|standing| standing.0.run(name)));
    keep_cells_written(name, transposed, structure, table, stands);
    let key = shell.table(name).key;
    let typed = memo(move || structure.with(|s| s.typed));
    let label = following(move || {
        let drawn = structure.with(|s| (s.rows, s.cols));
        table_label(shell, name, transposed, drawn)
    });
    let scene = memo(move || match stands.get() {
        true => scene::of(shell, name, transposed),
        false => scene::nothing(),
    });
    let class = format!(
        "matrix hue-{}{}{}",
        shell.table(name).hue,
        if row_labels { " rows-labelled" } else { "" },
        if col_labels { " cols-labelled" } else { "" }
    );
    // The table that the step computes; a lesson with a figure of its own says it there.
    let active = memo(move || shell.lesson.with(|own| own.computes(own.place())) == Some(name));
    let active = derived(move || active.get().then_some(""));
    let one_column = derived(move || structure.with(|s| s.cols == 1));
    let size = derived(move || structure.with(|s| format!("--rows:{};--cols:{}", s.rows, s.cols)));
    view! {
        <div class=class class:one-column=one_column style=size data-frame=shell.table(name).key data-active=active>
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
    .into_any()
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
            <span class="symbol" inner_html=typeset(&symbol(shell.table(name), transposed))></span>
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
    /// Digits, difference and language: how the numbers were written.
    manner: Option<(u8, bool, &'static str)>,
}

/// Builds the table when its structure changes, and writes the numbers into it whenever they change, only those that
/// did; all of them into a table that was built anew. Tables that do not stand in the figure follow at the next rest.
fn keep_cells_written(
    name: Name,
    transposed: bool,
    structure: Memo<Structure>,
    table: NodeRef<html::Table>,
    stands: Memo<bool>,
) {
    let (shell, stale) = (shell(), StoredValue::new(false));
    let written = StoredValue::new(Written::default());
    let write = move || {
        let Some(table) = table.get_untracked() else {
            return;
        };
        if stale.get_value() {
            stale.set_value(false);
            cells::set_stale(&table, false);
        }
        let manner = untrack(|| {
            let (digits, difference) = shell.look.get();
            Some((digits, difference, language::current().code))
        });
        let after = written.with_value(|written| {
            let same = !matches!(manner, Some((_, true, _))) && written.manner == manner;
            let known = if same { &written.cells[..] } else { &[] };
            untrack(|| shown::all(shell, name, transposed, known))
        });
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
            cells::set_longest(&table, &written.cells, &after);
            *written = Written {
                structure: Some(structure),
                cells: after,
                afresh,
                manner,
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
        if stands.get() {
            write();
        } else if !stale.get_value() {
            stale.set_value(true);
            if let Some(table) = table.get_untracked() {
                cells::set_stale(&table, true);
            }
        }
    });
    effect(move || {
        if shell.rested.get() > 0 && stale.get_value() {
            spare::then(move || {
                if stale.try_get_value() == Some(true) {
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
                untrack(|| input_label(shell, Cell::new(name, row, col)))
            });
        }
    });
}

/// Says of a table whether it stands in the figure now; those that do not are written at the next rest.
/// A lesson that says nothing has all of them standing.
#[derive(Clone, Copy)]
pub struct Standing(pub Callback<Name, bool>);

/// What a screen reader calls the table, as it is drawn.
fn table_label(shell: Shell, name: Name, transposed: bool, shape: (usize, usize)) -> String {
    tr!(
        matrix.caption,
        symbol = symbol(shell.table(name), transposed),
        name = shell.called(name),
        rows = tr!(counted.rows, count = shape.0),
        cols = tr!(counted.columns, count = shape.1)
    )
}
