//! The panel: the question, the place for the answer, and what came of it.

use leptos::ev;
use leptos::prelude::*;
use lesson::share::host::Event;
use lesson::share::quiz::Ask;

use super::bars::Bars;
use super::choice::{Choice, settled};
use super::outcome::{NextQuestion, Outcome};
use super::standing::Standing;
use super::state::{Desk, desk};
use super::words;
use crate::browser::{page, reveal};
use crate::host;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::shell::shell;
use crate::text::say;

/// The panel over what this browser remembers.
pub fn panel() -> AnyView {
    let desk = Desk::open();
    provide_context(desk);
    bring_into_view(desk);
    tell_what_is_not_there(desk);
    view! { <Panel/> }.into_any()
}

/// A question that a link puts is the first that its reader sees, with what it is about.
fn bring_into_view(desk: Desk) {
    let session = desk.shell.session;
    let put = memo(move || session.with(|session| session.setup.question.clone()));
    let opened = StoredValue::new(true);
    effect(move || {
        let first = opened.get_value();
        opened.set_value(false);
        if put.with(Option::is_some) || (first && desk.ask.with_untracked(Option::is_some)) {
            page::after_frame(reveal::question);
        }
    });
}

/// The page around hears in the same words of a question about a number that is not there.
fn tell_what_is_not_there(desk: Desk) {
    let beside = memo(move || words::beside(desk.shell));
    effect(move || {
        if let Some(words) = beside.get() {
            host::tell(Event::Error(words));
        }
    });
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
    let (title_id, prompt) = (desk.id("quiz-title"), desk.id("quiz-prompt"));
    let (titled, described) = (title_id.clone(), prompt.clone());
    // On a wide screen bars stand beside the words: the figure has the height.
    let sided = derived(move || !desk.settled.get() && desk.ask.with(has_bars));
    let body = part(move || match (asked.get(), desk.settled.get()) {
        (true, true) => view! { {settled()}<Outcome/> }.into_any(),
        (true, false) => view! { <Form/> }.into_any(),
        (false, _) => view! { <Nothing/> }.into_any(),
    });
    view! {
        <section class="card quiz" class:sided=sided data-quiz="" aria-labelledby=titled>
            // Who turns questions on is led here, and hears what is asked.
            <h2 id=title_id tabindex="-1" aria-describedby=described>{derived(title)}</h2>
            {shown_while(move || asked.get(), move || view! {
                <p class="prompt" id=prompt.clone() data-quiz-prompt="">{derived(move || words::prompt(shell, desk))}</p>
            }.into_any())}
            {body}
            <Standing/>
        </section>
    }
}

/// Why nothing is asked, and the way to what is.
#[component]
fn Nothing() -> impl IntoView {
    let shell = shell();
    view! {
        <p data-quiz-none="">{derived(move || words::nothing(shell))}</p>
        <div class="row"><NextQuestion/></div>
    }
}

/// Whether an answer is put together from several bars.
fn has_bars(ask: &Option<Ask>) -> bool {
    matches!(ask, Some(Ask::Row(..)))
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
    let untouched = derived(move || desk.is_untouched());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        desk.check();
    };
    let before = memo(move || words::before(desk));
    let answered = move || view! { <p class="note" data-quiz-before="">{before}</p> }.into_any();
    view! {
        <form on:submit=on(submit)>
            {shown_while(move || before.with(|words| !words.is_empty()), answered)}
            {field}
            <div class="quiz-end">
                <p class="problem" role="alert" id=desk.id("quiz-problem") data-quiz-problem="">{derived(move || words::unready(desk))}</p>
                <p class="note" id=desk.id("quiz-untouched") hidden=derived(move || !untouched.get())>{say!(quiz.unmoved)}</p>
                <div class="row">
                    <button type="submit" class="primary" data-action="check" aria-describedby=desk.id("quiz-untouched")
                        aria-disabled=derived(move || untouched.get().then_some("true"))>{say!(quiz.check)}</button>
                    <button type="button" data-action="reveal" on:click=on(move |_| desk.reveal())>{say!(quiz.reveal)}</button>
                </div>
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
                id=desk.id("quiz-answer") class="small" type="text" autocomplete="off" spellcheck="false" data-control="answer"
                aria-invalid=wrong aria-describedby=desk.id("quiz-problem") prop:value=derived(move || desk.number.get()) on:input=on(typed)
            />
        </label>
    }
}
