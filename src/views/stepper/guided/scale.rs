//! The third beat: why scores are divided by √d_k, by our numbers and by longer vectors.

use leptos::prelude::*;
use lesson::Name;
use lesson::core::number::enough;
use lesson::lessons::stepper::guided::draws::{DRAWS, LENGTHS, Spread, draw};

use super::Guide;
use super::picture::{around, token, twin};
use crate::language::visible;
use crate::reactive::{derived, memo, on};
use crate::text::{say, tr};
use crate::widgets::markup::{element, row, td, typeset};

/// The numbers that both axes of scores reach to, either way: the same, so that they can be compared.
const AXIS: f32 = 25.0;
/// With so many numbers it hardly matters whether scores are divided.
const FEW: usize = 4;
/// Which draw one begins with, and how long its vectors are: long enough that both differ at first sight. Of the first
/// forty draws the one whose largest shares lie near the means of 300, at 16 and at 64 numbers.
pub const START: (u64, usize) = (23, 3);

#[component]
pub fn Scale() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let (seed, length) = (move || guide.draw.get().0, move || guide.draw.get().1);
    let drawn = memo(move || drawn(guide));
    let set = move |text: String| {
        let length = text.parse().unwrap_or(0);
        guide.draw.update(|draw| draw.1 = length);
        // What is said of long vectors is said while they are long.
        guide.done.set(length == LENGTHS.len() - 1);
    };
    let marks = LENGTHS
        .map(|d_k| element("span", "", &d_k.to_string()))
        .concat();
    let one =
        move |index: usize| derived(move || drawn.with(|all| spread(guide, &all[index], index)));
    view! {
        <div class="g-scale">
            <div class="g-own" inner_html=derived(move || ours(guide))></div>
            <div class="g-draws">
                <div class="g-lengths">
                    <p>{say!(guided.scale.longer)}</p>
                    <label>
                        <span><i>"d"</i><sub>"k"</sub>" = "{derived(move || LENGTHS.get(length()).copied())}</span>
                        <input type="range" min="0" max=LENGTHS.len() - 1 data-control="d_k" aria-label=say!(guided.scale.length)
                            aria-valuetext=derived(move || LENGTHS.get(length()).map(ToString::to_string))
                            prop:value=move || length().to_string() on:input=on(move |event| set(event_target_value(&event)))/>
                        <span class="g-marks" aria-hidden="true" inner_html=marks></span>
                    </label>
                    <button type="button" data-action="draw" on:click=on(move |_| {
                        let next = seed() + 1;
                        guide.draw.update(|draw| draw.0 = next);
                    })>{say!(guided.scale.draw)}</button>
                </div>
                <div class="g-spreads">
                    <div inner_html=one(0)></div>
                    <div inner_html=one(1)></div>
                </div>
            </div>
        </div>
    }
}

/// What is drawn now: scores as they are, and divided.
fn drawn(guide: Guide) -> [Spread; 2] {
    let (seed, length) = guide.draw.get();
    let d_k = LENGTHS.get(length).copied().unwrap_or(LENGTHS[0]);
    draw(d_k, seed * DRAWS as u64)
}

/// The largest share of each, in words.
pub fn said(guide: Guide) -> Vec<String> {
    let titles = [tr!(guided.scale.plain), tr!(guided.scale.divided)];
    let all = titles.iter().zip(drawn(guide));
    all.map(|(title, own)| format!("{title}: {}", largest(guide, &own)))
        .collect()
}

fn largest(guide: Guide, own: &Spread) -> String {
    let (value, mean) = (guide.number(own.top()), guide.number(own.largest));
    tr!(
        guided.scale.largest,
        value = value,
        mean = mean,
        count = DRAWS
    )
}

