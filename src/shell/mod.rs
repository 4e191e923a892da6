//! The shell of a lesson, the same for all of them: its state as signals, its link in the address, what
//! the page around asks of it, its questions and messages. A lesson's views add what only they have.

mod block;
mod frames;
mod link;
mod notice;
pub mod numbers;
mod rest;
pub mod words;

use std::sync::Arc;

use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::cover::Cover;
use lesson::core::lesson::{Lesson, Meta, Preset};
use lesson::core::opened::Opened;
use lesson::core::player::Player;
use lesson::core::table::{Cell, Table, TableId};
use lesson::share::embed::EmbedOptions;
use lesson::share::quiz::{Session, Setup};

use crate::app::Refusal;
use crate::host;
use crate::language;
use crate::reactive::{derived, effect, memo};
use crate::screen::screen;
pub use block::Block;
pub use frames::Frames;
pub use notice::{Notice, Place};
pub use numbers::Shown;
pub use words::Words;

/// Everything that views of any lesson read, and [`run`](Shell::run) to change it.
#[derive(Clone, Copy)]
pub struct Shell {
    /// The lesson, with its document, its history, where one stands and what is locked.
    pub lesson: RwSignal<Box<dyn Opened>>,
    /// What is known of it.
    pub meta: &'static Meta,
    /// Its words.
    pub words: &'static Words,
    /// What is asked of the student.
    pub session: RwSignal<Session>,
    /// What stays covered meanwhile.
    pub cover: Memo<Cover>,
    /// Every number, but for those that are covered: what views show.
    pub numbers: Memo<Shown>,
    /// The same with nothing covered, to judge answers by. No view shows it before it is uncovered.
    pub truth: Memo<Shown>,
    /// The same without overrides, for the difference switch; nothing covered is in it.
    pub unedited: Memo<Shown>,
    /// What tables are made of: their sizes, and what their rows and columns are called.
    pub frames: Memo<Frames>,
    /// The slug of the example that the document is, to the digit.
    pub preset: Memo<Option<&'static str>>,
    /// The slug of the example that is shown or was changed; none when a link brought something of its
    /// own.
    pub example: RwSignal<Option<&'static str>>,
    /// The same before each step that can be taken back.
    examples: StoredValue<Vec<Option<&'static str>>>,
    /// The cell under the pointer or the focus.
    pub hovered: RwSignal<Option<Cell>>,
    /// The cell that has, or had last, the keyboard's focus.
    pub focused: RwSignal<Option<Cell>>,
    /// Digits, and whether differences are shown: what every number's text depends on.
    pub look: Signal<(u8, bool)>,
    /// The cell whose arithmetic is shown.
    pub explained: Memo<Option<Cell>>,
    /// The cells that the open question is about.
    pub asked: Memo<Vec<Cell>>,
    /// The message in the lesson, if any.
    pub notice: RwSignal<Option<Notice>>,
    /// The selected block.
    pub block: RwSignal<Option<Block>>,
    /// The computed cell being overridden by typing.
    pub overriding: RwSignal<Option<Cell>>,
    /// Dark colours are shown.
    pub dark: RwSignal<bool>,
    /// Counts the times that every cell must show its number again, refused texts too.
    pub afresh: RwSignal<u32>,
    /// Counts the rests: what does not stand in the figure follows then.
    pub rested: RwSignal<u32>,
    /// Counts the tables that were built anew, whose cells show nothing yet of what others mark in them.
    pub built: RwSignal<u32>,
}

/// The shell of the lesson, from any of its views.
pub fn shell() -> Shell {
    expect_context::<Shell>()
}

/// The lesson as its link opens it, before anything follows from it.
#[derive(Clone, Copy)]
pub struct Opening {
    /// The lesson.
    pub lesson: RwSignal<Box<dyn Opened>>,
    /// Its questions.
    pub session: RwSignal<Session>,
    notice: RwSignal<Option<Notice>>,
    words: &'static Words,
}

