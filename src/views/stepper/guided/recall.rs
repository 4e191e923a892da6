//! The question at the end, and the two ways on.

use std::cell::RefCell;
use std::sync::Arc;

use attention::Matrix;
use html_escape::encode_double_quoted_attribute;
use leptos::prelude::*;
use lesson::Name;
use lesson::head::trace::Trace;
use lesson::lessons::stepper::META;
use lesson::lessons::stepper::guided::recall::{Answer, Digits, answers, digits};
use lesson::share::path::{Taken, after};

use super::picture::{around, token};
use super::{Guide, words};
use crate::browser::{focus, page, reveal};
use crate::language::visible;
use crate::path::walked;
use crate::reactive::{derived, effect, memo, on, part};
use crate::text::{self, say, tr};
use crate::widgets::markup::{element, row};

/// The id of the place of the answers.
const ANSWERS: &str = "g-answers";

thread_local! {
    static GIVEN: RefCell<Option<Given>> = const { RefCell::new(None) };
}

/// The last answer that was given.
struct Given {
    about: About,
    answer: Answer,
}

impl Given {
    /// It, where the question is the same.
    fn to(&self, about: &About) -> Option<Answer> {
        (self.about == *about).then_some(self.answer)
    }
}

#[component]
pub fn Recall() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let asked = memo(move || About::of(guide));
    let offered = memo(move || asked.with(|own| answers(&own.trace, own.row)));
    let digits = memo(move || asked.with(|own| places(guide, own)));
    let next = after(META.slug);
    // Who pressed Next is at the question: the same key once more would leave it.
    let question = derived(move || words::question(guide));
    let name = question.get_untracked();
    page::after_frame(move || focus::arrive(ANSWERS, &name));
    let walked = walked();
    let given = RwSignal::new(None);
    // Who goes back to look once more finds the answer again, as long as the question is the same.
    effect(move || {
        let before = asked.with(|now| GIVEN.with_borrow(|own| own.as_ref()?.to(now)));
        given.set(before);
        guide.done.set(before == Some(Answer::Mixture));
    });
    let choose = move |answer: Answer| {
        given.set(Some(answer));
        GIVEN.set(Some(Given {
            about: asked.get_untracked(),
            answer,
        }));
        // On a phone what is said of it stands below the window.
        page::after_frame(|| reveal::said(".g-reply"));
        if answer == Answer::Mixture {
            walked.take(META.slug, Taken::Finished);
            guide.done.set(true);
        }
    };
    let one = move |(index, (answer, numbers)): (usize, (Answer, Vec<f32>))| {
        let chosen = derived(move || (given.get() == Some(answer)).to_string());
        let written = |value: &f32| visible(*value, digits.get().answers);
        let written: Vec<_> = numbers.iter().map(written).collect();
        let cell = |value: &String| element("b", "class=\"g-cell\"", value);
        let cells: String = written.iter().map(cell).collect();
        // The letter is drawn by the style sheet.
        let letter = char::from(b'A' + index as u8);
        let read = tr!(
            guided.recall.answer,
            letter = letter,
            numbers = written.join(", ")
        );
        let right = derived(move || given.get() == Some(answer) && answer == Answer::Mixture);
        let wrong = derived(move || given.get() == Some(answer) && answer != Answer::Mixture);
        view! {
            <button type="button" class="g-answer" class:right=right class:wrong=wrong aria-pressed=chosen aria-label=read data-answer=key(answer)
                on:click=on(move |_| choose(answer))><span class="g-vector" inner_html=cells></span></button>
        }
    };
    let working = derived(move || match given.get() {
        Some(Answer::Mixture) => asked.with(|own| working(guide, own, digits.get())),
        _ => String::new(),
    });
    let all = part(move || {
        let all = offered.get().into_iter().enumerate();
        all.map(one).collect_view().into_any()
    });
    view! {
        <div class="g-recall">
            <div class="g-facts" inner_html=derived(move || asked.with(|own| facts(guide, own, digits.get())))></div>
            <div class="g-choice">
                <p class="g-asked">{derived(move || turn(guide))}" "{say!(guided.recall.why)}</p>
                <div class="g-answers" id=ANSWERS role="group" aria-label=question tabindex="-1">{all}</div>
                <p class="g-reply" role="status">{derived(move || given.get().map(reply))}" "<bdi dir="ltr">{working}</bdi></p>
            </div>
            <div class="g-doors" hidden=derived(move || given.get() != Some(Answer::Mixture))>
                <a class="g-door" href=format!("#lesson={}", next)>{text::following(move || tr!(guided.recall.on, name = text::lesson(next)))}<i aria-hidden="true">" ▸"</i></a>
            </div>
        </div>
    }
}

