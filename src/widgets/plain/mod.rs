//! A lesson whose figure has the screen: a question, the figure, a sentence with the arithmetic of one number, and the
//! way on; below it all else that lessons have in common, from the abstraction alone. Where a new lesson begins; one
//! that needs more hands over what it sets ([`Parts`]), or takes these pieces and adds its own.

pub mod done;
mod film;
pub mod task;

use leptos::html;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::lesson::Lesson;
use lesson::core::player::Player;

use crate::app::open_lesson;
use crate::browser::{listening, motion, page, reveal};
use crate::building::piece;
use crate::language::{apart, exact};
use crate::quiz::{PredictSwitch, Quiz};
use crate::reactive::{derived, effect, follow, memo, on, shown_while};
use crate::shell::{Opening, Place, Shell, Words, numbers, shell};
use crate::text::{say, tr};
use crate::widgets::arithmetic::Arithmetic;
use crate::widgets::came_from::CameFrom;
use crate::widgets::digits::DigitsChooser;
use crate::widgets::export::TablesMenu;
use crate::widgets::history::History;
use crate::widgets::later::later;
use crate::widgets::lighting;
use crate::widgets::notice::PlaceNotice;
use crate::widgets::presets::{PresetChooser, PresetNote};
use crate::widgets::told::Told;
use crate::widgets::walk::{self, Actions, Walking, tell_when_it_pauses};
use done::Done;

/// The element in which all that moves is found.
const FIGURE: &str = "figure";
/// What ends a film: whoever does something sees at once what it does.
const ENDS: [&str; 3] = ["pointerdown", "keydown", "input"];

/// What a lesson puts into its page.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The figure of the step where one stands.
    pub figure: fn() -> AnyView,
    /// What is set beside the example: the few choosers that a reader of every step needs.
    pub settings: fn() -> AnyView,
    /// What is set less often, below the figure.
    pub more: fn() -> AnyView,
}

impl Parts {
    /// A figure alone.
    #[must_use]
    pub const fn figure(figure: fn() -> AnyView) -> Self {
        const fn nothing() -> fn() -> AnyView {
            || ().into_any()
        }
        Self {
            figure,
            settings: nothing(),
            more: nothing(),
        }
    }
}

/// The lesson `L` with this figure; its state stays while another lesson is open.
pub fn root<L: Lesson>(words: &'static Words, figure: fn() -> AnyView) -> impl IntoView
where
    Player<L>: Send + Sync,
{
    let open = open_lesson();
    let slug = L::META.slug;
    let opening = Opening::of::<L>(&page::link_of(slug), &page::embed_options(slug), words);
    let computed = numbers::computed::<L>(opening);
    let shell = opening.shell(computed, computed, derived(|| false));
    provide_context(shell);
    shell.connect(open);
    // Only while it is open: another lesson's figure may have cells of the same names.
    shown_while(
        move || open.get() == slug,
        move || page_of(shell, Parts::figure(figure)),
    )
}

/// The page of a lesson that is open. What is known of the lesson was a task of its own.
pub fn page_of(shell: Shell, parts: Parts) -> AnyView {
    piece(move || page_in(shell, parts))
}

fn page_in(shell: Shell, parts: Parts) -> AnyView {
    provide_context(shell);
    let position = derived(move || walk::position(shell));
    let done = Done::nothing();
    provide_context(done);
    let walking = Walking::of(shell, position, told_steps(shell, done));
    let here = here(shell);
    provide_context(walking.saying(move || {
        let (question, sentence) = words_of(shell, here.get());
        question + &task::said(&sentence)
    }));
    walk::listen();
    lighting::follow(shell);
    film::follow(shell, FIGURE);
    keep_step_in_view(shell);
    let place = NodeRef::<html::Div>::new();
    listening::hear(place, &ENDS, |_, _| motion::end(FIGURE));
    page::mark_guided();
    // What its style sheets go by: what stands inside it changes at every key, and they do not look there.
    let explains = derived(move || shell.explained.with(Option::is_some));
    let is_done = derived(move || done.0.with(Option::is_some));
    view! {
        <div class="guided plain" class:walks=can_walk(shell) class:explains=explains class:is-done=is_done data-at=here node_ref=place>
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            {piece(|| view! { <Head/> }.into_any())}
            <section class="choosers">{piece(move || view! { <PresetChooser/><div class="g-set">{(parts.settings)()}</div><History/> }.into_any())}</section>
            <Quiz/>
            <div class="g-figure figure" id=FIGURE data-figure="" tabindex="-1">{piece(parts.figure)}</div>
            {piece(|| view! { <Said/> }.into_any())}
            {piece(|| view! { <Actions/> }.into_any())}
            <section class="g-more">{more(parts)}</section>
        </div>
    }
    .into_any()
}

/// What stands below the way on.
fn more(parts: Parts) -> AnyView {
    view! {
        {later(|| view! { <PresetNote/><Steps/> }.into_any())}
        {later(|| view! { <walk::Rest/> }.into_any())}
        <div class="choosers">
            {later(move || (parts.more)())}
            {later(|| view! { <DigitsChooser/><PredictSwitch/><TablesMenu/> }.into_any())}
        </div>
    }
    .into_any()
}

/// What is heard of a step that one has gone to: how far one is, its question, what happens and what there is to do;
/// and when that is done.
fn told_steps(shell: Shell, done: Done) -> Signal<String> {
    let (told, place) = (Told::nothing(), place(shell));
    let here = here(shell);
    let now = move || ((place.get(), here.get()), done.0.get());
    tell_when_it_pauses(
        move || {
            place.track();
            done.0.track();
        },
        now,
        move |before, now| {
            if before.0 == now.0 {
                // Said once: what it is true of may move on.
                if let (None, Some(words)) = (&before.1, &now.1) {
                    told.say(words.clone());
                    page::after_frame(|| reveal::said(".g-said .done"));
                }
                return;
            }
            let ((at, count), step) = now.0;
            let (question, sentence) = words_of(shell, step);
            let count = tr!(walk.here, here = at + 1, count = count);
            told.say(format!("{count} · {question} {}", task::said(&sentence)));
        },
    );
    told.words()
}

/// Which of the steps one is at, and how many there are.
fn place(shell: Shell) -> Memo<(usize, usize)> {
    memo(move || {
        shell.lesson.with(|own| {
            let mut steps: Vec<usize> = own.places().iter().map(|place| place.step).collect();
            steps.dedup();
            let at = steps.iter().position(|step| *step == own.place().step);
            (at.unwrap_or(0), steps.len())
        })
    })
}

/// Each step that one goes to begins in view. A lesson that is opened begins at its top.
fn keep_step_in_view(shell: Shell) {
    let place = memo(move || shell.lesson.with(|own| own.place()));
    let opened = StoredValue::new(true);
    effect(move || {
        follow(place);
        if !opened.get_value() {
            page::after_frame(move || reveal::step_from(&format!("#{} .g-head", shell.meta.slug)));
        }
        opened.set_value(false);
    });
    reveal::keep();
}

/// The step where one stands.
fn here(shell: Shell) -> Signal<&'static str> {
    derived(move || {
        let step = shell.lesson.with(|own| own.place().step);
        shell.meta.steps.get(step).copied().unwrap_or_default()
    })
}

