//! The panel: the question, the place for the answer, and what came of it.

use leptos::ev;
use leptos::prelude::*;
use lesson::share::quiz::Ask;

use super::bars::Bars;
use super::choice::Choice;
use super::outcome::Outcome;
use super::standing::Standing;
use super::state::{Desk, desk};
use super::words;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::shell::shell;
use crate::text::say;

/// The panel over what this browser remembers. What came of an answer is put into `said`, too.
pub fn panel(said: RwSignal<String>) -> AnyView {
    let desk = Desk::open();
    provide_context(desk);
    effect(move || said.set(words::said(shell(), desk)));
    on_cleanup(move || said.set(String::new()));
    view! { <Panel/> }.into_any()
}

#[component]
fn Panel() -> impl IntoView {
    let (shell, desk) = (shell(), desk());
    let own = derived(move || {
        shell
            .session
            .with(|session| session.setup.question.is_some())
    });
    let title = move || {
        if own.get() {
            crate::text::tr!(quiz.question)
        } else {
            crate::text::tr!(quiz.title)
        }
    };
    let asked = memo(move || desk.ask.with(Option::is_some));
    let body = part(move || match (asked.get(), desk.settled.get()) {
        (true, true) => view! { <Outcome/> }.into_any(),
        (true, false) => view! { <Form/> }.into_any(),
        (false, _) => {
            view! { <p data-quiz-none="">{derived(move || words::nothing(shell))}</p> }.into_any()
        }
    });
    view! {
        <section class="card quiz" data-quiz="" aria-labelledby="quiz-title">
            <h2 id="quiz-title">{derived(title)}</h2>
            {shown_while(move || asked.get(), move || view! {
                <p class="prompt" data-quiz-prompt="">{derived(move || words::prompt(shell, desk))}</p>
            }.into_any())}
            {body}
            <Standing/>
        </section>
    }
}

#[component]
fn Form() -> impl IntoView {
    let desk = desk();
    let field = part(move || match desk.ask.get() {
        Some(Ask::Cell(_)) => view! { <Number/> }.into_any(),
        Some(Ask::Row(table, row)) => view! { <Bars table=table row=row/> }.into_any(),
        Some(Ask::Choice { options, .. }) => view! { <Choice options=options/> }.into_any(),
        None => ().into_any(),
    });
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        desk.check();
    };
    view! {
        <form on:submit=on(submit)>
            {field}
            <p class="problem" role="alert" data-quiz-problem="">{derived(move || words::unready(desk))}</p>
            <div class="row">
                <button type="submit" class="primary" data-action="check">{say!(quiz.check)}</button>
                <button type="button" data-action="reveal" on:click=on(move |_| desk.reveal())>{say!(quiz.reveal)}</button>
            </div>
        </form>
    }
}

/// The field for one number.
#[component]
fn Number() -> impl IntoView {
    let desk = desk();
    let wrong = derived(move || desk.unready.with(Option::is_some).then_some("true"));
    let typed = move |event: ev::Event| {
        desk.unready.set(None);
        desk.number.set(event_target_value(&event));
    };
    view! {
        <label class="answer">
            <span>{say!(quiz.answer)}</span>
            <input
                id="quiz-answer" class="small" type="text" autocomplete="off" spellcheck="false" data-control="answer"
                aria-invalid=wrong prop:value=derived(move || desk.number.get()) on:input=on(typed)
            />
        </label>
    }
}
