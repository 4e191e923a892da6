//! The last beat: every key hands over its value, as much as its share says.

use attention::Matrix;
use leptos::html;
use leptos::prelude::*;
use lesson::Name;
use lesson::core::number::subscript;
use lesson::lessons::stepper::guided::mixed;

use super::Guide;
use super::picture::{around, ribbon, token, twin};
use crate::browser::{focus, listening, targets};
use crate::plot::colours::token_style;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::markup::element;

/// Pixels of a ribbon that carries everything.
const WIDEST: f32 = 36.0;

#[component]
pub fn Mix() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let place = NodeRef::<html::Div>::new();
    focus::rove(place);
    // A press on a key gives it all the attention; another takes that back.
    listening::hear(place, &["click"], move |_, event| {
        let Some(key) = targets::number(event, "data-key") else {
            return;
        };
        guide
            .only
            .update(|only| *only = if *only == Some(key) { None } else { Some(key) });
        guide.done.set(guide.only.get_untracked().is_some());
        // The picture is made anew, and what was pressed with it.
        targets::refocus(event, format!("[data-key=\"{key}\"]"));
    });
    view! {
        <div class="g-mix" node_ref=place>
            <div class="g-drawn" inner_html=derived(move || picture(guide))></div>
        </div>
    }
}

/// What the shares amount to: those of the head, or all for one key.
struct Mixture {
    weights: Vec<f32>,
    parts: Matrix,
    output: Vec<f32>,
    own: Option<Vec<f32>>,
}

fn mixture(guide: Guide) -> Mixture {
    let row = guide.row.get();
    let itself = guide.lab.document.with(|d| d.keys.is_none());
    guide.lab.trace.with(|trace| {
        let (own, parts) = mixed(trace, row, itself);
        let v = trace.get(Name::V);
        let of = |name: Name| {
            trace
                .get(name)
                .iter_rows()
                .nth(row)
                .map(<[f32]>::to_vec)
                .unwrap_or_default()
        };
        let Some(only) = guide.only.get().filter(|key| *key < v.rows()) else {
            let (weights, output) = (of(Name::Weights), of(Name::Output));
            return Mixture {
                weights,
                parts,
                output,
                own,
            };
        };
        let share = |key: usize| if key == only { 1.0 } else { 0.0 };
        Mixture {
            weights: (0..v.rows()).map(share).collect(),
            parts: Matrix::from_fn(v.rows(), v.cols(), |key, c| share(key) * v.at(key, c)),
            output: v.row(only).to_vec(),
            own,
        }
    })
}

/// What goes out now.
pub fn output(guide: Guide) -> Vec<f32> {
    mixture(guide).output
}

fn picture(guide: Guide) -> String {
    let all = mixture(guide);
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let m = names.len() as f32;
    let tall = |key: usize| (key as f32 + 0.5) * 100.0 / m;
    let left = all_attention(&all.weights).enumerate().map(|(key, from)| {
        ribbon(
            (0.0, from),
            (100.0, tall(key)),
            all.weights[key] * WIDEST,
            "class=\"g-flow\" data-m=\"flow\"",
        )
    });
    let left: String = left.collect();
    let right: String = (0..names.len())
        .map(|key| {
            let attributes = format!(
                "class=\"g-token-flow\" data-m=\"flow2\" style=\"{}\"",
                token_style(key)
            );
            // The style of a ribbon is its width; the colour stands in a group around it.
            let width = all.weights[key] * WIDEST;
            around(
                "g",
                &attributes,
                &ribbon(
                    (0.0, tall(key)),
                    (100.0, 50.0 + (tall(key) - 50.0) * 0.12),
                    width,
                    "",
                ),
            )
        })
        .collect();
    let ways = |inside: &str| {
        around(
            "svg",
            "class=\"g-ways\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\"",
            inside,
        )
    };
    let values = guide.lab.trace.with(|t| t.get(Name::V).clone());
    let cards: String = (0..names.len())
        .map(|key| card(guide, &all, &values, key, &names[key]))
        .collect();
    let word = guide.word();
    let whole = limits(&all);
    let came = all.own.as_ref().map(|own| {
        let parts = Matrix::from_fn(1, own.len(), |_, c| own[c]);
        let title = (tr!(guided.mix.comes), tr!(guided.mix.alone, word = word));
        stack(guide, "g-in", title, &parts, own, whole, guide.row.get())
    });
    let title = (tr!(guided.mix.goes), tr!(guided.mix.context, word = word));
    let goes = stack(guide, "g-out", title, &all.parts, &all.output, whole, 0);
    let cards = around("div", "class=\"g-given\" data-active=\"\"", &cards);
    let came = came.unwrap_or_default();
    format!(
        "{}{came}{}{}{cards}{}{goes}",
        table(guide, &all, &names),
        attention(guide, &all.weights),
        ways(&left),
        ways(&right)
    )
}

/// Where the middle of each share is on a bar of all the attention, in hundredths from its top.
fn all_attention(weights: &[f32]) -> impl Iterator<Item = f32> {
    weights.iter().scan(0.0, |above, weight| {
        let middle = *above + weight / 2.0;
        *above += weight;
        Some(middle * 100.0)
    })
}

/// All the attention of the word, upright: what the bands to the values come from.
fn attention(guide: Guide, weights: &[f32]) -> String {
    let piece = |(key, weight): (usize, &f32)| {
        let style = format!("style=\"{};flex-grow:{weight}\"", token_style(key));
        element("i", &style, "")
    };
    let pieces: String = weights.iter().enumerate().map(piece).collect();
    let title = element("small", "", &tr!(guided.share.all, word = guide.word()));
    around(
        "section",
        "class=\"g-attention\" aria-hidden=\"true\"",
        &format!("{title}<div>{pieces}</div>"),
    )
}

