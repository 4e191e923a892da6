//! Flash attention by hand: the student's own matrix, tile by tile.

mod choosers;
mod compare;
mod export;
mod figure;
mod inspector;
mod kinds;
mod memory;
mod part;
mod shown;
mod state;
mod walking;
mod words;

use leptos::prelude::*;
use lesson::lessons::flash::META;

use crate::app::open_lesson;
use crate::building::piece;
use crate::quiz::Quiz;
use crate::reactive::{derived, shown_while};
use crate::shell::Words;
use crate::state::{Place, lab};
use crate::text::say;
use crate::widgets::came_from::CameFrom;
use crate::widgets::later::later;
use crate::widgets::notice::PlaceNotice;
use crate::widgets::walk::{self, Walk};
use state::Flash;

/// What the lesson needs of a page, and the lesson. Its state stays while another lesson is open.
#[component]
pub fn Root() -> impl IntoView {
    let open = open_lesson();
    let flash = Flash::open(open);
    provide_context(flash.lab);
    provide_context(flash.lab.shell);
    provide_context(flash);
    let lesson = || piece(|| view! { <FlashLesson/> }.into_any());
    // Only while it is open: the stepper's figure has cells of the same names.
    view! {
        <h2 class="only-read">{say!(lesson.flash)}</h2>
        {shown_while(move || open.get() == META.slug, lesson)}
    }
}

/// The words of the lesson.
pub static WORDS: Words = Words {
    table: words::table,
    ..crate::text::HEAD
};

/// The lesson.
#[component]
fn FlashLesson() -> impl IntoView {
    provide_context(walking::of(state::flash()));
    walk::listen();
    let lab = lab();
    let large = derived(move || lab.document.with(|d| d.m() + d.d_k() + 2 * d.d_v() > 11));
    view! {
        <div class="flash">
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            {piece(|| view! { <choosers::Choosers/> }.into_any())}
            <Quiz/>
            <div class="workspace" class:large=large>
                {piece(|| view! { <figure::Figure/> }.into_any())}
                {piece(|| view! { <Walk asks=true/> }.into_any())}
                <div class="side-column">{later(|| view! { <memory::Memory/> }.into_any())}{later(|| view! { <compare::Compare/> }.into_any())}</div>
            </div>
        </div>
    }
}
