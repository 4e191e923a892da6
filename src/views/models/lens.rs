//! The logit lens: what would come next if the layers that follow were left out.

use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::messages::{Glimpse, Place};

use super::inspector;
use super::next::followed;
use super::words::probability;
use crate::language::shown;
use crate::reactive::derived;
use crate::text::{following, say, tr};
use crate::widgets::markup;

/// The card.
#[component]
pub fn Lens() -> impl IntoView {
    let inspector = inspector();
    let last = following(move || tr!(models.lens_of, token = followed(inspector)));
    let rows = derived(move || {
        inspector
            .place
            .with(|own| own.as_ref().map_or_else(String::new, |own| rows(own)))
    });
    view! {
        <section class="card re-lens" data-control="beside">
            <h3>{say!(models.lens)}</h3>
            <p class="caption-line">{say!(models.lens_caption)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=say!(models.lens)>
                <table data-matrix="lens" aria-label=say!(models.lens)>
                    <thead><tr>
                        <th scope="col">{say!(models.layer)}</th>
                        <th scope="col">{say!(models.likeliest)}</th>
                        <th scope="col">{last}</th>
                    </tr></thead>
                    <tbody inner_html=rows></tbody>
                </table>
            </div>
        </section>
    }
}

fn rows(place: &Place) -> String {
    let row = |(layer, own): (usize, &Glimpse)| {
        let name = match layer {
            0 => tr!(models.before_all),
            layer => tr!(models.after_layer, layer = layer),
        };
        let tokens = own.first.iter().map(|(token, p)| {
            let text = format!("{} {}", token.text, shown(*p, 2));
            markup::element(
                "span",
                &format!("dir=\"auto\" style=\"--share:{p}\""),
                &text,
            )
        });
        let tokens: String = tokens.collect();
        let share = format!(
            "class=\"share\" data-value=\"{}\" style=\"--share:{}\"",
            shortest(own.last),
            own.last
        );
        let cells = [
            format!("<td class=\"re-guesses\">{tokens}</td>"),
            markup::element("td", &share, &probability(own.last)),
        ];
        markup::row(
            "",
            markup::element("th", "scope=\"row\"", &name),
            cells.into_iter(),
        )
    };
    place.lens.iter().enumerate().map(row).collect()
}
