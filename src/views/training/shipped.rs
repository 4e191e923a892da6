//! What stands on the page before anybody trains: a shipped model; and the experiments that set up
//! two runs with one click.

use leptos::prelude::*;
use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::shipped::SHIPPED;

use super::controls::two;
use super::{Training, training, words};
use crate::browser;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::chooser::Chooser;

/// The bytes of a shipped model.
///
/// # Errors
/// [`TrainingProblem::Unfetched`] when there is no such model or no network.
pub async fn fetch(slug: &str) -> Result<Vec<u8>, TrainingProblem> {
    let path = format!("models/{slug}.safetensors");
    let known = lesson::lessons::training::shipped::of(slug).is_some();
    let fetched = if known {
        browser::fetch::bytes(&path).await.ok()
    } else {
        None
    };
    fetched.ok_or_else(|| TrainingProblem::Unfetched(lesson::core::problem::quoted(slug)))
}

/// The choice of a trained model, and of an experiment.
#[component]
pub fn Models() -> impl IntoView {
    let training = training();
    let current = derived(move || shipped(training));
    let options = derived(move || {
        let own = current
            .with(String::is_empty)
            .then(|| (String::new(), tr!(training.own_run)));
        let title = |slug: &str| (slug.to_owned(), words::shipped(slug).0);
        let shipped = SHIPPED.iter().map(|shipped| title(shipped.slug));
        own.into_iter().chain(shipped).collect::<Vec<_>>()
    });
    let choose = move |slug: String| {
        if !slug.is_empty() {
            training.show_shipped(&slug);
        }
    };
    view! {
        <div class="choosers models">
            <Chooser control="model" label=say!(training.model) options=options value=current choose=choose/>
            <div class="experiments" role="group" aria-label=say!(training.experiments)>
                <span class="name" data-control="beside">{say!(training.experiments)}</span>
                {Experiment::ALL.map(|experiment| view! { <Try experiment=experiment/> })}
                {shown_while(move || two(training), move || view! {
                    <button type="button" data-action="one-run" on:click=on(move |_| training.close_second())>
                        {say!(training.one_run)}
                    </button>
                }.into_any())}
            </div>
        </div>
    }
}

/// Steps after which two runs have shown what they are compared for; before that, it is not told.
const GONE: u32 = 50;

/// What the chosen model or experiment shows. On a phone the long note of a model stands below its heads, and a brief one
/// above them.
#[component]
pub fn Notes() -> impl IntoView {
    let training = training();
    let slug = memo(move || shipped(training));
    let long = derived(move || slug.with(|slug| !slug.is_empty()));
    let brief = following(move || slug.with(|slug| words::brief(slug)));
    let note = following(move || match slug.get() {
        none if none.is_empty() => words::task(training.task()).1,
        slug => words::shipped(&slug).1,
    });
    let gone = memo(move || training.last_step() >= GONE);
    view! {
        <p class="note brief" data-control="beside">{brief}</p>
        <p class="note" class:long=long data-control="beside">{note}</p>
        <p class="note" role="status">{following(move || experiment_note(training, gone.get()))}</p>
    }
}

/// The name of the shipped model that is open, or nothing.
fn shipped(training: Training) -> String {
    training
        .document
        .with(|own| own.shipped.clone().unwrap_or_default())
}

/// What two runs differ in, and, once they have `gone` some steps, what is seen of that.
fn experiment_note(training: Training, gone: bool) -> String {
    let runs = training.document.with(|own| own.runs.clone());
    let same = |experiment: &Experiment| {
        let [first, second] = experiment.settings();
        runs == [Some(first), Some(second)]
    };
    Experiment::ALL
        .into_iter()
        .find(same)
        .map_or_else(String::new, |found| match gone {
            true => words::experiment(found).1,
            false => words::before(found),
        })
}

#[component]
fn Try(experiment: Experiment) -> impl IntoView {
    let training = training();
    view! {
        <button type="button" data-experiment=experiment.slug() on:click=on(move |_| training.compare(experiment))>
            {following(move || words::experiment(experiment).0)}
        </button>
    }
}