/// That it is another word's turn, where there is another.
fn turn(guide: Guide) -> String {
    let next = guide.next_row();
    match next == guide.row.get() {
        true => String::new(),
        false => tr!(guided.recall.turn, word = guide.word_of(next)),
    }
}

/// What is asked about: another word than the one that was followed, whose output has just been seen.
#[derive(Clone, PartialEq)]
struct About {
    names: Vec<String>,
    trace: Arc<Trace>,
    row: usize,
}

impl About {
    /// In the numbers of the example: those that a reader has made of it may give two answers nearly the same.
    fn of(guide: Guide) -> Self {
        let now = guide.lab.document.get();
        let changed = guide.lab.preset.get().is_none();
        let example = guide.lab.example.get().filter(|_| changed);
        let example = example
            .and_then(|slug| guide.lab.head_of(slug))
            .filter(|own| own.queries == now.queries && own.key_tokens() == now.key_tokens());
        let trace = example.and_then(|own| Trace::of(&own).ok());
        Self {
            names: now.key_tokens().to_vec(),
            trace: trace.map_or_else(|| guide.lab.trace.get(), Arc::new),
            row: guide.next_row(),
        }
    }
}

/// The places after the point with which one can compute by hand what stands there.
fn places(guide: Guide, asked: &About) -> Digits {
    let usual = guide.lab.look.get().0;
    digits(&asked.trace, asked.row, usual, guide.is_typed(Name::V))
}

/// How the first number of the output comes about, in the numbers that stand there.
fn working(guide: Guide, asked: &About, digits: Digits) -> String {
    let [weights, v, output] =
        [Name::Weights, Name::V, Name::Output].map(|name| asked.trace.get(name));
    let first = |matrix: &Matrix, row| matrix.get(row, 0).unwrap_or(f32::NAN);
    let term = |key: usize| {
        let weight = weights.get(asked.row, key).unwrap_or(f32::NAN);
        let (weight, value) = (visible(weight, digits.weights), first(v, key));
        let written = guide.given(Name::V, value);
        match value < 0.0 {
            true => format!("{weight}·({written})"),
            false => format!("{weight}·{written}"),
        }
    };
    let terms: Vec<_> = (0..v.rows()).map(term).collect();
    let sum = visible(first(output, asked.row), digits.answers);
    format!("{} ≈ {sum}", terms.join(" + "))
}

/// What is known: the share and the value of every word.
fn facts(guide: Guide, asked: &About, digits: Digits) -> String {
    let names = &asked.names;
    let (weights, v) = (asked.trace.get(Name::Weights), asked.trace.get(Name::V));
    let line = |key: usize| {
        let weight = weights.get(asked.row, key).unwrap_or(f32::NAN);
        let share = element("td", "class=\"g-weight\"", &visible(weight, digits.weights));
        let value = |v: &f32| element("b", "class=\"g-cell\"", &guide.given(Name::V, *v));
        let value: Vec<_> = v.row(key).iter().map(value).collect();
        let value = value.join("<span class=\"only-read\">, </span>");
        let value = around("td", "class=\"hue-v\"", &value);
        let head = around("th", "scope=\"row\"", &token(key, &names[key]));
        row("", head, [share, value].into_iter())
    };
    let lines: String = (0..names.len().min(v.rows())).map(line).collect();
    let titles = [tr!(matrix.weights), tr!(matrix.v)];
    let name = encode_double_quoted_attribute(&text::list(&titles)).into_owned();
    let heads = titles.iter().map(|own| element("th", "scope=\"col\"", own));
    let head = row("", element("td", "", ""), heads);
    format!("<table aria-label=\"{name}\"><thead>{head}</thead><tbody>{lines}</tbody></table>")
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
