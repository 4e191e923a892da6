//! The lesson in somebody's page: why it is not shown, the way to its own page, and what is said at
//! a locked control.

use leptos::prelude::*;
use lesson::share::embed;
use lesson::{Problem, registry};

use crate::app::{PageProblem, open_lesson};
use crate::browser::{locks, page};
use crate::page_part;
use crate::reactive::{derived, on};
use crate::text::{self, say, tr};

page_part! {
    /// What keeps the lesson from being shown, in its place.
    pub REFUSED in messages: fn(Problem) -> AnyView = |problem| view! { <Refused problem=problem/> }.into_any()
}
page_part! {
    /// What is wrong with the page itself.
    pub PAGE_PROBLEM in messages: fn(Problem) -> AnyView = |problem| view! { <Wrong problem=problem/> }.into_any()
}

#[component]
fn Wrong(problem: Problem) -> impl IntoView {
    let PageProblem(page_problem) = expect_context::<PageProblem>();
    let open = open_lesson();
    // The button that has the focus goes: who reads on begins at the lesson.
    let dismiss = move |_| {
        page_problem.set(None);
        page::focus(open.get_untracked());
    };
    view! {
        <span class="problem" data-problem="">{derived(move || text::problem(&problem, None))}</span>
        <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button>
    }
}

#[component]
fn Refused(problem: Problem) -> impl IntoView {
    view! {
        <section class="card refused" role="alert">
            <h2>{say!(framing.refused)}</h2>
            <p class="problem" data-problem="">{derived(move || text::unframed(&problem))}</p>
        </section>
    }
}

/// The title that the site's header has elsewhere, for those who read by headings.
#[component]
pub fn Title() -> impl IntoView {
    let slug = registry::lesson_of(&page::fragment());
    view! { <h1 class="only-read">{derived(move || text::lesson(slug))}</h1> }
}

/// The same lesson as it stands, without the page around it. The address is read when one is about
/// to go there, because every lesson keeps its own link in it.
#[component]
pub fn OwnPage(
    /// A link that cannot be shown leads to the site instead.
    refusal: Memo<Option<Problem>>,
) -> impl IntoView {
    let here = move || {
        let link = match refusal.with_untracked(Option::is_some) {
            true => String::new(),
            false => page::fragment(),
        };
        page::address(&embed::without_embed(&link))
    };
    let link = RwSignal::new(here());
    let renew = move || link.set(here());
    view! {
        <footer class="own-page">
            <a href=derived(move || link.get()) target="_blank" rel="noopener" title=say!(framing.own_page_label)
                on:pointerdown=on(move |_| renew()) on:focus=on(move |_| renew()) on:click=on(move |_| renew())>
                {say!(framing.own_page)}
            </a>
        </footer>
    }
}

page_part! {
    /// What keeps a link's locks.
    pub LOCKS in locks: fn() -> AnyView = || view! { <Locks/> }.into_any()
}

/// Keeps the locks, and says beside a locked control that it is one when it is tried.
#[component]
fn Locks() -> impl IntoView {
    let touched = RwSignal::new(None::<(f64, f64)>);
    locks::keep(tr!(framing.locked), move |place| {
        if touched.get_untracked() != place {
            touched.set(place);
        }
    });
    let place = derived(move || {
        let place = touched.get().map(|(x, y)| format!("--x:{x}px;--y:{y}px"));
        place.unwrap_or_default()
    });
    let words = derived(move || touched.get().map(|_| tr!(framing.locked)));
    view! { <div class="locked-note" role="status" style=place>{move || words.get()}</div> }
}
