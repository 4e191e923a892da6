//! The state of the page as signals: the stepper, what follows from it, and what is pointed at.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::head::presets::Preset;
use lesson::share::embed::Framing;
use lesson::share::quiz::{Cover, Session, Setup};
use lesson::{
    Cell, Command, Document, Name, Problem, Stage, Stepper, Trace, View, head::codec, head::presets,
};

use crate::browser;
use crate::host;
use crate::language;
use crate::reactive::{derived, effect, memo};
use crate::screen::screen;

/// Where a message stands: next to what the user touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// At a cell's matrix, naming the cell.
    Cell(Cell),
    /// At a whole matrix.
    Matrix(Name),
    /// At the tokens and sizes.
    Shape,
    /// At the top of the page: links.
    Page,
}

/// A problem, where it stands, and what would make the refused paste fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
    /// A command that would do what was meant.
    pub remedy: Option<Command>,
}

/// A rectangle of selected cells of one matrix: anchor and the corner opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The cell the selection began with.
    pub anchor: Cell,
    /// The cell it has been drawn to.
    pub corner: Cell,
}

impl Block {
    /// First and last row, first and last column, inclusive.
    pub fn bounds(self) -> ((usize, usize), (usize, usize)) {
        let (a, b) = (self.anchor, self.corner);
        (
            (a.row.min(b.row), a.row.max(b.row)),
            (a.col.min(b.col), a.col.max(b.col)),
        )
    }

    /// Whether it is more than one cell.
    pub fn is_many(self) -> bool {
        self.anchor != self.corner
    }
}

/// Everything the views read, and [`run`](Lab::run) to change it.
#[derive(Clone, Copy)]
pub struct Lab {
    /// The one state.
    pub stepper: RwSignal<Stepper>,
    /// Its document.
    pub document: Memo<Arc<Document>>,
    /// Where one stands.
    pub view: Memo<View>,
    /// What is asked of the student, and what stays covered meanwhile.
    pub session: RwSignal<Session>,
    /// Every number that follows from the document, but for those that are covered: what views show.
    pub trace: Memo<Arc<Trace>>,
    /// The same with nothing covered, to judge answers by. No view shows it before it is uncovered.
    pub truth: Memo<Arc<Trace>>,
    /// Document and trace of the last painted frame: what stands beside the figure follows one frame
    /// later, so that the figure itself answers within a frame.
    pub settled: RwSignal<(Arc<Document>, Arc<Trace>)>,
    /// The same without overrides, for the difference switch.
    pub unedited: Memo<Arc<Trace>>,
    /// The slug of the example that the document is, to the digit.
    pub preset: Memo<Option<&'static str>>,
    /// The slug of the example that is shown or was changed; none when a link brought something of its
    /// own.
    pub example: RwSignal<Option<&'static str>>,
    /// The cell under the pointer or the focus.
    pub hovered: RwSignal<Option<Cell>>,
    /// The cell that has, or had last, the keyboard's focus.
    pub focused: RwSignal<Option<Cell>>,
    /// Digits, and whether differences are shown: what every number's text depends on.
    pub look: Signal<(u8, bool)>,
    /// The current stage.
    pub stage: Memo<Stage>,
    /// The cell whose arithmetic is shown.
    pub explained: Memo<Cell>,
    /// The message on the page, if any.
    pub notice: RwSignal<Option<Notice>>,
    /// The selected block.
    pub block: RwSignal<Option<Block>>,
    /// The computed cell being overridden by typing.
    pub overriding: RwSignal<Option<Cell>>,
    /// Dark colours are shown.
    pub dark: RwSignal<bool>,
    /// Counts the times that every cell must show its number again, refused texts too.
    pub afresh: RwSignal<u32>,
}

/// The state of the page, from any view.
pub fn lab() -> Lab {
    expect_context::<Lab>()
}

impl Lab {
    /// Opens with what the fragment of the address holds; a bad one opens the first preset, with
    /// the reason at the top.
    pub fn open(fragment: &str, framing: Framing) -> Lab {
        let setup = Setup::of(fragment);
        let lab = Lab::asking(
            codec::decode(fragment),
            setup.clone().unwrap_or_default(),
            framing,
        );
        if let (Err(problem), None) = (setup, lab.notice.get_untracked()) {
            lab.complain(Place::Page, problem);
        }
        lab
    }

    /// Opens with that state, or with the first preset and the reason why there is no other, in the
    /// frame that the link gave it; nothing is asked.
    pub fn with(opened: Result<(Document, View), Problem>, framing: Framing) -> Lab {
        Lab::asking(opened, Setup::default(), framing)
    }

