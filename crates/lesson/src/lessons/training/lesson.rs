//! The lesson: which runs there are and what is looked at. Its numbers are trained, so they do not
//! follow from the link.

use super::controls::CONTROLS;
use super::link::{self, Document, Panel, View};
use super::look::Instead;
use super::settings::Settings;
use super::shipped;
use crate::core::fragment::{Entries, Fragment};
use crate::core::lesson::{Key, Lesson, Meta, Preset, State};
use crate::core::number;
use crate::core::player::Player;
use crate::core::problem::Problem;
use crate::core::table::{Axis, Table, TableId};

/// The lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Training;

/// The lesson while it is open.
pub type Trainer = Player<Training>;

/// The curves of the run that is shown, a row a point: step, loss of the batches since the point before,
/// loss and share of right predictions on the held-out sequences.
pub const LOSS: TableId = TableId(0);

/// The weights of the head that is shown large, a row a query.
pub const WEIGHTS: TableId = TableId(1);

/// What is known of the lesson before it is opened.
pub const META: Meta = Meta {
    slug: "training",
    presets: &[
        Preset {
            slug: link::OPENING,
            fragment: "model=induction",
        },
        Preset {
            slug: "pronoun",
            fragment: "model=pronoun",
        },
    ],
    newcomers: "",
    words: &[
        "head",
        "loss",
        "held_out",
        "step",
        "ablation",
        "induction_head",
        "previous_token_head",
    ],
    minutes: 8,
    keys: &[
        Key::numbers("model"),
        Key::numbers("a"),
        Key::numbers("b"),
        Key::numbers("example"),
        Key::numbers("text"),
        Key::numbers("off"),
        Key::look("head"),
        Key::look("pin"),
        Key::look("lines"),
        Key::look("least"),
        Key::look("panel"),
    ],
    controls: CONTROLS,
    steps: &[],
    tables: &[
        trained("loss", "L", Axis::Counted, Axis::Counted),
        trained("weights", "a", Axis::Queries, Axis::Keys).shares(),
    ],
    computes: false,
};

/// A table that comes of training: nobody types into it, and nobody can be asked about it.
const fn trained(key: &'static str, symbol: &'static str, rows: Axis, cols: Axis) -> Table {
    Table {
        control: "train",
        hue: "weights",
        ..Table::typed(key, symbol, rows, cols)
    }
}

/// What only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A shipped model, as one sees it first.
    Model(String),
    /// A run with these settings on side A.
    Reset(Settings),
    /// Two runs side by side.
    Compare([Settings; 2]),
    /// The first of two runs alone.
    OneRun,
    /// A run from a file, with the settings that it came with.
    Imported(Settings),
    /// The next of the held-out sequences.
    Another,
    /// The learner's own text, or the held-out sequence again.
    Text(Option<String>),
    /// A head (its layer, its number), and what stands in for it while it is taken out.
    Without((usize, usize), Option<Instead>),
    /// All heads are in use again.
    AllHeads,
    /// The head that is shown large: its layer and its number.
    Head((usize, usize)),
    /// The token whose links stay, or none.
    Pin(Option<usize>),
    /// Lines between tokens, or a map.
    Lines(bool),
    /// The least weight that is drawn.
    Least(f32),
    /// What stands beside the gallery.
    Panel(Panel),
}

impl Lesson for Training {
    const META: &'static Meta = &META;
    type Document = Document;
    type View = View;
    type Change = Change;

    fn write(document: &Document, view: &View, to: &mut Entries) {
        link::write(document, view, to);
    }

    fn read(link: Fragment<'_>, base: Option<State<Self>>) -> Result<State<Self>, Problem> {
        link::read(link, base)
    }

    fn stands_alone(link: Fragment<'_>) -> bool {
        link.has("a") || link.has("model")
    }

    fn change(document: &mut Document, view: &mut View, change: Change) -> Result<(), Problem> {
        match change {
            Change::Model(slug) => (*document, *view) = link::shipped(&slug),
            Change::Reset(settings) => own_run(document, view, settings),
            Change::Compare([first, second]) => {
                own_run(document, view, first);
                document.runs[1] = Some(second);
            }
            Change::OneRun => document.runs[1] = None,
            Change::Imported(settings) => {
                // No shipped model gives it its name, nor what was shown of that.
                if document.shipped.is_some() {
                    (document.text, view.pinned) = (None, None);
                }
                own_run(document, view, settings);
            }
            Change::Another => {
                document.text = None;
                document.example = document.example.wrapping_add(1);
            }
            Change::Text(text) => document.text = text,
            Change::Without(head, instead) => {
                link::take_out(&mut document.without, head, instead);
            }
            Change::AllHeads => document.without.clear(),
            Change::Head(head) => view.head = head,
            Change::Pin(token) => view.pinned = token,
            Change::Lines(lines) => view.lines = lines,
            Change::Least(least) => view.threshold = least,
            Change::Panel(panel) => view.panel = panel,
        }
        Ok(())
    }

