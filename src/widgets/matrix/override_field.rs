//! The field that opens over a computed cell to override it.

use html_escape::encode_double_quoted_attribute;
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::{Command, Edit};
use lesson::core::number;
use lesson::core::problem::quoted;
use lesson::core::table::{Cell, TableId as Name};
use wasm_bindgen::JsCast;

use crate::browser::{cells, fields, listening};
use crate::reactive::{effect, memo, part};
use crate::shell::{Place, Shell, shell};
use crate::text::tr;

/// Shown while a cell of `name` is being overridden, exactly over it. Not a part: the key that opens it is the first
/// letter of what is typed.
#[component]
pub fn OverrideField(name: Name) -> impl IntoView {
    let shell = shell();
    let here = memo(move || shell.overriding.get().filter(|cell| cell.name == name));
    part(move || {
        here.get()
            .map(|cell| view! { <Field cell=cell/> })
            .into_any()
    })
}

/// As markup that is heard as a table is: an element of a view with its handlers would be twice the code.
#[component]
fn Field(cell: Cell) -> impl IntoView {
    let shell = shell();
    let value = untrack(|| shell.value(cell)).unwrap_or(0.0);
    let place = NodeRef::<html::Div>::new();
    listening::hear(place, &["keydown", "focusout"], move |kind, event| {
        if kind == "keydown" {
            key(shell, cell, event.unchecked_ref());
        } else if shell.overriding.get_untracked() == Some(cell) {
            // Closing removes the field, which takes the focus from it once more.
            take(shell, cell, &event_target_value(event), false);
        }
    });
    effect(move || {
        if let Some(place) = place.get() {
            fields::begin(&place, &number::typed(value));
        }
    });
    let label = tr!(cell.override_label, cell = shell.meta.symbol(cell));
    let field = format!(
        "<input class=\"override\" type=\"text\" autocomplete=\"off\" data-override=\"\" \
         style=\"{}\" aria-label=\"{}\">",
        cells::over(shell.meta, cell),
        encode_double_quoted_attribute(&label)
    );
    view! { <div class="override-place" node_ref=place inner_html=field></div> }
}

fn key(shell: Shell, cell: Cell, event: &KeyboardEvent) {
    event.stop_propagation();
    match event.key().as_str() {
        "Enter" => take(shell, cell, &event_target_value(event), true),
        "Escape" => close(shell, cell, true),
        _ => {}
    }
}

/// Overrides the cell if the text is a number that differs. By a key one stays: a refused text in the open field, else
/// in the cell; who goes elsewhere does so.
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
                close(shell, cell, stay);
            }
        }
        Ok(_) => close(shell, cell, stay),
        Err(why) => {
            shell.complain(Place::Cell(cell), Problem::Number(why, quoted(text)));
            if !stay {
                close(shell, cell, false);
            }
        }
    }
}

fn close(shell: Shell, cell: Cell, stay: bool) {
    shell.overriding.set(None);
    if stay {
        cells::focus(shell.meta, cell);
    }
}
