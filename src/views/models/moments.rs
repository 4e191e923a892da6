//! The training of a model that comes with the page: the weights of earlier moments, and what its heads did then.

use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::shipped::Moment;

use super::state::{Inspector, inspector, moments};
use super::words;
use crate::browser::focus;
use crate::language::shown;
use crate::reactive::{derived, on, part};
use crate::text::{following, say, tr};

/// A column for each moment; a click opens it.
#[component]
pub fn Moments() -> impl IntoView {
    let inspector = inspector();
    let all = move || inspector.document.with(|own| moments(&own.source));
    view! {
        {part(move || match all() {
            [] => ().into_any(),
            all => view! { <Table all=all/> }.into_any(),
        })}
    }
}

#[component]
fn Table(all: &'static [Moment]) -> impl IntoView {
    let inspector = inspector();
    let label = following(move || match inspector.watches.get() {
        true => tr!(models.moments.stop),
        false => tr!(models.moments.watch),
    });
    let bytes: u32 = all.iter().map(|own| own.bytes).sum();
    let note = following(move || tr!(models.moments.note, size = words::bytes(u64::from(bytes))));
    let bits = |own: &Moment| {
        let bits = own.bits;
        view! { <td>{following(move || shown(bits, 2))}</td> }
    };
    let row = NodeRef::<html::Tr>::new();
    focus::rove(row);
    let choice = |(at, own): (usize, &Moment)| {
        view! { <th scope="col"><Choice own=*own first={at == 0}/></th> }
    };
    view! {
        <div class="re-moments" data-control="beside">
            <div class="row">
                <b>{say!(models.moments.title)}</b>
                <button type="button" data-action="watch" on:click=on(move |_| inspector.watch())>{label}</button>
                <span class="re-hint">{note}</span>
            </div>
            <div class="numbers">
                <table class="re-trained" aria-label=say!(models.moments.title)>
                    <tr node_ref=row><th scope="row">{say!(models.moments.steps)}</th>{all.iter().enumerate().map(choice).collect_view()}</tr>
                    <tr><th scope="row">{say!(models.moments.bits)}</th>{all.iter().map(bits).collect_view()}</tr>
                    <tr hidden=derived(move || !compares(inspector, all))><th scope="row">{say!(models.moments.strongest)}</th>{all.iter().map(|own| view! { <Strongest own=*own/> }).collect_view()}</tr>
                </table>
            </div>
            <p class="caption-line">{say!(models.moments.given)}</p>
        </div>
    }
}

/// Whether enough moments were opened for a row of them to say anything.
fn compares(inspector: Inspector, all: &[Moment]) -> bool {
    let seen = |own: &&Moment| inspector.seen.with(|seen| seen.contains_key(&own.step));
    all.iter().filter(seen).count() > 1
}

/// The button that opens a moment.
#[component]
fn Choice(own: Moment, first: bool) -> impl IntoView {
    let inspector = inspector();
    let pressed = derived(move || (inspector.moment() == Some(own.step)).to_string());
    let open = move |_| {
        inspector.watches.set(false);
        inspector.own(Change::Moment(own.step));
    };
    view! {
        <button type="button" data-moment=own.step.to_string() tabindex=focus::stop(first) aria-pressed=pressed on:click=on(open)>{own.step}</button>
    }
}

/// How strong the strongest induction head was, once the moment has been opened.
#[component]
fn Strongest(own: Moment) -> impl IntoView {
    let inspector = inspector();
    let found = move || inspector.seen.with(|seen| seen.get(&own.step).copied());
    let share = derived(move || found().unwrap_or(0.0).to_string());
    view! {
        <td class="share" style=("--share", share)>{following(move || found().map_or_else(|| "–".to_owned(), |found| shown(found, 2)))}</td>
    }
}
