//! What could stand next, or of an encoder here: a bar each, with all heads and without those that are out.

use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::{Choice, Place};

use super::inspector;
use super::words::{head, placed, probability};
use super::write::Write;
use crate::language::shown;
use crate::reactive::{derived, on, part, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::markup;

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
    let out = move || inspector.document.with(|own| !own.is_whole());
    let rows = derived(move || {
        let both = out();
        inspector.place.with(|own| {
            let own = own.as_ref().map(|own| own.next.iter());
            own.map(|own| own.map(|own| row(own, both)).collect::<String>())
                .unwrap_or_default()
        })
    });
    view! {
        <section class="card re-next">
            <h3>{title}</h3>
            <table data-matrix="next">
                <thead><tr>
                    <th scope="col">{say!(models.token)}</th>
                    <th scope="col">{following(move || if out() { tr!(models.without_heads) } else { tr!(models.probability) })}</th>
                    {shown_while(out, || view! { <th scope="col">{say!(models.with_all)}</th> }.into_any())}
                </tr></thead>
                <tbody inner_html=rows></tbody>
            </table>
            {shown_while(causal, || view! { <Write/> }.into_any())}
            <Shares/>
        </section>
    }
}

fn row(own: &Choice, both: bool) -> String {
    let cell = |value: f32, class: &str| {
        let attributes = format!(
            "class=\"share {class}\" data-value=\"{}\" style=\"--share:{value}\"",
            shortest(value)
        );
        markup::element("td", &attributes, &probability(value))
    };
    let whole = both.then(|| cell(own.whole, "before"));
    let name = markup::element("th", "scope=\"row\" dir=\"auto\"", &own.token.text);
    markup::row(
        &format!("data-token=\"{}\"", own.token.id),
        name,
        [Some(cell(own.now, "")), whole].into_iter().flatten(),
    )
}

/// The heads that push for the likeliest token, or against it, most; a click shows one large.
#[component]
fn Shares() -> impl IntoView {
    let inspector = inspector();
    let there = move || {
        inspector
            .place
            .with(|own| own.as_ref().is_some_and(|own| !own.shares.is_empty()))
    };
    let title = following(move || {
        let token = inspector
            .place
            .with(|own| Some(likeliest(own.as_ref()?)?.token.text.clone()));
        tr!(models.shares, token = token.unwrap_or_default())
    });
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

/// The token that is likeliest as the model was trained: what shares and the lens are about.
pub fn likeliest(place: &Place) -> Option<&Choice> {
    let all = place.next.iter();
    all.max_by(|a, b| a.whole.total_cmp(&b.whole))
}
