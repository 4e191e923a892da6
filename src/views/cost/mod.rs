//! What attention costs, measured on the reader's own device as n doubles.

mod bar;
mod chosen;
mod controls;
mod export;
mod findings;
mod message;
mod numbers;
mod plot;
mod reading;
mod state;
mod words;

use leptos::prelude::*;
use lesson::lessons::cost::META;

use crate::app::open_lesson;
use crate::browser::page;
use crate::building::piece;
use crate::reactive::effect;
use crate::screen::screen;
use crate::shell::Place;
use crate::text::say;
use crate::widgets::came_from::CameFrom;
use crate::widgets::history;
use crate::widgets::notice::PlaceNotice;
use state::Cost;
pub use words::WORDS;

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    let screen = screen();
    let open = open_lesson();
    let cost = Cost::open(&page::link_of(META.slug), &page::embed_options(META.slug));
    provide_context(cost);
    provide_context(cost.shell);
    cost.shell.connect(open);
    effect(move || {
        if open.get() == META.slug {
            // Pictures that were hidden had no size to draw at.
            screen.laid_out();
            cost.look_first();
        } else {
            // Nobody looks, and another lesson may want the machine for itself.
            cost.leave();
        }
    });
    piece(|| view! { <Lesson/> }.into_any())
}

#[component]
fn Lesson() -> impl IntoView {
    history::listen(state::cost().shell);
    view! {
        <div class="cost">
            <h2 class="asks">{say!(cost.asks)}</h2>
            <p class="lead" data-control="beside">{say!(cost.lead)}</p>
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            <message::Message/>
            {piece(|| view! { <bar::Bar/> }.into_any())}
            <div class="cost-figure">
                {piece(|| view! { <plot::Plot/> }.into_any())}
                {piece(|| view! { <findings::Findings/> }.into_any())}
            </div>
            {piece(|| view! { <controls::Controls/> }.into_any())}
            <div class="cost-figure">
                {piece(|| view! { <numbers::Numbers/> }.into_any())}
                {piece(|| view! { <chosen::Chosen/> }.into_any())}
            </div>
            <reading::Reading/>
        </div>
    }
}
