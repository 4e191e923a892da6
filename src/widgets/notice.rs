//! Messages, next to what the user touched.

use std::mem;

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::table::TableId as Name;

use crate::page_part;
use crate::parts::{Fetch, Fetched};
use crate::reactive::{derived, effect, memo, on, part};
use crate::shell::{Notice, Place, shell};
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

/// The current message where `here` claims it. The live region is always there, so that screen
/// readers speak when it fills.
#[component]
fn Message(here: impl Fn(Place) -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
    let shell = shell();
    let mine = memo(move || shell.notice.get().filter(|notice| here(notice.place)));
    let again = again(mine);
    let live = derived(move || again.get().then_some("off"));
    view! { <div class="notice" role="alert" aria-live=live>{explained(NOTICE, mine)}</div> }
}

/// Whether the same was wrong at the same place before: who types on in a refused field is told once, and hears the
/// rest as the description of the field.
fn again(notice: Memo<Option<Notice>>) -> Memo<bool> {
    let before = StoredValue::new(None);
    memo(move || {
        let wrong = notice.with(|notice| {
            let notice = notice.as_ref()?;
            Some((notice.place, mem::discriminant(&notice.problem)))
        });
        let same = wrong.is_some() && before.get_value() == wrong;
        before.set_value(wrong);
        same
    })
}

page_part!(NOTICE in messages: fn(Notice) -> AnyView = |notice| view! { <Words notice=notice/> }.into_any());

/// What is wrong, while something is: in words that are fetched when the first thing is.
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
        Some(wrong) => words.view(move |words| words(wrong.clone())),
        None => ().into_any(),
    })
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
    view! {
        <span class="problem" data-problem="">{derived(move || text::problem_in(shell.words, &problem, still))}</span>
        {remedy.map(resize)}
        <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(move |_| shell.notice.set(None))>
            "×"
        </button>
    }
}
