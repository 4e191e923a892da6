//! One head, large: as a map or as lines, what it was measured to do, the strongest links of a token, why a query
//! fits a key, and the ways to take it out or to open it in the attention lesson.

mod links;
mod map;
mod opening;
mod out;
mod predict;
mod row;
mod why;

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::{Inspector, inspector, words};
use crate::building::in_its_turn;
use crate::language::shown;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::text::{following, say, tr};
use links::Strongest;
use map::{LinesPicture, MOST_LINES, MapPicture};
pub use out::effect;

/// The card.
#[component]
pub fn HeadCard() -> impl IntoView {
    let inspector = inspector();
    let at = inspector.large;
    let asks = move || !inspector.notebook.get();
    // While somebody is to say where it looks, nothing says it.
    let seen = move || !inspector.guessing.covers(at.get());
    view! {
        <section class="card re-head" data-active="" data-onward="" tabindex="-1" aria-label=say!(models.this_head)>
            <div class="row">
                <h3>{following(move || words::head(at.get()))}</h3>
                <span class="re-does">{following(move || does(inspector, at.get()))}</span>
                <span class="spring"></span>
                <View/>
            </div>
            {shown_while(asks, || in_its_turn(|| view! { <out::Out/> }.into_any()))}
            <predict::Predict/>
            {shown_while(seen, || view! { <Seen/> }.into_any())}
        </section>
    }
}

/// The head's numbers.
#[component]
fn Seen() -> impl IntoView {
    let inspector = inspector();
    let lines = memo(move || {
        let few = inspector.tokens.with(|all| all.len() <= MOST_LINES);
        few && inspector.view.with(|view| view.lines)
    });
    let asks = move || !inspector.notebook.get();
    let vectors = move || {
        inspector
            .card
            .with(|own| own.as_ref().is_some_and(|own| own.d_head > 0))
    };
    view! {
        {in_its_turn(move || part(move || match lines.get() {
            true => view! { <LinesPicture/> }.into_any(),
            false => view! { <MapPicture/> }.into_any(),
        }).into_any())}
        {in_its_turn(|| view! { <Strongest/> }.into_any())}
        {in_its_turn(|| view! { <why::Why/> }.into_any())}
        {shown_while(asks, || in_its_turn(|| view! { <row::Row/> }.into_any()))}
        {shown_while(vectors, || view! { <div class="row"><opening::Open/></div> }.into_any())}
    }
}

/// What it was measured to do, beside chance.
pub fn does(inspector: Inspector, at: (usize, usize)) -> String {
    if inspector.guessing.covers(at) {
        return String::new();
    }
    let Some((pattern, score, probed)) = words::measured(inspector, at) else {
        return tr!(models.does_nothing);
    };
    let name = words::pattern(pattern).0;
    let (found, chance) = (shown(score.found, 2), shown(score.chance, 2));
    match probed {
        true => tr!(models.does, name = name, found = found, chance = chance),
        false => tr!(
            models.does_here,
            name = name,
            found = found,
            chance = chance
        ),
    }
}

/// A map, or lines where there are not too many tokens for them.
#[component]
fn View() -> impl IntoView {
    let inspector = inspector();
    let lines = memo(move || inspector.view.with(|view| view.lines));
    let many = derived(move || inspector.tokens.with(|all| all.len() > MOST_LINES));
    let choice = move |name: &'static str, own: bool, words: Signal<String>| {
        let choose = move |_| {
            inspector.own(Change::Lines(own));
        };
        view! {
            <button type="button" data-view=name aria-pressed=derived(move || (lines.get() == own).to_string())
                disabled=derived(move || own && many.get()) on:click=on(choose)>
                {words}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label=say!(head.view)>
            {choice("map", false, say!(head.map))}
            {choice("lines", true, say!(head.lines))}
        </div>
        {shown_while(move || many.get(), || view! { <p class="caption-line">{say!(models.lines_limit, most = MOST_LINES)}</p> }.into_any())}
    }
}
