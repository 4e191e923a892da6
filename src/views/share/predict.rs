//! Predict-first: what is covered until it is predicted.

use leptos::prelude::*;
use lesson::core::table::TableId;
use lesson::share::quiz::Predict;
use lesson::share::snippet::Kind;

use super::question::{key, matrices, named, whole_rows};
use super::state::{Sharing, sharing};
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// Off, on, or from a table on.
#[component]
pub fn PredictFirst() -> impl IntoView {
    let state = sharing();
    let predict = move || state.share.with(|share| share.setup.predict);
    let value = derived(move || match predict() {
        Predict::Off => "off".to_owned(),
        Predict::On => "on".to_owned(),
        Predict::From(table) => key(state, table).to_owned(),
    });
    let choose = move |value: String| {
        let predict = match &*value {
            "off" => Predict::Off,
            key => {
                let table = untrack(|| state.lesson()).table(key);
                table.map_or(Predict::On, Predict::From)
            }
        };
        state.predict(predict);
    };
    let options = derived(move || predictions(state, predict()));
    view! {
        <Chooser control="share-predict" label=say!(share.predict) options=options value=value choose=choose/>
        <p class="note">{say!(share.predict_note)}</p>
    }
}

/// Off, on, and from each table on; the one chosen is there in any case.
fn predictions(state: Sharing, predict: Predict) -> Vec<(String, String)> {
    let mut tables = matrices(state);
    let from = |table: TableId| {
        let (key, name) = named(state, table);
        (key, tr!(share.predict_from, name = name))
    };
    let on = match state.draft.with(|draft| draft.kind) {
        Kind::Cell | Kind::Weights => tr!(share.predict_on),
        Kind::Nothing => tr!(share.predict_every),
        Kind::Choice if !whole_rows(state).is_empty() => tr!(share.predict_weights),
        // Without a row that can be asked as a whole it is the last table.
        Kind::Choice => tables.last().map(|last| from(*last).1).unwrap_or_default(),
    };
    if let Predict::From(table) = predict
        && !tables.contains(&table)
    {
        tables.push(table);
    }
    let plain = [
        ("off".to_owned(), tr!(share.predict_off)),
        ("on".to_owned(), on),
    ];
    plain
        .into_iter()
        .chain(tables.into_iter().map(from))
        .collect()
}
