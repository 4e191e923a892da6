//! A walk's controls: back, next, play, speed, the scrub bar, start over; the same in every lesson
//! that is walked.

mod keyboard;

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::number;
use lesson::core::opened::Opened;
use lesson::share::embed::EmbedOptions;

use crate::browser::page;
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::shell::Shell;
use crate::text::{say, tr};
pub use keyboard::listen;

/// A walk, as its controls and keys see it.
#[derive(Clone, Copy)]
pub struct Walking {
    shell: Shell,
    /// Where one stands, and the last place.
    pub place: Memo<(usize, usize)>,
    /// Whether it plays.
    pub playing: Memo<bool>,
    /// The place in words.
    pub position: Signal<String>,
    /// What a screen reader hears when a step was taken.
    pub said: Signal<String>,
}

impl Walking {
    /// The walk of a lesson. `position` says in words where one stands, `said` what a step has done.
    pub fn of(shell: Shell, position: Signal<String>, said: Signal<String>) -> Self {
        let place = |own: &dyn Opened| {
            let last = own.places().len().saturating_sub(1);
            (own.place_index(), last)
        };
        Self {
            shell,
            place: memo(move || shell.lesson.with(|own| place(&**own))),
            playing: memo(move || shell.lesson.with(|own| own.is_playing())),
            position,
            said,
        }
    }

    /// Does a command; a step over an end of the walk is none.
    fn apply(self, command: Command) {
        if !untrack(|| self.is_over(&command)) {
            self.shell.run(command);
        }
    }

    /// Whether the command is a step over an end of the walk.
    fn is_over(self, command: &Command) -> bool {
        let (here, last) = self.place.get();
        match command {
            Command::Back => here == 0,
            Command::Next => here == last,
            _ => false,
        }
    }
}

/// Where one stands in words, in a lesson whose steps have names: “Scores, 2 of 10”.
pub fn position(shell: Shell) -> String {
    let (names, here) = shell.lesson.with(|own| {
        let mut steps: Vec<usize> = own.places().iter().map(|place| place.step).collect();
        steps.dedup();
        (steps, own.place().step)
    });
    let title = shell.meta.steps.get(here).copied().unwrap_or_default();
    let place = names.iter().position(|step| *step == here);
    tr!(
        walk.position,
        title = (shell.words.step)(title).0,
        here = place.map_or(0, |place| place + 1),
        count = names.len()
    )
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

/// The walk under a figure that has the screen: back, where next leads, play.
#[component]
pub fn Actions() -> impl IntoView {
    let walking = walking();
    let shell = walking.shell;
    let over =
        |command: fn() -> Command| derived(move || walking.is_over(&command()).then_some("true"));
    // The step after this one, where there is another.
    let after = memo(move || {
        shell.lesson.with(|own| {
            let here = own.place();
            let next = own
                .places()
                .into_iter()
                .find(|place| place.step > here.step);
            next.and_then(|place| shell.meta.steps.get(place.step).copied())
        })
    });
    // A lesson of the site ends with a question below; in somebody's page there is none.
    let asks = !expect_context::<EmbedOptions>().embed;
    let ends = move || asks && after.get().is_none() && walking.is_over(&Command::Next);
    let question = || {
        view! {
            <button type="button" class="primary" data-lead="question" on:click=on(|_| page::show(".lesson-end"))>{say!(guided.next.recall)}</button>
        }
        .into_any()
    };
    let next = derived(move || match after.get() {
        Some(step) => tr!(walk.next_to, title = (shell.words.step)(step).0),
        None => tr!(walk.next),
    });
    view! {
        <div class="g-actions">
            <button type="button" class="quiet" data-action="back" aria-disabled=over(|| Command::Back)
                on:click=on(move |_| walking.apply(Command::Back))>"◀ "<span>{say!(walk.back)}</span></button>
            <button type="button" class="primary" data-action="next" aria-disabled=over(|| Command::Next)
                on:click=on(move |_| walking.apply(Command::Next))>{next}</button>
            {shown_while(ends, question)}
            <Play/>
        </div>
    }
}

/// What else there is to a walk: the scrub bar, the speed, start over.
#[component]
pub fn Rest() -> impl IntoView {
    let walking = walking();
    let at_start = derived(move || walking.is_over(&Command::Back).then_some("true"));
    view! {
        <div class="walk" role="group" aria-label=say!(walk.label)>
            <button type="button" data-action="reset" aria-disabled=at_start on:click=on(move |_| walking.apply(Command::Reset))>{say!(walk.reset)}</button>
            <Scrub/>
            <Speed/>
            <span class="only-read" role="status">{walking.said}</span>
        </div>
    }
}

/// Play and pause.
#[component]
pub fn Play() -> impl IntoView {
    let walking = walking();
    let playing = walking.playing;
    effect(move || {
        if playing.get() {
            // Without an answer the lesson was closed meanwhile.
            page::every_frame(move |seconds| walking.shell.tick(seconds));
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
            on:click=on(move |_| walking.shell.run(Command::Play))>
            {words}
        </button>
    }
}

#[component]
fn Scrub() -> impl IntoView {
    let walking = walking();
    let place = walking.place;
    let scrub = move |text: String| {
        walking.shell.run(Command::Scrub(text.parse().unwrap_or(0)));
    };
    view! {
        <input
            type="range" min="0" max=derived(move || place.get().1.to_string()) data-control="scrub" aria-label=say!(walk.scrub)
            prop:value=derived(move || place.get().0.to_string()) aria-valuetext=walking.position
            on:input=on(move |event| scrub(event_target_value(&event)))
        />
    }
}

#[component]
fn Speed() -> impl IntoView {
    let walking = walking();
    let speed = memo(move || walking.shell.lesson.with(|own| own.look().speed));
    let set = move |text: String| {
        let speed = number::parse(&text).unwrap_or(1.0);
        walking.shell.run(Command::Speed(speed));
    };
    view! {
        <label class="speed">
            {say!(walk.speed)}
            <input
                type="range" min="0.25" max="4" step="0.25" data-control="speed" prop:value=derived(move || speed.get().to_string())
                on:input=on(move |event| set(event_target_value(&event)))
            />
            <span>{derived(move || format!("{}×", speed.get()))}</span>
        </label>
    }
}
