//! The field that opens over a computed cell to override it.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::{Command, Edit};
use lesson::core::number;
use lesson::core::problem::quoted;
use lesson::core::table::{Cell, TableId as Name};

use crate::browser::cells;
use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{effect, memo, on, part};
use crate::shell::{Place, Shell, shell};
use crate::text::tr;

page_part!(FIELD in editing: fn(Cell) -> AnyView = |cell| view! { <Field cell=cell/> }.into_any());

/// Shown while a cell of `name` is being overridden, exactly over it.
#[component]
pub fn OverrideField(name: Name) -> impl IntoView {
    let shell = shell();
    let here = memo(move || shell.overriding.get().filter(|cell| cell.name == name));
    let fetched = Fetched::of(FIELD);
    effect(move || {
        if here.get().is_some() {
            fetched.want();
        }
    });
    part(move || match here.get() {
        Some(cell) => fetched.view(move |field| field(cell)).into_any(),
        None => ().into_any(),
    })
}

#[component]
fn Field(cell: Cell) -> impl IntoView {
    let shell = shell();
    let value = untrack(|| shell.value(cell)).unwrap_or(0.0);
    let field = NodeRef::<html::Input>::new();
    effect(move || {
        if let Some(input) = field.get() {
            input.set_value(&number::localised(number::shortest(value)));
            let _ = input.focus();
            input.select();
        }
    });
    let label = tr!(cell.override_label, cell = shell.meta.symbol(cell));
    view! {
        <input
            class="override" type="text" autocomplete="off" aria-label=label data-override=""
            node_ref=field style=cells::over(shell.meta, cell)
            on:keydown=on(move |event| key(shell, cell, &event))
            on:blur=on(move |event| {
                // Closing removes the field, which blurs it once more.
                if shell.overriding.get_untracked() == Some(cell) {
                    take(shell, cell, &event_target_value(&event), false);
                }
            })
        />
    }
}

fn key(shell: Shell, cell: Cell, event: &KeyboardEvent) {
    event.stop_propagation();
    match event.key().as_str() {
        "Enter" => take(shell, cell, &event_target_value(event), true),
        "Escape" => close(shell, cell),
        _ => {}
    }
}

/// Overrides the cell if the text is a number that differs; a refused text stays in the open field.
fn take(shell: Shell, cell: Cell, text: &str, stay: bool) {
    let before = untrack(|| shell.value(cell));
    match number::parse(text) {
        Ok(value) if Some(value) != before => {
            if shell.try_run(
                Command::Edit(Edit::Set(cell, value)),
                Place::Cell(cell),
                None,
            ) {
                shell.run(Command::Settle);
                close(shell, cell);
            }
        }
        Ok(_) => close(shell, cell),
        Err(why) => {
            shell.complain(Place::Cell(cell), Problem::Number(why, quoted(text)));
            if !stay {
                close(shell, cell);
            }
        }
    }
}

fn close(shell: Shell, cell: Cell) {
    shell.overriding.set(None);
    cells::focus(shell.meta, cell);
}
