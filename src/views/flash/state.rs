//! The lesson's state as signals: what every lesson over a head has, and the walk over it.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::opened::Opened;
use lesson::core::player::Player;
use lesson::core::table;
use lesson::head::{self, change};
use lesson::lessons::flash::{self, At, Change, Document, FlashNumbers, META, Part, View, Walk};
use lesson::share::embed;

use crate::browser::{lessons, page};
use crate::reactive::{effect, memo};
use crate::shell::{Opening, Place, Shown, parts};
use crate::state::{Lab, OverHead};

/// A cell of the figure: part, row, column.
pub type Cell = (Part, usize, usize);

/// The lesson whose numbers are taken along when this one is opened from the menu.
const TAKEN_FROM: &str = "stepper";

/// Everything the views of the lesson read.
#[derive(Clone, Copy)]
pub struct Flash {
    /// What every lesson over a head has.
    pub lab: Lab,
    /// Every step with its numbers.
    pub walk: Memo<Arc<Walk>>,
    /// The step one stands at; there is one.
    pub at: Memo<usize>,
    /// The cell under the pointer or the focus.
    pub hovered: RwSignal<Option<Cell>>,
    /// The number whose arithmetic is shown.
    pub explained: Memo<Option<At>>,
    /// What was taken over last: the link it came from.
    taken: StoredValue<String>,
}

/// The state of the lesson, from any of its views.
pub fn flash() -> Flash {
    expect_context::<Flash>()
}

impl OverHead for flash::Flash {
    fn head(document: &Document) -> &head::document::Document {
        &document.head
    }

    fn view(view: &View) -> &head::view::View {
        &view.head
    }

    fn change_head(change: change::Change) -> Change {
        Change::Head(change)
    }
}

impl Flash {
    /// Opens what the address holds, if it is a link of this lesson.
    pub fn open(open: RwSignal<&'static str>) -> Flash {
        let (link, options) = (page::link_of(META.slug), page::embed_options(META.slug));
        let opening = Opening::of::<flash::Flash>(&link, &options, &super::WORDS);
        let (document, view) = parts::<flash::Flash>(opening);
        let (walk, at) = (walked(document), memo(move || view.with(|view| view.at)));
        let lab = Lab::open::<flash::Flash>(opening, Some(numbers(walk, at)));
        let shell = lab.shell;
        let hovered = RwSignal::new(None);
        let explained = memo(move || {
            let hovered: Option<Cell> = hovered.get();
            walk.with(|walk| {
                let there = |cell: table::Cell| {
                    walk.at(at.get(), (Part::of_table(cell.name)?, cell.row, cell.col))
                };
                let pointed = hovered.and_then(|cell| walk.at(at.get(), cell));
                let asked = || shell.asked_first().and_then(there);
                let own = || shell.lesson.with(|own| own.selected());
                pointed.or_else(asked).or_else(|| there(own()?))
            })
        });
        let flash = Flash {
            lab,
            walk,
            at,
            hovered,
            explained,
            taken: StoredValue::new(String::new()),
        };
        // Before the address becomes the lesson's own.
        effect(move || {
            if open.get() == META.slug && lessons::is_from_the_menu(&page::fragment(), META.slug) {
                untrack(|| flash.take_over());
            }
        });
        lab.connect(open);
        flash
    }

    /// Does a command of every lesson.
    pub fn run(self, command: Command) {
        self.lab.run(command);
    }

    /// Pins the explanation of a cell of the figure, or lets go of it.
    pub fn pin(self, (part, row, col): Cell) {
        let cell = table::Cell::new(part.table(), row, col);
        self.run(Command::Pin(Some(cell)));
    }

    /// The cell of the figure whose explanation stays.
    pub fn pinned(self) -> Option<Cell> {
        let cell = self.lab.lesson.with(|own| own.pinned())?;
        Some((Part::of_table(cell.name)?, cell.row, cell.col))
    }

    /// Works in tiles of another size: another walk, which begins at its beginning.
    pub fn resize(self, tile: flash::Tile) {
        if self
            .lab
            .try_own::<flash::Flash>(Change::Tile(tile), Place::Page)
        {
            self.run(Command::Scrub(0));
        }
    }

    /// Goes on with the numbers of the attention lesson, if they are others than those it gave before.
    /// They can be undone like any edit.
    fn take_over(self) {
        let link = embed::without_frame(&lessons::link_of(TAKEN_FROM));
        let again = self.taken.with_value(|taken| *taken == link);
        if link.is_empty() || again {
            return;
        }
        self.taken.set_value(link.clone());
        let own = link.replace(
            &format!("lesson={TAKEN_FROM}"),
            &format!("lesson={}", META.slug),
        );
        if Player::<flash::Flash>::open(&own).is_ok_and(|other| self.is_worth_taking(&other)) {
            self.lab.take(&own);
        }
    }

    /// Whether the numbers are others than stand here, and not the example that everybody begins with, which is too
    /// small to show what tiles are for.
    fn is_worth_taking(self, other: &Player<flash::Flash>) -> bool {
        let first = META.presets.first().map(|preset| preset.slug);
        let here = self.lab.lesson;
        here.with_untracked(|here| !other.is_same(&**here)) && other.preset() != first
    }
}

/// The walk over the document in tiles of the size asked for.
fn walked(document: Memo<Arc<Document>>) -> Memo<Arc<Walk>> {
    Memo::new(move |before: Option<&Arc<Walk>>| {
        match document.with(|document| document.walk()) {
            Ok(walk) => Arc::new(walk),
            // The document keeps its shapes fitting, so this would be a bug of ours.
            Err(error) => {
                leptos::logging::error!("{error}");
                before.cloned().unwrap_or_default()
            }
        }
    })
}

/// The numbers of the head without what the walk leaves out, and those of the figure at the step.
fn numbers(walk: Memo<Arc<Walk>>, at: Memo<usize>) -> Memo<Shown> {
    memo(move || {
        let (walk, at) = (walk.get(), at.get());
        Shown::of(FlashNumbers { walk, at })
    })
}