    /// The example, the head and what else a model is first seen with come with it, so these are held by
    /// their controls alone.
    fn control(change: &Change) -> Option<&'static str> {
        Some(match change {
            Change::Model(_) => "model",
            Change::Reset(_) => "reset",
            Change::Compare(_) => "experiment",
            Change::OneRun => "one-run",
            Change::Imported(_) => "import",
            Change::Another => "another",
            Change::Text(_) => "text",
            Change::Without(..) => "ablate",
            Change::AllHeads => "all-heads",
            Change::Head(_) => "head",
            Change::Pin(_) => "token",
            Change::Lines(_) => "view",
            Change::Least(_) => "threshold",
            Change::Panel(_) => "panel",
        })
    }

    /// The settings of run A, one by one, whether it is shipped or the learner's own.
    fn owned(document: &Document, _: &View, name: &str) -> Option<String> {
        let own = first(document)?;
        let switch = |on: bool| if on { "1" } else { "0" }.to_owned();
        Some(match name {
            "task" => own.task.slug().to_owned(),
            "layers" => own.n_layers.to_string(),
            "heads" => own.n_heads.to_string(),
            "d_model" => own.d_model.to_string(),
            "mlp" => switch(own.mlp),
            "scaled" => switch(own.scaled),
            "causal" => switch(own.causal),
            "family" => own.family.slug().to_owned(),
            "positions" => own.positions.slug().to_owned(),
            "optimiser" => own.optimiser.slug().to_owned(),
            "rate" => number::shortest(own.rate),
            "decay" => number::shortest(own.weight_decay),
            "batch" => own.batch.to_string(),
            "seed" => own.seed.to_string(),
            _ => return None,
        })
    }

    /// The head is one that a run has.
    fn tidy(document: &Document, view: &mut View) {
        let runs = [first(document), document.runs[1].clone()];
        let (layer, head) = view.head;
        let has = |run: &Settings| layer < run.n_layers && head < run.n_heads;
        if runs[0].is_some() && !runs.iter().flatten().any(has) {
            view.head = (0, 0);
        }
    }
}

/// The settings of the run on side A; `None` while there is none, or nothing was shipped under its name.
#[must_use]
pub fn first(document: &Document) -> Option<Settings> {
    match &document.shipped {
        Some(slug) => link::read_settings(shipped::of(slug)?.settings).ok(),
        None => document.runs[0].clone(),
    }
}

/// A run of the learner's own on side A. What was said in the words of another task is not understood in
/// this one.
fn own_run(document: &mut Document, view: &mut View, settings: Settings) {
    let task = first(document).map(|own| own.task);
    if task != Some(settings.task) {
        (document.text, view.pinned) = (None, None);
    }
    document.shipped = None;
    document.runs[0] = Some(settings);
    document.without.clear();
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::core::command::Command;
    use crate::core::control::Limits;
    use crate::lessons::training::experiment::Experiment;
    use crate::lessons::training::task::Task;

    /// The lesson as an empty link opens it, with a control locked.
    fn locked(name: &str) -> Trainer {
        let mut player = Trainer::open("").unwrap();
        let lock = CONTROLS.iter().copied().filter(|own| own.name == name);
        player.limit(Limits {
            lock: lock.collect(),
            steps: None,
        });
        player
    }

    #[test]
    fn what_is_locked_stays_whichever_way_a_change_comes() {
        let reset = |settings| Command::Own(Change::Reset(settings));
        let own = Settings::of(Task::Repeat);
        let more = Settings {
            n_heads: 4,
            ..own.clone()
        };
        let refused = Err(Problem::Locked("heads"));
        let mut player = locked("heads");
        assert_eq!(player.apply(reset(more.clone())), refused);
        assert_eq!(player.apply(Command::Preset("pronoun".into())), refused);
        assert_eq!(player.apply(reset(own)), Ok(()));
        let all = Err(Problem::Locked("settings"));
        assert_eq!(locked("settings").apply(reset(more)), all);
        let head = Command::Own(Change::Head((0, 1)));
        let refused = Err(Problem::Locked("head"));
        assert_eq!(locked("head").apply(head.clone()), refused);
        assert_eq!(locked("panel").apply(head), Ok(()));
    }

    #[test]
    fn two_runs_are_taken_back_and_brought_again() {
        let mut player = Trainer::open("").unwrap();
        let before = player.document().clone();
        let two = Experiment::Unordered.settings();
        let compare = Command::Own(Change::Compare(two.clone()));
        player.apply(compare).unwrap();
        assert_eq!(player.document().runs, two.map(Some));
        player.apply(Command::Own(Change::OneRun)).unwrap();
        assert_eq!(player.document().runs[1], None);
        player.apply(Command::Undo).unwrap();
        assert!(player.document().runs[1].is_some());
        player.apply(Command::Undo).unwrap();
        assert_eq!(*player.document(), before);
    }

    #[test]
    fn the_head_is_one_that_a_run_has() {
        let head = |link: &str| Trainer::open(link).unwrap().view.head;
        assert_eq!(head("head=1.1"), (1, 1));
        assert_eq!(head("head=7.1"), (0, 0));
        assert_eq!(head("a=copy,heads:2&b=copy&head=0.3"), (0, 3));
    }
}
