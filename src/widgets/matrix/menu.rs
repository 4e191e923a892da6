//! What can be done to a whole typed matrix: fill, copy, paste.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::head::fill::Fill;
use lesson::{Command, Name, core::paste};

use super::blocks::numbers;
use crate::browser::{clipboard, menus};
use crate::reactive::{derived, on};
use crate::state::{Lab, Place, lab};
use crate::text::{self, say};

/// The menu behind the "⋯" of a typed matrix.
#[component]
pub fn MatrixMenu(name: Name) -> impl IntoView {
    let lab = lab();
    let seed = RwSignal::new(1u32);
    let dialog = NodeRef::<html::Dialog>::new();
    let fill = move |fill| {
        lab.try_run(Command::Fill(name, fill), Place::Matrix(name), None);
    };
    let random = move |_| {
        fill(Fill::Random(seed.get_untracked()));
    };
    view! {
        <details class="menu" data-menu=name.key()>
            <summary aria-label=say!(matrix.menu, name = text::matrix(name))>"⋯"</summary>
            <div class="menu-items" on:click=on(move |event: ev::MouseEvent| menus::close_after_choice(&event))>
                <button type="button" on:click=on(move |_| fill(Fill::Zeros))>{say!(edit.zeros)}</button>
                <button type="button" on:click=on(move |_| fill(Fill::Identity))>{say!(edit.identity)}</button>
                <button type="button" on:click=on(move |_| fill(Fill::OneHot))>{say!(edit.one_hot)}</button>
                <span class="row">
                    <button type="button" on:click=on(random)>{say!(edit.random)}</button>
                    <input
                        type="number" min="0" aria-label=say!(edit.seed) prop:value=derived(move || seed.get())
                        on:input=on(move |event| {
                            if let Ok(number) = event_target_value(&event).parse() {
                                seed.set(number);
                            }
                        })
                    />
                </span>
                <button type="button" on:click=on(move |_| copy(lab, name))>{say!(edit.copy)}</button>
                <button type="button" on:click=on(move |_| open(dialog))>{say!(edit.paste)}</button>
            </div>
            <PasteDialog name=name dialog=dialog/>
        </details>
    }
}

#[component]
fn PasteDialog(name: Name, dialog: NodeRef<html::Dialog>) -> impl IntoView {
    let lab = lab();
    let text = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let apply = move |_| {
        let rows = paste::parse(&text.read_untracked());
        match rows.and_then(|rows| lab.attempt(Command::Replace(name, rows))) {
            Ok(()) => {
                problem.set(None);
                close(dialog);
            }
            Err(wrong) => problem.set(Some(text::problem(&wrong, None))),
        }
    };
    view! {
        <dialog node_ref=dialog class="paste" aria-label=say!(edit.paste_title, name = text::matrix(name))>
            <p>{say!(edit.paste_help)}</p>
            <textarea
                rows="8" cols="40" spellcheck="false" data-paste=name.key() aria-label=say!(edit.paste_help)
                prop:value=derived(move || text.get()) on:input=on(move |event| text.set(event_target_value(&event)))
            ></textarea>
            <p class="problem" role="alert">{derived(move || problem.get())}</p>
            <div class="row">
                <button type="button" class="primary" on:click=on(apply)>
                    {say!(edit.paste_apply, name = text::matrix(name))}
                </button>
                <button type="button" on:click=on(move |_| close(dialog))>{say!(edit.cancel)}</button>
            </div>
        </dialog>
    }
}

fn open(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        let _ = dialog.show_modal();
    }
}

fn close(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}

fn copy(lab: Lab, name: Name) {
    let (rows, cols) = lab.document.with_untracked(|d| d.shape(name));
    let all = numbers(lab, name, (0, rows - 1), (0, cols - 1));
    clipboard::copy(paste::to_tsv(&all), |_| {});
}
