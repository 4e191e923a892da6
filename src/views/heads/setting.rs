//! What is set: how many heads, who shares keys and values, the mask, and other projections.

use leptos::prelude::*;
use lesson::lessons::heads::{Change, MOST_HEADS};

use super::{bench, counts};
use crate::reactive::{derived, memo, on};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// Heads, sharing, mask.
#[component]
pub fn Choosers() -> impl IntoView {
    let bench = bench();
    let heads = memo(move || bench.document.with(|d| (d.heads, d.d_model())));
    let options = derived(move || {
        let (_, d_model) = heads.get();
        let divides = |count: &usize| d_model.is_multiple_of(*count);
        let option = |count: usize| {
            let d_k = d_model / count;
            (
                count.to_string(),
                tr!(heads.heads_of, count = count, d_k = d_k),
            )
        };
        let all = (1..=MOST_HEADS).filter(divides);
        all.map(option).collect::<Vec<_>>()
    });
    let value = derived(move || heads.get().0.to_string());
    let cut = move |text: String| {
        if let Ok(count) = text.parse() {
            bench.change(Change::Heads(count));
        }
    };
    view! {
        <Chooser control="heads" label=say!(heads.heads_label) options=options value=value choose=cut/>
        <Sharing/>
        <Masks/>
    }
}

#[component]
fn Sharing() -> impl IntoView {
    let bench = bench();
    let now = memo(move || bench.document.with(|d| (d.heads, d.groups)));
    let options = derived(move || {
        let (heads, _) = now.get();
        let divides = |groups: &usize| heads.is_multiple_of(*groups);
        let option = |groups: usize| (groups.to_string(), counts::called(heads, groups));
        let all = (1..=heads).rev().filter(divides);
        all.map(option).collect::<Vec<_>>()
    });
    let value = derived(move || now.get().1.to_string());
    let share = move |text: String| {
        if let Ok(groups) = text.parse() {
            bench.change(Change::Share(groups));
        }
    };
    view! { <Chooser control="sharing" label=say!(heads.sharing) options=options value=value choose=share/> }
}

#[component]
fn Masks() -> impl IntoView {
    let bench = bench();
    let options = derived(|| {
        vec![
            ("none".to_owned(), tr!(control.mask_none)),
            ("causal".to_owned(), tr!(control.mask_causal)),
        ]
    });
    let causal = memo(move || bench.document.with(|d| d.causal));
    let value = derived(move || if causal.get() { "causal" } else { "none" }.to_owned());
    let choose = move |key: String| bench.change(Change::Causal(key == "causal"));
    view! { <Chooser control="mask" label=say!(control.mask) options=options value=value choose=choose/> }
}

/// Other projections, drawn at random.
#[component]
pub fn Draw() -> impl IntoView {
    let bench = bench();
    let draw = move |_| {
        bench.seed.update(|seed| *seed += 1);
        bench.change(Change::Draw(bench.seed.get_untracked()));
    };
    view! { <button type="button" data-action="draw-weights" on:click=on(draw)>{say!(heads.draw)}</button> }
}