/// Key, weight × value = what it hands over. A button: all the attention for this one.
fn card(guide: Guide, all: &Mixture, values: &Matrix, key: usize, name: &str) -> String {
    let cells = |class: &str, row: &[f32]| {
        let number = |v: f32| match class {
            "part" => guide.number(v),
            _ => guide.given(Name::V, v),
        };
        let all = row
            .iter()
            .map(|v| element("b", &format!("class=\"g-cell {class}\""), &number(*v)));
        all.collect::<String>()
    };
    let weight = element(
        "b",
        &format!("class=\"g-weight\" data-m=\"w{key}\""),
        &guide.number(all.weights[key]),
    );
    let inside = format!(
        "{}{weight}<i>×</i><span class=\"g-vector hue-v\">{}</span><i>=</i><span class=\"g-vector\" data-m=\"part\">{}</span>",
        token(key, name),
        cells("", values.row(key)),
        cells("part", all.parts.row(key))
    );
    let only = guide.only.get();
    let pressed = only == Some(key);
    let stop = focus::stop(only.unwrap_or(0) == key);
    let written = |name: fn(Guide, f32) -> String, row: &[f32]| {
        let all: Vec<_> = row.iter().map(|v| name(guide, *v)).collect();
        all.join(", ")
    };
    // Digits side by side do not say which of them is the weight, and where a vector begins.
    let read = tr!(
        guided.mix.row,
        word = name,
        weight = guide.number(all.weights[key]),
        value = written(|guide, v| guide.given(Name::V, v), values.row(key)),
        part = written(Guide::number, all.parts.row(key))
    );
    let read = element("span", "class=\"only-read\"", &read);
    let seen = around("span", "class=\"g-seen\" aria-hidden=\"true\"", &inside);
    let attributes = format!(
        "type=\"button\" class=\"g-key\" data-key=\"{key}\" aria-pressed=\"{pressed}\" tabindex=\"{stop}\" style=\"{}\"",
        token_style(key)
    );
    around("button", &attributes, &format!("{read}{seen}"))
}

/// The largest sum of parts upwards and downwards, of what comes in too: both stacks have one scale.
fn limits(all: &Mixture) -> (f32, f32) {
    let sums = |column: usize, keep: fn(f32) -> f32| {
        all.parts
            .iter_rows()
            .map(|row| keep(row[column]))
            .sum::<f32>()
    };
    let columns = 0..all.parts.cols();
    let up = columns.clone().map(|c| sums(c, |v| v.max(0.0)));
    let down = columns.map(|c| sums(c, |v| v.min(0.0)));
    let own = all.own.iter().flatten().copied();
    super::picture::scale(up.chain(down).chain(own))
}

/// One column a number: what each key put into it, one on the other, and the sum.
fn stack(
    guide: Guide,
    class: &str,
    title: (String, String),
    parts: &Matrix,
    sums: &[f32],
    (low, high): (f32, f32),
    first: usize,
) -> String {
    let length = (high - low).max(f32::MIN_POSITIVE);
    let percent = |v: f32| v / length * 100.0;
    let column = |c: usize| {
        let (mut up, mut down) = (0.0f32, 0.0f32);
        let pieces: String = parts.iter_rows().enumerate().map(|(key, row)| {
            let value = row[c];
            let base = if value < 0.0 { down += value; down } else { up += value; up - value };
            let minus = if value < 0.0 { " minus" } else { "" };
            format!(
                "<i class=\"g-piece{minus}\" data-m=\"stacked\" style=\"{};bottom:{:.2}%;height:{:.2}%\"></i>",
                token_style(first + key), percent(base - low), percent(value.abs())
            )
        }).collect();
        let line = format!(
            "<i class=\"g-floor\" style=\"bottom:{:.2}%\"></i>",
            percent(-low)
        );
        let sum = element(
            "b",
            "data-m=\"out\"",
            &guide.number(sums.get(c).copied().unwrap_or(f32::NAN)),
        );
        format!(
            "<div><span>{pieces}{line}</span>{sum}<small>{}</small></div>",
            subscript_name(class, c)
        )
    };
    let columns: String = (0..parts.cols()).map(column).collect();
    let head = format!(
        "{}{}",
        element("small", "", &title.0),
        element("p", "", &title.1)
    );
    around(
        "section",
        &format!("class=\"g-stack {class}\" aria-hidden=\"true\""),
        &format!("{head}<div{}>{columns}</div>", room(parts.cols())),
    )
}

/// Three numbers and more have no room for large ones.
const fn room(columns: usize) -> &'static str {
    match columns {
        0..3 => "",
        3..7 => " class=\"three\"",
        _ => " class=\"three seven\"",
    }
}

fn subscript_name(class: &str, c: usize) -> String {
    let letter = if class == "g-in" { "v" } else { "o" };
    format!("{letter}{}", subscript(c + 1))
}

fn table(guide: Guide, all: &Mixture, names: &[String]) -> String {
    let columns = (0..all.parts.cols()).map(|c| subscript_name("g-out", c));
    let columns: Vec<String> = std::iter::once(tr!(stage.weights.title))
        .chain(columns)
        .collect();
    let line = |key: usize| {
        let parts = all.parts.row(key).iter().map(|v| guide.number(*v));
        let cells = std::iter::once(guide.number(all.weights[key])).chain(parts);
        (names[key].clone(), cells.collect())
    };
    let sum = std::iter::once(guide.number(all.weights.iter().sum()))
        .chain(all.output.iter().map(|v| guide.number(*v)));
    let total = (tr!(guided.sum), sum.collect());
    let rows = (0..names.len()).map(line).chain([total]).collect();
    twin(&tr!(guided.mix.table, word = guide.word()), &columns, rows)
}
