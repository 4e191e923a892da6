//! The state of the training lesson: two runs, what is looked at, and the way to the worker.

mod following;
mod hearing;
mod playing;
mod runs;
mod standing;
mod trained;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::training::block::{BlockCell, BlockView, Explanation};
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::link::{Document, View};
use lesson::lessons::training::look::{At, Seen, Without};
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::Saved;
use lesson::lessons::training::settings::Settings;
use lesson::lessons::training::task::{Split, Task, batch};
use lesson::lessons::training::writing::{Drawing, Written};
use lesson::lessons::training::{self as logic};
use lesson::protocol::{HeadNumbers, Progress, Request, Side, Start};
use lesson::share::embed::EmbedOptions;

use super::asking::Asking;
use super::words;
use super::write::Writing;
use crate::browser::worker::{Desk, Losses, News};
use crate::reactive::{derived, memo};
use crate::shell::{self, Opening, Place, Shell};
use standing::{Source, Stash};

/// One of the two runs, as the page knows it.
#[derive(Clone, Copy)]
pub struct RunState {
    /// What it was begun with; `None` while there is none.
    pub settings: RwSignal<Option<Settings>>,
    /// How far it is.
    pub progress: RwSignal<Option<Progress>>,
    /// What its model does with the sequence.
    pub seen: RwSignal<Option<Arc<Seen>>>,
    /// It was asked for and has not begun: what is known of the one before does not hold for it.
    opening: RwSignal<bool>,
    /// What the worker was asked to begin it with, until it has.
    coming: StoredValue<Option<Start>>,
    /// What it can be resumed from.
    kept: StoredValue<Option<Saved>>,
    /// The file that it began as, if it did.
    file: StoredValue<Option<Vec<u8>>>,
    /// What it was opened as; `None` while that is not known to be what stands.
    source: StoredValue<Option<Source>>,
    /// What it stands as, also where another that was asked for could not begin.
    stood: StoredValue<Option<Source>>,
    /// What was put away last on this side.
    left: StoredValue<Option<Source>>,
}

impl RunState {
    fn new() -> Self {
        Self {
            settings: RwSignal::new(None),
            progress: RwSignal::new(None),
            seen: RwSignal::new(None),
            opening: RwSignal::new(false),
            coming: StoredValue::new(None),
            kept: StoredValue::new(None),
            file: StoredValue::new(None),
            source: StoredValue::new(None),
            stood: StoredValue::new(None),
            left: StoredValue::new(None),
        }
    }

    fn forget(self) {
        self.settings.set(None);
        self.progress.set(None);
        self.seen.set(None);
        self.kept.set_value(None);
        self.file.set_value(None);
        self.stood.set_value(None);
        self.has_begun();
    }

    /// It has, or will not.
    fn has_begun(self) {
        self.opening.set(false);
        self.coming.set_value(None);
    }
}

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Training {
    /// What all lessons have.
    pub shell: Shell,
    /// Which runs there are, and what is shown to them.
    pub document: Memo<Arc<Document>>,
    /// What is looked at.
    pub view: Memo<View>,
    /// Settings as they stand in the controls; they count from the next reset on.
    pub draft: RwSignal<Settings>,
    /// Both runs.
    pub runs: [RunState; 2],
    /// The run whose heads are shown.
    pub side: RwSignal<Side>,
    /// The moment that is shown.
    pub at: RwSignal<At>,
    /// Is the run played from moment to moment?
    pub playing: RwSignal<bool>,
    /// A moment that was asked for and is not there yet.
    wanted: RwSignal<Option<u32>>,
    /// Heads that are taken out.
    pub without: Memo<Vec<Without>>,
    /// Which of the held-out sequences is shown, while there is no own text.
    pub example: Memo<u32>,
    /// The tokens of each run, or what is wrong with the learner's own in its words.
    ids_of: [Memo<Result<Vec<u32>, TrainingProblem>>; 2],
    /// Those that are shown.
    pub ids: Memo<Result<Vec<u32>, TrainingProblem>>,
    /// Do the runs train?
    pub training: RwSignal<bool>,
    /// The token under the pointer.
    pub hovered: RwSignal<Option<usize>>,
    /// How the next token is drawn.
    pub drawing: RwSignal<Drawing>,
    /// The tokens written so far; `None` before the prompt is taken over.
    pub written_ids: RwSignal<Option<Vec<u32>>>,
    /// What could come after them.
    pub written: RwSignal<Option<Arc<Written>>>,
    /// What the panel that writes remembers beside them.
    pub writing: Writing,
    /// The token whose way is shown.
    pub place: RwSignal<usize>,
    /// Its way.
    pub block: RwSignal<Option<Arc<BlockView>>>,
    /// The number of its way that is explained.
    pub cell: RwSignal<Option<BlockCell>>,
    /// How it is computed.
    pub explanation: RwSignal<Option<Arc<Explanation>>>,
    /// A head that was asked for, to be opened in the stepper.
    pub head_numbers: RwSignal<Option<Arc<HeadNumbers>>>,
    /// Files that were asked for.
    pub files: RwSignal<Vec<(String, Vec<u8>)>>,
    /// A file of the learner's on its way to side A.
    importing: StoredValue<Option<Vec<u8>>>,
    /// What was trained and does not stand any more.
    stash: StoredValue<Stash>,
    /// What went wrong last.
    pub problem: RwSignal<Option<TrainingProblem>>,
    /// Asked for by clicks that ended in `Answer`s, one at a time a topic.
    asking: StoredValue<Asking, LocalStorage>,
    /// Of workers, by how far the runs were.
    losses: StoredValue<Losses<[Option<u32>; 2]>>,
    desk: StoredValue<Option<Desk>, LocalStorage>,
}

