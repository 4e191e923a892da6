//! A walk's controls: back, next, play, speed, the scrub bar, start over; the same in every lesson
//! that is walked.

mod keyboard;
mod pause;
mod pins;

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::number;
use lesson::core::opened::Opened;
use lesson::share::embed::EmbedOptions;

use crate::browser::{focus, page};
use crate::language;
use crate::reactive::{derived, effect, memo, on};
use crate::shell::Shell;
use crate::text::{say, tr};
pub use keyboard::listen;
pub use pause::tell_when_it_pauses;

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
    /// What a screen reader hears when a step was taken, and in some lessons of an edit.
    pub said: Signal<String>,
    /// Seconds that it takes to hear what is said of the place. Nobody knows who listens, so playing waits for it.
    heard: Memo<f32>,
}

/// Letters that speech says in a second.
const LETTERS: f32 = 14.0;

/// Seconds of speech. A sign of Chinese is a syllable, as long as three letters.
fn seconds(words: &str) -> f32 {
    let long = |sign: char| if sign >= '\u{2e80}' { 3.0 } else { 1.0 };
    words.chars().map(long).sum::<f32>() / LETTERS
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
            heard: memo(|| 0.0),
        }
    }

    /// The same walk, where so much is said of a place.
    pub fn saying(self, words: impl Fn() -> String + Send + Sync + 'static) -> Self {
        let heard = memo(move || seconds(&words()));
        Self { heard, ..self }
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
pub fn Walk(
    /// Whether a question about the lesson stands below.
    #[prop(optional)]
    asks: bool,
) -> impl IntoView {
    let walking = walking();
    let action = move |name: &'static str, command: fn() -> Command, words: Signal<String>| {
        // Not `disabled`, which would take the focus from who walks with the keyboard.
        let over = derived(move || walking.is_over(&command()).then_some("true"));
        view! {
            <button type="button" data-action=name aria-disabled=over on:click=on(move |_| walking.apply(command()))>
                {derived(move || words.get())}
            </button>
        }
    };
    view! {
        <div class="walk" role="group" aria-label=say!(walk.label)>
            {action("reset", || Command::Reset, say!(walk.reset))}
            {action("back", || Command::Back, say!(walk.back))}
            <Play/>
            <Next asks=asks words=say!(walk.next)/>
            <Scrub/>
            <Speed/>
            <Told/>
        </div>
    }
}

/// The way on. At the end it leads to the question below, if there is one: a lesson of the site has it, in somebody's page
/// there is none. One button for both: who presses it would lose the focus with it.
#[component]
fn Next(asks: bool, words: Signal<String>) -> impl IntoView {
    let walking = walking();
    let asks = asks && !expect_context::<EmbedOptions>().embed;
    let asked = memo(move || asks && walking.is_over(&Command::Next));
    let over = derived(move || (walking.is_over(&Command::Next) && !asked.get()).then_some("true"));
    let words = derived(move || match asked.get() {
        true => tr!(guided.next.recall),
        false => words.get(),
    });
    let go = move |_| match asked.get_untracked() {
        true => to_the_question(),
        false => walking.apply(Command::Next),
    };
    view! {
        <button type="button" class="primary" data-action="next" data-lead=derived(move || asked.get().then_some("question"))
            aria-disabled=over on:click=on(go)><span>{words}</span></button>
    }
}

/// The walk under a figure that has the screen: back, where next leads, play.
#[component]
pub fn Actions() -> impl IntoView {
    let walking = walking();
    let shell = walking.shell;
    let at_start = derived(move || walking.is_over(&Command::Back).then_some("true"));
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
    let next = derived(move || match after.get() {
        Some(step) => tr!(walk.next_to, title = (shell.words.step)(step).0),
        None => tr!(walk.next),
    });
    view! {
        <div class="g-actions">
            <button type="button" class="quiet" data-action="back" aria-disabled=at_start
                on:click=on(move |_| walking.apply(Command::Back))><i aria-hidden="true">"◀ "</i><span>{say!(walk.back)}</span></button>
            <Next asks=true words=next/>
            <Play/>
        </div>
    }
}

/// What has not been fetched yet comes once its place is in sight.
fn to_the_question() {
    page::show(".ending");
    focus::lead_once_there(".lesson-end h3");
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
            <Told/>
        </div>
    }
}

/// What a screen reader hears: of a step, of an edit, of a pin.
#[component]
fn Told() -> impl IntoView {
    view! {
        <span class="only-read" role="status">{walking().said}</span>
        <span class="only-read" role="status">{pins::told()}</span>
    }
}

/// Play and pause.
#[component]
pub fn Play() -> impl IntoView {
    let walking = walking();
    let playing = walking.playing;
    // One that plays stays so while its lesson is left: whoever comes back plays on, at the same speed.
    let turn = StoredValue::new(0u32);
    effect(move || {
        turn.update_value(|turn| *turn += 1);
        let own = turn.get_value();
        if playing.get() {
            page::every_frame(move |seconds| {
                if turn.try_get_value() != Some(own) {
                    return false;
                }
                let heard = walking.heard.try_get_untracked().unwrap_or_default();
                walking.shell.tick(seconds, heard)
            });
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
        <button type="button" data-action="play" data-on=derived(move || if playing.get() { "true" } else { "false" })
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
            <span>{derived(move || format!("{}×", language::localised(speed.get().to_string())))}</span>
        </label>
    }
}