    fn asking(opened: Result<(Document, View), Problem>, setup: Setup, framing: Framing) -> Lab {
        let (state, notice) = match opened {
            Ok(state) => (state, None),
            Err(problem) => (
                opening(),
                Some(Notice {
                    place: Place::Page,
                    problem,
                    remedy: None,
                }),
            ),
        };
        let session = RwSignal::new(Session::open(setup, &state.1));
        let mut stepper = Stepper::new(state.0, state.1);
        stepper.frame(framing);
        let stepper = RwSignal::new(stepper);
        let document = memo(move || stepper.with(|s| Arc::clone(s.document())));
        let view = memo(move || stepper.with(|s| s.view.clone()));
        let cover = memo(move || session.with(|s| document.with(|d| s.cover(d))));
        let truth = traced(move || document.get());
        let trace = covered(document, cover, truth);
        let unedited = traced(move || Arc::new(document.with(|d| d.unedited())));
        let unedited = covered(document, cover, unedited);
        let settled = RwSignal::new((document.get_untracked(), trace.get_untracked()));
        settle_after_frame(document, trace, settled);
        let notice = RwSignal::new(notice);
        host::tell_notices(notice);
        let hovered = RwSignal::new(None);
        let look = memo(move || view.with(|v| (v.digits, v.difference)));
        let look = derived(move || {
            // Numbers are written in another way in another language.
            language::track();
            look.get()
        });
        let explained = memo(move || {
            let hovered: Option<Cell> = hovered.get();
            let there = hovered.filter(|cell| document.with(|d| d.has(*cell)));
            there.unwrap_or_else(|| stepper.with(Stepper::selected))
        });
        let preset = current_preset(document);
        Lab {
            stepper,
            document,
            view,
            session,
            trace,
            truth,
            settled,
            unedited,
            preset,
            example: last_preset(preset),
            hovered,
            focused: RwSignal::new(None),
            look,
            stage: memo(move || view.with(|v| v.stage)),
            explained,
            notice,
            block: RwSignal::new(None),
            overriding: RwSignal::new(None),
            dark: screen().dark,
            afresh: RwSignal::new(0),
        }
    }

    /// Does `command`, or says what is wrong with it.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn attempt(self, command: Command) -> Result<(), Problem> {
        let rewrites = rewrites(&command);
        let done = self
            .stepper
            .try_update(|stepper| stepper.apply(command))
            .unwrap_or(Ok(()));
        if done.is_ok() && rewrites {
            // Refused texts still standing in cells give way.
            self.afresh.update(|count| *count += 1);
            self.notice.set(None);
        }
        done
    }

    /// Does `command`; a problem is shown at `place`, and a success ends the message there. True
    /// when done.
    pub fn try_run(self, command: Command, place: Place, remedy: Option<Command>) -> bool {
        match self.attempt(command) {
            Ok(()) => {
                self.settle_notice(place);
                true
            }
            Err(problem) => {
                self.notice.set(Some(Notice {
                    place,
                    problem,
                    remedy,
                }));
                false
            }
        }
    }

    /// Does `command`, which cannot fail or whose problem belongs to the page.
    pub fn run(self, command: Command) {
        self.try_run(command, Place::Page, None);
    }

    /// Takes back what is being typed into `cell`.
    pub fn take_back(self, cell: Cell) {
        self.run(Command::Cancel(cell));
    }

    /// Opens the field in which a computed cell is overridden, unless that is locked or its number is
    /// still to be predicted.
    pub fn begin_override(self, cell: Cell) {
        if untrack(|| self.covers(cell)) {
            return self.complain(Place::Cell(cell), Problem::Covered(cell.name));
        }
        match self.allowed(&Command::Edit(cell, 0.0)) {
            Ok(()) => self.overriding.set(Some(cell)),
            Err(problem) => self.complain(Place::Cell(cell), problem),
        }
    }

    /// Whether a command may be tried in the frame that the lesson is in.
    ///
    /// # Errors
    /// [`Problem::Locked`], [`Problem::StepClosed`].
    pub fn allowed(self, command: &Command) -> Result<(), Problem> {
        self.stepper.with_untracked(|s| s.framing.allows(command))
    }

    /// Shows a problem at `place`.
    pub fn complain(self, place: Place, problem: Problem) {
        self.notice.set(Some(Notice {
            place,
            problem,
            remedy: None,
        }));
    }

    /// Opens what the address holds now.
    pub fn open_link(self, fragment: &str) {
        let opened = Setup::of(fragment).and_then(|setup| Ok((setup, codec::decode(fragment)?)));
        match opened {
            Ok((setup, state)) => {
                let asked = self.session.with_untracked(|s| s.setup == setup);
                // Elsewhere in the same document what was answered stays answered.
                if !asked || self.document.with_untracked(|d| **d != state.0) {
                    // The question first: what it covers must not be seen before it.
                    self.session.set(Session::open(setup, &state.1));
                }
                self.run(Command::Load(Box::new(state)));
            }
            Err(problem) => {
                self.complain(Place::Page, problem);
                // The address holds the state again: a reload must not lose it.
                browser::page::set_fragment(&self.link());
                browser::page::set_question(&self.session.with_untracked(|s| s.setup.clone()));
            }
        }
    }

    /// Whether the number of `cell` is covered.
    pub fn covers(self, cell: Cell) -> bool {
        let value = self.trace.with(|trace| trace.value(cell));
        value.is_some_and(f32::is_nan)
    }

    /// The fragment of the state as it is.
    pub fn link(self) -> String {
        self.stepper.with(|s| codec::encode(s.document(), &s.view))
    }

    /// A message stays until what it is about has been done right: something else that goes well
    /// says nothing of it.
    pub fn settle_notice(self, place: Place) {
        let over = self.notice.with_untracked(|notice| {
            notice
                .as_ref()
                .is_some_and(|notice| match (notice.place, place) {
                    (Place::Matrix(name), Place::Cell(cell)) => cell.name == name,
                    (there, here) => there == here,
                })
        });
        if over {
            self.notice.set(None);
        }
    }
}

