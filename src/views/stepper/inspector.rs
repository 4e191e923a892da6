//! One cell: its name, its arithmetic with the actual numbers, and what can be done to it.

use crate::language::{localised, shown, visible};
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::head::rule::Rule;
use lesson::{Cell, Command, Name, lessons::stepper::arithmetic};

use crate::reactive::{derived, memo, on, shown_while};
use crate::state::{Lab, lab};
use crate::text::{self, say, tr};
use crate::widgets::arithmetic::Arithmetic;
use crate::widgets::matrix::hue;

/// The card of the explained cell. Its height is fixed, so that nothing moves while one points about.
#[component]
pub fn Inspector() -> impl IntoView {
    let lab = lab();
    let cell = lab.explained;
    let pinned = derived(move || lab.view.with(|view| view.pinned.is_some()));
    let title = derived(move || {
        let cell = cell.get();
        format!("{} · {}", text::matrix(cell.name), arithmetic::symbol(cell))
    });
    let full = derived(move || {
        let value = lab
            .trace
            .with(|trace| trace.value(cell.get()))
            .unwrap_or(0.0);
        let value = if value.is_nan() {
            visible(value, 0)
        } else if value.is_finite() {
            localised(shortest(value).replace('-', "−"))
        } else {
            shown(value, 0)
        };
        tr!(cell.full, value = value)
    });
    view! {
        <section class="card inspector" class:is-pinned=pinned aria-label=say!(cell.title)>
            <h3 class=derived(move || format!("hue-{}", hue(cell.get().name)))>{title}</h3>
            <Arithmetic/>
            <p class="full">{full}</p>
            <State/>
            <Actions/>
        </section>
    }
}

/// Typed, overridden, or a row that sees nothing.
#[component]
fn State() -> impl IntoView {
    let lab = lab();
    let words = derived(move || {
        let cell = lab.explained.get();
        let computed = lab
            .document
            .with(|d| lab.trace.with(|t| Rule::of(d, cell).evaluate(t)));
        let overridden = lab.document.with(|d| d.overrides.has(cell));
        let by_row = after_mask(cell.name) && lab.document.with(|d| cell.row < d.n());
        let blind = by_row
            && lab
                .trace
                .with(|t| t.rows.get(cell.row).is_some_and(|row| row.sees_nothing));
        match computed {
            _ if lab.covers(cell) => tr!(quiz.covered_how),
            None => tr!(cell.typed),
            Some(computed) if overridden => {
                let digits = lab.look.get().0;
                let rule = if cell.name == Name::Mask {
                    by_choice(lab, cell)
                } else {
                    computed
                };
                tr!(cell.overridden, computed = shown(rule, digits))
            }
            _ if blind => tr!(cell.nothing),
            _ if lab.view.with(|view| view.pinned == Some(cell)) => tr!(cell.pinned),
            _ => tr!(cell.hint),
        }
    });
    view! { <p class="state">{words}</p> }
}

/// Whether a cell of it is decreed to be what it is where the query may see nothing.
const fn after_mask(name: Name) -> bool {
    matches!(
        name,
        Name::Max | Name::Shifted | Name::Exp | Name::Sum | Name::Weights | Name::Output
    )
}

/// What the chosen mask says of a cell that was painted over.
fn by_choice(lab: Lab, cell: Cell) -> f32 {
    lab.unedited.with(|trace| trace.value(cell)).unwrap_or(0.0)
}

#[component]
fn Actions() -> impl IntoView {
    let lab = lab();
    // Acting moves the pointer away from the cell: what counts is the cell that is pinned or walked to.
    let target = memo(move || lab.stepper.with(lesson::Stepper::selected));
    let can_override = move || {
        let cell = target.get();
        cell.name.overridable() && cell.name != Name::Mask && !lab.covers(cell)
    };
    let overridden = move || lab.document.with(|d| d.overrides.has(target.get()));
    let is_mask = move || target.get().name == Name::Mask;
    let toggle = move |_| {
        let cell = target.get_untracked();
        let visible = lab.trace.with_untracked(|trace| trace.value(cell)) == Some(0.0);
        lab.run(Command::Edit(cell, if visible { 1.0 } else { 0.0 }));
        lab.run(Command::Settle);
    };
    view! {
        <div class="row actions">
            {shown_while(can_override, move || view! { <button type="button" data-action="override" on:click=on(move |_| lab.begin_override(target.get_untracked()))>
                    {derived(move || tr!(cell.override_it, symbol = arithmetic::symbol(target.get())))}
                </button> }.into_any())}
            {shown_while(is_mask, move || view! { <button type="button" data-action="toggle-mask" on:click=on(toggle)>{say!(cell.toggle)}</button> }.into_any())}
            {shown_while(overridden, move || view! { <button type="button" data-action="clear" on:click=on(move |_| lab.run(Command::Clear(target.get_untracked())))>
                    {say!(cell.clear)}
                </button> }.into_any())}
        </div>
    }
}
