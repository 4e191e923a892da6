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
mod timeline;
mod token;
mod words;
mod write;

use leptos::ev;
use leptos::prelude::*;
use lesson::lessons::training::link::{self, Panel};
use lesson::registry;

use crate::browser::{lessons, page};
use crate::reactive::{derived, effect, memo, on, part};
use crate::screen::Screen;
use crate::text::say;
pub use state::{Training, training};

/// The bundle: what the lesson needs of a page, and the lesson.
#[component]
pub fn Root() -> impl IntoView {
    let screen = Screen::follow();
    provide_context(screen);
    let fragment = page::fragment();
    let is_own = registry::lesson_of(&fragment) == SLUG;
    // What the link of another lesson holds is nothing to this one.
    let training = Training::open(if is_own { &fragment } else { "" });
    provide_context(training);
    let open = RwSignal::new(lessons::current());
    if !is_own && open.get_untracked() == SLUG {
        page::set_fragment(&link::encode(&training.scene.get_untracked()));
    }
    lessons::follow(open);
    // Pictures that were hidden had no size to draw at.
    effect(move || {
        open.track();
        screen.laid_out();
    });
    page::keep_fragment(derived(move || {
        let scene = training.scene.get();
        (open.get() == SLUG).then(|| link::encode(&scene))
    }));
    let opened = window_event_listener(ev::hashchange, move |event| {
        let fragment = page::led_to(&event);
        if registry::lesson_of(&fragment) == SLUG {
            training.open_link(&fragment);
        }
    });
    on_cleanup(move || opened.remove());
    view! { <TrainingLesson/> }
}

/// The lesson's name in links.
const SLUG: &str = "training";

/// The lesson.
#[component]
fn TrainingLesson() -> impl IntoView {
    let training = training();
    training.begin();
    view! {
        <div class="training">
            <h2 class="only-read">{say!(lesson.training)}</h2>
            <shipped::Models/>
            <settings::SettingsPanel/>
            <message::Message/>
            <controls::Controls/>
            <curves::Curves/>
            <timeline::Timeline/>
            <sequence::Sequence/>
            <div class="heads" data-beside=derived(move || training.scene.with(|scene| scene.panel.slug()))>
                <gallery::Gallery/>
                <section class="card panel">
                    <Tabs/>
                    {part(move || match panel(training).get() {
                        Panel::Head => view! { <head::HeadPanel/> }.into_any(),
                        Panel::Write => view! { <write::WritePanel/> }.into_any(),
                        Panel::Block => view! { <block::BlockPanel/> }.into_any(),
                    })}
                </section>
            </div>
            <files::Files/>
        </div>
    }
}

fn panel(training: Training) -> Memo<Panel> {
    memo(move || training.scene.with(|scene| scene.panel))
}

#[component]
fn Tabs() -> impl IntoView {
    let training = training();
    let chosen = panel(training);
    let tab = move |own: Panel| {
        let choose = move |_| training.scene.update(|scene| scene.panel = own);
        view! {
            <button type="button" data-panel=own.slug() aria-pressed=derived(move || (chosen.get() == own).to_string())
                on:click=on(choose)>
                {words::panel(own)}
            </button>
        }
    };
    view! { <div class="tabs" role="group" aria-label=say!(training.panels)>{Panel::ALL.map(tab)}</div> }
}