/// Whether the command writes into cells other than the one being typed in.
fn rewrites(command: &Command) -> bool {
    use Command::*;
    matches!(
        command,
        Preset(_)
            | Load(_)
            | Undo
            | Redo
            | Paste(..)
            | Replace(..)
            | Fill(..)
            | Source(_)
            | Cross(_)
            | AddToken(..)
            | RemoveToken(..)
            | MoveToken(..)
            | Resize(..)
    )
}

fn opening() -> (Document, View) {
    presets::open(presets::OPENING).unwrap_or_else(|_| {
        // tests/presets.rs opens every preset; this cannot be reached by anything from outside.
        unreachable!("the opening preset is broken")
    })
}

/// Which example the document is. They are opened once: this is asked after every keystroke.
fn current_preset(document: Memo<Arc<Document>>) -> Memo<Option<&'static str>> {
    let open = |preset: &Preset| Some((preset.slug, presets::open(preset.slug).ok()?.0));
    let opened: Vec<(&'static str, Document)> = presets::PRESETS.iter().filter_map(open).collect();
    memo(move || {
        let same =
            |(_, own): &&(&'static str, Document)| document.with(|document| *own == **document);
        opened.iter().find(same).map(|(slug, _)| *slug)
    })
}

/// The last example that the document was.
fn last_preset(preset: Memo<Option<&'static str>>) -> RwSignal<Option<&'static str>> {
    let last = RwSignal::new(preset.get_untracked());
    effect(move || {
        if let Some(slug) = preset.get() {
            last.set(Some(slug));
        }
    });
    last
}

/// Copies document and trace into `settled` after the frame that shows them, once for many changes.
fn settle_after_frame(
    document: Memo<Arc<Document>>,
    trace: Memo<Arc<Trace>>,
    settled: RwSignal<(Arc<Document>, Arc<Trace>)>,
) {
    let pending = StoredValue::new(false);
    effect(move || {
        document.track();
        trace.track();
        if !pending.get_value() {
            pending.set_value(true);
            browser::page::after_frame(move || {
                if pending.try_set_value(false).is_none() {
                    settled.set((document.get_untracked(), trace.get_untracked()));
                }
            });
        }
    });
}

/// `trace` without the numbers that are covered: the same one while nothing is.
fn covered(
    document: Memo<Arc<Document>>,
    cover: Memo<Cover>,
    trace: Memo<Arc<Trace>>,
) -> Memo<Arc<Trace>> {
    memo(move || match cover.get() {
        Cover::Nothing => trace.get(),
        cover => document.with(|d| trace.with(|t| Arc::new(cover.over(d, t)))),
    })
}

/// A trace that follows a document. The document keeps its shapes fitting, so a refusal would be a
/// bug of ours; the last good numbers then stay, and the console says why.
fn traced(document: impl Fn() -> Arc<Document> + Send + Sync + 'static) -> Memo<Arc<Trace>> {
    Memo::new(
        move |before: Option<&Arc<Trace>>| match Trace::of(&document()) {
            Ok(trace) => Arc::new(trace),
            Err(error) => {
                leptos::logging::error!("{error}");
                before.cloned().unwrap_or_default()
            }
        },
    )
}
