//! The figure: Q left, Kᵀ on top, at the crossing the field of which one tile at a time is held, and
//! right of it what each query keeps.

use crate::language::shown as written;
use leptos::ev;
use leptos::prelude::*;
use lesson::Name;
use lesson::core::command::Command;
use lesson::lessons::flash::{Kind, Part, State, Walk};

use super::inspector::Inspector;
use super::kinds::Kinds;
use super::part::PartTable;
use super::shown;
use super::state::{Cell, Flash, flash};
use super::words;
use crate::browser::marks::Marks;
use crate::browser::{cells, focus, keys, page, parts, reveal, targets};
use crate::building::piece;
use crate::reactive::{derived, effect, memo, on};
use crate::text::{following, say};
use crate::views::stepper::figure::Projection;
use crate::widgets::formula;
use crate::widgets::matrix::MatrixTable;

/// What each query keeps, in the order of the columns.
const KEPT: [Part; 6] = [
    Part::TileMax,
    Part::Max,
    Part::Factor,
    Part::Sum,
    Part::Accumulated,
    Part::Output,
];

/// The figure with its words.
#[component]
pub fn Figure() -> impl IntoView {
    let flash = flash();
    light_inputs(flash);
    keep_tile_in_view(flash);
    let size = memo(move || size(flash));
    // Many keys make V tall: the words then stand beside it.
    let tall = derived(move || flash.walk.with(|walk| walk.m() > 4));
    let parts = KEPT.map(|part| view! { <Kept part=part/> }.into_any());
    let kind = memo(move || words::current(flash));
    let loads = derived(move || {
        kind.get()
            .filter(|kind| loads(*kind))
            .map(|kind| kind.key())
    });
    let active = move |name: Name| derived(move || active(kind.get(), name));
    view! {
        <div class="figure" data-figure="" class:tall=tall id="flash-figure" tabindex="-1" style=derived(move || size.get())>
            <Kinds/>
            <Projection/>
            <div
                class="crossing"
                class:divides=derived(move || kind.get() == Some(Kind::Divide))
                data-loads=loads
                on:pointerover=on(move |event: ev::PointerEvent| pointed(flash, &event))
                on:pointerleave=on(move |_: ev::PointerEvent| flash.hovered.set(None))
                on:focusin=on(move |event: ev::FocusEvent| focused(flash, &event))
                on:focusout=on(move |_: ev::FocusEvent| flash.hovered.set(None))
                on:click=on(move |event: ev::MouseEvent| { chosen(flash, &event); })
                on:keydown=on(move |event: ev::KeyboardEvent| key(flash, &event))
            >
                // The arithmetic stands beside the words: together they say what happens, above the numbers.
                <div class="at-words"><Words/>{piece(|| view! { <Inspector/> }.into_any())}</div>
                <div class="at-q"><i class="loaded-here" data-active=active(Name::Q)></i><MatrixTable name=Name::Q row_labels=true/></div>
                <div class="at-k"><i class="loaded-here" data-active=active(Name::K)></i><MatrixTable name=Name::K transposed=true col_labels=true/></div>
                <div class="at-v"><MatrixTable name=Name::V row_labels=true/></div>
                <div class="at-grid"><PartTable part=Part::Tile/></div>
                <div class="at-kept">{parts}</div>
                <Legend/>
            </div>
        </div>
    }
}

/// Whether a step brings rows of Q, K or V in: on a phone these then stand first.
const fn loads(kind: Kind) -> bool {
    matches!(kind, Kind::Begin | Kind::Load)
}

/// Whether a step loads that matrix: on a phone, where the mark has a size, it is what comes into view.
fn active(kind: Option<Kind>, name: Name) -> Option<&'static str> {
    let about = match kind {
        Some(Kind::Begin) => Some(Name::Q),
        Some(Kind::Load) => Some(Name::K),
        _ => None,
    };
    (about == Some(name)).then_some("")
}

/// What each query keeps of one kind, with what that is called under it.
#[component]
fn Kept(part: Part) -> impl IntoView {
    view! {
        <div class="register">
            <PartTable part=part/>
            // The table says to who cannot see it what it is.
            <small aria-hidden="true">{following(move || words::brief(part))}</small>
        </div>
    }
}

/// Each step that one goes to brings what it is about into view. A lesson that is opened begins at its top.
fn keep_tile_in_view(flash: Flash) {
    let opened = StoredValue::new(true);
    effect(move || {
        flash.at.track();
        if !opened.get_value() {
            page::after_frame(|| {
                reveal::step();
                reveal::step_along(".at-kept");
            });
        }
        opened.set_value(false);
    });
}

/// The step: its name, where it is, what happens and why, its formula.
#[component]
fn Words() -> impl IntoView {
    let flash = flash();
    let kind = memo(move || words::current(flash));
    let text = move || kind.get().map(words::kind).unwrap_or_default();
    let math = derived(move || kind.get().map(formula::of_step).unwrap_or_default());
    view! {
        <div class="words" data-step=derived(move || flash.at.get()) data-kind=derived(move || kind.get().map(|kind| kind.key()))>
            <h3 class="step-title">{derived(move || text().0)}</h3>
            <p class="where">{derived(move || words::place(flash))}</p>
            <p>{derived(move || text().1)}</p>
            <div class="formula" tabindex="0" role="group" aria-label=say!(site.formula) inner_html=math></div>
        </div>
    }
}

