//! The arithmetic of what is pointed at, in words.

use crate::language::{localised, shown as number};
use attention::Matrix;
use leptos::prelude::*;
use lesson::lessons::training::heads::strongest;

use super::Shown;
use crate::text::{following, tr};

/// One sentence: of the cell under the pointer, else of the row of the token in focus.
#[component]
pub fn Picked(shown: Shown) -> impl IntoView {
    let words = following(move || match (shown.cell.get(), shown.token.get()) {
        (Some((query, key)), _) => of_cell(shown, query, key),
        (None, Some(token)) => of_row(shown, token),
        (None, None) => tr!(head.nothing),
    });
    view! { <p class="picked" data-picked="">{words}</p> }
}

fn of_cell(shown: Shown, query: usize, key: usize) -> String {
    let (from, to) = (shown.name_of(query), shown.name_of(key));
    if shown.causal.get() && key > query {
        return tr!(head.hidden, query = from, key = to);
    }
    let weight = shown.weight(query, key);
    let share = localised(format!("{:.1}", weight * 100.0));
    tr!(
        head.cell,
        query = from,
        key = to,
        weight = number(weight, 4),
        share = share
    )
}

/// The row adds up to 1, as it must: the largest weights, and all others in one number, so that
/// who adds up what is written gets what is written.
fn of_row(shown: Shown, token: usize) -> String {
    let row = shown.weights.with(|weights| row(weights, token));
    let mut keys = strongest(&row, 3);
    keys.retain(|(_, weight)| hundredths(*weight) > 0.0);
    let named: f32 = keys.iter().map(|(_, weight)| hundredths(*weight)).sum();
    let sum = hundredths(row.iter().sum());
    let term = |(key, weight): &(usize, f32)| {
        let (weight, key) = (number(*weight, 2), shown.name_of(*key));
        format!("{weight} ({key})")
    };
    let terms: Vec<String> = keys.iter().map(term).collect();
    tr!(
        head.row,
        query = shown.name_of(token),
        terms = terms.join(" + "),
        rest = number((sum - named).max(0.0) / 100.0, 2),
        sum = number(sum / 100.0, 2)
    )
}

/// As it is written with two digits.
fn hundredths(weight: f32) -> f32 {
    (weight * 100.0).round()
}

/// The weights of a query; none where there is no such row.
pub fn row(weights: &Matrix, query: usize) -> Vec<f32> {
    weights
        .iter_rows()
        .nth(query)
        .map_or_else(Vec::new, <[f32]>::to_vec)
}