/// The question of a step and a sentence that is true of what stands there. A figure alone, whose reader cannot walk, has nothing to be done in it.
fn words_of(shell: Shell, step: &'static str) -> (String, String) {
    let question = (shell.words.step)(step).0;
    let told = shell.lesson.with(|own| own.told(step));
    let sentence = (shell.words.step)(told).1;
    match can_walk(shell) {
        true => (question, sentence),
        false => (question, task::without(&sentence)),
    }
}

/// Whether a link has left the way on in the page.
fn can_walk(shell: Shell) -> bool {
    let options = page::embed_options(shell.meta.slug);
    !options.hide.iter().any(|own| own.name == "walk")
}

/// The question of the step, and how far one is.
#[component]
fn Head() -> impl IntoView {
    let shell = shell();
    let here = here(shell);
    let place = place(shell);
    let dots = derived(move || {
        let (at, count) = place.get();
        let dot = |index: usize| match index.cmp(&at) {
            std::cmp::Ordering::Less => "<i class=\"past\"></i>",
            std::cmp::Ordering::Equal => "<i class=\"here\"></i>",
            std::cmp::Ordering::Greater => "<i></i>",
        };
        (0..count).map(dot).collect::<String>()
    });
    let count = derived(move || {
        let (at, count) = place.get();
        tr!(walk.here, here = at + 1, count = count)
    });
    view! {
        <div class="g-head">
            <h2>{derived(move || (shell.words.step)(here.get()).0)}</h2>
            <div class="g-place" data-control="progress"><span class="g-dots" aria-hidden="true" inner_html=dots></span><span>{count}</span></div>
        </div>
    }
}

/// What happens at the step with what there is to do, and the arithmetic of one number of it.
#[component]
fn Said() -> impl IntoView {
    let shell = shell();
    let here = here(shell);
    let sentence = memo(move || task::shown(&words_of(shell, here.get()).1));
    let with_task = derived(move || sentence.with(|own| task::is_in(own)));
    let Done(done) = expect_context::<Done>();
    let never = derived(move || !done::can_be_noticed(shell));
    view! {
        <div class="g-said">
            <p class:with-task=with_task data-step=here><span inner_html=derived(move || sentence.get())></span>" "<strong class="done" hidden=never>{derived(move || done.get())}</strong></p>
            <Inspector/>
        </div>
    }
}

/// The steps one may go to.
#[component]
fn Steps() -> impl IntoView {
    let shell = shell();
    let here = here(shell);
    // A link can leave steps out.
    let open = memo(move || shell.lesson.with(|own| own.walk()));
    let chip = move |step: &'static str| {
        let goto = move |_| shell.run(Command::Goto(step));
        view! {
            <button type="button" class="chip" data-goto=step on:click=on(goto)
                aria-pressed=derived(move || (here.get() == step).to_string())>
                {derived(move || (shell.words.step)(step).0)}
            </button>
        }
    };
    view! {
        <div class="stages" role="group" aria-label=say!(walk.stages)>
            {move || open.get().into_iter().map(chip).collect_view()}
        </div>
    }
}

/// The explained cell: its name, its arithmetic, its number to the last digit.
#[component]
fn Inspector() -> impl IntoView {
    let shell = shell();
    let title = derived(move || {
        let cell = shell.explained.get();
        cell.map(|cell| name_of(shell, cell)).unwrap_or_default()
    });
    let full = derived(move || {
        let value = shell.explained.get().and_then(|cell| shell.value(cell));
        value.map_or(String::new(), |value| tr!(cell.full, value = exact(value)))
    });
    view! {
        <section class="inspector" aria-label=say!(cell.title)>
            <h3 hidden=derived(move || title.with(String::is_empty))>{title}</h3>
            <Arithmetic/>
            <p class="full" data-control="full">{full}</p>
        </section>
    }
}

fn name_of(shell: Shell, cell: lesson::core::table::Cell) -> String {
    let symbol = apart(&shell.meta.symbol(cell));
    format!("{} · {symbol}", shell.called(cell.name))
}
