//! One row of weights, drawn by hand: the model goes on with these instead of what softmax gave.
//!
//! The sliders are markup, and their weights are written into them: there may be as many as tokens.

use std::ops::Range;

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::lessons::models::drawn::{Drawn, WHOLE};
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::measures::Sight;

use super::super::{Inspector, inspector};
use crate::browser::{elements, targets};
use crate::language::shown;
use crate::reactive::{effect, memo, on, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::markup;

/// The most keys that have a slider: those with the largest weights.
const MOST: usize = 64;

/// Where the sliders stand.
const SLIDERS: &str = "model-row";

/// The row that is told of: which head, whose, and of how many tokens.
type About = ((usize, usize), usize, usize);

fn about(inspector: Inspector) -> Option<About> {
    let query = inspector
        .place
        .with(|own| own.as_ref().map(|own| own.place))?;
    let (at, n) = inspector
        .head
        .with(|own| own.as_ref().map(|own| (own.at, own.n)))?;
    (query < n).then_some((at, query, n))
}

/// The weights of the row as they are now, and the keys that the query may look at.
fn row(inspector: Inspector, query: usize) -> Option<(Vec<f32>, Range<usize>)> {
    inspector.head.with(|own| {
        let own = own.as_ref()?;
        let weights = own.weights.get(query * own.n..(query + 1) * own.n)?;
        let sight = Sight {
            causal: own.causal,
            window: own.window,
        };
        Some((weights.to_vec(), sight.keys(query, own.n)))
    })
}

/// The keys with the largest weights, by place.
fn strongest(weights: &[f32], seen: Range<usize>) -> Vec<usize> {
    let mut keys: Vec<usize> = seen.collect();
    keys.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    keys.truncate(MOST);
    keys.sort_unstable();
    keys
}

/// The sliders, behind a lid.
#[component]
pub fn Row() -> impl IntoView {
    let inspector = inspector();
    let about = memo(move || about(inspector));
    let tokens = inspector.tokens;
    // Which have sliders does not change while one of them is drawn.
    let keys = memo(move || {
        tokens.track();
        let query = about.get().map(|own| own.1);
        let own = query.and_then(|query| untrack(|| row(inspector, query)));
        own.map_or_else(Vec::new, |(weights, seen)| strongest(&weights, seen))
    });
    let sliders = memo(move || {
        keys.get()
            .into_iter()
            .map(|key| slider(inspector, key))
            .collect::<String>()
    });
    let drawn = memo(move || {
        let (head, query, _) = about.get()?;
        inspector
            .document
            .with(|own| own.changed.row(head, query).cloned())
    });
    let open = RwSignal::new(false);
    // One after the other: weights go into what is there. Nothing does behind a closed lid: a model that writes on would
    // have all sliders made anew with each token.
    let filled = StoredValue::new(String::new());
    effect(move || {
        if !open.get() {
            return;
        }
        let sliders = sliders.get();
        if filled.with_value(|filled| *filled != sliders) {
            elements::fill(SLIDERS, &sliders);
            filled.set_value(sliders);
        }
        let own = about.get().and_then(|own| row(inspector, own.1));
        let Some((weights, _)) = own else { return };
        let drawn = drawn.get();
        for key in keys.get() {
            let computed = weights.get(key).copied().unwrap_or(0.0);
            let own = drawn
                .as_ref()
                .map(|own| f32::from(own.share(key)) / f32::from(WHOLE));
            let weight = own.unwrap_or(computed);
            elements::slide(&id(key), weight, &shown(weight, 2));
            elements::write(&said(key), &[], &shown(weight, 2));
        }
    });
    let slide = move |event: Event| {
        let (Some(key), Ok(value)) = (
            targets::number(&event, "data-key"),
            event_target_value(&event).parse::<f32>(),
        ) else {
            return;
        };
        let Some((head, query, _)) = about.get_untracked() else {
            return;
        };
        let Some((weights, seen)) = untrack(|| row(inspector, query)) else {
            return;
        };
        let now = drawn
            .get_untracked()
            .or_else(|| Drawn::near(head, query, &weights));
        if let Some(now) = now {
            let share = (value.clamp(0.0, 1.0) * f32::from(WHOLE)).round() as u16;
            inspector.own(Change::Draw(now.with(key, share, seen)));
        }
    };
    let back = move |_| {
        if let Some((head, query, _)) = about.get_untracked() {
            inspector.own(Change::Undraw(head, query));
        }
    };
    let title = following(move || {
        let query = about.get().map(|own| inspector.named(own.1));
        tr!(models.row.title, query = query.unwrap_or_default())
    });
    view! {
        <details class="numbers re-row" data-control="draw-row" on:toggle=on(move |event: Event| open.set(targets::is_open(&event)))>
            <summary>{title}</summary>
            <p class="caption-line">{say!(models.row.caption)}</p>
            <div class="re-sliders" id=SLIDERS on:input=on(slide)
                on:change=on(move |_| inspector.shell.run(Command::Settle))></div>
            {shown_while(move || drawn.with(Option::is_some), move || view! {
                <button type="button" data-control="draw-row" on:click=on(back)>{say!(models.row.back)}</button>
            }.into_any())}
        </details>
    }
}

fn slider(inspector: Inspector, key: usize) -> String {
    let name = markup::element("span", "dir=\"auto\"", &inspector.named(key));
    let (id, said) = (id(key), said(key));
    format!(
        "<label class=\"re-slide\" data-key=\"{key}\">{name}<input type=\"range\" min=\"0\" max=\"1\" step=\"0.01\" data-control=\"draw-row\" id=\"{id}\"><span id=\"{said}\"></span></label>"
    )
}

fn id(key: usize) -> String {
    format!("model-row-{key}")
}

fn said(key: usize) -> String {
    format!("model-row-said-{key}")
}
