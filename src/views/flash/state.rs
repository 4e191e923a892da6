//! The lesson's state as signals: a document of its own, edited as the stepper's is, and where in
//! the walk over it one stands.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::flash::{At, Walk, Walker, link};
use lesson::share::host::Event;
use lesson::{Command, Document, Problem, head::codec, head::presets, registry};

use crate::browser::{lessons, page};
use crate::host;
use crate::reactive::memo;
use crate::state::{Lab, Place};
use crate::text;

/// A cell of the figure: part, row, column.
pub type Cell = (lesson::lessons::flash::Part, usize, usize);

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Flash {
    /// The document with its history and its messages.
    pub lab: Lab,
    /// Where one stands.
    pub walker: RwSignal<Walker>,
    /// Every step with its numbers.
    pub walk: Memo<Arc<Walk>>,
    /// The step one stands at; there is one.
    pub at: Memo<usize>,
    /// The cell under the pointer or the focus.
    pub hovered: RwSignal<Option<Cell>>,
    /// The number whose arithmetic is shown.
    pub explained: Memo<Option<At>>,
    /// What was taken over from the stepper last.
    taken: StoredValue<Option<Document>>,
}

/// The state of the lesson, from any of its views.
pub fn flash() -> Flash {
    expect_context::<Flash>()
}

impl Flash {
    /// Opens what the address holds, if it is a link of this lesson.
    pub fn open() -> Flash {
        let fragment = page::fragment();
        let own = registry::lesson_of(&fragment) == link::SLUG;
        let framing = page::framing(link::SLUG);
        let opened = link::decode(if own { &fragment } else { "" });
        let (lab, walker) = match opened {
            Ok((document, view, walker)) => (Lab::with(Ok((document, view)), framing), walker),
            Err(problem) => (Lab::with(Err(problem), framing), Walker::default()),
        };
        let walker = RwSignal::new(walker);
        let walk = walk(lab, walker);
        let at = memo(move || {
            let last = walk.with(|walk| walk.steps.len().saturating_sub(1));
            walker.with(|walker| walker.at).min(last)
        });
        let hovered = RwSignal::new(None);
        let explained = memo(move || {
            let hovered: Option<Cell> = hovered.get();
            walk.with(|walk| {
                let pointed = hovered.and_then(|cell| walk.at(at.get(), cell));
                pointed.or_else(|| walker.with(|walker| walker.explained(walk)))
            })
        });
        let first = presets::open(presets::OPENING).ok();
        Flash {
            lab,
            walker,
            walk,
            at,
            hovered,
            explained,
            taken: StoredValue::new(first.map(|(document, _)| document)),
        }
    }

    /// Does a command: those of the walk here, all others to the document and its view.
    pub fn run(self, command: Command) {
        if let Err(problem) = self.lab.allowed(&command) {
            return self.lab.complain(Place::Page, problem);
        }
        let steps = self.walk.with_untracked(|walk| walk.steps.len());
        let mut taken = false;
        self.walker.try_maybe_update(|walker| {
            taken = walker.apply(&command, steps);
            (taken, ())
        });
        if !taken {
            self.lab.run(command);
        }
    }

    /// Lets time pass, without a signal unless something moved; false when playing has ended.
    pub fn tick(self, seconds: f32) -> bool {
        let steps = self.walk.with_untracked(|walk| walk.steps.len());
        let speed = self.lab.view.with_untracked(|view| view.speed);
        let still_there = self.walker.try_maybe_update(|walker| {
            let moved = walker.tick(seconds, speed, steps);
            (moved, walker.playback.playing)
        });
        still_there == Some(true)
    }

    /// The fragment of the state as it is.
    pub fn link(self) -> String {
        let lab = self.lab;
        self.walker.with(|walker| {
            lab.document
                .with(|d| lab.view.with(|v| link::encode(d, v, walker)))
        })
    }

    /// Opens a link of this lesson that was followed.
    pub fn open_link(self, fragment: &str) {
        match link::decode(fragment) {
            Ok((document, view, walker)) => {
                self.lab.run(Command::Load(Box::new((document, view))));
                self.walker.set(walker);
            }
            Err(problem) => self.complain(problem),
        }
    }

    fn complain(self, problem: Problem) {
        host::tell(Event::Error(text::problem(&problem, None)));
        self.lab.complain(Place::Page, problem);
        // The address holds the state again: a reload must not lose it.
        page::set_fragment(&untrack(|| self.link()));
    }

    /// Goes on with the stepper's numbers, if they are others than those it gave before. They can be
    /// undone like any edit.
    pub fn take_over(self) {
        let Ok((document, view)) = codec::decode(&lessons::stepper_link()) else {
            return;
        };
        if self
            .taken
            .with_value(|taken| taken.as_ref() == Some(&document))
        {
            return;
        }
        self.taken.set_value(Some(document.clone()));
        if self.lab.document.with_untracked(|own| **own != document) {
            self.lab.run(Command::Load(Box::new((document, view))));
            self.run(Command::Reset);
        }
    }
}

/// The walk over the document in tiles of the size asked for.
fn walk(lab: Lab, walker: RwSignal<Walker>) -> Memo<Arc<Walk>> {
    let tile = memo(move || walker.with(|walker| walker.tile));
    Memo::new(move |before: Option<&Arc<Walk>>| {
        let computed = lab.document.with(|document| Walk::of(document, tile.get()));
        match computed {
            Ok(walk) => Arc::new(walk),
            // The document keeps its shapes fitting, so this would be a bug of ours.
            Err(error) => {
                leptos::logging::error!("{error}");
                before.cloned().unwrap_or_default()
            }
        }
    })
}
