//! A toy transformer that trains in the tab: what it learns and how, its curves, its heads.

mod asking;
mod block;
mod controls;
mod curves;
mod export;
mod files;
mod gallery;
mod head;
mod message;
mod sequence;
mod settings;
mod shipped;
mod state;
mod strip;
mod token;
mod told;
mod words;
mod write;

use leptos::ev;
use leptos::prelude::*;
use lesson::lessons::training::META;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::link::{Panel, left_out};
use lesson::registry;

use crate::app::open_lesson;
use crate::browser::page;
use crate::building::piece;
use crate::reactive::{derived, effect, memo, on, part};
use crate::screen::screen;
use crate::shell::{Place, Shell};
use crate::text::say;
use crate::widgets::came_from::CameFrom;
use crate::widgets::history;
use crate::widgets::later::later;
use crate::widgets::notice::PlaceNotice;
pub use state::{Training, training};
pub use words::WORDS;

/// What the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    let screen = screen();
    let open = open_lesson();
    let training = Training::open(&page::link_of(META.slug), &page::embed_options(META.slug));
    provide_context(training);
    provide_context(training.shell);
    training.shell.connect(open);
    say_what_is_left_out(training.shell);
    // Pictures that were hidden had no size to draw at.
    effect(move || {
        open.track();
        screen.laid_out();
    });
    piece(|| view! { <TrainingLesson/> }.into_any())
}

/// Says what a link names that is not here: of a link that is opened, and of one that is followed, once it was taken.
fn say_what_is_left_out(shell: Shell) {
    let say = move |link: &str| {
        let unsaid = shell.notice.with_untracked(Option::is_none);
        if let Some(problem) = left_out(link).filter(|_| unsaid) {
            shell.complain(Place::Page, problem);
        }
    };
    say(&page::link_of(META.slug));
    let followed = window_event_listener(ev::hashchange, move |event| {
        let link = page::led_to(&event);
        if registry::lesson_of(&link) == META.slug {
            say(&link);
        }
    });
    on_cleanup(move || followed.remove());
}

/// The lesson.
#[component]
fn TrainingLesson() -> impl IntoView {
    let training = training();
    training.begin();
    history::listen(training.shell);
    view! {
        <div class="training">
            <div class="training-top">
                <h2 class="asks">{say!(training.asks)}</h2>
                <shipped::Models/>
            </div>
            <shipped::Notes/>
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            <message::Message/>
            <div class="heads" data-beside=derived(move || training.view.with(|view| view.panel.slug()))>
                {piece(|| view! { <gallery::Gallery/> }.into_any())}
                <section class="card panel">
                    <Tabs/>
                    {piece(move || part(move || match panel(training).get() {
                        Panel::Head => view! { <head::HeadPanel/> }.into_any(),
                        Panel::Write => view! { <write::WritePanel/> }.into_any(),
                        Panel::Block => view! { <block::BlockPanel/> }.into_any(),
                    }).into_any())}
                </section>
            </div>
            <div class="train-bar">
                {piece(|| view! { <controls::Controls/> }.into_any())}
                {piece(|| view! { <strip::Timeline/> }.into_any())}
            </div>
            // What stands below the heads.
            {later(|| view! { <controls::Standings/><sequence::Sequence/> }.into_any())}
            {later(|| view! { <settings::SettingsPanel/> }.into_any())}
            {later(|| view! { <curves::Curves/><files::Files/> }.into_any())}
        </div>
    }
}

fn panel(training: Training) -> Memo<Panel> {
    memo(move || training.view.with(|view| view.panel))
}

#[component]
fn Tabs() -> impl IntoView {
    let training = training();
    let chosen = panel(training);
    let tab = move |own: Panel| {
        let choose = move |_| {
            training.own(Change::Panel(own));
        };
        view! {
            <button type="button" data-panel=own.slug() aria-pressed=derived(move || (chosen.get() == own).to_string())
                on:click=on(choose)>
                {words::panel(own)}
            </button>
        }
    };
    view! { <div class="tabs" role="group" aria-label=say!(training.panels)>{Panel::ALL.map(tab)}</div> }
}
