//! One row of weights, drawn by hand: the model goes on with these instead of what softmax gave.

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::number::shortest;
use lesson::lessons::models::drawn::{Drawn, WHOLE};
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::measures::Sight;
use std::ops::Range;

use super::super::{Inspector, inspector};
use crate::language::shown;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::text::{following, say, tr};

/// So many keys have a slider at first, those with the largest weights.
const FIRST: usize = 8;

/// The row that is told of: which head, whose.
fn subject(inspector: Inspector) -> Option<((usize, usize), usize)> {
    let query = inspector
        .place
        .with(|own| own.as_ref().map(|own| own.place))?;
    let at = inspector
        .head
        .with(|own| own.as_ref().map(|own| (own.at, own.n)))?;
    (query < at.1).then_some((at.0, query))
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

/// The sliders, behind a lid.
#[component]
pub fn Row() -> impl IntoView {
    let inspector = inspector();
    let about = memo(move || subject(inspector));
    let shown_keys = RwSignal::new(Vec::<usize>::new());
    let text = inspector.tokens;
    // Which have sliders does not change while one of them is drawn.
    let anew = memo(move || (about.get(), text.get()));
    effect(move || {
        let (about, _) = anew.get();
        let keys = about.and_then(|(_, query)| untrack(|| row(inspector, query)));
        shown_keys.set(keys.map_or_else(Vec::new, |(weights, seen)| strongest(&weights, seen)));
    });
    let title = following(move || {
        let query = about.get().map(|own| inspector.named(own.1));
        tr!(models.row.title, query = query.unwrap_or_default())
    });
    let drawn = memo(move || {
        let (head, query) = about.get()?;
        inspector
            .document
            .with(|own| own.changed.row(head, query).cloned())
    });
    let back = move |_| {
        if let Some((head, query)) = about.get_untracked() {
            inspector.own(Change::Undraw(head, query));
        }
    };
    view! {
        <details class="numbers re-row">
            <summary>{title}</summary>
            <p class="caption-line">{say!(models.row.caption)}</p>
            {part(move || shown_keys.get().into_iter().map(|key| view! { <Slider key=key about=about drawn=drawn/> }).collect_view().into_any())}
            <p class="row">
                <Another keys=shown_keys about=about/>
                {shown_while(move || drawn.with(Option::is_some), move || view! {
                    <button type="button" data-control="draw-row" on:click=on(back)>{say!(models.row.back)}</button>
                }.into_any())}
            </p>
        </details>
    }
}

/// The keys with the largest weights, by place.
fn strongest(weights: &[f32], seen: Range<usize>) -> Vec<usize> {
    let mut keys: Vec<usize> = seen.collect();
    keys.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    keys.truncate(FIRST);
    keys.sort_unstable();
    keys
}

type About = Memo<Option<((usize, usize), usize)>>;

#[component]
fn Slider(key: usize, about: About, drawn: Memo<Option<Drawn>>) -> impl IntoView {
    let inspector = inspector();
    let weight = memo(move || {
        let computed = || {
            let query = about.get()?.1;
            row(inspector, query)?.0.get(key).copied()
        };
        let drawn = drawn.with(|own| {
            own.as_ref()
                .map(|own| f32::from(own.share(key)) / f32::from(WHOLE))
        });
        drawn.or_else(computed).unwrap_or(0.0)
    });
    let slide = move |event: Event| {
        let Ok(value) = event_target_value(&event).parse::<f32>() else {
            return;
        };
        let Some((head, query)) = about.get_untracked() else {
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
    let settle = move |_| inspector.shell.run(Command::Settle);
    let number = following(move || shown(weight.get(), 2));
    view! {
        <label class="re-slide" data-key=key>
            <span dir="auto">{following(move || inspector.named(key))}</span>
            <input type="range" min="0" max="1" step="0.01" data-control="draw-row" data-value=derived(move || shortest(weight.get())) aria-valuetext=number
                prop:value=derived(move || weight.get().to_string()) on:input=on(slide) on:change=on(settle)/>
            <span>{number}</span>
        </label>
    }
}

/// A slider for one of the other keys.
#[component]
fn Another(keys: RwSignal<Vec<usize>>, about: About) -> impl IntoView {
    let inspector = inspector();
    let others = memo(move || {
        let seen = about.get().and_then(|own| Some(row(inspector, own.1)?.1));
        let own = keys.get();
        seen.map_or_else(Vec::new, |seen| {
            seen.filter(|key| !own.contains(key)).collect::<Vec<_>>()
        })
    });
    let choose = move |event: Event| {
        if let Ok(key) = event_target_value(&event).parse() {
            keys.update(|own| {
                own.push(key);
                own.sort_unstable();
            });
        }
    };
    let option = move |key: usize| view! { <option value=key>{inspector.named(key)}</option> };
    shown_while(
        move || others.with(|own| !own.is_empty()),
        move || {
            view! {
            <label class="re-setting">
                <span>{say!(models.row.another)}</span>
                <select data-control="draw-row" on:change=on(choose)>
                    <option value="">"…"</option>
                    {part(move || others.get().into_iter().map(option).collect_view().into_any())}
                </select>
            </label>
        }
        .into_any()
        },
    )
}