impl Opening {
    /// Opens with what a link holds, in the frame that it was given; of a bad link the rest, with the reason at the
    /// top.
    pub fn of<L: Lesson>(fragment: &str, options: &EmbedOptions, words: &'static Words) -> Self
    where
        Player<L>: Send + Sync,
    {
        // Somebody else's page shows the figure it was made for.
        let own = match options.embed {
            true => fragment.to_owned(),
            false => L::META.for_newcomers(fragment),
        };
        let setup = Setup::of(&own);
        let opened = Player::<L>::open(&own);
        let problem = opened.as_ref().err().or(setup.as_ref().err()).cloned();
        // In somebody's page a lesson stands with what its link says or not at all.
        let refusal = use_context::<Refusal>().filter(|_| options.embed && L::META.computes);
        if let (Some(refusal), Some(problem)) = (refusal, &problem) {
            refusal.say(problem.clone());
        }
        let mut player = opened.unwrap_or_else(|problem| mended::<L>(&own, &problem));
        player.limit(options.limits());
        let setup = setup.unwrap_or_default();
        setup.show_in(&mut player);
        let session = Session::open(setup, &player);
        let notice = problem.map(|problem| Notice::new(Place::Page, problem));
        let lesson: Box<dyn Opened> = Box::new(player);
        Self {
            lesson: RwSignal::new(lesson),
            session: RwSignal::new(session),
            notice: RwSignal::new(notice),
            words,
        }
    }

    /// The whole shell, over the numbers that follow from the lesson: with nothing covered, and without
    /// overrides. `difference` says whether differences between them are shown.
    pub fn shell(
        self,
        truth: Memo<Shown>,
        unedited: Memo<Shown>,
        difference: Signal<bool>,
    ) -> Shell {
        let Self {
            lesson,
            session,
            notice,
            words,
        } = self;
        let cover = memo(move || lesson.with(|own| session.with(|asked| asked.cover(&**own))));
        let asked = memo(move || lesson.with(|own| session.with(|asked| asked.asked(&**own))));
        host::tell_notices(notice);
        let hovered = RwSignal::new(None);
        let preset = current_preset(lesson);
        let digits = memo(move || lesson.with(|own| own.look().digits));
        let numbers = numbers::covered(lesson, cover, truth);
        let look = derived(move || {
            // Numbers are written in another way in another language.
            language::track();
            (digits.get(), difference.get())
        });
        let rested = rest::after(move || {
            lesson.track();
            numbers.track();
            look.track();
        });
        Shell {
            lesson,
            meta: lesson.with_untracked(|own| own.meta()),
            words,
            session,
            cover,
            numbers,
            frames: memo(move || lesson.with(|own| Frames::of(&**own))),
            truth,
            unedited: numbers::covered(lesson, cover, unedited),
            preset,
            example: last_preset(preset),
            examples: StoredValue::new(Vec::new()),
            hovered,
            focused: RwSignal::new(None),
            look,
            explained: explained(lesson, hovered, asked),
            asked,
            notice,
            block: RwSignal::new(None),
            overriding: RwSignal::new(None),
            dark: screen().dark,
            afresh: RwSignal::new(0),
            rested,
            built: RwSignal::new(0),
        }
    }
}

/// What a bad link opens, with the reason at the top. By itself, so that the first figure does without it.
#[cold]
#[inline(never)]
fn mended<L: Lesson>(link: &str, problem: &Problem) -> Player<L> {
    Player::mended(link, problem).unwrap_or_else(|_| {
        // tests/every_lesson.rs opens what newcomers get; this cannot be reached by anything from outside.
        unreachable!("the opening preset is broken")
    })
}

/// Which example the document is. They are opened once: this is asked after every keystroke.
fn current_preset(lesson: RwSignal<Box<dyn Opened>>) -> Memo<Option<&'static str>> {
    let (meta, base) = lesson.with_untracked(|own| (own.meta(), own.boxed()));
    let open = |preset: &Preset| {
        let mut own = base.boxed();
        let link = format!("lesson={}&preset={}", meta.slug, preset.slug);
        own.follow(&link).ok()?;
        Some((preset.slug, own))
    };
    let opened: Vec<(&'static str, Box<dyn Opened>)> =
        meta.presets.iter().filter_map(open).collect();
    memo(move || {
        lesson.with(|own| {
            let same = opened.iter().find(|(_, preset)| own.is_same(&**preset));
            same.map(|(slug, _)| *slug)
        })
    })
}

/// The last example that the document was.
fn last_preset(current: Memo<Option<&'static str>>) -> RwSignal<Option<&'static str>> {
    let last = RwSignal::new(current.get_untracked());
    effect(move || {
        if let Some(slug) = current.get() {
            last.set(Some(slug));
        }
    });
    last
}

/// The cell pointed at or pinned, the one asked about, or the one of the step.
fn explained(
    lesson: RwSignal<Box<dyn Opened>>,
    hovered: RwSignal<Option<Cell>>,
    asked: Memo<Vec<Cell>>,
) -> Memo<Option<Cell>> {
    memo(move || {
        let pointed: Option<Cell> = hovered.get();
        lesson.with(|own| {
            let there = pointed.filter(|cell| own.has(*cell));
            let chosen = there.or_else(|| own.pinned());
            let asked = || asked_here(&**own, &asked.get());
            chosen.or_else(asked).or_else(|| own.selected())
        })
    })
}

/// The first cell asked about, where the step is about its table: at another step that step's is explained.
fn asked_here(lesson: &dyn Opened, asked: &[Cell]) -> Option<Cell> {
    let here = lesson.computes(lesson.place());
    asked
        .first()
        .copied()
        .filter(|cell| here == Some(cell.name))
}

impl Shell {
    /// Does `command`, or says what is wrong with it.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn attempt(self, command: Command) -> Result<(), Problem> {
        let (rewrites, steps) = (command.rewrites(), self.steps_back());
        let apply = |lesson: &mut Box<dyn Opened>| lesson.apply(command);
        let done = self.lesson.try_update(apply).unwrap_or(Ok(()));
        self.keep_example(steps);
        self.done(rewrites, done)
    }

    /// Does what only the lesson `L` can do.
    ///
    /// # Errors
    /// [`Problem`]; the state is then as it was.
    pub fn attempt_own<L: Lesson>(self, change: L::Change) -> Result<(), Problem> {
        let apply = |lesson: &mut Box<dyn Opened>| {
            let player = lesson.any_mut().downcast_mut::<Player<L>>();
            player.map_or(Ok(()), |player| player.apply(Command::Own(change)))
        };
        let steps = self.steps_back();
        let done = self.lesson.try_update(apply).unwrap_or(Ok(()));
        self.keep_example(steps);
        self.done(true, done)
    }

    fn steps_back(self) -> usize {
        self.lesson.with_untracked(|own| own.steps_back())
    }

    /// The example that is undone to is the one that was there then, be it changed: notes it with each step that can be
    /// taken back, of which there were `before`.
    fn keep_example(self, before: usize) {
        let (steps, example) = (self.steps_back(), self.example.get_untracked());
        if steps < before {
            let then = self.examples.with_value(|all| all.get(steps).copied());
            self.example.set(then.unwrap_or(example));
        } else if steps > before {
            self.examples.update_value(|all| {
                all.truncate(before);
                while all.len() <= before {
                    all.push(example);
                }
            });
        }
    }

    /// Refused texts still standing in cells give way to what was written over them.
    fn done(self, rewrites: bool, done: Result<(), Problem>) -> Result<(), Problem> {
        if done.is_ok() && rewrites {
            self.afresh.update(|count| *count += 1);
            self.notice.set(None);
        }
        done
    }

    /// Does `command`; a problem is shown at `place`, and a success ends the message there. True
    /// when done.
    pub fn try_run(self, command: Command, place: Place, remedy: Option<Command>) -> bool {
        let done = self.attempt(command);
        self.settle(done, place, remedy)
    }

    /// Does what only the lesson `L` can do, as [`try_run`](Shell::try_run) does.
    pub fn try_own<L: Lesson>(self, change: L::Change, place: Place) -> bool {
        let done = self.attempt_own::<L>(change);
        self.settle(done, place, None)
    }

    fn settle(self, done: Result<(), Problem>, place: Place, remedy: Option<Command>) -> bool {
        match done {
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

    /// Does `command`, which cannot fail or whose problem belongs to the whole lesson.
    pub fn run(self, command: Command) {
        self.try_run(command, Place::Page, None);
    }

    /// Lets time pass, without a signal unless something moved; false when playing has ended. A place stays for at
    /// least so many seconds.
    pub fn tick(self, seconds: f32, least: f32) -> bool {
        let still_there = self.lesson.try_maybe_update(|lesson| {
            let stay = lesson.stay();
            let moved = lesson.tick(seconds * stay / stay.max(least));
            (moved, lesson.is_playing())
        });
        still_there == Some(true)
    }

    /// Opens the field in which a computed cell is overridden, unless that is locked or its number is
    /// still to be predicted.
    pub fn begin_override(self, cell: Cell) {
        if untrack(|| self.covers(cell)) {
            return self.complain(Place::Cell(cell), Problem::Covered(self.key(cell)));
        }
        let edit = lesson::core::command::Edit::Set(cell, 0.0);
        match self
            .lesson
            .with_untracked(|own| own.allows(Command::Edit(edit)))
        {
            Ok(()) => self.overriding.set(Some(cell)),
            Err(problem) => self.complain(Place::Cell(cell), problem),
        }
    }

    /// What is known of a table of the lesson.
    pub fn table(self, table: TableId) -> &'static Table {
        self.meta.of(table).unwrap_or(&self.meta.tables[0])
    }

    /// The first cell that the open question is about, unless another is pinned.
    pub fn asked_first(self) -> Option<Cell> {
        let first = self.asked.with(|asked| asked.first().copied());
        first.filter(|_| self.lesson.with(|own| own.pinned().is_none()))
    }

    /// What a table is called.
    pub fn called(self, table: TableId) -> String {
        (self.words.table)(self.table(table).key)
    }

    /// The cell whose explanation stays, if one does.
    pub fn pinned(self) -> Option<Cell> {
        self.lesson.with_untracked(|own| own.pinned())
    }

    /// The key of the table of a cell.
    pub fn key(self, cell: Cell) -> &'static str {
        self.meta.of(cell.name).map_or("", |table| table.key)
    }

    /// Shows a problem at `place`.
    pub fn complain(self, place: Place, problem: Problem) {
        self.notice.set(Some(Notice::new(place, problem)));
    }

    /// Whether the number of `cell` is covered.
    pub fn covers(self, cell: Cell) -> bool {
        self.cover
            .with(|cover| self.lesson.with(|own| cover.hides(&**own, cell)))
    }

    /// The number in `cell`, NaN where it is covered.
    pub fn value(self, cell: Cell) -> Option<f32> {
        self.numbers.with(|numbers| numbers.value(cell))
    }

    /// The fragment of the state as it is.
    pub fn link(self) -> String {
        self.lesson.with(|own| own.link())
    }

    /// The same with what is asked: who comes back by it finds the question, and what was answered.
    pub fn link_with_question(self) -> String {
        let asked = self.session.with(|own| own.setup.suffix(self.meta));
        self.link() + &asked
    }

    /// A message stays until what it is about has been done right.
    pub fn settle_notice(self, place: Place) {
        let over = |notice: &Option<Notice>| {
            let notice = notice.as_ref();
            notice.is_some_and(|notice| notice.is_settled_at(place))
        };
        if self.notice.with_untracked(over) {
            self.notice.set(None);
        }
    }
}

/// A lesson by its own type.
pub fn with_player<L: Lesson, T>(
    lesson: RwSignal<Box<dyn Opened>>,
    read: impl FnOnce(&Player<L>) -> T,
) -> T {
    lesson.with(|own| match own.any().downcast_ref::<Player<L>>() {
        Some(player) => read(player),
        // A shell is made for one lesson and keeps it; nothing from outside chooses another.
        None => unreachable!("another lesson stands in this shell"),
    })
}

/// The document of a lesson, and how one looks at it, as signals that change only with them.
pub fn parts<L: Lesson>(opening: Opening) -> (Memo<Arc<L::Document>>, Memo<L::View>) {
    let lesson = opening.lesson;
    (
        memo(move || with_player::<L, _>(lesson, |player| Arc::clone(player.document()))),
        memo(move || with_player::<L, _>(lesson, |player| player.view.clone())),
    )
}
