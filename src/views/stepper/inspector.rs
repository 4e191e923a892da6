//! One cell: its name, its arithmetic with the actual numbers, and what can be done to it.

use crate::language::{apart, exact, shown};
use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::core::expr::Expr;
use lesson::head::rule;
use lesson::{Cell, Document, Name};

use crate::reactive::{derived, memo, on, shown_while};
use crate::state::lab;
use crate::text::{self, say, tr};
use crate::widgets::arithmetic::Arithmetic;

/// The card of the explained cell. Its height is fixed, so that nothing moves while one points about.
#[component]
pub fn Inspector() -> impl IntoView {
    let lab = lab();
    let cell = memo(move || lab.cell());
    let pinned = derived(move || lab.view.with(|view| view.pinned.is_some()));
    let title = derived(move || {
        let cell = cell.get();
        let symbol = apart(&lab.meta.symbol(cell));
        format!("{} · {symbol}", text::matrix(cell.name))
    });
    let full = derived(move || {
        let value = lab
            .trace
            .with(|trace| trace.value(cell.get()))
            .unwrap_or(0.0);
        tr!(cell.full, value = exact(value))
    });
    view! {
        <section class="card inspector" class:is-pinned=pinned aria-label=say!(cell.title)>
            <h3 class=derived(move || format!("hue-{}", lab.table(cell.get().name).hue))>{title}</h3>
            <Arithmetic/>
            <p class="full" data-control="full">{full}</p>
            <State/>
            <Actions/>
        </section>
    }
}

/// Typed, of the example, overridden, or a row that sees nothing.
#[component]
fn State() -> impl IntoView {
    let lab = lab();
    let example = memo(move || lab.head_of(lab.example.get()?));
    let of_example = move |cell: Cell| {
        let number = |document: &Document| document.input(cell.name)?.get(cell.row, cell.col);
        let own = lab.document.with(|document| number(document));
        example.with(|example| example.as_ref().and_then(number) == own)
    };
    let words = derived(move || {
        let cell = lab.cell();
        let rule = lab
            .document
            .with(|d| lab.trace.with(|t| rule::of(d, t, cell)));
        let by_row = after_mask(cell.name) && lab.document.with(|d| cell.row < d.n());
        let blind = by_row
            && lab
                .trace
                .with(|t| t.rows.get(cell.row).is_some_and(|row| row.sees_nothing));
        match rule {
            _ if lab.covers(cell) => tr!(quiz.covered_how),
            Expr::Given(_) if of_example(cell) => tr!(cell.given),
            Expr::Given(_) => tr!(cell.typed),
            Expr::Replaced(rule, _) => {
                let computed = shown(rule.evaluate(), lab.look.get().0);
                tr!(cell.overridden, computed = computed)
            }
            _ if blind => tr!(cell.nothing),
            _ if lab.view.with(|view| view.pinned == Some(cell)) => tr!(cell.pinned),
            _ => tr!(cell.hint),
        }
    });
    view! { <p class="state" data-control="full">{words}</p> }
}

/// Whether a cell of it is decreed to be what it is where the query may see nothing.
const fn after_mask(name: Name) -> bool {
    matches!(
        name,
        Name::Max | Name::Shifted | Name::Exp | Name::Sum | Name::Weights | Name::Output
    )
}

#[component]
fn Actions() -> impl IntoView {
    let lab = lab();
    // Acting moves the pointer away from the cell: what counts is the cell that is pinned, else that of the keyboard
    // while it is read, else the one walked to.
    let target = memo(move || {
        let pinned = lab.view.with(|view| view.pinned);
        let read = lab.shell.focused.get();
        let read = read.filter(|_| read == lab.shell.hovered.get());
        let walked = || lab.lesson.with(|own| own.selected());
        pinned
            .or(read)
            .or_else(walked)
            .unwrap_or_else(|| lab.cell())
    });
    let can_override = move || {
        let cell = target.get();
        cell.name.overridable() && cell.name != Name::Mask && !lab.covers(cell)
    };
    let overridden = move || lab.document.with(|d| d.overrides.has(target.get()));
    let is_mask = move || target.get().name == Name::Mask;
    let toggle = move |_| {
        let cell = target.get_untracked();
        let visible = lab.trace.with_untracked(|trace| trace.value(cell)) == Some(0.0);
        lab.run(Command::Edit(Edit::Set(
            cell,
            if visible { 1.0 } else { 0.0 },
        )));
        lab.run(Command::Settle);
    };
    view! {
        <div class="row actions">
            {shown_while(can_override, move || view! { <button type="button" data-action="override" on:click=on(move |_| lab.begin_override(target.get_untracked()))>
                    {derived(move || tr!(cell.override_it, symbol = lab.meta.symbol(target.get())))}
                </button> }.into_any())}
            {shown_while(is_mask, move || view! { <button type="button" data-action="toggle-mask" on:click=on(toggle)>{say!(cell.toggle)}</button> }.into_any())}
            {shown_while(overridden, move || view! { <button type="button" data-action="clear" on:click=on(move |_| lab.run(Command::Edit(Edit::Clear(target.get_untracked()))))>
                    {say!(cell.clear)}
                </button> }.into_any())}
        </div>
    }
}
