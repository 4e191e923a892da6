//! The words of the training lesson.

use leptos::prelude::*;
use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::link::Panel;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::settings::{Family, OptimiserKind, PositionKind, Setting};
use lesson::lessons::training::task::{Task, TextProblem};

use crate::language::typed;
use crate::shell::words::{Words, plain};
use crate::text::{following, tr};

/// What tables and examples are called; there are no steps.
pub static WORDS: Words = Words {
    table: |key| match key {
        "loss" => tr!(curves.loss),
        "weights" => tr!(matrix.weights),
        other => other.to_owned(),
    },
    step: plain,
    preset: shipped,
};

/// The name of a panel.
pub fn panel(panel: Panel) -> Signal<String> {
    following(move || match panel {
        Panel::Head => tr!(training.panel_head),
        Panel::Write => tr!(training.panel_write),
        Panel::Block => tr!(training.panel_block),
    })
}

/// The name of a task, and what is to be learned in it.
pub fn task(task: Task) -> (String, String) {
    macro_rules! of {
        ($key:ident) => {
            (tr!(task.$key.title), tr!(task.$key.note))
        };
    }
    match task {
        Task::Copy => of!(copy),
        Task::Reverse => of!(reverse),
        Task::Sort => of!(sort),
        Task::Repeat => of!(repeat),
        Task::Majority => of!(majority),
        Task::Brackets => of!(brackets),
        Task::Modular => of!(modular),
        Task::English => of!(english),
    }
}

/// The name of a shipped model, and what can be seen in it.
pub fn shipped(slug: &str) -> (String, String) {
    match slug {
        "induction" => (tr!(shipped.induction.title), tr!(shipped.induction.note)),
        "pronoun" => (tr!(shipped.pronoun.title), tr!(shipped.pronoun.note)),
        "sort" => (tr!(shipped.sort.title), tr!(shipped.sort.note)),
        other => (other.to_owned(), String::new()),
    }
}

/// What can be seen in a shipped model, in a sentence, and what to press; nothing of a run of one's own.
pub fn brief(slug: &str) -> String {
    match slug {
        "induction" => tr!(shipped.induction.brief),
        "pronoun" => tr!(shipped.pronoun.brief),
        "sort" => tr!(shipped.sort.brief),
        _ => String::new(),
    }
}

/// How the model knows the order.
pub fn positions(kind: PositionKind) -> String {
    match kind {
        PositionKind::None => tr!(settings.positions_none),
        PositionKind::Sinusoidal => tr!(settings.positions_sinusoidal),
        PositionKind::Learned => tr!(settings.positions_learned),
        PositionKind::Rope => tr!(settings.positions_rope),
        PositionKind::Alibi => tr!(settings.positions_alibi),
    }
}

/// Which optimiser.
pub fn optimiser(kind: OptimiserKind) -> String {
    match kind {
        OptimiserKind::Sgd => tr!(settings.sgd),
        OptimiserKind::Momentum => tr!(settings.momentum),
        OptimiserKind::Adam => tr!(settings.adam),
        OptimiserKind::AdamW => tr!(settings.adamw),
    }
}

/// Whose block.
pub fn family(family: Family) -> String {
    match family {
        Family::Gpt2 => tr!(settings.gpt2),
        Family::Llama => tr!(settings.llama),
    }
}

/// The name of an experiment, and what to watch.
pub fn experiment(experiment: Experiment) -> (String, String) {
    macro_rules! of {
        ($key:ident) => {
            (tr!(experiment.$key.title), tr!(experiment.$key.note))
        };
    }
    match experiment {
        Experiment::Unscaled => of!(unscaled),
        Experiment::Unmasked => of!(unmasked),
        Experiment::Unordered => of!(unordered),
        Experiment::OneHead => of!(one_head),
    }
}

/// What its two runs differ in, and the question: the answer is not told before they have trained.
pub fn before(experiment: Experiment) -> String {
    match experiment {
        Experiment::Unscaled => tr!(experiment.unscaled.before),
        Experiment::Unmasked => tr!(experiment.unmasked.before),
        Experiment::Unordered => tr!(experiment.unordered.before),
        Experiment::OneHead => tr!(experiment.one_head.before),
    }
}

fn setting(setting: Setting) -> String {
    match setting {
        Setting::Layers => tr!(settings.layers),
        Setting::Heads => tr!(settings.heads),
        Setting::DModel => tr!(settings.d_model),
        Setting::Batch => tr!(settings.batch),
        Setting::Rate => tr!(settings.rate),
        Setting::Seed => tr!(settings.seed),
    }
}

/// A problem in plain words.
pub fn problem(problem: &TrainingProblem) -> String {
    match problem {
        TrainingProblem::Setting(which, found, least, most) => tr!(
            trouble.setting,
            name = setting(*which),
            found = *found,
            least = *least,
            most = *most
        ),
        TrainingProblem::NotANumber(text) => tr!(trouble.no_number, text = text.as_str()),
        TrainingProblem::Rate(rate) => tr!(trouble.rate, found = typed(*rate)),
        TrainingProblem::Decay(found) => tr!(trouble.decay, found = typed(*found)),
        TrainingProblem::Divide(d_model, heads) => {
            let heads = tr!(counted.heads, count = *heads);
            tr!(trouble.divide, d_model = *d_model, heads = heads)
        }
        TrainingProblem::OddHead(d_k) => tr!(trouble.odd_head, d_k = *d_k),
        TrainingProblem::Text(problem) => text(problem),
        TrainingProblem::Absent => tr!(trouble.absent),
        TrainingProblem::Full(most) => {
            let tokens = tr!(counted.tokens, count = *most);
            tr!(trouble.full, tokens = tokens)
        }
        TrainingProblem::File(why) => tr!(trouble.file, why = why.as_str()),
        TrainingProblem::Sampling(why) => tr!(trouble.sampling, why = why.as_str()),
        TrainingProblem::Model(why) => tr!(trouble.model, why = why.as_str()),
        TrainingProblem::Memory => tr!(trouble.memory),
        TrainingProblem::Unfetched(name) => tr!(trouble.unfetched, name = name.as_str()),
        TrainingProblem::FileTooLarge(found, most) => {
            tr!(trouble.file_too_large, found = found, most = most)
        }
        TrainingProblem::WorkerLost => tr!(trouble.worker_lost),
        TrainingProblem::NoWorker => tr!(trouble.no_worker),
    }
}

fn text(problem: &TextProblem) -> String {
    match problem {
        TextProblem::Empty => tr!(trouble.text_empty),
        TextProblem::TooLong { found, most } => {
            let tokens = tr!(counted.tokens, count = *found);
            tr!(trouble.text_too_long, tokens = tokens, most = *most)
        }
        TextProblem::Unknown { word, place } => {
            tr!(
                trouble.text_unknown,
                word = word.as_str(),
                place = *place + 1
            )
        }
    }
}
