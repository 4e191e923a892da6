//! The second beat: the query meets every key; products meet and add up to a score.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::guided::plane::Plane;
use lesson::lessons::stepper::guided::{leaders, products};

use super::Guide;
use super::picture::{around, bar, scale, text, token, twin, zero};
use super::query::Query;
use super::turning::Turning;
use crate::reactive::{derived, memo, shown_while};
use crate::text::{say, tr};
use crate::widgets::markup::element;

/// So many characters of a score stand beside its products on a phone.
const LONG: usize = 5;

#[component]
pub fn Match() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let (held, sides) = (
        RwSignal::new(None::<f32>),
        RwSignal::new((1.0_f32, 1.0_f32)),
    );
    let plane = memo(move || {
        let row = guide.row.get();
        let own = guide.lab.trace.with(|trace| Plane::of(trace, row));
        own.map(|own| own.over(sides.get()).held(held.get()))
    });
    let flat = move || plane.with(Option::is_some);
    let count = derived(move || {
        let (m, d_k) = guide.lab.document.with(|d| (d.m(), d.d_k()));
        format!("--m:{m};--d:{d_k}")
    });
    let dense = derived(move || guide.lab.document.with(|d| d.m() > 4 || d.d_k() > 3));
    view! {
        <div class="g-match" class:flat=flat class:dense=dense style=count>
            {shown_while(flat, move || view! { <Turning plane=plane held=held sides=sides/> }.into_any())}
            <div class="g-left">
                <span class="g-symbol hue-k">"K"<sup>"⊤"</sup><small>{say!(guided.offers)}</small></span>
                <Query/>
            </div>
            <div class="g-keys" tabindex="0" role="group" aria-label=say!(guided.match_table, word = guide.word()) inner_html=derived(move || keys(guide))></div>
        </div>
    }
}

/// Whether query and keys are arrows in a plane, so that the query can be turned by its tip.
pub fn is_flat(guide: Guide) -> bool {
    guide.lab.document.with(|d| d.d_k() == 2)
}

/// Every key: its numbers, the products, and what they add up to.
fn keys(guide: Guide) -> String {
    let row = guide.row.get();
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    guide.lab.trace.with(|trace| {
        let (q, k, scores) = (trace.get(Name::Q), trace.get(Name::K), trace.get(Name::Scores));
        if row >= scores.rows() {
            return String::new();
        }
        let best = leaders(trace, Name::Scores, row);
        let all: Vec<Vec<f32>> = (0..k.rows()).map(|key| products(trace, row, key)).collect();
        let bounds = scale(all.iter().flat_map(|own| partial(own)).chain(scores.row(row).iter().copied()));
        // On a phone a long one has no room beside its products, and the card none beside three numbers.
        let long = scores.row(row).iter().any(|score| guide.number(*score).chars().count() > LONG);
        let one = |key: usize| {
            let score = scores.at(row, key);
            let cells: String = k.row(key).iter().enumerate().map(|(c, v)| {
                element("b", &format!("class=\"g-cell\" data-m=\"k{key}-{c}\""), &guide.given(Name::K, *v))
            }).collect();
            let lines: String = all[key].iter().enumerate().map(|(c, product)| {
                line(guide, key, c, (q.at(row, c), k.at(key, c), *product))
            }).collect();
            let class = match (best.contains(&key), long) {
                (true, true) => "g-key best long",
                (true, false) => "g-key best",
                (false, true) => "g-key long",
                (false, false) => "g-key",
            };
            let active = if best.first() == Some(&key) { " data-explained=\"\"" } else { "" };
            let together = element("small", "", &tr!(guided.together));
            let sum = element("b", &format!("class=\"g-sum\" data-m=\"sum{key}\""), &guide.number(score));
            let card = format!(
                "<div class=\"g-card\"{active}><div class=\"g-lines\">{lines}</div><div class=\"g-bars\">{}{}</div>\
                 <div class=\"g-total\">{together}{sum}</div></div>",
                zero(bounds), stacked(key, &all[key], bounds)
            );
            around("section", &format!("class=\"{class}\" data-d=\"{}\"", k.cols()), &format!(
                "{}<div class=\"g-vector hue-k\">{cells}</div>{card}", token(key, &names[key])))
        };
        let drawn: String = (0..k.rows()).map(one).collect();
        // Who hears it multiplies, too.
        let read = (0..k.rows()).map(|key| {
            let terms = all[key].iter().enumerate().map(|(c, product)| {
                let (q, k) = (guide.given(Name::Q, q.at(row, c)), guide.given(Name::K, k.at(key, c)));
                format!("{q} · {k} = {}", guide.number(*product))
            });
            (names[key].clone(), terms.chain([guide.number(scores.at(row, key))]).collect())
        });
        let columns: Vec<String> = (1..=q.cols())
            .map(|c| tr!(guided.product, index = c))
            .chain([tr!(stage.scores.title)])
            .collect();
        let table = twin(&tr!(guided.match_table, word = guide.word()), &columns, read.collect());
        format!("{table}<div class=\"g-drawn\" aria-hidden=\"true\" data-active=\"\">{drawn}</div>")
    })
}

/// `0.3 · 1.2 = 0.36`
fn line(guide: Guide, key: usize, c: usize, (q, k, product): (f32, f32, f32)) -> String {
    let factor = |name: Name, side: &str, value: f32| {
        element(
            "b",
            &format!("class=\"hue-{side}\" data-m=\"{side}{key}-{c}-f\""),
            &guide.given(name, value),
        )
    };
    format!(
        "<span>{}<i>·</i>{}<i>=</i>{}</span>",
        factor(Name::Q, "q", q),
        factor(Name::K, "k", k),
        element(
            "b",
            &format!("data-m=\"p{key}-{c}\""),
            &text(&guide.number(product))
        )
    )
}

/// The products one after the other, each from where the one before ended: cancelling is seen.
fn stacked(key: usize, products: &[f32], bounds: (f32, f32)) -> String {
    let ends = partial(products);
    let starts = std::iter::once(0.0).chain(ends.clone());
    let pairs = starts.zip(ends).enumerate();
    pairs
        .map(|(c, (from, to))| around("span", "", &bar(&format!("b{key}-{c}"), from, to, bounds)))
        .collect()
}

/// The sums of the first one, two, … products.
fn partial(products: &[f32]) -> impl Iterator<Item = f32> + Clone {
    products.iter().scan(0.0, |sum, product| {
        *sum += product;
        Some(*sum)
    })
}
