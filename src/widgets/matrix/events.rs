//! What is done to the cells of a table, heard once for all of them.

use leptos::ev::{ClipboardEvent, Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use lesson::core::table::TableId as Name;
use wasm_bindgen::JsCast;

use super::{blocks, pointing, typing};
use crate::browser::{focus, listening};
use crate::shell::Shell;

/// All that is heard.
const KINDS: [&str; 19] = [
    "pointerover",
    "pointerleave",
    "pointerdown",
    "mouseup",
    "pointermove",
    "pointerup",
    "pointercancel",
    "click",
    "dblclick",
    "focusin",
    "focusout",
    "keydown",
    "input",
    "change",
    "dragstart",
    "drop",
    "copy",
    "cut",
    "paste",
];

/// Does what is asked of the table in the element.
pub fn hear(shell: Shell, name: Name, transposed: bool, sheet: NodeRef<html::Div>) {
    let (drag, entered) = (StoredValue::new(None), StoredValue::new(false));
    listening::hear(sheet, &KINDS, move |kind, event: &Event| match kind {
        "pointerover" => pointing::over(shell, name, event.unchecked_ref::<PointerEvent>(), drag),
        "pointerdown" => {
            let event = event.unchecked_ref();
            entered.set_value(pointing::enters(event));
            pointing::down(shell, name, event, drag);
        }
        "mouseup" => {
            pointing::let_go(event.unchecked_ref::<MouseEvent>(), entered.get_value());
        }
        "pointermove" => pointing::moved(shell, event.unchecked_ref(), drag),
        "pointerup" | "pointercancel" => pointing::up(shell, drag),
        // What can be done to a cell stands in its card: on the way there it is still the cell that is read.
        "focusout" if focus::goes_into(event, ".inspector") => {}
        "pointerleave" | "focusout" => shell.hovered.set(None),
        "click" => pointing::click(shell, name, event.unchecked_ref()),
        "dblclick" => pointing::double_click(shell, name, event.unchecked_ref()),
        "focusin" => typing::focused(shell, name, event.unchecked_ref::<FocusEvent>()),
        "keydown" => {
            typing::key(
                shell,
                name,
                transposed,
                event.unchecked_ref::<KeyboardEvent>(),
            );
        }
        "input" => typing::typed(shell, name, event),
        "change" => typing::finished(shell, name, event),
        "copy" | "cut" => {
            let event = event.unchecked_ref::<ClipboardEvent>();
            blocks::copied(shell, name, transposed, event, kind == "cut");
        }
        "paste" => blocks::pasted(shell, name, transposed, event),
        _ => event.prevent_default(),
    });
}
