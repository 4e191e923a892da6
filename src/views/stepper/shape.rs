//! Tokens and sizes: add, remove, rename, reorder; d_k, d_v, d_model.

use leptos::prelude::*;
use lesson::Source;
use lesson::head::change::Change;
use lesson::head::tokens::{Dimension, Side};

use crate::page_part;
use crate::parts::Menu;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::state::{Lab, Place, lab};
use crate::text::{say, tr};
use crate::widgets::notice::PlaceNotice;

page_part!(PANEL in editing: fn(()) -> AnyView = |()| view! { <Panel/> }.into_any());

/// The panel behind "Tokens and sizes".
#[component]
pub fn Shape() -> impl IntoView {
    let Menu { opened, inside } = Menu::of(PANEL, ());
    view! {
        <details class="menu shape" data-control="shape" on:toggle=opened>
            <summary>{say!(control.shape)}</summary>
            <div class="menu-items">{inside}</div>
        </details>
    }
}

#[component]
fn Panel() -> impl IntoView {
    let lab = lab();
    let cross = memo(move || lab.document.with(|d| d.keys.is_some()));
    let projected = memo(move || lab.document.with(|d| d.source == Source::Projected));
    view! {
        <PlaceNotice place=Place::Shape/>
        <div class="columns">
            <Tokens side=Side::Queries/>
            {shown_while(move || cross.get(), move || view! { <Tokens side=Side::Keys/> }.into_any())}
            <div class="sizes">
                <Size name="d_k" dimension=Dimension::Dk/>
                <Size name="d_v" dimension=Dimension::Dv/>
                {shown_while(move || projected.get(), move || view! { <Size name="d_model" dimension=Dimension::DModel/> }.into_any())}
            </div>
        </div>
    }
}

fn run(lab: Lab, change: Change) {
    lab.change(change, Place::Shape);
}

#[component]
fn Tokens(side: Side) -> impl IntoView {
    let lab = lab();
    let tokens = memo(move || lab.document.with(|d| d.tokens(side).to_vec()));
    let count = memo(move || tokens.with(Vec::len));
    let title = derived(
        move || match (side, lab.document.with(|d| d.keys.is_some())) {
            (Side::Keys, _) => tr!(edit.tokens_keys),
            (Side::Queries, true) => tr!(edit.tokens_queries),
            (Side::Queries, false) => tr!(edit.tokens_self),
        },
    );
    let add = move |_| run(lab, Change::AddToken(side, tr!(edit.token_new)));
    view! {
        <fieldset class="tokens" data-tokens=if side == Side::Keys { "keys" } else { "queries" }>
            <legend>{title}</legend>
            <ol>
                {part(move || {
                    let line = |index| view! { <TokenLine side=side index=index tokens=tokens/> };
                    (0..count.get()).map(line).collect_view().into_any()
                })}
            </ol>
            <button type="button" data-action="add-token" on:click=on(add)>{say!(edit.token_add)}</button>
        </fieldset>
    }
}

#[component]
fn TokenLine(side: Side, index: usize, tokens: Memo<Vec<String>>) -> impl IntoView {
    let lab = lab();
    let name = move || tokens.with(|tokens| tokens.get(index).cloned().unwrap_or_default());
    let rename = move |text| run(lab, Change::RenameToken(side, index, text));
    let up = move |_| run(lab, Change::MoveToken(side, index, index.saturating_sub(1)));
    let down = move |_| run(lab, Change::MoveToken(side, index, index + 1));
    let remove = move |_| run(lab, Change::RemoveToken(side, index));
    view! {
        <li class="row">
            <input
                type="text" maxlength="40" aria-label=say!(edit.token_name, index = index + 1)
                prop:value=name on:change=on(move |event| rename(event_target_value(&event)))
            />
            <button type="button" aria-label=say!(edit.token_up, token = name()) on:click=on(up)>"↑"</button>
            <button type="button" aria-label=say!(edit.token_down, token = name()) on:click=on(down)>"↓"</button>
            <button type="button" aria-label=say!(edit.token_remove, token = name()) on:click=on(remove)>"×"</button>
        </li>
    }
}

#[component]
fn Size(name: &'static str, dimension: Dimension) -> impl IntoView {
    let lab = lab();
    let size = memo(move || {
        lab.document.with(|d| match dimension {
            Dimension::Dk => d.d_k(),
            Dimension::Dv => d.d_v(),
            Dimension::DModel => d.d_model(),
        })
    });
    let set = move |size: usize| run(lab, Change::Resize(dimension, size));
    view! {
        <div class="row size" data-size=name>
            <span class="name">{name}</span>
            <button type="button" aria-label=say!(edit.fewer, name = name)
                on:click=on(move |_| set(size.get_untracked() - 1))>"−"</button>
            <output>{derived(move || size.get())}</output>
            <button type="button" aria-label=say!(edit.more, name = name)
                on:click=on(move |_| set(size.get_untracked() + 1))>"+"</button>
        </div>
    }
}
