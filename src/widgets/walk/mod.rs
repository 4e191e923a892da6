//! A walk's controls: back, next, play, speed, the scrub bar, start over. Whose walk it is, the
//! context says: the stepper's stages, or the tiles of flash attention.

mod keyboard;

use leptos::prelude::*;
use lesson::{Command, core::number};

use crate::browser::page;
use crate::reactive::{derived, effect, on};
use crate::text::{say, tr};
pub use keyboard::listen;

/// A walk, as its controls and keys see it.
#[derive(Clone, Copy)]
pub struct Walking {
    /// Does a command.
    pub run: Callback<Command>,
    /// Lets so many seconds pass; false when playing has ended.
    pub tick: Callback<f32, bool>,
    /// Where one stands, and the last place.
    pub place: Memo<(usize, usize)>,
    /// Whether there is a step back, and one on.
    pub ways: Memo<(bool, bool)>,
    /// Whether it plays.
    pub playing: Memo<bool>,
    /// How fast, 1 is normal.
    pub speed: Memo<f32>,
    /// The place in words.
    pub position: Signal<String>,
    /// What a screen reader hears when a step was taken.
    pub said: Signal<String>,
}

impl Walking {
    /// Does a command; a step over an end of the walk is none.
    fn apply(self, command: Command) {
        if !untrack(|| self.is_over(&command)) {
            self.run.run(command);
        }
    }

    /// Whether the command is a step over an end of the walk.
    fn is_over(self, command: &Command) -> bool {
        let (back, on) = self.ways.get();
        match command {
            Command::Back => !back,
            Command::Next => !on,
            _ => false,
        }
    }
}

fn walking() -> Walking {
    expect_context::<Walking>()
}

/// The bar under the figure.
#[component]
pub fn Walk() -> impl IntoView {
    let walking = walking();
    let action = move |name: &'static str, command: fn() -> Command, words: Signal<String>| {
        // Not `disabled`, which would take the focus from who walks with the keyboard.
        let over = derived(move || walking.is_over(&command()).then_some("true"));
        view! {
            <button
                type="button" class=(name == "next").then_some("primary") data-action=name aria-disabled=over
                on:click=on(move |_| walking.apply(command()))
            >
                {derived(move || words.get())}
            </button>
        }
    };
    view! {
        <div class="walk" role="group" aria-label=say!(walk.label)>
            {action("reset", || Command::Reset, say!(walk.reset))}
            {action("back", || Command::Back, say!(walk.back))}
            <Play/>
            {action("next", || Command::Next, say!(walk.next))}
            <Scrub/>
            <Speed/>
            <span class="only-read" role="status">{walking.said}</span>
        </div>
    }
}

#[component]
fn Play() -> impl IntoView {
    let walking = walking();
    let playing = walking.playing;
    effect(move || {
        if playing.get() {
            // Without an answer the lesson was closed meanwhile.
            page::every_frame(move |seconds| walking.tick.try_run(seconds) == Some(true));
        }
    });
    let words = derived(move || {
        if playing.get() {
            tr!(walk.pause)
        } else {
            tr!(walk.play)
        }
    });
    view! {
        <button type="button" data-action="play" aria-pressed=derived(move || playing.get().to_string())
            on:click=on(move |_| walking.run.run(Command::Play))>
            {words}
        </button>
    }
}

#[component]
fn Scrub() -> impl IntoView {
    let walking = walking();
    let place = walking.place;
    let scrub = move |text: String| {
        walking.run.run(Command::Scrub(text.parse().unwrap_or(0)));
    };
    view! {
        <input
            type="range" min="0" max=derived(move || place.get().1) data-control="scrub" aria-label=say!(walk.scrub)
            prop:value=derived(move || place.get().0) aria-valuetext=walking.position
            on:input=on(move |event| scrub(event_target_value(&event)))
        />
    }
}

#[component]
fn Speed() -> impl IntoView {
    let walking = walking();
    let speed = walking.speed;
    let set = move |text: String| {
        let speed = number::parse(&text).unwrap_or(1.0);
        walking.run.run(Command::Speed(speed));
    };
    view! {
        <label class="speed">
            {say!(walk.speed)}
            <input
                type="range" min="0.25" max="4" step="0.25" data-control="speed" prop:value=derived(move || speed.get())
                on:input=on(move |event| set(event_target_value(&event)))
            />
            <span>{derived(move || format!("{}×", speed.get()))}</span>
        </label>
    }
}
