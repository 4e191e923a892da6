//! What stands at both ends of a lesson: what it is for; its words, a question whose wrong answers are known mistakes,
//! and the way on.

use leptos::prelude::*;
use lesson::share::path::{Taken, after};

use super::{About, terms, walked};
use crate::reactive::{derived, on, part};
use crate::text::{self, say, tr};
use crate::widgets::markup::typeset;

/// The three answers.
const ANSWERS: [&str; 3] = ["a", "b", "c"];

/// A question as it is said: itself, its answers, and what is said of each.
struct Question {
    question: String,
    answers: [String; 3],
    replies: [String; 3],
}

/// The right answer of each lesson that asks here. The first lesson asks at the end of its walk.
fn right(slug: &str) -> Option<usize> {
    match slug {
        "training" | "backward" | "positions" | "mlp" | "models" => Some(1),
        "geometry" | "scale" | "cost" => Some(2),
        "heads" | "flash" => Some(0),
        _ => None,
    }
}

fn question(slug: &str) -> Option<Question> {
    macro_rules! of {
        ($key:ident) => {
            Some(Question {
                question: tr!(path.ask.$key.question),
                answers: [
                    tr!(path.ask.$key.answers.a),
                    tr!(path.ask.$key.answers.b),
                    tr!(path.ask.$key.answers.c),
                ],
                replies: [
                    tr!(path.ask.$key.replies.a),
                    tr!(path.ask.$key.replies.b),
                    tr!(path.ask.$key.replies.c),
                ],
            })
        };
    }
    match slug {
        "training" => of!(training),
        "geometry" => of!(geometry),
        "scale" => of!(scale),
        "heads" => of!(heads),
        "mlp" => of!(mlp),
        "positions" => of!(positions),
        "backward" => of!(backward),
        "cost" => of!(cost),
        "flash" => of!(flash),
        "models" => of!(models),
        _ => None,
    }
}

/// What one will be able to do after the lesson. Nothing in it takes the focus: on a small screen it is seen below.
#[component]
pub fn Goal() -> impl IntoView {
    let About(slug) = expect_context();
    view! {
        <div class="goal"><span inner_html=derived(move || typeset(&text::goal(slug)))></span></div>
    }
}

/// The end of the lesson, after the words that one meets in it.
#[component]
pub fn Ending() -> impl IntoView {
    let About(slug) = expect_context();
    let words = lesson::registry::lesson(slug).words;
    let asks = right(slug).map(|right| view! { <Asked slug=slug right=right/> });
    view! {
        {terms::menu(words)}
        <section class="card ending lesson-end">
            {asks}
            <p class="row"><Next slug=slug/></p>
        </section>
    }
}

#[component]
fn Asked(slug: &'static str, right: usize) -> impl IntoView {
    let (walked, given) = (walked(), RwSignal::new(None::<usize>));
    // Lessons that are hidden stay in the page, each with its question.
    let id = format!("asked-{slug}");
    let say_of = move |of: fn(Question) -> String| {
        derived(move || typeset(&question(slug).map(of).unwrap_or_default()))
    };
    let answer = move |place: usize| {
        let choose = move |_| {
            given.set(Some(place));
            if place == right {
                walked.take(slug, Taken::Finished);
            }
        };
        let chosen = derived(move || (given.get() == Some(place)).to_string());
        let is_right = derived(move || given.get() == Some(place) && place == right);
        let words = derived(move || question(slug).map(|own| typeset(&own.answers[place])));
        view! {
            <button type="button" class="lesson-answer" class:right=is_right data-recall=ANSWERS[place] aria-pressed=chosen
                on:click=on(choose) inner_html=words></button>
        }
    };
    let reply = move || {
        let place = given.get()?;
        let said = question(slug)?.replies[place].clone();
        Some(typeset(&match place == right {
            true => format!("{} {said}", tr!(path.right)),
            false => said,
        }))
    };
    view! {
        <h3 tabindex="-1" aria-describedby=id.clone()>{say!(path.recall)}</h3>
        <p id=id.clone() inner_html=say_of(|own| own.question)></p>
        <div class="lesson-answers" role="group" aria-labelledby=id>{[0, 1, 2].map(answer)}</div>
        <p class="lesson-reply" role="status" inner_html=derived(reply)></p>
    }
}

/// The way to the next lesson.
#[component]
fn Next(slug: &'static str) -> impl IntoView {
    let next = after(slug);
    let is_first = lesson::registry::LESSONS[0].slug == next;
    let words = derived(move || {
        let lesson = text::lesson(next);
        match is_first {
            true => tr!(path.again, lesson = lesson),
            false => tr!(path.next, lesson = lesson),
        }
    });
    part(move || {
        view! { <a class="next-lesson" href=format!("#lesson={next}&open") data-next=next>{words}<i aria-hidden="true">" ▸"</i></a> }.into_any()
    })
}
