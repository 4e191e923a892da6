//! What is counted: of the example and of one layer of a known model, and where attention begins to cost more.

use std::iter;

use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::mlp::{Change, Counted, GPT2, LENGTHS, Sizes};

use super::bench;
use crate::reactive::{derived, memo};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::markup::{element, row, td};

/// The table, with the number of tokens that the known model has.
#[component]
pub fn Counts() -> impl IntoView {
    let bench = bench();
    let own = memo(move || bench.document.with(|d| Sizes::of(d)));
    let length = memo(move || bench.document.with(|d| d.length));
    let model = memo(move || Sizes {
        n: length.get(),
        ..GPT2
    });
    let options = derived(|| {
        let option = |n: usize| (n.to_string(), grouped(n as u64));
        LENGTHS.map(option).to_vec()
    });
    let choose = move |text: String| {
        if let Ok(n) = text.parse() {
            bench.change(Change::Count(n));
        }
    };
    let rows = derived(move || {
        block(&tr!(mlp.counts.example), own.get()) + &block(&tr!(mlp.counts.model), model.get())
    });
    let even = derived(move || {
        [
            even(tr!(mlp.counts.example), own.get()),
            even(tr!(mlp.counts.model), model.get()),
        ]
        .join(" ")
    });
    view! {
        <div class="m-counted">
            <div class="m-scroll" tabindex="0" role="region" aria-label=say!(mlp.count.title)>
                <table class="plain-counts m-counts" data-counts="">
                    <thead><tr>
                        // What the step asks for comes first: a phone shows no more than that at once.
                        <td></td><th scope="col">{say!(mlp.counts.work)}</th>
                        <th scope="col">{say!(mlp.counts.each)}</th><th scope="col">{say!(mlp.counts.meeting)}</th>
                        <th scope="col">{say!(mlp.counts.parameters)}</th>
                    </tr></thead>
                    <tbody inner_html=rows></tbody>
                </table>
            </div>
            <div class="choosers">
                <Chooser control="count-n" label=say!(mlp.counts.length) options=options value=derived(move || length.get().to_string()) choose=choose/>
                <p class="m-even" role="status">{even}</p>
            </div>
        </div>
    }
}

/// Both, of some sizes.
fn block(title: &str, sizes: Sizes) -> String {
    let Sizes {
        n,
        d,
        d_k,
        d_v,
        h,
        d_o,
        whole,
    } = sizes;
    let most = sizes.mlp().work().max(sizes.attention().work());
    let title = tr!(
        mlp.counts.title,
        what = title,
        n = grouped(n as u64),
        d = grouped(d as u64)
    );
    let title = row(
        "",
        element("th", "colspan=\"5\" scope=\"colgroup\"", &title),
        iter::empty(),
    );
    let mlp = [
        format!("{d}·{h} + {h}·{d_o}"),
        "0".to_owned(),
        format!("{d}·{h} + {h}·{d_o} + {h} + {d_o}"),
    ];
    let out = if whole {
        format!(" + {d_v}·{d}")
    } else {
        String::new()
    };
    let biases = if whole {
        format!(" + 2·{d_k} + {d_v} + {d}")
    } else {
        String::new()
    };
    let head = [
        format!("{d}·(2·{d_k} + {d_v}){out}"),
        format!("{n}·({d_k} + {d_v})"),
        format!("{d}·(2·{d_k} + {d_v}){out}{biases}"),
    ];
    let names = (tr!(mlp.name_mlp), tr!(mlp.name_head));
    title + &line(&names.0, mlp, sizes.mlp(), most) + &line(&names.1, head, sizes.attention(), most)
}

fn line(name: &str, how: [String; 3], counted: Counted, most: usize) -> String {
    let numbers = [counted.each, counted.meeting, counted.parameters];
    let cell = |(how, number): (String, usize)| match number {
        0 => td("0"),
        number => format!(
            "<td><small>{how}</small><b>{}</b></td>",
            grouped(number as u64)
        ),
    };
    let share = counted.work() as f32 / most.max(1) as f32;
    let bar = format!(
        "<td><b>{}</b><i class=\"m-bar\"><i style=\"--share:{share:.3}\"></i></i></td>",
        grouped(counted.work() as u64)
    );
    let cells = how.into_iter().zip(numbers).map(cell);
    row(
        "",
        element("th", "scope=\"row\"", name),
        iter::once(bar).chain(cells),
    )
}

/// From how many tokens on attention does as much work as the MLP, or more.
fn even(what: String, sizes: Sizes) -> String {
    let from = sizes.even().map_or(1.0, |n| n.ceil().max(1.0));
    tr!(mlp.counts.even, what = what, n = grouped(from as u64))
}