/// The state of the lesson, from any of its views.
pub fn training() -> Training {
    expect_context::<Training>()
}

impl Training {
    /// The lesson as `fragment` has it, in the frame that it was given; no worker yet.
    pub fn open(fragment: &str, options: &EmbedOptions) -> Self {
        let opening = Opening::of::<logic::Training>(fragment, options, &words::WORDS);
        let (document, view) = shell::parts::<logic::Training>(opening);
        let draft = document.with_untracked(|own| own.runs[0].clone());
        let runs = [RunState::new(), RunState::new()];
        let side = RwSignal::new(Side::A);
        let example = memo(move || document.with(|own| own.example));
        // Two runs may be of different tasks: each reads the text in its own words.
        let ids_of = Side::BOTH.map(|side| {
            memo(move || {
                let settings = runs[side.index()].settings.get();
                let task = settings.map_or(Task::Repeat, |settings| settings.task);
                match document.with(|own| own.text.clone()) {
                    Some(text) => task.encode(&text).map_err(TrainingProblem::from),
                    None => Ok(example_of(task, example.get()).0),
                }
            })
        });
        let ids = memo(move || ids_of[side.get().index()].get());
        let numbers = trained::numbers(runs, side, view);
        Self {
            shell: opening.shell(numbers, numbers, derived(|| false)),
            document,
            view,
            draft: RwSignal::new(draft.unwrap_or_else(|| Settings::of(Task::Repeat))),
            runs,
            side,
            at: RwSignal::new(At::Now),
            playing: RwSignal::new(false),
            wanted: RwSignal::new(None),
            without: memo(move || document.with(|own| own.without.clone())),
            example,
            ids_of,
            ids,
            training: RwSignal::new(false),
            hovered: RwSignal::new(None),
            drawing: RwSignal::new(Drawing::default()),
            written_ids: RwSignal::new(None),
            written: RwSignal::new(None),
            writing: Writing::new(),
            place: RwSignal::new(0),
            block: RwSignal::new(None),
            cell: RwSignal::new(None),
            explanation: RwSignal::new(None),
            head_numbers: RwSignal::new(None),
            files: RwSignal::new(Vec::new()),
            importing: StoredValue::new(None),
            stash: StoredValue::new(Stash::default()),
            problem: RwSignal::new(None),
            asking: StoredValue::new_local(Asking::default()),
            losses: StoredValue::new(Losses::default()),
            desk: StoredValue::new_local(None),
        }
    }

    /// Changes what a link holds; a problem stands at the top of the lesson. True when done.
    pub fn own(self, change: Change) -> bool {
        self.shell.try_own::<logic::Training>(change, Place::Page)
    }

    /// Starts the worker, once, and everything that follows the state.
    pub fn begin(self) {
        if self.desk.with_value(Option::is_some) {
            return;
        }
        self.start_worker();
        self.follow_runs();
        self.follow();
        self.follow_moments();
    }

    fn start_worker(self) {
        let desk = Desk::open(move |news| match news {
            News::Said(response) => self.hear(response),
            News::Lost => self.recover(),
            News::Absent => self.do_without_worker(),
        });
        self.desk.set_value(Some(desk));
    }

    /// What should be predicted at each place; empty for the learner's own text, of which nobody
    /// has said it.
    pub fn targets(self) -> Vec<Option<u32>> {
        if self.document.with(|own| own.text.is_some()) {
            return Vec::new();
        }
        example_of(self.task(), self.example.get()).1
    }

    /// The run that is shown.
    pub fn shown(self) -> RunState {
        self.runs[self.side.get().index()]
    }

    /// The task of the run that is shown.
    pub fn task(self) -> Task {
        let settings = self.shown().settings.get();
        settings.map_or(Task::Repeat, |settings| settings.task)
    }

    /// Shows the heads of this run. What was written on is in the words of one task.
    pub fn look_at(self, side: Side) {
        let before = untrack(|| self.task());
        self.side.set(side);
        if untrack(|| self.task()) != before {
            self.written_ids.set(None);
        }
    }

    /// Asks the worker.
    pub fn post(self, request: Request) {
        if let Request::Open(side, start) = &request {
            let run = self.runs[side.index()];
            run.opening.set(true);
            run.coming.set_value(Some(start.clone()));
            self.asking.update_value(|asking| asking.forget(*side));
        }
        self.desk.with_value(|desk| {
            if let Some(desk) = desk {
                desk.post(&request);
            }
        });
    }
}

/// The seed of the sequences that are offered to look at.
const EXAMPLES: u64 = 0x5e9;

/// The `number`-th sequence to look at, and what should be predicted at its places: held out, so that no model was trained on it.
pub fn example_of(task: Task, number: u32) -> (Vec<u32>, Vec<Option<u32>>) {
    batch(task, EXAMPLES, u64::from(number), Split::HeldOut, 1)
}

/// What is given of that sequence when the rest is to be written: all before the first token that
/// the task asks for.
pub fn prompt_of(task: Task, number: u32) -> Vec<u32> {
    let (mut ids, targets) = batch(task, EXAMPLES, u64::from(number), Split::HeldOut, 1);
    let first = targets.iter().position(Option::is_some);
    ids.truncate(first.map_or(ids.len(), |place| place + 1));
    ids
}
