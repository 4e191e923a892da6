//! The weights as bars: how the query divides its attention, and between how many keys.

use leptos::prelude::*;
use lesson::{Cell, Name};

use super::field;
use crate::language::visible;
use crate::plot::colours::token_style;
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::lighting::asked_in_picture;
use crate::widgets::markup::{self, element};

/// The bars, and a table of the same numbers for who does not see them.
#[component]
pub fn Shares() -> impl IntoView {
    let field = field();
    let bars = derived(move || bars(field));
    // Four bars and more have no room for high ones.
    let many = derived(move || field.lab.document.with(|d| d.m() > 3));
    let spread = derived(move || spread(field).unwrap_or_default());
    view! {
        <section class="geo-shares" aria-label=say!(geometry.shares)>
            <h3>{say!(geometry.shares)}</h3>
            <div aria-hidden="true" class:many=many inner_html=bars></div>
            <div inner_html=derived(move || table(field))></div>
            <p class="note" data-spread="">{spread}</p>
        </section>
    }
}

fn bars(field: super::Field) -> String {
    let names = field.lab.document.with(|d| d.key_tokens().to_vec());
    let digits = field.lab.look.get().0;
    let at = field.key.get();
    let asked = field.lab.shell.asked.get();
    field.lab.trace.with(|trace| {
        let weights = trace.get(Name::Weights);
        let line = |key: usize| {
            let weight = weights.get(0, key).unwrap_or(f32::NAN);
            let width = if weight.is_finite() {
                weight * 100.0
            } else {
                0.0
            };
            let class = if key == at { " class=\"here\"" } else { "" };
            let asked = asked_in_picture(asked.contains(&Cell::new(Name::Weights, 0, key)));
            format!(
                "<p{class}{asked} style=\"{}\">{}<span><i style=\"width:{width:.2}%\"></i></span>{}</p>",
                token_style(key),
                element("b", "", &names[key]),
                element("output", "", &visible(weight, digits))
            )
        };
        (0..names.len()).map(line).collect()
    })
}

fn table(field: super::Field) -> String {
    let names = field.lab.document.with(|d| d.key_tokens().to_vec());
    let digits = field.lab.look.get().0;
    let weight = |(key, name): (usize, String)| {
        let weight = field
            .lab
            .trace
            .with(|trace| trace.get(Name::Weights).get(0, key));
        (name, vec![visible(weight.unwrap_or(f32::NAN), digits)])
    };
    let rows = names.into_iter().enumerate().map(weight).collect();
    let title = tr!(geometry.shares);
    markup::twin(&title, std::slice::from_ref(&title), rows)
}

/// How many keys the attention is spread over, by its entropy: e to its power (in nats), 1 for one key alone.
fn spread(field: super::Field) -> Option<String> {
    let keys = field.lab.trace.with(|trace| {
        let row = trace.get(Name::Weights).row(0);
        let nats = |p: &f32| if *p > 0.0 { -p * p.ln() } else { *p * 0.0 };
        row.iter().map(nats).sum::<f32>().exp()
    });
    keys.is_finite().then(|| {
        let keys = crate::language::shown(keys, 2);
        tr!(geometry.spread, keys = keys)
    })
}
