//! Why a query fits a key: q·k, component by component, for the token in focus and the key that it looks at most.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::changed::Hidden;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::Head;

use super::super::chips::{Chip, Chips};
use super::super::{Inspector, inspector};
use crate::language::shown;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::markup;

/// So many components are listed.
const COUNT: usize = 6;

/// The sum behind one weight.
#[derive(Clone, Debug, PartialEq)]
struct Sum {
    head: (usize, usize),
    query: usize,
    key: usize,
    dot: f32,
    factor: f32,
    weight: f32,
    d_head: usize,
    /// The components with the largest products: which, q, k.
    parts: Vec<(usize, f32, f32)>,
}

fn sum(head: &Arc<Head>, query: usize) -> Option<Sum> {
    let Head { n, d_head, .. } = **head;
    // A notebook may have written weights alone.
    if d_head == 0 {
        return None;
    }
    let row = head.weights.get(query * n..(query + 1) * n)?;
    // Who sees nothing looks at none.
    let looked_at = row.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
    let (key, weight) = looked_at.max_by(|a, b| a.1.total_cmp(b.1))?;
    let q = head.q.get(query * d_head..(query + 1) * d_head)?;
    let k = head.k.get(key * d_head..(key + 1) * d_head)?;
    let mut parts: Vec<(usize, f32, f32)> = q
        .iter()
        .zip(k)
        .enumerate()
        .map(|(at, (q, k))| (at, *q, *k))
        .collect();
    let dot = parts.iter().map(|(_, q, k)| q * k).sum();
    parts.sort_by(|a, b| (b.1 * b.2).abs().total_cmp(&(a.1 * a.2).abs()));
    parts.truncate(COUNT);
    let (factor, weight) = (head.factor, *weight);
    Some(Sum {
        head: head.at,
        query,
        key,
        dot,
        factor,
        weight,
        d_head,
        parts,
    })
}

/// The sentence, and the components behind a lid.
#[component]
pub fn Why() -> impl IntoView {
    let inspector = inspector();
    let token = inspector.token;
    let sum = memo(move || inspector.head.with(|own| sum(own.as_ref()?, token.get())));
    let asks = move || !inspector.notebook.get();
    let line = following(move || {
        sum.with(|own| {
            own.as_ref()
                .map_or_else(String::new, |own| sentence(inspector, own))
        })
    });
    let title = following(move || {
        let count = sum.with(|own| own.as_ref().map_or(0, |own| own.d_head));
        tr!(models.components, count = count)
    });
    let rows = derived(move || sum.with(|own| own.as_ref().map_or_else(String::new, rows)));
    view! {
        <p class="re-why" data-explained="">{line}</p>
        {part(move || sum.get().filter(|_| asks()).map(|own| view! { <Hide head=own.head query=own.query key=own.key/> }).into_any())}
        <Blind/>
        {shown_while(move || sum.with(Option::is_some), move || view! {
        <details class="numbers">
            <summary>{title}</summary>
            <table data-matrix="components">
                <thead><tr><th scope="col">{say!(models.component)}</th><th scope="col">"q"</th><th scope="col">"k"</th><th scope="col">"q·k"</th></tr></thead>
                <tbody inner_html=rows></tbody>
            </table>
        </details>
        }.into_any())}
    }
}

/// Why there is that weight. A row that is drawn is no softmax of its scores.
fn sentence(inspector: Inspector, own: &Sum) -> String {
    let drawn = inspector
        .document
        .with(|all| all.changed.row(own.head, own.query).is_some());
    macro_rules! of {
        ($key:ident) => {
            tr!(
                models.$key,
                query = inspector.named(own.query),
                key = inspector.named(own.key),
                dot = shown(own.dot, 2),
                factor = shown(own.factor, 3),
                score = shown(own.dot * own.factor, 2),
                weight = shown(own.weight, 2)
            )
        };
    }
    match drawn {
        true => of!(why_drawn),
        false => of!(why),
    }
}

/// Hides the key that the query looks at most from it, in that head.
#[component]
fn Hide(head: (usize, usize), query: usize, key: usize) -> impl IntoView {
    let inspector = inspector();
    let hide = move |_| {
        inspector.own(Change::Hide(Hidden { head, query, key }, true));
    };
    let words = following(move || {
        let (query, key) = (inspector.named(query), inspector.named(key));
        tr!(models.hide, query = query, key = key)
    });
    view! { <button type="button" data-control="hide-key" data-key=key on:click=on(hide)>{words}</button> }
}

/// The keys that are hidden in this head, each with the way to show it again.
#[component]
fn Blind() -> impl IntoView {
    let inspector = inspector();
    let at = inspector.large;
    let all = memo(move || {
        let head = at.get();
        let own = inspector.document.with(|own| own.changed.hidden.clone());
        let chip = |own: Hidden| Chip {
            words: tr!(
                models.hidden,
                query = inspector.named(own.query),
                key = inspector.named(own.key)
            ),
            back: (Change::Hide(own, false), tr!(models.show_again)),
            control: "hide-key",
        };
        let all = own.into_iter().filter(|own| own.head == head);
        all.map(chip).collect::<Vec<_>>()
    });
    view! { <Chips all=all/> }
}

fn rows(sum: &Sum) -> String {
    let row = |(at, q, k): &(usize, f32, f32)| {
        let cell = |value: f32| {
            let attributes = format!("data-value=\"{}\"", shortest(value));
            markup::element("td", &attributes, &shown(value, 2))
        };
        let name = markup::element("th", "scope=\"row\"", &(at + 1).to_string());
        markup::row("", name, [cell(*q), cell(*k), cell(q * k)].into_iter())
    };
    sum.parts.iter().map(row).collect()
}