/// The scores of our sentence, before and after.
fn ours(guide: Guide) -> String {
    let at = guide.row.get();
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    let d_k = guide.lab.document.with(|d| d.d_k());
    let (lines, factor) = guide.lab.trace.with(|trace| {
        let (scores, scaled) = (trace.get(Name::Scores), trace.get(Name::Scaled));
        let line = |key: usize| {
            let number = |name: &str, m: &attention::Matrix| {
                let value = m.get(at, key).unwrap_or(f32::NAN);
                element(
                    "td",
                    &format!("data-m=\"{name}{key}\""),
                    &guide.number(value),
                )
            };
            let head = around("th", "scope=\"row\"", &token(key, &names[key]));
            row(
                "",
                head,
                [number("before", scores), number("after", scaled)].into_iter(),
            )
        };
        ((0..names.len()).map(line).collect::<String>(), trace.factor)
    });
    let head = |text: String| around("th", "scope=\"col\"", &text);
    let usual = (factor * (d_k as f32).sqrt() - 1.0).abs() < 1e-5;
    let factor = match usual {
        true => format!("÷ √{d_k}"),
        // As many places as it takes to come to what stands below.
        false => {
            let digits = enough(factor, guide.lab.look.get().0);
            format!("× {}", visible(factor, digits))
        }
    };
    let columns = [head(tr!(stage.scores.title)), head(factor)];
    let note = match d_k {
        0..=FEW => element("p", "class=\"g-note\"", &tr!(guided.scale.note)),
        _ => String::new(),
    };
    format!(
        "{}<table data-active=\"\" aria-labelledby=\"g-ours\"><thead>{}</thead><tbody>{lines}</tbody></table>{}",
        around(
            "h3",
            "id=\"g-ours\"",
            &typeset(&tr!(guided.scale.ours, d_k = d_k))
        ),
        row("", td(""), columns.into_iter()),
        note
    )
}

/// One draw: its scores on an axis, its shares as columns, and what is usual.
fn spread(guide: Guide, own: &Spread, index: usize) -> String {
    let number = |value: f32| guide.number(value);
    let title = if index == 0 {
        tr!(guided.scale.plain)
    } else {
        tr!(guided.scale.divided)
    };
    let percent = |score: f32| (score / AXIS + 1.0) * 50.0;
    let top = own.top();
    let dot = |(score, share): (&f32, &f32)| {
        let class = if *share == top { "top" } else { "" };
        format!(
            "<i class=\"{class}\" style=\"left:{:.1}%\"></i>",
            percent(*score).clamp(0.0, 100.0)
        )
    };
    let dots: String = own.scores.iter().zip(&own.shares).map(dot).collect();
    let band = format!(
        "<u style=\"left:{:.1}%;width:{:.1}%\"></u>",
        percent(-own.typical),
        own.typical / AXIS * 100.0
    );
    let ticks = [-20, -10, 0, 10, 20].map(|tick| {
        let at = percent(tick as f32);
        format!("<span style=\"left:{at:.0}%\">{}</span>", guide_tick(tick))
    });
    let column = |(_, share): &(f32, f32)| {
        let height = share * 100.0;
        let class = if *share == top { "top" } else { "" };
        format!(
            "<span class=\"{class}\"><b>{}</b><i data-m=\"column\" style=\"height:{height:.1}%\"></i></span>",
            number(*share)
        )
    };
    // As the dots stand on the axis: which bar belongs to which dot is seen.
    let mut by_score: Vec<_> = own
        .scores
        .iter()
        .copied()
        .zip(own.shares.iter().copied())
        .collect();
    by_score.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let columns: String = by_score.iter().map(column).collect();
    let axis = around(
        "div",
        "class=\"g-axis\"",
        &format!("{band}{dots}{}", ticks.concat()),
    );
    let drawn = format!("{axis}{}", around("div", "class=\"g-columns\"", &columns));
    let read = own
        .scores
        .iter()
        .zip(&own.shares)
        .enumerate()
        .map(|(key, (score, share))| {
            (
                tr!(guided.scale.key, index = key + 1),
                vec![number(*score), number(*share)],
            )
        });
    let table = twin(
        &title,
        &[tr!(stage.scores.title), tr!(guided.shares)],
        read.collect(),
    );
    let typical = tr!(guided.scale.typical, value = number(own.typical));
    let largest = largest(guide, own);
    format!(
        "{}{}{}{}{table}",
        around("h3", "", &typeset(&title)),
        element("small", "", &typical),
        around("div", "class=\"g-drawn\" aria-hidden=\"true\"", &drawn),
        element("p", "", &largest)
    )
}

fn guide_tick(tick: i32) -> String {
    tick.to_string().replace('-', "−")
}
