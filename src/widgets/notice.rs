//! Messages, next to what the user touched.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::table::TableId as Name;

use crate::browser::{cells, fields};
use crate::page_part;
use crate::parts::{Fetch, Fetched};
use crate::reactive::{derived, effect, memo, on, part};
use crate::shell::{Notice, Place, Shell, shell};
use crate::text::{self, say};

/// The message that belongs to a matrix or one of its cells.
#[component]
pub fn MatrixNotice(name: Name) -> impl IntoView {
    let here = move |place| match place {
        Place::Cell(cell) => cell.name == name,
        Place::Matrix(matrix) => matrix == name,
        _ => false,
    };
    view! { <Message here=here/> }
}

/// The message at `place`, for places that are not matrices.
#[component]
pub fn PlaceNotice(place: Place) -> impl IntoView {
    view! { <Message here=move |there| there == place/> }
}

/// The current message where `here` claims it.
#[component]
fn Message(here: impl Fn(Place) -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
    let shell = shell();
    let mine = memo(move || shell.notice.get().filter(|notice| here(notice.place)));
    view! { <div class="notice">{explained(NOTICE, mine)}</div> }
}

page_part!(NOTICE in messages: fn(Notice) -> AnyView = |notice| view! { <Words notice=notice/> }.into_any());

/// What is wrong, while something is: in words that are fetched when the first thing is. Nothing stands there until
/// then, for it would be read out.
pub fn explained<T: Clone + PartialEq + Send + Sync + 'static>(
    words: Fetch<fn(T) -> AnyView>,
    wrong: Memo<Option<T>>,
) -> impl IntoView {
    let words = Fetched::of(words);
    effect(move || {
        if wrong.with(Option::is_some) {
            words.want();
        }
    });
    part(move || match wrong.get() {
        Some(wrong) if words.entry().is_some() || words.is_missing() => {
            words.view(move |words| words(wrong.clone()))
        }
        _ => ().into_any(),
    })
}

/// So long after the last key somebody who types is told that it is no number.
const CALM: Duration = Duration::from_millis(500);
/// A place that has just been made is not heard when it fills at once.
const SOON: Duration = Duration::from_millis(60);

/// Whether it is time to tell. Typing makes a new message with every key, and only the last is there long enough.
fn told(problem: &Problem) -> RwSignal<bool> {
    let told = RwSignal::new(false);
    let tell = move || {
        told.try_set(true);
    };
    let typing = matches!(problem, Problem::Number(..));
    set_timeout(tell, if typing { CALM } else { SOON });
    told
}

/// Puts the focus on the cell that a message stands at, or on the last one of its table: the button that had it goes.
fn back_to(shell: Shell, place: Place) {
    let cell = match place {
        Place::Cell(cell) => Some(cell),
        Place::Matrix(_) => shell.focused.get_untracked(),
        Place::Shape | Place::Page => None,
    };
    if let Some(cell) = cell {
        cells::focus(shell.meta, cell);
    }
}

#[component]
fn Words(notice: Notice) -> impl IntoView {
    let shell = shell();
    let still = match notice.place {
        Place::Cell(cell) => untrack(|| shell.value(cell)),
        _ => None,
    };
    let Notice {
        place,
        problem,
        remedy,
    } = notice;
    let resize = move |command: Command| {
        let again = move |_| {
            shell.try_run(command.clone(), place, None);
        };
        view! { <button type="button" on:click=on(again)>{say!(edit.resize)}</button> }
    };
    let told = told(&problem);
    let words = derived(move || text::problem_in(shell.words, &problem, still));
    let dismiss = move |_| {
        // Before it goes: a refused cell that gets the focus says anew what is wrong with it.
        back_to(shell, place);
        shell.notice.set(None);
    };
    let seen = NodeRef::<html::Span>::new();
    effect(move || {
        if let (Place::Cell(_), Some(seen)) = (place, seen.get()) {
            fields::describe_refused(&seen);
        }
    });
    // Seen at once, and read out once the typing pauses.
    view! {
        <span class="problem" data-problem="" aria-hidden="true" node_ref=seen>{words}</span>
        <span class="only-read" role="alert">{derived(move || told.get().then(|| words.get()))}</span>
        {remedy.map(resize)}
        <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button>
    }
}
