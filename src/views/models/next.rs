//! What could stand next, or of an encoder here: a bar each, with all heads and without those that are out.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::{Choice, Place};

use super::state::{Inspector, inspector};
use super::words::{head, placed, probability};
use super::write::Write;
use crate::browser::focus;
use crate::language::shown;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::text::{following, say, tr};

/// The card.
#[component]
pub fn Next() -> impl IntoView {
    let inspector = inspector();
    let (tokens, token) = (inspector.tokens, inspector.token);
    let causal = move || {
        inspector
            .card
            .with(|card| card.as_ref().is_none_or(|card| card.causal))
    };
    let title = following(move || {
        // The place that was told, not the one under the pointer.
        let place = inspector
            .place
            .with(|own| own.as_ref().map(|own| own.place));
        let place = place.unwrap_or_else(|| token.get());
        let token = tokens.with(|all| all.get(place).map(|own| placed(own, place)));
        let token = token.unwrap_or_default();
        match causal() {
            true => tr!(models.after, token = token),
            false => tr!(models.here, token = token),
        }
    });
    let out = move || inspector.document.with(|own| !own.changed.is_none());
    // Rows stay, and with them the focus, while only their numbers change.
    let rows = memo(move || {
        let token = |own: &Choice| (own.token.id, own.token.text.clone());
        let all = |own: &Option<Arc<Place>>| Some(own.as_ref()?.next.iter().map(token).collect());
        inspector.place.with(all).unwrap_or_else(Vec::new)
    });
    let both = memo(out);
    let body = NodeRef::<html::Tbody>::new();
    focus::rove(body);
    view! {
        <section class="card re-next" data-control="beside">
            <h3>{title}</h3>
            <table data-matrix="next" aria-label=title>
                <thead><tr>
                    <th scope="col">{say!(models.token)}</th>
                    <th scope="col">{following(move || if out() { tr!(models.without_heads) } else { tr!(models.probability) })}</th>
                    {shown_while(out, || view! { <th scope="col">{say!(models.with_all)}</th> }.into_any())}
                </tr></thead>
                <tbody node_ref=body>{part(move || {
                    let row = |(at, (id, text)): (usize, (u32, String))| {
                        view! { <Row first={at == 0} id=id text=text both=both/> }
                    };
                    rows.get().into_iter().enumerate().map(row).collect_view().into_any()
                })}</tbody>
            </table>
            <p class="caption-line">{say!(models.follow_note)}</p>
            {shown_while(causal, || view! { <Write/> }.into_any())}
            <Shares/>
        </section>
    }
}

/// A token and its bars; a click follows it, once more the likeliest again.
#[component]
fn Row(first: bool, id: u32, text: String, both: Memo<bool>) -> impl IntoView {
    let inspector = inspector();
    let own = derived(move || {
        let same = |own: &&Choice| own.token.id == id;
        let choice = |own: &Option<Arc<Place>>| own.as_ref()?.next.iter().find(same).cloned();
        inspector
            .place
            .with(choice)
            .map_or((0.0, 0.0), |own| (own.now, own.whole))
    });
    let pressed = derived(move || {
        let of = |own: &Option<Arc<Place>>| Some(own.as_ref()?.of.as_ref()?.token.id);
        (inspector.place.with(of) == Some(id)).to_string()
    });
    let follow = move |_| {
        let before = inspector.view.with_untracked(|view| view.of);
        inspector.own(Change::Of(Some(id).filter(|_| before != Some(id))));
    };
    view! {
        <tr data-token=id.to_string()>
            <th scope="row" dir="auto"><button type="button" data-follow=id.to_string() tabindex=focus::stop(first) aria-pressed=pressed on:click=on(follow)>{text}</button></th>
            <Bar class="share" value=derived(move || own.get().0)/>
            {shown_while(move || both.get(), move || view! { <Bar class="share before" value=derived(move || own.get().1)/> }.into_any())}
        </tr>
    }
}

/// A probability, as a bar and a number.
#[component]
fn Bar(class: &'static str, value: Signal<f32>) -> impl IntoView {
    view! {
        <td class=class data-value=derived(move || shortest(value.get())) style=("--share", derived(move || value.get().to_string()))>
            {following(move || probability(value.get()))}
        </td>
    }
}

/// The heads that push for the token that is followed, or against it, most; a click shows one large.
#[component]
fn Shares() -> impl IntoView {
    let inspector = inspector();
    let there = move || {
        inspector
            .place
            .with(|own| own.as_ref().is_some_and(|own| !own.shares.is_empty()))
    };
    let title = following(move || tr!(models.shares, token = followed(inspector)));
    let heads = move || {
        let all = inspector
            .place
            .with(|own| own.as_ref().map(|own| own.shares.clone()));
        let one = |(at, share): ((usize, usize), f32)| {
            let look = move |_| {
                inspector.own(Change::Look(at));
            };
            view! {
                <li><button type="button" data-head=format!("{}.{}", at.0, at.1) data-share=shortest(share) on:click=on(look)>
                    {following(move || head(at))}" "<b>{following(move || signed(share))}</b>
                </button></li>
            }
        };
        all.unwrap_or_default()
            .into_iter()
            .map(one)
            .collect_view()
            .into_any()
    };
    shown_while(there, move || {
        view! {
            <details class="numbers re-shares">
                <summary>{title}</summary>
                <p class="caption-line">{say!(models.shares_caption)}</p>
                <ul>{part(heads)}</ul>
            </details>
        }
        .into_any()
    })
}

/// A number that says whether it pushes for or against.
fn signed(share: f32) -> String {
    let plus = if share > 0.0 { "+" } else { "" };
    format!("{plus}{}", shown(share, 2))
}

/// The token that shares and the lens are about.
pub fn followed(inspector: Inspector) -> String {
    let of = |own: &Option<Arc<Place>>| Some(own.as_ref()?.of.as_ref()?.token.text.clone());
    inspector.place.with(of).unwrap_or_default()
}
