//! A lesson whose page is its tables: all around them that lessons have in common, from the abstraction
//! alone. Where a new lesson begins; one that needs more takes these pieces and adds its own.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::lesson::Lesson;
use lesson::core::player::Player;

use crate::app::open_lesson;
use crate::browser::page;
use crate::language::exact;
use crate::quiz::{PredictSwitch, Quiz};
use crate::reactive::{derived, memo, on, shown_while};
use crate::shell::{Opening, Place, Shell, Words, numbers, shell};
use crate::text::{say, tr};
use crate::widgets::arithmetic::Arithmetic;
use crate::widgets::came_from::CameFrom;
use crate::widgets::digits::DigitsChooser;
use crate::widgets::export::TablesMenu;
use crate::widgets::history::History;
use crate::widgets::lighting;
use crate::widgets::notice::PlaceNotice;
use crate::widgets::presets::{PresetChooser, PresetNote};
use crate::widgets::walk::{self, Walk, Walking};

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
    shown_while(move || open.get() == slug, move || page_of(shell, figure))
}

fn page_of(shell: Shell, figure: fn() -> AnyView) -> AnyView {
    provide_context(shell);
    let position = derived(move || walk::position(shell));
    provide_context(Walking::of(shell, position, position));
    walk::listen();
    lighting::follow(shell);
    view! {
        <div class="plain">
            <h2 class="only-read">{crate::text::following(move || crate::text::lesson(shell.meta.slug))}</h2>
            <PlaceNotice place=Place::Page/>
            <CameFrom/>
            <section class="choosers">
                <PresetChooser/><DigitsChooser/><History/><PredictSwitch/><TablesMenu/>
            </section>
            <PresetNote/>
            <Steps/>
            <Quiz/>
            <div class="workspace">
                <div class="figure" tabindex="-1">{figure()}</div>
                <Inspector/>
                <Walk/>
            </div>
        </div>
    }
    .into_any()
}

/// The steps one may go to, and what happens in the one where one stands.
#[component]
fn Steps() -> impl IntoView {
    let shell = shell();
    let here = derived(move || {
        let step = shell.lesson.with(|own| own.place().step);
        shell.meta.steps.get(step).copied().unwrap_or_default()
    });
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
        <div class="stages" role="group" aria-label=say!(walk.label)>
            {move || open.get().into_iter().map(chip).collect_view()}
        </div>
        <p data-step=here>{derived(move || (shell.words.step)(here.get()).1)}</p>
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
        <section class="card inspector" aria-label=say!(cell.title)>
            <h3>{title}</h3>
            <Arithmetic/>
            <p class="full">{full}</p>
        </section>
    }
}

fn name_of(shell: Shell, cell: lesson::core::table::Cell) -> String {
    let (table, symbol) = (shell.called(cell.name), shell.meta.symbol(cell));
    format!("{table} · {symbol}")
}
