//! The fourth beat: scores become shares of 1.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::head::trace::Trace;
use lesson::lessons::stepper::guided::{Plain, Shares, shares};

use super::Guide;
use super::picture::{around, bar, mark, round, scale, tick, token, twin, zero};
use crate::plot::colours::token_style;
use crate::reactive::{derived, on};
use crate::text::{say, tr};
use crate::widgets::markup::element;

/// How many times as long the scale of exp may be as that of the scores, or the other way round, if both get one unit.
const MOST_LONGER: f32 = 4.0;

#[component]
pub fn Share() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let skip = move |_| {
        guide.without_exp.update(|own| *own = !*own);
        guide.done.set(true);
    };
    let words = derived(move || {
        if guide.without_exp.get() {
            tr!(guided.share.with)
        } else {
            tr!(guided.share.without)
        }
    });
    view! {
        <div class="g-share">
            <div class="g-table" tabindex="0" role="group" aria-label=say!(guided.share.all, word = guide.word()) inner_html=derived(move || table(guide))></div>
            <div class="g-whole">
                <small>{say!(guided.share.all, word = guide.word())}</small>
                <div inner_html=derived(move || whole(guide))></div>
                <button type="button" data-action="exp" on:click=on(skip)>{words}</button>
            </div>
        </div>
    }
}

/// What every key is given now.
pub fn given(guide: Guide) -> Vec<f32> {
    let own = guide.lab.trace.with(|trace| shares(trace, guide.row.get()));
    match guide.without_exp.get() {
        true => own.without_exp,
        false => own.weights,
    }
}

/// One row a key: its score, exp of it, and its share.
fn table(guide: Guide) -> String {
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let own = guide.lab.trace.with(|trace| shares(trace, guide.row.get()));
    let without = guide.without_exp.get();
    let given = if without {
        &own.without_exp
    } else {
        &own.weights
    };
    let columns = [
        (&own.scores, "scores"),
        (&own.exps, "weights"),
        (given, "weights"),
    ];
    let mut bounds = columns.map(|(values, _)| scale(values.iter().copied()));
    (bounds[0], bounds[1]) = in_one_unit(bounds[0], bounds[1]);
    if !without {
        // Shares are parts of one.
        bounds[2] = (0.0, bounds[2].1.max(1.0));
    }
    let cell = |key: usize, column: usize| {
        let (values, hue) = columns[column];
        let value = values.get(key).copied().unwrap_or(f32::NAN);
        let number = element(
            "b",
            &format!("data-m=\"n{column}-{key}\""),
            &guide.number(value),
        );
        // No bar is as long as −∞.
        let bar = match value == f32::NEG_INFINITY {
            true => String::new(),
            false => bar(&format!("s{column}-{key}"), 0.0, value, bounds[column]),
        };
        let drawn = match column == 1 && without {
            true => String::new(),
            false => {
                let mark = mark(round(bounds[column]), bounds[column]);
                format!("{}{mark}{bar}", zero(bounds[column]))
            }
        };
        around(
            "div",
            &format!("class=\"g-amount hue-{hue}{}\"", skipped(without, column)),
            &format!("{number}<span>{drawn}</span>"),
        )
    };
    let line = |key: usize| {
        let cells: String = (0..3).map(|column| cell(key, column)).collect();
        around(
            "div",
            "class=\"g-line\"",
            &format!("{}{cells}", token(key, &names[key])),
        )
    };
    let lines: String = (0..names.len()).map(line).collect();
    let titles = heads(guide, &own, without);
    let head = |(column, (title, note)): (usize, &(String, String))| {
        let inside = format!("{}{}", element("b", "", title), element("small", "", note));
        let hue = columns[column].1;
        let class = format!("class=\"hue-{hue}{}\"", skipped(without, column));
        around("div", &class, &inside)
    };
    let head: String = titles.iter().enumerate().map(head).collect();
    let sum = |column: usize| {
        let sum = element("b", "", &guide.number(sum_of_seen(columns[column].0)));
        let class = format!("class=\"g-amount{}\"", skipped(without, column));
        // The columns have scales of their own: a number under each says which.
        let ends = match column == 1 && without {
            true => String::new(),
            false => tick(bounds[column]),
        };
        around("div", &class, &format!("{sum}<span>{ends}</span>"))
    };
    let sums: String = (0..3).map(sum).collect();
    let head = around(
        "div",
        "class=\"g-line g-titles\"",
        &format!("<span></span>{head}"),
    );
    let foot = around(
        "div",
        "class=\"g-line g-sums\"",
        &format!("{}{sums}", element("small", "", &tr!(guided.sum))),
    );
    let read = (0..names.len()).map(|key| {
        let number = |(values, _): (&Vec<f32>, &str)| {
            guide.number(values.get(key).copied().unwrap_or(f32::NAN))
        };
        (names[key].clone(), columns.map(number).to_vec())
    });
    let total = |(values, _): (&Vec<f32>, &str)| guide.number(sum_of_seen(values));
    let total = (tr!(guided.sum), columns.map(total).to_vec());
    // Who does not see a line through numbers hears that they are left out.
    let title = |(column, (title, note)): (usize, (String, String))| match skipped(without, column)
    {
        "" => title,
        _ => format!("{title} ({note})"),
    };
    let titles: Vec<String> = titles.into_iter().enumerate().map(title).collect();
    let caption = tr!(guided.share.all, word = guide.word());
    let twin = twin(&caption, &titles, read.chain([total]).collect());
    format!(
        "{twin}<div class=\"g-drawn\" aria-hidden=\"true\" data-active=\"\">{head}{lines}{foot}</div>"
    )
}

