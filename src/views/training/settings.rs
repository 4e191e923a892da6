//! The settings of a run. They count from the next reset on: a run that is under way keeps its own.

use leptos::prelude::*;
use lesson::core::number;
use lesson::core::problem::quoted;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::{Family, OptimiserKind, PositionKind, Settings};
use lesson::lessons::training::task::Task;
use lesson::protocol::Side;

use super::{Training, training, words};
use crate::language;
use crate::reactive::{derived, on, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::chooser::Chooser;
use crate::widgets::markup::typeset;

/// All controls, folded under a line that sums them up.
#[component]
pub fn SettingsPanel() -> impl IntoView {
    let training = training();
    let summary = following(move || typeset(&training.draft.with(summary)));
    let changed = move || {
        let own = training.runs[Side::A.index()].settings.get();
        own.is_some_and(|own| training.draft.with(|draft| *draft != own))
    };
    view! {
        <details class="card settings" data-control="beside">
            <summary><b>{say!(settings.title)}</b>" "<span inner_html=summary></span></summary>
            <div class="choosers">
                <TaskChooser/>
                <Size control="layers" label=say!(settings.layers) get=|s| s.n_layers set=|s, n| s.n_layers = n/>
                <Size control="heads" label=say!(settings.heads) get=|s| s.n_heads set=|s, n| s.n_heads = n/>
                <Size control="d_model" label=say!(settings.d_model) get=|s| s.d_model set=|s, n| s.d_model = n/>
                <Switch control="mlp" label=say!(settings.mlp) get=|s| s.mlp set=|s, on| s.mlp = on/>
                <Switch control="scaled" label=say!(settings.scaled) get=|s| s.scaled set=|s, on| s.scaled = on/>
                <Switch control="causal" label=say!(settings.causal) get=|s| s.causal set=|s, on| s.causal = on/>
                <Kinds/>
                <Real control="rate" label=say!(settings.rate) get=|s| s.rate set=|s, x| s.rate = x/>
                <Real control="decay" label=say!(settings.decay) get=|s| s.weight_decay set=|s, x| s.weight_decay = x/>
                <Size control="batch" label=say!(settings.batch) get=|s| s.batch set=|s, n| s.batch = n/>
                <Size control="seed" label=say!(settings.seed) get=|s| s.seed as usize
                    set=|s, n| s.seed = u32::try_from(n).unwrap_or(u32::MAX)/>
            </div>
            {shown_while(changed, move || view! { <p class="note" data-changed="">{say!(settings.changed)}</p> }.into_any())}
        </details>
    }
}

fn summary(settings: &Settings) -> String {
    tr!(
        settings.summary,
        task = words::task(settings.task).0,
        layers = tr!(counted.layers, count = settings.n_layers),
        heads = tr!(counted.heads, count = settings.n_heads),
        d_model = settings.d_model,
        d_k = settings.d_k()
    )
}

/// Another task brings its usual settings with it.
#[component]
fn TaskChooser() -> impl IntoView {
    let training = training();
    let options = derived(|| {
        Task::ALL
            .map(|task| (task.slug().to_owned(), words::task(task).0))
            .to_vec()
    });
    let value = derived(move || training.draft.with(|draft| draft.task.slug().to_owned()));
    let choose = move |slug: String| {
        if let Some(task) = Task::of(&slug) {
            training.draft.set(Settings::of(task));
        }
    };
    view! { <Chooser control="task" label=say!(settings.task) options=options value=value choose=choose/> }
}

/// What is chosen from a list: family, positions, optimiser.
#[component]
fn Kinds() -> impl IntoView {
    let training = training();
    let draft = training.draft;
    let families = derived(|| {
        Family::ALL
            .map(|kind| (kind.slug().to_owned(), words::family(kind)))
            .to_vec()
    });
    let positions = derived(|| {
        PositionKind::ALL
            .map(|kind| (kind.slug().to_owned(), words::positions(kind)))
            .to_vec()
    });
    let optimisers = derived(|| {
        OptimiserKind::ALL
            .map(|kind| (kind.slug().to_owned(), words::optimiser(kind)))
            .to_vec()
    });
    let family = derived(move || draft.with(|draft| draft.family.slug().to_owned()));
    let position = derived(move || draft.with(|draft| draft.positions.slug().to_owned()));
    let optimiser = derived(move || draft.with(|draft| draft.optimiser.slug().to_owned()));
    view! {
        <Chooser control="family" label=say!(settings.family) options=families value=family
            choose=move |slug: String| draft.update(|draft| draft.family = Family::of(&slug).unwrap_or(draft.family))/>
        <Chooser control="positions" label=say!(settings.positions) options=positions value=position
            choose=move |slug: String| draft.update(|draft| draft.positions = PositionKind::of(&slug).unwrap_or(draft.positions))/>
        <Chooser control="optimiser" label=say!(settings.optimiser) options=optimisers value=optimiser
            choose=move |slug: String| draft.update(|draft| draft.optimiser = OptimiserKind::of(&slug).unwrap_or(draft.optimiser))/>
    }
}

/// Takes what was typed, or says that it is no number; the text stays where it was typed.
fn taken(training: Training, take: impl Fn(&str) -> Option<()>) -> impl Fn(String) {
    move |text| {
        let refused = take(&text).is_none();
        let problem = refused.then(|| TrainingProblem::NotANumber(quoted(&text)));
        // That there is nothing to train stays, with the way out of it.
        if refused || !training.has_nothing_to_train() {
            training.problem.set(problem);
        }
    }
}

/// A whole number; whether it makes a model is said at the reset, so that two settings that only
/// fit together can be changed one after the other.
#[component]
fn Size(
    control: &'static str,
    #[prop(into)] label: Signal<String>,
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
) -> impl IntoView {
    let draft = training().draft;
    let change = taken(training(), move |text| {
        let value = text.trim().parse().ok()?;
        draft.update(|draft| set(draft, value));
        Some(())
    });
    view! {
        <label class="chooser">
            <span>{label}</span>
            <input class="small" type="number" min="0" step="1" data-control=control
                prop:value=derived(move || draft.with(get).to_string())
                on:change=on(move |event| change(event_target_value(&event)))/>
        </label>
    }
}

/// A number with a fraction.
#[component]
fn Real(
    control: &'static str,
    #[prop(into)] label: Signal<String>,
    get: fn(&Settings) -> f32,
    set: fn(&mut Settings, f32),
) -> impl IntoView {
    let draft = training().draft;
    let change = taken(training(), move |text| {
        let value = number::parse(text).ok()?;
        draft.update(|draft| set(draft, value));
        Some(())
    });
    view! {
        <label class="chooser">
            <span>{label}</span>
            <input class="small" type="text" inputmode="decimal" data-control=control
                prop:value=derived(move || draft.with(|draft| language::typed(get(draft))))
                on:change=on(move |event| change(event_target_value(&event)))/>
        </label>
    }
}

#[component]
fn Switch(
    control: &'static str,
    #[prop(into)] label: Signal<String>,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
) -> impl IntoView {
    let Training { draft, .. } = training();
    let flip = move |_| draft.update(|draft| set(draft, !get(draft)));
    view! {
        <label class="switch">
            <input type="checkbox" data-control=control prop:checked=derived(move || draft.with(get)) on:change=on(flip)/>
            <span>{label}</span>
        </label>
    }
}