/// What has become of the cells of the field.
#[component]
fn Legend() -> impl IntoView {
    let entry = |state: State, words: Signal<String>| {
        view! { <span class="entry"><i class="state" data-state=state.key()></i>{words}</span> }
    };
    view! {
        <div class="at-legend legend states">
            {entry(State::Held, say!(flash.legend.held))}
            {entry(State::Gone, say!(flash.legend.gone))}
            {entry(State::Skipped, say!(flash.legend.skipped))}
            {entry(State::Ahead, say!(flash.legend.ahead))}
        </div>
    }
}

/// How many columns there are, those of V among them, and how many characters the longest number takes.
fn size(flash: Flash) -> String {
    let digits = flash.lab.look.get().0;
    flash.walk.with(|walk| {
        let columns = walk.m() + walk.plain.get(Name::Q).cols() + 4 + 2 * walk.d_v();
        let (of_values, chars) = (walk.d_v(), longest(walk, digits));
        format!("--all-cols:{columns};--v-cols:{of_values};--chars:{chars}")
    })
}

fn longest(walk: &Walk, digits: u8) -> usize {
    let inputs = [Name::Q, Name::K, Name::V].map(|name| walk.plain.get(name));
    let computed = walk.steps.iter().map(|step| &step.numbers);
    let all = inputs
        .into_iter()
        .chain(computed)
        .flat_map(|numbers| numbers.data());
    let (low, high) = all
        .filter(|value| value.is_finite())
        .fold((0.0_f32, 0.0_f32), |(low, high), v| {
            (low.min(*v), high.max(*v))
        });
    let length = |value| written(value, digits).chars().count();
    length(low).max(length(high))
}

/// The rows of Q, K and V that are loaded, and the cells that the explained number reads.
fn light_inputs(flash: Flash) {
    let (marked, lit) = (shown::marked(flash), Marks::new("lit"));
    effect(move || {
        // A table that was built anew shows nothing yet of what is marked in it.
        flash.lab.shell.built.track();
        marked.with(|marked| lit.set(flash.lab.meta, marked.inputs.clone()));
    });
    let read = Marks::new("loaded");
    effect(move || {
        let at = flash.at.get();
        flash.lab.document.track();
        flash.lab.shell.built.track();
        let loaded = flash.walk.with(|walk| {
            let step = walk.steps.get(at)?;
            let width = |name: Name| walk.plain.get(name).cols();
            let all = |name: Name, rows: std::ops::Range<usize>| {
                rows.flat_map(move |row| {
                    (0..width(name)).map(move |col| lesson::Cell::new(name, row, col))
                })
            };
            let skipped = step.kind == Kind::Skip;
            let keys = if skipped { 0..0 } else { step.keys.clone() };
            let inputs = all(Name::Q, step.queries.clone());
            let inputs = inputs
                .chain(all(Name::K, keys.clone()))
                .chain(all(Name::V, keys));
            Some(inputs.collect::<Vec<_>>())
        });
        read.set(flash.lab.meta, loaded.unwrap_or_default());
    });
}

/// The cell of the figure an event happened in.
fn cell(event: &ev::Event) -> Option<Cell> {
    let [part, row, col] = targets::attributes(event, ["data-part", "data-row", "data-col"])?;
    Some((
        Part::from_key(&part?)?,
        row?.parse().ok()?,
        col?.parse().ok()?,
    ))
}

fn pointed(flash: Flash, event: &ev::PointerEvent) {
    if !keys::is_touch(event) {
        flash.hovered.set(cell(event));
    }
}

fn focused(flash: Flash, event: &ev::FocusEvent) {
    let cell = cell(event);
    flash.hovered.set(cell);
    if cell.is_some() {
        cells::make_tab_stop(event);
    }
    // What is typed, and what no step has computed yet, has no arithmetic: that of another cell would be read.
    let at = flash.at.get_untracked();
    let has = |cell| {
        flash
            .walk
            .with_untracked(|walk| walk.at(at, cell).is_some())
    };
    match cell.is_some_and(has) {
        true => focus::describe(event),
        false => focus::describe_none(),
    }
}

/// A cell with a number keeps its explanation; one of another tile leads there.
fn chosen(flash: Flash, event: &ev::Event) -> bool {
    let Some(cell @ (part, row, col)) = cell(event) else {
        return false;
    };
    let at = flash.at.get_untracked();
    let (number, tile) = flash
        .walk
        .with_untracked(|walk| (walk.at(at, cell), walk.tile_at(row, col)));
    if number.is_some() {
        flash.pin(cell);
    } else if let (Part::Tile, Some(step)) = (part, tile) {
        flash.run(Command::Scrub(step));
    }
    true
}

fn key(flash: Flash, event: &ev::KeyboardEvent) {
    if event.alt_key() || cell(event).is_none() {
        return;
    }
    let handled = match event.key().as_str() {
        "Enter" | " " => chosen(flash, event),
        _ => keys::arrow(event).is_some_and(|step| parts::walk(event, step)),
    };
    if handled {
        event.prevent_default();
    }
}
