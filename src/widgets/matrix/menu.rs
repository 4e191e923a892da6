//! What can be done to a whole typed matrix: fill, copy, paste.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::{Command, Edit};
use lesson::core::fill::Fill;
use lesson::core::paste;
use lesson::core::table::TableId as Name;

use super::blocks::numbers;
use crate::browser::{clipboard, menus};
use crate::page_part;
use crate::parts::Menu;
use crate::reactive::{derived, on};
use crate::shell::{Place, Shell, shell};
use crate::text::{self, say};

page_part!(ITEMS in editing: fn(Name) -> AnyView = |name| view! { <Items name=name/> }.into_any());

/// The menu behind the "⋯" of a typed matrix.
#[component]
pub fn MatrixMenu(name: Name) -> impl IntoView {
    let shell = shell();
    let Menu { opened, inside } = Menu::of(ITEMS, name);
    view! {
        <details class="menu" data-menu=shell.table(name).key on:toggle=opened>
            <summary aria-label=say!(matrix.menu, name = shell.called(name))>"⋯"</summary>
            {inside}
        </details>
    }
}

#[component]
fn Items(name: Name) -> impl IntoView {
    let shell = shell();
    let seed = RwSignal::new(1u32);
    let dialog = NodeRef::<html::Dialog>::new();
    let fill = move |fill| {
        shell.try_run(
            Command::Edit(Edit::Fill(name, fill)),
            Place::Matrix(name),
            None,
        );
    };
    let random = move |_| {
        fill(Fill::Random(seed.get_untracked()));
    };
    view! {
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
                <button type="button" on:click=on(move |_| copy(shell, name))>{say!(edit.copy)}</button>
                <button type="button" on:click=on(move |_| open(dialog))>{say!(edit.paste)}</button>
        </div>
        <PasteDialog name=name dialog=dialog/>
    }
}

#[component]
fn PasteDialog(name: Name, dialog: NodeRef<html::Dialog>) -> impl IntoView {
    let shell = shell();
    let text = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let apply = move |_| {
        let rows = paste::parse(&text.read_untracked());
        match rows.and_then(|rows| shell.attempt(Command::Edit(Edit::Replace(name, rows)))) {
            Ok(()) => {
                problem.set(None);
                close(dialog);
            }
            Err(wrong) => problem.set(Some(text::problem(&wrong, None))),
        }
    };
    // The lesson behind it has keys of its own.
    let keep = move |event: ev::KeyboardEvent| event.stop_propagation();
    view! {
        <dialog node_ref=dialog class="paste" on:keydown=on(keep) aria-label=say!(edit.paste_title, name = shell.called(name))>
            <p>{say!(edit.paste_help)}</p>
            <textarea
                rows="8" cols="40" spellcheck="false" data-paste=shell.table(name).key aria-label=say!(edit.paste_help)
                prop:value=derived(move || text.get()) on:input=on(move |event| text.set(event_target_value(&event)))
            ></textarea>
            <p class="problem" role="alert">{derived(move || problem.get())}</p>
            <div class="row">
                <button type="button" class="primary" on:click=on(apply)>
                    {say!(edit.paste_apply, name = shell.called(name))}
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

fn copy(shell: Shell, name: Name) {
    let shape = shell.lesson.with_untracked(|own| own.shape(name));
    let Some((rows, cols)) = shape.filter(|(rows, cols)| rows * cols > 0) else {
        return;
    };
    let all = numbers(shell, name, (0, rows - 1), (0, cols - 1));
    clipboard::copy(paste::to_tsv(&all), move |done| {
        if !done {
            shell.complain(Place::Matrix(name), Problem::CopyRefused);
        }
    });
}
