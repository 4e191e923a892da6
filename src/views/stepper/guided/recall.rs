//! The question at the end, and the two ways on.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::META;
use lesson::lessons::stepper::guided::recall::{Answer, answers};
use lesson::share::path::{Taken, after};

use super::Guide;
use super::picture::{around, token};
use crate::path::walked;
use crate::reactive::{derived, memo, on, part};
use crate::text::{self, say, tr};
use crate::widgets::markup::{element, row};

#[component]
pub fn Recall() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let offered = memo(move || {
        guide
            .lab
            .trace
            .with(|trace| answers(trace, guide.row.get()))
    });
    let next = after(META.slug);
    let (given, walked) = (RwSignal::new(None::<Answer>), walked());
    let choose = move |answer: Answer| {
        given.set(Some(answer));
        if answer == Answer::Mixture {
            walked.take(META.slug, Taken::Finished);
            guide.done.set(true);
        }
    };
    let one = move |(answer, numbers): (Answer, Vec<f32>)| {
        let chosen = derived(move || (given.get() == Some(answer)).to_string());
        let cell = |value: &f32| element("b", "class=\"g-cell\"", &guide.number(*value));
        let cells: String = numbers.iter().map(cell).collect();
        let right = derived(move || given.get() == Some(answer) && answer == Answer::Mixture);
        let wrong = derived(move || given.get() == Some(answer) && answer != Answer::Mixture);
        view! {
            <button type="button" class="g-answer" class:right=right class:wrong=wrong aria-pressed=chosen data-answer=key(answer)
                on:click=on(move |_| choose(answer))><span class="g-vector" inner_html=cells></span></button>
        }
    };
    let all = part(move || offered.get().into_iter().map(one).collect_view().into_any());
    view! {
        <div class="g-recall">
            <div class="g-facts" inner_html=derived(move || facts(guide))></div>
            <div class="g-choice">
                <p class="g-asked">{say!(guided.recall.why)}</p>
                <div class="g-answers" role="group" aria-label=say!(guided.recall.why)>{all}</div>
                <p class="g-reply" role="status">{derived(move || given.get().map(reply))}</p>
            </div>
            <div class="g-doors" hidden=derived(move || given.get() != Some(Answer::Mixture))>
                <a class="g-door" href=format!("#lesson={}", next)>{text::following(move || tr!(guided.recall.on, name = text::lesson(next)))}" ▸"</a>
            </div>
        </div>
    }
}

/// What is known: the share and the value of every word.
fn facts(guide: Guide) -> String {
    let names = guide.lab.document.with(|d| d.key_tokens().to_vec());
    guide.lab.trace.with(|trace| {
        let (weights, v) = (trace.get(Name::Weights), trace.get(Name::V));
        let at = guide.row.get();
        let line = |key: usize| {
            let weight = weights.get(at, key).unwrap_or(f32::NAN);
            let share = element("td", "class=\"g-weight\"", &guide.number(weight));
            let value = |v: &f32| element("b", "class=\"g-cell\"", &guide.given(Name::V, *v));
            let value: String = v.row(key).iter().map(value).collect();
            let value = around("td", "class=\"hue-v\"", &value);
            let head = around("th", "scope=\"row\"", &token(key, &names[key]));
            row("", head, [share, value].into_iter())
        };
        let lines: String = (0..names.len().min(v.rows())).map(line).collect();
        let heads = [tr!(stage.weights.title), tr!(guided.role.value)];
        let heads = heads.iter().map(|own| element("th", "scope=\"col\"", own));
        let head = row("", element("td", "", ""), heads);
        format!("<table><thead>{head}</thead><tbody>{lines}</tbody></table>")
    })
}

const fn key(answer: Answer) -> &'static str {
    match answer {
        Answer::Mixture => "mixture",
        Answer::Average => "average",
        Answer::Strongest => "strongest",
        Answer::Sum => "sum",
    }
}

/// What is said of an answer.
fn reply(answer: Answer) -> String {
    let why = match answer {
        Answer::Mixture => return tr!(guided.recall.mixture),
        Answer::Average => tr!(guided.recall.average),
        Answer::Strongest => tr!(guided.recall.strongest),
        Answer::Sum => tr!(guided.recall.sum),
    };
    format!("{} {why}", tr!(guided.recall.wrong))
}
