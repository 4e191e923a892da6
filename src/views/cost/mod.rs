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

use leptos::ev;
use leptos::prelude::*;
use lesson::lessons::cost::link;
use lesson::registry;

use crate::browser::{lessons, page};
use crate::reactive::{derived, effect};
use crate::screen::Screen;
use crate::text::say;
use state::Cost;

/// The lesson's name in links.
const SLUG: &str = "cost";

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    let screen = Screen::follow();
    provide_context(screen);
    let open = RwSignal::new(lessons::current());
    // What the link of another lesson holds is nothing to this one.
    let fragment = page::fragment();
    let is_own = registry::lesson_of(&fragment) == SLUG;
    let cost = Cost::open(if is_own { &fragment } else { "" });
    provide_context(cost);
    if !is_own && open.get_untracked() == SLUG {
        // Opened from the menu: the address is ours from now on.
        page::set_fragment(&link::encode(&cost.scene.get_untracked()));
    }
    lessons::follow(open);
    effect(move || {
        if open.get() == SLUG {
            // Pictures that were hidden had no size to draw at.
            screen.laid_out();
        } else {
            // Nobody looks, and another lesson may want the machine for itself.
            cost.leave();
        }
    });
    page::keep_fragment(derived(move || {
        let scene = cost.scene.get();
        (open.get() == SLUG).then(|| link::encode(&scene))
    }));
    let opened = window_event_listener(ev::hashchange, move |event| {
        let fragment = page::led_to(&event);
        if registry::lesson_of(&fragment) == SLUG {
            cost.open_link(&fragment);
        }
    });
    on_cleanup(move || opened.remove());
    view! { <Lesson/> }
}

#[component]
fn Lesson() -> impl IntoView {
    view! {
        <div class="cost">
            <h2 class="only-read">{say!(lesson.cost)}</h2>
            <p class="lead">{say!(cost.lead)}</p>
            <message::Message/>
            <controls::Controls/>
            <bar::Bar/>
            <div class="cost-figure">
                <plot::Plot/>
                <findings::Findings/>
            </div>
            <div class="cost-figure">
                <numbers::Numbers/>
                <chosen::Chosen/>
            </div>
            <reading::Reading/>
        </div>
    }
}
