//! The tokens as buttons: pointing at one shows whom it looks at and who looks at it, a click
//! keeps that. Two bars in each say the same of the token in focus.

use leptos::html;
use leptos::prelude::*;

use super::super::gallery::numbers::placed;
use super::Shown;
use crate::browser::focus;
use crate::plot::colours;
use crate::reactive::{derived, on, part};
use crate::screen::screen;
use crate::text::{following, say, tr};

/// The row of tokens, one stop for Tab, and what a click on them does.
#[component]
pub fn Tokens(shown: Shown) -> impl IntoView {
    let row = NodeRef::<html::Div>::new();
    focus::rove(row);
    let token =
        move |(index, name): (usize, String)| view! { <Token shown=shown index=index name=name/> };
    view! {
        <div class="head-tokens" node_ref=row role="group" aria-label=say!(head.tokens)>
            {part(move || shown.tokens.get().into_iter().enumerate().map(token).collect_view().into_any())}
        </div>
        <p class="caption-line" data-pinned="">{following(move || hint(shown))}</p>
    }
}

fn hint(shown: Shown) -> String {
    match shown.pinned.get() {
        Some(place) => tr!(head.pinned, token = shown.name_of(place)),
        None => tr!(head.hint),
    }
}

#[component]
fn Token(shown: Shown, index: usize, name: String) -> impl IntoView {
    let dark = screen().dark;
    let colour = move |token: usize| colours::css(colours::token(token, dark.get()));
    let style = derived(move || {
        let own = colour(index);
        match shown.token.get() {
            None => format!("--token:{own}"),
            Some(looking) => format!(
                "--token:{own};--focus:{};--looks:{};--seen:{}",
                colour(looking),
                shown.weight(looking, index),
                shown.weight(index, looking)
            ),
        }
    });
    let pressed = derived(move || (shown.pinned.get() == Some(index)).to_string());
    let lit = derived(move || {
        let in_cell = shown
            .cell
            .get()
            .is_some_and(|(query, key)| query == index || key == index);
        in_cell || shown.token.get() == Some(index)
    });
    view! {
        <button type="button" class="token-button" data-token=index tabindex=focus::stop(index == 0) style=style aria-pressed=pressed class:lit=lit
            on:pointerenter=on(move |_| shown.point(Some(index))) on:pointerleave=on(move |_| shown.point(None))
            on:focus=on(move |_| shown.point(Some(index))) on:blur=on(move |_| shown.point(None))
            on:click=on(move |_| shown.pin(index))>
            {placed(&name, index)}
        </button>
    }
}
