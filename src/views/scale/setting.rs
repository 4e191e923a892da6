//! What is set: how wide, from what, how many keys; and other random numbers.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::number::{grouped, parse, shortest};
use lesson::lessons::scale::{COUNTS, Change, Distribution, WIDTHS};

use super::state::draws;
use super::words;
use crate::reactive::{derived, memo, on};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// The correlations that are offered.
const RHOS: [f32; 4] = [0.1, 0.3, 0.5, 0.9];
/// The numbers of keys that are offered.
const KEYS: [usize; 4] = [2, 4, 8, 16];
/// The numbers of heads that are offered.
const HEADS: [usize; 6] = [1, 2, 4, 8, 12, 96];

/// d_k, what is drawn, another draw.
#[component]
pub fn Choosers() -> impl IntoView {
    let draws = draws();
    let another = move |_| {
        let next = draws.document.with_untracked(|d| d.draw + 1);
        draws.change(Change::Draw(next));
    };
    view! {
        <Width/>
        <From/>
        <button type="button" data-action="another-draw" on:click=on(another)>{say!(scale.another)}</button>
    }
}

#[component]
fn Width() -> impl IntoView {
    let draws = draws();
    let width = memo(move || draws.document.with(|d| d.width));
    let place = derived(move || {
        WIDTHS
            .iter()
            .position(|own| *own == width.get())
            .unwrap_or(0)
    });
    let set = move |event: leptos::ev::Event| {
        let place: Option<usize> = event_target_value(&event).parse().ok();
        if let Some(width) = place.and_then(|place| WIDTHS.get(place)) {
            draws.change(Change::Width(*width));
        }
    };
    view! {
        <label class="plain-slider scale-width">
            <span><i>"d"</i><sub>"k"</sub>" "<b>{width}</b></span>
            <input type="range" min="0" max=(WIDTHS.len() - 1).to_string() step="1" data-control="width"
                aria-valuetext=derived(move || width.get().to_string())
                prop:value=move || place.get().to_string() on:input=on(set)
                on:change=on(move |_| draws.shell.run(Command::Settle))/>
        </label>
    }
}

/// The distribution; where components lean to one side, how much.
#[component]
fn From() -> impl IntoView {
    let draws = draws();
    let own = memo(move || draws.document.with(|d| (d.distribution, d.rho)));
    let options = derived(move || {
        let one = |own: Distribution| (own.slug().to_owned(), words::distribution(own));
        let plain = Distribution::ALL
            .into_iter()
            .filter(|own| *own != Distribution::Correlated);
        let mut rhos: Vec<f32> = RHOS.to_vec();
        let (_, rho) = own.get();
        if !rhos.contains(&rho) {
            rhos.push(rho);
        }
        let leaning = |rho: f32| {
            let said = crate::language::exact(rho);
            (shortest(rho), tr!(scale.correlated_by, rho = said))
        };
        plain
            .map(one)
            .chain(rhos.into_iter().map(leaning))
            .collect::<Vec<_>>()
    });
    let value = derived(move || match own.get() {
        (Distribution::Correlated, rho) => shortest(rho),
        (distribution, _) => distribution.slug().to_owned(),
    });
    let choose = move |key: String| {
        let plain = Distribution::ALL.into_iter().find(|own| own.slug() == key);
        match (plain, parse(&key)) {
            (Some(distribution), _) => draws.change(Change::Distribution(distribution)),
            (None, Ok(rho)) => draws.change(Change::Leaning(rho)),
            (None, Err(_)) => {}
        }
    };
    view! { <Chooser control="distribution" label=say!(scale.distribution) options=options value=value choose=choose/> }
}

/// What is set less often: keys, heads, seed.
#[component]
pub fn More() -> impl IntoView {
    let draws = draws();
    let keys = memo(move || draws.document.with(|d| d.keys));
    let heads = memo(move || draws.document.with(|d| d.heads));
    let d_model = derived(move || draws.document.with(|d| d.heads * d.width).to_string());
    let reseed = move |_| {
        let next = draws.document.with_untracked(|d| d.seed.wrapping_add(1));
        draws.change(Change::Seed(next));
    };
    view! {
        <Count control="keys" label=say!(scale.keys_label) offered=&KEYS own=keys set=Change::Keys/>
        <Count control="heads" label=say!(scale.heads_label) offered=&HEADS own=heads set=Change::Heads/>
        <span class="note" data-model="" data-control="heads"><i>"d"</i><sub>"model"</sub>" = "{d_model}</span>
        <button type="button" data-action="seed" on:click=on(reseed)>{say!(scale.reseed)}</button>
    }
}

/// One of a few numbers; the one that a link brought is among them.
#[component]
fn Count(
    control: &'static str,
    label: Signal<String>,
    offered: &'static [usize],
    own: Memo<usize>,
    set: fn(usize) -> Change,
) -> impl IntoView {
    let draws = draws();
    let options = derived(move || {
        let mut all = offered.to_vec();
        if !all.contains(&own.get()) {
            all.push(own.get());
        }
        let one = |count: usize| (count.to_string(), count.to_string());
        all.into_iter().map(one).collect::<Vec<_>>()
    });
    let value = derived(move || own.get().to_string());
    let choose = move |text: String| {
        if let Ok(count) = text.parse() {
            draws.change(set(count));
        }
    };
    view! { <Chooser control=control label=label options=options value=value choose=choose/> }
}

/// How many dot products are measured at each width.
#[component]
pub fn Scores() -> impl IntoView {
    let draws = draws();
    let own = memo(move || draws.document.with(|d| d.scores));
    let options = derived(|| {
        let one = |count: u32| (count.to_string(), grouped(count.into()));
        COUNTS.map(one).to_vec()
    });
    let value = derived(move || own.get().to_string());
    let choose = move |text: String| {
        if let Ok(count) = text.parse() {
            draws.change(Change::Scores(count));
        }
    };
    view! { <Chooser control="count" label=say!(scale.count_label) options=options value=value choose=choose/> }
}
