//! Predict-first: what is covered until it is predicted.

use leptos::prelude::*;
use lesson::Name;
use lesson::share::quiz::Predict;
use lesson::share::snippet::Kind;

use super::question::matrices;
use super::state::{Sharing, sharing};
use crate::reactive::derived;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

/// Off, on, or from a matrix on.
#[component]
pub fn PredictFirst() -> impl IntoView {
    let state = sharing();
    let predict = move || state.share.with(|share| share.setup.predict);
    let value = derived(move || match predict() {
        Predict::Off => "off".to_owned(),
        Predict::On => "on".to_owned(),
        Predict::From(name) => name.key().to_owned(),
    });
    let choose = move |value: String| {
        let predict = match &*value {
            "off" => Predict::Off,
            key => Name::from_key(key).map_or(Predict::On, Predict::From),
        };
        state.predict(predict);
    };
    let options = derived(move || predictions(state, predict()));
    view! {
        <Chooser control="share-predict" label=say!(share.predict) options=options value=value choose=choose/>
        <p class="note">{say!(share.predict_note)}</p>
    }
}

/// Off, on, and from each matrix on; the one chosen is there in any case.
fn predictions(state: Sharing, predict: Predict) -> Vec<(String, String)> {
    let on = match state.draft.with(|draft| draft.kind) {
        Kind::Cell | Kind::Weights => tr!(share.predict_on),
        Kind::Choice => tr!(share.predict_weights),
        Kind::Nothing => tr!(share.predict_every),
    };
    let mut names = matrices(state);
    if let Predict::From(name) = predict
        && !names.contains(&name)
    {
        names.push(name);
    }
    let from = |name: Name| {
        (
            name.key().to_owned(),
            tr!(share.predict_from, name = text::matrix(name)),
        )
    };
    let plain = [
        ("off".to_owned(), tr!(share.predict_off)),
        ("on".to_owned(), on),
    ];
    plain
        .into_iter()
        .chain(names.into_iter().map(from))
        .collect()
}
