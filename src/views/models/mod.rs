//! Real models: opened from the reader's disk or from beside the page, looked into head by head, changed.

mod about;
mod chips;
mod head;
mod held;
mod hub;
mod lens;
mod message;
mod moments;
mod next;
mod notebook;
mod source;
mod state;
mod swap;
mod take;
mod text;
mod tokens;
mod told;
mod wall;
mod words;
mod write;

use leptos::ev::DragEvent;
use leptos::prelude::*;
use lesson::lessons::models::META;

use crate::app::open_lesson;
use crate::browser::{files, page};
use crate::building::{self, in_its_turn, piece};
use crate::reactive::{derived, effect, on, shown_while};
use crate::screen::screen;
use crate::shell::Place;
use crate::widgets::came_from::CameFrom;
use crate::widgets::history;
use crate::widgets::notice::PlaceNotice;
use state::{Inspector, inspector};
pub use words::WORDS;

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    let screen = screen();
    let open = open_lesson();
    let inspector = Inspector::open(&page::link_of(META.slug), &page::embed_options(META.slug));
    provide_context(inspector);
    provide_context(inspector.shell);
    inspector.shell.connect(open);
    // Pictures that were hidden had no size to draw at.
    effect(move || {
        open.track();
        screen.laid_out();
    });
    piece(|| view! { <Lesson/> }.into_any())
}

#[component]
fn Lesson() -> impl IntoView {
    let inspector = inspector();
    inspector.begin();
    history::listen(inspector.shell);
    let there = move || inspector.reading.with(Option::is_some);
    // From when all of a model's first reading stands: what is below it is below the screen until then.
    let whole = RwSignal::new(false);
    let busy = derived(move || {
        let busy = inspector.reads.get()
            || inspector.coming.with(Option::is_some)
            || building::is_arriving();
        busy.to_string()
    });
    let over = RwSignal::new(false);
    let drag = move |event: DragEvent| {
        if !files::are_drawn(&event) {
            return;
        }
        event.prevent_default();
        over.set(true);
    };
    let drop = move |event: DragEvent| {
        if !files::are_drawn(&event) {
            return;
        }
        event.prevent_default();
        over.set(false);
        files::dropped(&event, move |chosen| inspector.take(chosen));
    };
    view! {
        <div class="models" aria-busy=busy class:unread=move || !whole.get() class:over=over
            on:dragover=on(drag) on:dragleave=on(move |_| over.set(false)) on:drop=on(drop)>
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            <message::Message/>
            {piece(|| view! { <source::Source/> }.into_any())}
            // Who goes to the figure finds the text first: it is what the figure is about.
            <div class="re-shown" data-figure="" tabindex="-1">
                {piece(|| view! { <text::Text/> }.into_any())}
            </div>
            {shown_while(there, move || view! { <Figure whole=whole/> }.into_any())}
            {shown_while(move || there() && whole.get() && !inspector.notebook.get(), || view! { <take::Take/> }.into_any())}
            {piece(|| view! { <about::About/> }.into_any())}
            <told::Told/>
        </div>
    }
}

/// What is seen of a model that has read something.
#[component]
fn Figure(whole: RwSignal<bool>) -> impl IntoView {
    let inspector = inspector();
    building::once_arrived(move || {
        let _ = whole.try_set(true);
    });
    on_cleanup(move || {
        let _ = whole.try_set(false);
    });
    let asks = move || !inspector.notebook.get();
    view! {
        <div class="re-figure" class:stale=derived(move || inspector.is_stale())>
            <div class="re-column">
                {in_its_turn(|| view! { <moments::Moments/><wall::Wall/> }.into_any())}
                {shown_while(asks, || in_its_turn(|| view! { <next::Next/> }.into_any()))}
            </div>
            <div class="re-column">
                // Not before what stands above it on a phone, which would push it down.
                {in_its_turn(|| view! { <head::HeadCard/> }.into_any())}
                {shown_while(asks, || in_its_turn(|| view! { <lens::Lens/> }.into_any()))}
            </div>
            {shown_while(asks, || in_its_turn(|| view! { <swap::Swap/> }.into_any()))}
        </div>
    }
}
