//! How much of the lesson is on the screen, and the way from one level to another.

use leptos::prelude::*;
use lesson::head::view::Level;
use lesson::lessons::stepper::Change;
use lesson::share::quiz::{Predict, Session};

use super::change;
use crate::browser::page;
use crate::reactive::{derived, effect, memo, on};
use crate::screen::screen;
use crate::state::{Lab, lab};
use crate::text::{say, tr};
use crate::widgets::told::Told;
use crate::widgets::walk::tell_when_it_pauses;

/// The id of the levels' place.
const LEVELS: &str = "levels";

/// Says the level on the root element.
pub fn tell(lab: Lab) {
    let told = Told::nothing();
    provide_context(NewTold(told));
    tell_when_it_pauses(
        move || lab.view.track(),
        move || lab.view.with(|view| view.level),
        move |_, level| told.say(new(*level)),
    );
    let level = memo(move || lab.view.with(|view| view.level.key()));
    let (opened, screen) = (StoredValue::new(true), screen());
    effect(move || {
        page::set_level(level.get());
        // Whoever pressed what is gone now begins at what has come.
        if !opened.get_value() && level.get_untracked() != Level::Walk.key() {
            page::once_there(LEVELS, page::focus);
        }
        if !opened.get_value() {
            // The pictures of the stages are hidden at a level before.
            screen.laid_out();
        }
        opened.set_value(false);
    });
}

/// What a level that one has gone to has: heard in a place that is empty when it comes.
#[derive(Clone, Copy)]
struct NewTold(Told);

/// The levels, one of them chosen.
#[component]
pub fn Levels() -> impl IntoView {
    let lab = lab();
    let NewTold(told) = expect_context();
    // The walk asks its own questions, and covers nothing of another's.
    let asks = memo(move || {
        let asks =
            |asked: &Session| asked.setup.predict != Predict::Off || asked.setup.question.is_some();
        lab.shell.session.with(asks)
    });
    let one = move |level: Level| {
        let chosen = derived(move || lab.view.with(|view| view.level == level).to_string());
        view! {
            <button type="button" aria-pressed=chosen hidden=derived(move || asks.get() && level == Level::Walk) on:click=on(move |_| change(lab, Change::Level(level)))>
                {derived(move || called(level))}
            </button>
        }
    };
    view! {
        <div class="levels" id=LEVELS role="group" tabindex="-1" data-control="level" aria-label=say!(guided.levels)>
            {Level::ALL.map(one).collect_view()}
        </div>
        <p class="level-new note" data-control="level">{derived(move || new(lab.view.with(|view| view.level)))}</p>
        {told.place()}
    }
}

/// What a level has that the one before had not.
fn new(level: Level) -> String {
    match level {
        Level::Walk => String::new(),
        Level::Queries => tr!(guided.new.queries),
        Level::Explore => tr!(guided.new.explore),
    }
}

fn called(level: Level) -> String {
    match level {
        Level::Walk => tr!(guided.walk),
        Level::Queries => tr!(guided.queries),
        Level::Explore => tr!(guided.explore),
    }
}
