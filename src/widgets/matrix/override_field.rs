//! The field that opens over a computed cell to override it.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lesson::core::number;
use lesson::core::problem::quoted;
use lesson::{Cell, Command, Name, Problem, lessons::stepper::arithmetic};

use crate::browser::cells;
use crate::reactive::{effect, on};
use crate::state::{Lab, Place, lab};
use crate::text::tr;

/// Shown while a cell of `name` is being overridden, exactly over it.
#[component]
pub fn OverrideField(name: Name) -> impl IntoView {
    let lab = lab();
    let here = move || lab.overriding.get().filter(|cell| cell.name == name);
    move || here().map(|cell| view! { <Field cell=cell/> })
}

#[component]
fn Field(cell: Cell) -> impl IntoView {
    let lab = lab();
    let value = lab
        .trace
        .with_untracked(|trace| trace.value(cell))
        .unwrap_or(0.0);
    let field = NodeRef::<html::Input>::new();
    effect(move || {
        if let Some(input) = field.get() {
            input.set_value(&number::localised(number::shortest(value)));
            let _ = input.focus();
            input.select();
        }
    });
    let label = tr!(cell.override_label, cell = arithmetic::symbol(cell));
    view! {
        <input
            class="override" type="text" autocomplete="off" aria-label=label data-override=""
            node_ref=field style=cells::over(cell)
            on:keydown=on(move |event| key(lab, cell, &event))
            on:blur=on(move |event| {
                // Closing removes the field, which blurs it once more.
                if lab.overriding.get_untracked() == Some(cell) {
                    take(lab, cell, &event_target_value(&event), false);
                }
            })
        />
    }
}

fn key(lab: Lab, cell: Cell, event: &KeyboardEvent) {
    event.stop_propagation();
    match event.key().as_str() {
        "Enter" => take(lab, cell, &event_target_value(event), true),
        "Escape" => close(lab, cell),
        _ => {}
    }
}

/// Overrides the cell if the text is a number that differs; a refused text stays in the open field.
fn take(lab: Lab, cell: Cell, text: &str, stay: bool) {
    let before = lab.trace.with_untracked(|trace| trace.value(cell));
    match number::parse(text) {
        Ok(value) if Some(value) != before => {
            if lab.try_run(Command::Edit(cell, value), Place::Cell(cell), None) {
                lab.run(Command::Settle);
                close(lab, cell);
            }
        }
        Ok(_) => close(lab, cell),
        Err(why) => {
            lab.complain(Place::Cell(cell), Problem::Number(why, quoted(text)));
            if !stay {
                close(lab, cell);
            }
        }
    }
}

fn close(lab: Lab, cell: Cell) {
    lab.overriding.set(None);
    cells::focus(cell);
}