/// A hidden key has no part in it.
fn sum_of_seen(values: &[f32]) -> f32 {
    let seen = values.iter().filter(|own| **own != f32::NEG_INFINITY);
    seen.sum()
}

/// Two scales on which 1 is equally long, where the shorter of them stays long enough to be read.
fn in_one_unit(one: (f32, f32), other: (f32, f32)) -> ((f32, f32), (f32, f32)) {
    let length = |(low, high): (f32, f32)| high - low;
    let longer = length(one).max(length(other));
    if longer > MOST_LONGER * length(one).min(length(other)) {
        return (one, other);
    }
    let lengthened = |own: (f32, f32)| (own.0, own.0 + longer);
    (lengthened(one), lengthened(other))
}

/// The column of exp while it is left out.
const fn skipped(without: bool, column: usize) -> &'static str {
    if without && column == 1 {
        " g-skipped"
    } else {
        ""
    }
}

/// What is wrong with plain scores over their sum, if anything is.
fn plain_note(guide: Guide, own: &Shares) -> String {
    match own.plain() {
        Plain::Undivided => tr!(guided.share.plain_zero),
        Plain::Below(least) => tr!(guided.share.plain_note, value = guide.number(least)),
        Plain::Turned => tr!(guided.share.plain_turned),
        Plain::Luck => tr!(guided.share.plain_luck),
    }
}

/// Whether the numbers as shown, added up, are not what is shown as their sum.
fn adds_up_rounded(guide: Guide, values: &[f32]) -> bool {
    let unit = 10f32.powi(i32::from(guide.lab.look.get().0));
    let round = |value: f32| (value * unit).round();
    let shown: f32 = values.iter().map(|value| round(*value)).sum();
    shown != round(values.iter().sum())
}

/// Whether the query may see no key at all.
pub fn is_blind(guide: Guide) -> bool {
    let row = guide.row.get();
    let sees_nothing = |trace: &Arc<Trace>| trace.rows.get(row).is_some_and(|row| row.sees_nothing);
    guide.lab.trace.with(sees_nothing)
}

fn heads(guide: Guide, own: &Shares, without: bool) -> [(String, String); 3] {
    let (lowered, sum) = (own.lowered, own.sum);
    let rounded = adds_up_rounded(guide, &own.weights);
    let exp = match lowered == 0.0 {
        true => "→ exp".to_owned(),
        false => format!("→ exp( · − {})", guide.number(lowered)),
    };
    let blind = is_blind(guide);
    let share = match (without, blind) {
        (true, _) => tr!(guided.share.plain_title),
        (false, true) => tr!(guided.shares),
        (false, false) => tr!(guided.share.title, sum = guide.number(sum)),
    };
    let hides = own.scores.contains(&f32::NEG_INFINITY);
    let order = match (without, hides) {
        (true, _) => tr!(guided.share.skipped),
        (false, true) => tr!(guided.share.positive_hidden),
        (false, false) => tr!(guided.share.positive),
    };
    let last = match (without, rounded) {
        (false, _) if blind => tr!(cell.nothing),
        (true, _) => plain_note(guide, own),
        (false, true) => tr!(guided.share.note_rounded),
        (false, false) => tr!(guided.share.note),
    };
    let first = match hides {
        true => (tr!(guided.share.masked), tr!(guided.share.hidden)),
        false => (tr!(guided.share.scaled), tr!(guided.share.signed)),
    };
    [first, (exp, order), (share, last)]
}

/// All the attention as one bar; without exp there is none that could be drawn.
fn whole(guide: Guide) -> String {
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let own = guide.lab.trace.with(|trace| shares(trace, guide.row.get()));
    let given = if guide.without_exp.get() {
        &own.without_exp
    } else {
        &own.weights
    };
    if given.iter().any(|share| !share.is_finite() || *share < 0.0) {
        let wrong = match (guide.without_exp.get(), own.plain()) {
            (true, Plain::Undivided) => tr!(guided.share.wrong_zero),
            _ => tr!(guided.share.wrong),
        };
        return element("p", "class=\"g-wrong\"", &wrong);
    }
    let piece = |(key, share): (usize, &f32)| {
        let style = format!(
            "class=\"g-piece\" data-m=\"piece\" style=\"{};flex-grow:{share}\"",
            token_style(key)
        );
        let name = format!("{} {}", names[key], guide.number(*share));
        let label = format!(
            "{}{}",
            element("span", "", &names[key]),
            element("b", "", &guide.number(*share))
        );
        // What has no room for its name has it below.
        let label = match *share {
            share if share < 0.005 || names.len() > 6 && share < 0.04 => String::new(),
            share if share < 0.06 => element("small", "", &names[key]),
            _ => label,
        };
        let name = crate::widgets::markup::attribute(&name);
        around("div", &format!("{style} title=\"{name}\""), &label)
    };
    let pieces: String = given.iter().enumerate().map(piece).collect();
    around("div", "class=\"g-pieces\" aria-hidden=\"true\"", &pieces)
}
