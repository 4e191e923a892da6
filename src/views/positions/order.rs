//! The words in another order, dragged or moved by keys, and what of the output is the same to the last bit.

use leptos::html;
use leptos::prelude::*;
use lesson::lessons::positions::{Change, Compared, O1, OP, Scheme};

use super::{Bench, bench};
use crate::browser::{keys, listening, targets};
use crate::language::{localised, shown};
use crate::plot::colours::token_style;
use crate::reactive::{derived, memo, on, part};
use crate::text::{list, say, tr};
use crate::widgets::markup::{element, row, td, th};
use crate::widgets::told::Told;
use crate::widgets::walk::tell_when_it_pauses;

/// The words as chips, in the order of the shuffle.
#[component]
pub fn Order() -> impl IntoView {
    let bench = bench();
    let order = memo(move || bench.document.with(|d| d.order.clone()));
    // The chips stay while words move, so that the keyboard stays with them.
    let count = memo(move || order.with(Vec::len));
    let chips = part(move || {
        let chip = |place: usize| chip(bench, place);
        (0..count.get()).map(chip).collect_view().into_any()
    });
    let place = NodeRef::<html::Div>::new();
    // The place of the word that is held, and where among the places the pointer is.
    let held = RwSignal::new(None::<(usize, usize)>);
    let kinds = &["pointerdown", "pointermove", "pointerup", "pointercancel"];
    listening::hear(place, kinds, move |kind, event| {
        let count = order.with_untracked(Vec::len);
        let over = targets::across(event).map(|x| ((x * count as f32) as usize).min(count - 1));
        match (kind, over, held.get_untracked()) {
            ("pointerdown", Some(over), _) => {
                // The word that is pressed; they may be of any width.
                let pressed = targets::number(event, "data-order").unwrap_or(over);
                targets::hold(event);
                held.set(Some((pressed, over)));
            }
            ("pointermove", Some(over), Some((from, at))) if over != at => {
                let to = (from + over).saturating_sub(at).min(count - 1);
                step(bench, from, to);
                held.set(Some((to, over)));
            }
            ("pointerup" | "pointercancel", ..) => {
                held.set(None);
                bench.settle();
            }
            _ => {}
        }
    });
    let put = move |order: Vec<usize>| {
        bench.change(Change::Order(order));
        bench.settle();
    };
    let turn = move |_| put(order.get_untracked().into_iter().rev().collect());
    let first = move |_| put((0..count.get_untracked()).collect());
    view! {
        <div class="pos-order">
            <span>{say!(positions.order_label)}</span>
            <div class="pos-chips" role="application" aria-label=say!(positions.order_label) node_ref=place>{chips}</div>
            <button type="button" data-order="reverse" on:click=on(turn)>{say!(positions.reverse)}</button>
            <button type="button" data-order="first" on:click=on(first)>{say!(positions.in_order)}</button>
            <p class="note" data-compared="">{derived(move || compared(bench))}</p>
        </div>
        {told(bench).place()}
    }
}

/// Where the words stand now, and what came of it, for who does not see them move.
fn told(bench: Bench) -> Told {
    let told = Told::nothing();
    tell_when_it_pauses(
        move || {
            bench.document.track();
            bench.shell.numbers.track();
        },
        move || (bench.document.with(|d| d.shuffled()), compared(bench)),
        move |_, (words, compared)| {
            let said = tr!(
                positions.told_order,
                words = list(words),
                compared = compared.clone()
            );
            told.say(said.trim_end().to_owned());
        },
    );
    told
}

/// A word that is dragged, or moved with the arrow keys.
fn chip(bench: Bench, place: usize) -> AnyView {
    let token = derived(move || {
        bench
            .document
            .with(|d| d.order.get(place).copied().unwrap_or(0))
    });
    let name = derived(move || {
        bench
            .document
            .with(|d| d.tokens.get(token.get()).cloned().unwrap_or_default())
    });
    let label = derived(move || tr!(positions.chip, token = name.get(), place = place + 1));
    let press = move |event: leptos::ev::KeyboardEvent| {
        let last = bench.document.with_untracked(|d| d.n().saturating_sub(1));
        let to = match event.key().as_str() {
            _ if event.alt_key() || keys::command(&event) => return,
            "ArrowLeft" if place > 0 => place - 1,
            "ArrowRight" if place < last => place + 1,
            _ => return,
        };
        event.prevent_default();
        step(bench, place, to);
        bench.settle();
        // The word has moved, and the keyboard goes with it.
        crate::browser::page::focus(&format!("pos-chip-{to}"));
    };
    view! {
        <button type="button" class="pos-chip" id=format!("pos-chip-{place}") data-order=place.to_string() aria-label=label
            style=derived(move || token_style(token.get())) on:keydown=on(press)>{name}</button>
    }
    .into_any()
}

/// Takes the word at a place to another; those between move up.
fn step(bench: Bench, from: usize, to: usize) {
    let mut order = bench.document.with_untracked(|d| d.order.clone());
    if from < order.len() && to < order.len() {
        let token = order.remove(from);
        order.insert(to, token);
        bench.change(Change::Order(order));
    }
}

fn compared(bench: Bench) -> String {
    let order = bench.document.with(|d| d.order.clone());
    let found = Compared::of(&bench.numbers(O1), &bench.numbers(OP), &order);
    found.map_or_else(String::new, |found| match found.differ {
        0 => none_differ(bench, &order, found.all),
        differ => tr!(
            positions.some_differ,
            differ = differ,
            all = found.all,
            most = match found.most < 0.01 {
                true => localised(format!("{:.1e}", found.most).replace('-', "−")),
                false => shown(found.most, 2),
            }
        ),
    })
}

/// Nothing differs: by itself, or because nothing was moved, or because ALiBi sees distances alone.
fn none_differ(bench: Bench, order: &[usize], all: usize) -> String {
    let unmoved = order.iter().copied().eq(0..order.len());
    let backwards = order.iter().rev().copied().eq(0..order.len());
    let alibi = bench.step.get() == "order" && bench.document.with(|d| d.scheme == Scheme::Alibi);
    match (unmoved, backwards && alibi) {
        (true, _) => tr!(positions.unmoved, all = all),
        (false, true) => tr!(positions.both_ways, all = all),
        (false, false) => tr!(positions.none_differ, all = all),
    }
}

/// Which numbers of the output are those of the same word before.
#[component]
pub fn Marks() -> impl IntoView {
    let bench = bench();
    let rows = derived(move || marks(bench));
    view! {
        <table class="pos-marks" data-marks="">
            <caption>{say!(positions.marks)}</caption>
            <tbody inner_html=rows></tbody>
        </table>
    }
}

fn marks(bench: Bench) -> String {
    let (order, names) = bench.document.with(|d| (d.order.clone(), d.shuffled()));
    let (before, after) = (bench.numbers(O1), bench.numbers(OP));
    let mark = |place: usize, col: usize| {
        let pair = before
            .get(*order.get(place)?, col)
            .zip(after.get(place, col));
        let (a, b) = pair.filter(|(a, b)| !a.is_nan() && !b.is_nan())?;
        Some(a.to_bits() == b.to_bits())
    };
    let cell = |place, col| match mark(place, col) {
        Some(true) => element("td", "class=\"same\"", "="),
        Some(false) => element("td", "class=\"other\"", "≠"),
        None => td("?"),
    };
    let line = |(place, name): (usize, &String)| {
        row("", th(name), (0..after.cols()).map(|col| cell(place, col)))
    };
    names.iter().enumerate().map(line).collect()
}
