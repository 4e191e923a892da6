//! A dialog over the page, whose inside is a part that is fetched when it is opened first.

use leptos::ev;
use leptos::html;
use leptos::prelude::*;

use crate::parts::Fetched;
use crate::reactive::{effect, on};
use crate::text::say;

/// What tells one dialog from another.
#[derive(Clone, Copy)]
pub struct Named {
    /// The name of its class, and the beginning of its title's id.
    pub name: &'static str,
    /// The action of its button that closes it.
    pub close: &'static str,
    /// What it is called.
    pub title: Signal<String>,
    /// What is said when its inside cannot be fetched.
    pub missing: fn() -> Signal<String>,
}

/// The dialog; `opened` counts how often it was opened. A link that is followed in it closes it.
pub fn modal(named: Named, opened: RwSignal<usize>, inside: Fetched<fn() -> AnyView>) -> AnyView {
    let dialog = NodeRef::<html::Dialog>::new();
    effect(move || {
        if opened.get() == 0 {
            return;
        }
        if let Some(dialog) = dialog.get_untracked() {
            let _ = dialog.show_modal();
        }
        inside.want();
    });
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let left = window_event_listener(ev::hashchange, move |_| close());
    on_cleanup(move || left.remove());
    // The lesson behind it has keys of its own.
    let keep = move |event: ev::KeyboardEvent| event.stop_propagation();
    let Named { name, title, .. } = named;
    let (id, labelled) = (format!("{name}-title"), format!("{name}-title"));
    view! {
        <dialog node_ref=dialog class=name aria-labelledby=labelled on:keydown=on(keep)>
            <div class="dialog-head">
                <h2 id=id>{title}</h2>
                <button type="button" data-action=named.close on:click=on(move |_| close())>{say!(share.close)}</button>
            </div>
            {inside.view_or(named.missing, |view| view())}
        </dialog>
    }
    .into_any()
}
