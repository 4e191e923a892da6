//! What is measured: methods, sizes, mask, budget. They count from the next start on.

use leptos::html;
use leptos::prelude::*;
use lesson::core::problem::quoted;
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{BUDGETS, SIZES, Settings, WIDTHS};

use super::state::cost;
use super::words;
use crate::reactive::{derived, on};
use crate::text::{following, say, tr};
use crate::widgets::chooser::Chooser;

/// All controls.
#[component]
pub fn Controls() -> impl IntoView {
    let plain = |value: usize| value.to_string();
    let megabytes = |value: usize| tr!(cost.megabytes, count = value);
    view! {
        <section class="card cost-settings" data-control="settings" aria-label=say!(cost.settings)>
            <fieldset class="methods">
                <legend>{say!(cost.methods)}</legend>
                {Method::ALL.map(|method| view! { <MethodSwitch method=method/> }).collect_view()}
            </fieldset>
            <div class="choosers">
                <OneOf control="d" label=say!(cost.width) all=&WIDTHS words=plain
                    get=|s| s.setup.d set=|s, d| s.setup.d = d/>
                <OneOf control="to" label=say!(cost.largest) all=&SIZES words=plain
                    get=|s| s.largest set=|s, n| s.largest = n/>
                <OneOf control="budget" label=say!(cost.budget) all=&BUDGETS words=megabytes
                    get=|s| s.budget set=|s, mb| s.budget = mb/>
                <Whole control="window" label=say!(cost.window)
                    get=|s| s.setup.window set=|s, w| s.setup.window = w/>
                <Whole control="seed" label=say!(cost.seed) get=|s| s.setup.seed as usize
                    set=|s, n| s.setup.seed = u32::try_from(n).unwrap_or(u32::MAX)/>
                <Causal/>
            </div>
        </section>
    }
}

#[component]
fn MethodSwitch(method: Method) -> impl IntoView {
    let cost = cost();
    let name = following(move || words::name(method, cost.settings.with(|own| own.setup.window)));
    let flip = move |_| cost.set(|settings| settings.switch(method));
    view! {
        <label class="switch method" data-colour=method.index()>
            <input type="checkbox" data-method=method.slug() on:change=on(flip)
                prop:checked=derived(move || cost.settings.with(|own| own.methods.contains(&method)))/>
            <span><b>{name}</b>" "<small>{following(move || words::about(method))}</small></span>
        </label>
    }
}

/// One of a few numbers. One that a link brought stands beside them.
#[component]
fn OneOf(
    control: &'static str,
    #[prop(into)] label: Signal<String>,
    all: &'static [usize],
    words: fn(usize) -> String,
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
) -> impl IntoView {
    let cost = cost();
    let value = move || cost.settings.with(|own| get(own));
    let options = derived(move || {
        let mut all = all.to_vec();
        if !all.contains(&value()) {
            all.push(value());
            all.sort_unstable();
        }
        let option = |value: usize| (value.to_string(), words(value));
        all.into_iter().map(option).collect::<Vec<_>>()
    });
    let choose = move |text: String| {
        if let Ok(value) = text.parse() {
            cost.set(|settings| set(settings, value));
        }
    };
    view! { <Chooser control=control label=label options=options value=derived(move || value().to_string()) choose=choose/> }
}

/// A whole number that is typed.
#[component]
fn Whole(
    control: &'static str,
    #[prop(into)] label: Signal<String>,
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
) -> impl IntoView {
    let cost = cost();
    let field = NodeRef::<html::Input>::new();
    let change = move |event| {
        let text = event_target_value(&event);
        match text.trim().parse() {
            Ok(value) => cost.set(|settings| set(settings, value)),
            Err(_) => cost
                .problem
                .set(Some(CostProblem::NotANumber(quoted(&text)))),
        }
        // What was refused does not go on standing there.
        if let Some(field) = field.get_untracked() {
            let counts = cost.settings.with_untracked(|own| get(own));
            field.set_value(&counts.to_string());
        }
    };
    view! {
        <label class="chooser">
            <span>{label}</span>
            <input class="small" type="number" min="1" step="1" data-control=control node_ref=field
                prop:value=derived(move || cost.settings.with(|own| get(own)).to_string())
                on:change=on(change)/>
        </label>
    }
}

#[component]
fn Causal() -> impl IntoView {
    let cost = cost();
    let flip = move |_| cost.set(|settings| settings.setup.causal ^= true);
    view! {
        <label class="switch">
            <input type="checkbox" data-control="causal" on:change=on(flip)
                prop:checked=derived(move || cost.settings.with(|own| own.setup.causal))/>
            <span>{say!(cost.causal)}</span>
        </label>
    }
}
